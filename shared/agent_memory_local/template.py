"""Reads `template.yaml` into an `Application`. What it does not understand it refuses: the stack cannot drift."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent_memory_local import rendering
from agent_memory_local.errors import TemplateError
from agent_memory_local.intrinsics import Attributes, Resolver
from agent_memory_local.model import Application, Json, RestApi
from agent_memory_local.template_api import read_rest_api
from agent_memory_local.template_resources import Reader, attributes_of

_UNSUPPORTED = {
    "AWS::ApiGatewayV2::Api": "an HTTP API (only REST APIs run locally)",
    "AWS::Pipes::Pipe": "a pipe",
    "AWS::StepFunctions::StateMachine": "a state machine",
}


def load_application(
    path: Path,
    *,
    queue_endpoint: str,
    parameters: Mapping[str, str] | None = None,
    values: Mapping[str, Attributes] | None = None,
    stack_name: str = "local",
    cache_dir: Path | None = None,
) -> Application:
    """Renders a template and reads what the local stack runs of it.

    Args:
        path: the SAM template; code folders are relative to it.
        queue_endpoint: base URL of the local queue service; a queue's `Ref` is its URL there.
        parameters: values that replace the parameters' defaults.
        values: more local values of resources, `{"Database": {"Endpoint.Address": "127.0.0.1"}}`; `Ref` is a key too.
        stack_name: value of `AWS::StackName`, prefix of generated names.
        cache_dir: where the rendered template is kept between starts.

    Errors: TemplateError naming the resource that cannot be run.
    """
    source = rendering.read_source(path)
    declared: Json = source.get("Parameters", {})
    chosen = _parameters(declared, parameters or {})
    rendered = rendering.render(source, chosen, cache_dir)
    resolver, resources = _resolver(rendered, chosen, frozenset(declared), values or {}, queue_endpoint, stack_name)
    reader = Reader(source, resources, resolver, path.resolve().parent, queue_endpoint)
    functions, queues = reader.functions(), reader.queues()
    return Application(
        functions=functions,
        api=_api(reader),
        queues=queues,
        event_sources=reader.event_sources(),
        schedules=reader.schedules(),
    )


def _parameters(declared: Json, overrides: Mapping[str, str]) -> dict[str, Any]:
    unknown = sorted(set(overrides) - set(declared))
    if unknown:
        raise TemplateError(f"the template has no parameter {', '.join(unknown)}")
    chosen: dict[str, Any] = {}
    for name, declaration in declared.items():
        value = overrides[name] if name in overrides else declaration.get("Default")
        if value is not None:
            listed = str(declaration.get("Type", "")).startswith(("List<", "CommaDelimitedList"))
            chosen[name] = str(value).split(",") if listed else str(value)
    return chosen


def _resolver(
    rendered: Json,
    parameters: Mapping[str, Any],
    declared: frozenset[str],
    values: Mapping[str, Attributes],
    queue_endpoint: str,
    stack_name: str,
) -> tuple[Resolver, Json]:
    """The resolver, and the resources whose conditions hold."""
    everything: Json = rendered["Resources"]
    unnamed = Resolver(
        parameters,
        declared,
        {name: {} for name in everything},
        rendered.get("Conditions", {}),
        rendered.get("Mappings", {}),
        stack_name,
    )
    resources = {
        name: item
        for name, item in everything.items()
        if "Condition" not in item or unnamed.condition(item["Condition"])
    }
    resolver = unnamed
    for _ in range(2):  # names may be made of other resources' names, and an alias of its function's
        attributes = {
            name: {**attributes_of(name, item, resolver, queue_endpoint), **values.get(name, {})}
            for name, item in resources.items()
        }
        resolver = replace(unnamed, resources=attributes)
    return resolver, resources


def _api(reader: Reader) -> RestApi | None:
    for logical_id, item in reader.resources.items():
        if item["Type"] in _UNSUPPORTED:
            raise TemplateError(f"{logical_id} is {_UNSUPPORTED[item['Type']]}, which the local stack cannot run")
    apis = reader.of_type("AWS::ApiGateway::RestApi")
    if len(apis) > 1:
        names = ", ".join(name for name, _ in apis)
        raise TemplateError(f"the template has several REST APIs ({names}); name one RestApiId in every Api event")
    for logical_id, properties in apis:
        stages = [stage for _, stage in reader.of_type("AWS::ApiGateway::Stage") if stage["RestApiId"] == logical_id]
        stage = str(stages[0]["StageName"]) if stages else "local"
        return read_rest_api(logical_id, stage, properties, reader.function_in)
    return None
