"""Finds the route of a request, as a REST API does: by resource first, then by method. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from agent_memory_local.events import Matched
from agent_memory_local.model import Route


@dataclass
class _Node:
    literals: dict[str, "_Node"] = field(default_factory=dict[str, "_Node"])
    parameter: "tuple[str, _Node] | None" = None
    greedy: "tuple[str, _Node] | None" = None
    methods: dict[str, Route] = field(default_factory=dict[str, Route])


class Router:
    """The resource tree of an API. In every place a literal wins over `{parameter}`, that over `{proxy+}`."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._root = _Node()
        for route in routes:
            node = self._root
            for part in _parts(route.resource):
                node = _child(node, part)
            node.methods[route.method] = route

    def find(self, method: str, raw_path: str) -> tuple[Route, Matched] | None:
        """The route of a method and a percent-encoded path, None when there is none.

        A resource without the method is the end of the search, even when a less specific one has it. A slash at the
        end is ignored. Values of parameters stay encoded, so `%2F` never splits a path.
        """
        found = _walk(self._root, _parts(raw_path), {})
        if found is None:
            return None
        node, parameters = found
        route = node.methods.get(method) or node.methods.get("ANY")
        return None if route is None else (route, Matched(route.resource, parameters))


def _parts(path: str) -> list[str]:
    trimmed = path.removeprefix("/").removesuffix("/")
    return trimmed.split("/") if trimmed else []


def _child(node: _Node, part: str) -> _Node:
    if part.startswith("{") and part.endswith("+}"):
        node.greedy = node.greedy or (part[1:-2], _Node())
        return node.greedy[1]
    if part.startswith("{"):
        node.parameter = node.parameter or (part[1:-1], _Node())
        return node.parameter[1]
    return node.literals.setdefault(part, _Node())


def _walk(node: _Node, parts: list[str], parameters: Mapping[str, str]) -> tuple[_Node, Mapping[str, str]] | None:
    if not parts:
        return (node, parameters) if node.methods else None
    first, rest = parts[0], parts[1:]
    literal = node.literals.get(unquote(first))
    if literal is not None and (found := _walk(literal, rest, parameters)) is not None:
        return found
    if node.parameter is not None and first:
        name, child = node.parameter
        if (found := _walk(child, rest, {**parameters, name: first})) is not None:
            return found
    if node.greedy is not None and first:
        name, child = node.greedy
        return child, {**parameters, name: "/".join(parts)}
    return None
