"""Which route a request belongs to."""

import pytest

from agent_memory_local.model import Route
from agent_memory_local.routing import Router

ROUTER = Router(
    [
        Route("GET", "/", "Root"),
        Route("GET", "/things/{id}", "One"),
        Route("POST", "/things/special", "Special"),
        Route("GET", "/things/{id}/parts/{part}", "Part"),
        Route("POST", "/things/{id}/extract:dryRun", "DryRun"),
        Route("ANY", "/files/{proxy+}", "Files"),
        Route("GET", "/files/index", "Index"),
    ]
)


@pytest.mark.parametrize(
    ("method", "path", "function", "parameters"),
    [
        ("GET", "/", "Root", {}),
        ("GET", "/things/a", "One", {"id": "a"}),
        ("GET", "/things/a/", "One", {"id": "a"}),
        ("GET", "/things/a%2Fb", "One", {"id": "a%2Fb"}),
        ("GET", "/things/..", "One", {"id": ".."}),
        ("GET", "/things/%FF%00", "One", {"id": "%FF%00"}),
        ("POST", "/things/special", "Special", {}),
        ("GET", "/things/special/parts/x", "Part", {"id": "special", "part": "x"}),
        ("POST", "/things/a/extract:dryRun", "DryRun", {"id": "a"}),
        ("POST", "/things/a/extract%3AdryRun", "DryRun", {"id": "a"}),
        ("DELETE", "/files/a/b%2Fc/d", "Files", {"proxy": "a/b%2Fc/d"}),
        ("GET", "/files/index", "Index", {}),
        ("GET", "/files/index/more", "Files", {"proxy": "index/more"}),
    ],
)
def test_found(method: str, path: str, function: str, parameters: dict[str, str]) -> None:
    found = ROUTER.find(method, path)

    assert found is not None
    assert (found[0].function, found[1].parameters) == (function, parameters)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/"),
        ("GET", "/things"),
        ("GET", "/things//"),
        ("GET", "//things/a"),
        ("GET", "/things/special"),  # the resource is there, the method is not
        ("HEAD", "/things/a"),
        ("OPTIONS", "/things/a"),
        ("GET", "/things/a/parts"),
        ("GET", "/%2Fthings/a"),
        ("GET", "*"),
        ("GET", "/files/"),
    ],
)
def test_not_found(method: str, path: str) -> None:
    assert ROUTER.find(method, path) is None
