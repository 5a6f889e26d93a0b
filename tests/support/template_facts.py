"""The template as tests ask it questions: as written, as rendered, and what the local stack makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from agent_memory_local import rendering
from agent_memory_local.model import Application
from agent_memory_local.service import _LOCAL_VALUES
from agent_memory_local.template import load_application

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "template.yaml"


@dataclass(frozen=True)
class Statement:
    """One Allow of a policy; the resource as the template words it."""

    actions: tuple[str, ...]
    resource: Any

    @property
    def target(self) -> str | None:
        """Logical id of the resource, where the statement names one of the template's."""
        return _referred(self.resource)


class Template:
    """`template.yaml`, read once."""

    @cached_property
    def source(self) -> dict[str, Any]:
        """As written."""
        return rendering.read_source(TEMPLATE)

    @cached_property
    def rendered(self) -> dict[str, Any]:
        """As CloudFormation gets it."""
        parameters = {name: str(item["Default"]) for name, item in self.source["Parameters"].items()}
        return rendering.render(self.source, parameters)

    @cached_property
    def application(self) -> Application:
        """As the local stack runs it."""
        return load_application(TEMPLATE, queue_endpoint="http://127.0.0.1:1", values=_LOCAL_VALUES)

    @property
    def functions(self) -> list[str]:
        """Logical ids of the functions."""
        return sorted(self.application.functions)

    @property
    def api_functions(self) -> list[str]:
        """Those that answer a route, and the authorizer."""
        api = self.application.api
        assert api is not None
        answering = {route.function for route in api.routes if route.function}
        return sorted(answering | {authorizer.function for authorizer in api.authorizers.values()})

    def of_type(self, kind: str) -> dict[str, dict[str, Any]]:
        """Rendered resources of a type, by logical id."""
        return {name: item for name, item in self.rendered["Resources"].items() if item["Type"] == kind}

    def properties(self, name: str) -> dict[str, Any]:
        """Rendered properties of a resource."""
        return self.rendered["Resources"][name]["Properties"]

    def folder(self, function: str) -> str:
        """The folder below `functions/` with a function's handler."""
        return self.application.functions[function].handler.partition(".")[0]

    def layers(self, function: str) -> list[str]:
        """The layers of a function: `CoreLayer`, `ModelsLayer`."""
        declared = [layer["Ref"] for layer in self.properties(function)["Layers"]]
        return [next(name for name in ("CoreLayer", "ModelsLayer") if layer.startswith(name)) for layer in declared]

    def policies(self, function: str) -> list[str]:
        """Logical ids of the managed policies of this template that a function's role has."""
        attached = self.properties(f"{function}Role")["ManagedPolicyArns"]
        return [policy["Ref"] for policy in attached if isinstance(policy, dict) and "Ref" in policy]

    def statements(self, function: str) -> list[Statement]:
        """What a function's role allows, its own managed policies and inline ones together."""
        documents = [self.properties(name)["PolicyDocument"] for name in self.policies(function)]
        documents += [inline["PolicyDocument"] for inline in self.properties(f"{function}Role").get("Policies", [])]
        return [
            Statement(tuple(_listed(statement["Action"])), statement["Resource"])
            for document in documents
            for statement in _listed(document["Statement"])
        ]


def _referred(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    if "Fn::GetAtt" in value:
        return value["Fn::GetAtt"][0]
    return value.get("Ref")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
