"""What a handler can reach at most, read from the source of the object graph: an upper bound for what it may be allowed."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT / "shared"
WIRING = [SHARED / "agent_memory" / name for name in ("wiring.py", "wiring_models.py")]
ADMISSION = "rate_limiter"
"""Asked for by every route that asks for a credential, and by no other: a test calls the public ones without a graph."""


def reachable(folder: str) -> set[str]:
    """Names that a handler mentions, or the parts of the graph that it asks for, or the parts those are made of.

    `{"KeySettings", "DatabaseSettings", "OfflineEmbedder", …}`: settings models, adapters, services.
    """
    handler = ROOT / "functions" / folder / "app.py"
    parts = _parts()
    found = _mentioned(ast.parse(handler.read_text(encoding="utf-8")))
    waiting = list(_asked_of_wiring(handler))
    if "PUBLIC" in found:
        waiting.remove(ADMISSION)
    seen: set[str] = set()
    while waiting:
        part = waiting.pop()
        if part not in seen:
            seen.add(part)
            names, inner = parts[part]
            found |= names
            waiting += inner
    return found


@lru_cache
def _asked_of_wiring(source: Path) -> frozenset[str]:
    """`wiring().memories` asks for `memories`; a helper of the API floor asks on behalf of the handler."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    asked = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call) and _name(node.value.func) == "wiring"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("agent_memory.api."):
            helper = SHARED.joinpath(*node.module.split(".")).with_suffix(".py")
            asked |= _asked_of_wiring(helper) if helper.exists() else set()
    return frozenset(asked)


@lru_cache(maxsize=1)
def _parts() -> Mapping[str, tuple[set[str], set[str]]]:
    """Of every part of the graph: the names it mentions, and the other parts it is made of."""
    graphs = [
        node
        for file in WIRING
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and node.name.endswith("Wiring")
    ]
    assert len(graphs) == len(WIRING)
    return {
        part.name: (
            _mentioned(part),
            {node.attr for node in ast.walk(part) if isinstance(node, ast.Attribute) and _name(node.value) == "self"},
        )
        for graph in graphs
        for part in graph.body
        if isinstance(part, ast.FunctionDef)
    }


def _mentioned(part: ast.AST) -> set[str]:
    names = (node for node in ast.walk(part) if isinstance(node, ast.Name | ast.Attribute))
    return {node.id if isinstance(node, ast.Name) else node.attr for node in names}


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""
