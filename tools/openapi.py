"""Write the OpenAPI document from the handlers, or check that the committed one is fresh.

Usage: python tools/openapi.py [--check]
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "shared" / "agent_memory" / "api" / "openapi.json"
sys.path[:0] = [str(ROOT / "functions")]


def main(arguments: list[str]) -> int:
    """The exit code: 1 when the committed document is stale."""
    from agent_memory.api.openapi import build
    from agent_memory.api.routes import Endpoint

    handlers = [
        importlib.import_module(f"{path.parent.name}.app").handler for path in (ROOT / "functions").glob("*/app.py")
    ]
    routes = [handler.route for handler in handlers if isinstance(handler, Endpoint)]
    text = json.dumps(build(routes), ensure_ascii=False, indent=1) + "\n"
    if "--check" not in arguments:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.read_text(encoding="utf-8") == text:
        return 0
    print("openapi.json is stale: run `make openapi` and look at the difference", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
