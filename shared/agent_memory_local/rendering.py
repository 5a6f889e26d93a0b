"""SAM's own transform, run here: the local stack reads the very document that AWS would get."""

import hashlib
import json
import logging
import os
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import yaml

from agent_memory_local.errors import TemplateError
from agent_memory_local.model import REGION, Json

FUNCTION = "AWS::Serverless::Function"
_KNOWN_EVENTS = {"Api", "SQS", "Schedule", "ScheduleV2"}
_UPLOADED = "s3://bucket/key"  # the transform refuses local paths; it never looks at what is there


class _TemplateLoader(yaml.SafeLoader):
    """YAML with CloudFormation's short forms (`!Ref x` is `{Ref: x}`)."""


def _short_form(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> Json:
    name = suffix if suffix in {"Ref", "Condition"} else f"Fn::{suffix}"
    if isinstance(node, yaml.ScalarNode):
        value: Any = loader.construct_scalar(node)
        return {name: value.split(".", 1) if suffix == "GetAtt" else value}
    if isinstance(node, yaml.SequenceNode):
        return {name: loader.construct_sequence(node, deep=True)}
    if isinstance(node, yaml.MappingNode):
        return {name: loader.construct_mapping(node, deep=True)}
    raise TemplateError(f"!{suffix} has no value")


_TemplateLoader.add_multi_constructor("!", _short_form)  # pyright: ignore[reportUnknownMemberType]


def read_source(path: Path) -> Json:
    """The template as written, short forms expanded. Errors: TemplateError when it is not a YAML mapping."""
    try:
        document: object = yaml.load(path.read_text(encoding="utf-8"), Loader=_TemplateLoader)  # noqa: S506 - a safe loader
    except yaml.YAMLError as error:
        raise TemplateError(f"{path} is not valid YAML: {error}") from error
    if not isinstance(document, dict) or "Resources" not in document:
        raise TemplateError(f"{path} has no Resources")
    return cast("Json", document)


def render(source: Json, parameters: Mapping[str, Any], cache_dir: Path | None = None) -> Json:
    """The CloudFormation template that SAM makes of `source`.

    Args:
        source: from `read_source`; not changed.
        parameters: values of the template's parameters.
        cache_dir: keeps the result for the next start; the transform takes half a second of CPU.

    Errors: TemplateError with SAM's own message when it refuses the template, and for a kind of function event
    that the local stack cannot deliver.
    """
    _check_events(source)
    prepared = _with_uploaded_code(source)
    text = json.dumps([prepared, dict(parameters), version("aws-sam-translator")], default=str)
    kept = cache_dir / f"template-{hashlib.sha256(text.encode()).hexdigest()[:20]}.json" if cache_dir else None
    if kept is not None and kept.exists():
        return json.loads(kept.read_text())
    rendered = _transform(prepared, parameters)
    if kept is not None:
        for old in kept.parent.glob("template-*.json"):
            old.unlink()
        draft = kept.with_suffix(".draft")
        draft.write_text(json.dumps(rendered, default=str))
        draft.replace(kept)
    return rendered


def _transform(prepared: Json, parameters: Mapping[str, Any]) -> Json:
    os.environ.setdefault("AWS_DEFAULT_REGION", REGION)  # the transform asks boto3 for a region, though not for AWS
    # Imported here: half a second of CPU that a kept template saves.
    from samtranslator.model import exceptions  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs]
    from samtranslator.translator.transform import transform  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs]

    logging.getLogger("samtranslator").setLevel(logging.ERROR)  # it warns about metrics it never sends

    class NoManagedPolicies:
        def load(self) -> dict[str, str]:
            return {}

    try:
        return transform(prepared, dict(parameters), cast("Any", NoManagedPolicies()))
    except exceptions.InvalidDocumentException as error:
        reasons = "; ".join(str(cause.message) for cause in error.causes)
        raise TemplateError(f"SAM refuses the template: {reasons}") from error


def _check_events(source: Json) -> None:
    for logical_id, resource in _resources(source, FUNCTION):
        events: Json = resource.get("Properties", {}).get("Events", {})
        for name, event in events.items():
            if event.get("Type") not in _KNOWN_EVENTS:
                raise TemplateError(
                    f"{logical_id}.Events.{name}: the local stack cannot deliver events of type {event.get('Type')}"
                )


def _resources(source: Json, kind: str) -> list[tuple[str, Json]]:
    return [(name, item) for name, item in source["Resources"].items() if item.get("Type") == kind]


def _with_uploaded_code(source: Json) -> Json:
    prepared: Json = json.loads(json.dumps(source, default=str))
    prepared.get("Globals", {}).get("Function", {}).pop("CodeUri", None)
    for _, resource in _resources(prepared, FUNCTION):
        resource.setdefault("Properties", {})["CodeUri"] = _UPLOADED
    for _, resource in _resources(prepared, "AWS::Serverless::LayerVersion"):
        resource.setdefault("Properties", {})["ContentUri"] = _UPLOADED
    return prepared
