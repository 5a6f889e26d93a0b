"""Functions, queues, event sources and schedules of a rendered template."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from agent_memory_local.errors import TemplateError
from agent_memory_local.intrinsics import Resolver
from agent_memory_local.model import (
    ACCOUNT_ID,
    PARTITION,
    REGION,
    EventSource,
    Function,
    Json,
    Queue,
    Schedule,
)
from agent_memory_local.schedule_expressions import parse

_Item = TypeVar("_Item")
_FUNCTION_IN_ARN = re.compile(r"function:([^:/]+)")
_ARNS = {
    "AWS::S3::Bucket": "s3:::{name}",
    "AWS::DynamoDB::Table": "dynamodb:{region}:{account}:table/{name}",
    "AWS::KMS::Key": "kms:{region}:{account}:key/{name}",
    "AWS::SecretsManager::Secret": "secretsmanager:{region}:{account}:secret:{name}",
    "AWS::SQS::Queue": "sqs:{region}:{account}:{name}",
    "AWS::Lambda::Function": "lambda:{region}:{account}:function:{name}",
}
_NAME_PROPERTIES = ("FunctionName", "QueueName", "BucketName", "TableName", "Name")
_REF_IS_ARN = {"AWS::SecretsManager::Secret"}
# Attributes that CreateQueue takes; the rest of a queue's properties mean nothing locally.
_QUEUE_ATTRIBUTES = (
    "VisibilityTimeout",
    "DelaySeconds",
    "MaximumMessageSize",
    "MessageRetentionPeriod",
    "ReceiveMessageWaitTimeSeconds",
    "FifoQueue",
    "ContentBasedDeduplication",
)


def attributes_of(logical_id: str, item: Json, resolver: Resolver, queue_endpoint: str) -> dict[str, str]:
    """The local `Ref` and attributes of one resource, by its type; only names are looked at.

    Names are generated as CloudFormation does, `<stack>-<logical id>`, without its random tail.
    """
    kind: str = item["Type"]
    properties: Json = item.get("Properties", {})
    if kind in {"AWS::Lambda::Alias", "AWS::Lambda::Version"}:
        target = resolver.text(properties["FunctionName"])
        arn = _arn("AWS::Lambda::Function", target)
        return {"Ref": f"{arn}:{properties.get('Name', '$LATEST')}"}
    given = next((properties[key] for key in _NAME_PROPERTIES if key in properties), None)
    generated = f"{resolver.stack_name}-{logical_id}"
    if kind == "AWS::S3::Bucket":
        generated = generated.lower()
    name = generated if given is None else resolver.text(given)
    found = {"Ref": name, "Arn": _arn(kind, name)} if kind in _ARNS else {}
    if kind == "AWS::SQS::Queue":
        url = f"{queue_endpoint}/{ACCOUNT_ID}/{name}"
        return {**found, "Ref": url, "QueueUrl": url, "QueueName": name}
    if kind in _REF_IS_ARN:
        found["Ref"] = found["Arn"]
    return found


def _arn(kind: str, name: str) -> str:
    return f"arn:{PARTITION}:" + _ARNS[kind].format(name=name, region=REGION, account=ACCOUNT_ID)


@dataclass
class Reader:
    """Reads the resources of one rendered template.

    Args:
        source: the template as written; only it knows the code folders.
        resources: rendered resources whose conditions hold.
        resolver: knows all local values.
        root: folder of the template.
        queue_endpoint: base URL of the local queue service.
    """

    source: Json
    resources: Json
    resolver: Resolver
    root: Path
    queue_endpoint: str
    _ids: Mapping[str, str] = field(default_factory=dict[str, str], init=False)

    def __post_init__(self) -> None:
        attributes = self.resolver.resources
        kinds = ("AWS::Lambda::Function", "AWS::SQS::Queue")
        self._ids = {attributes[name]["Arn"]: name for name, item in self.resources.items() if item["Type"] in kinds}

    def of_type(self, kind: str) -> list[tuple[str, Json]]:
        """Logical id and unresolved properties of every resource of a type.

        Attributes such as `RestApiId: {Ref: Api}` are shortened to the logical id.
        """
        found: list[tuple[str, Json]] = []
        for name, item in sorted(self.resources.items()):  # the transform keeps no order
            if item["Type"] == kind:
                properties: Json = dict(item.get("Properties", {}))
                if kind == "AWS::ApiGateway::Stage":
                    properties["RestApiId"] = properties["RestApiId"].get("Ref")
                    properties["StageName"] = self.resolver.text(properties["StageName"])
                elif kind == "AWS::ApiGateway::RestApi":
                    properties = self.resolver.value(properties)
                found.append((name, properties))
        return found

    def function_in(self, text: str) -> str:
        """Logical id of the function that an ARN, a name or an integration URI names.

        Errors: TemplateError when the template has no such function.
        """
        match = _FUNCTION_IN_ARN.search(text)
        name = match.group(1) if match else text
        logical_id = self._ids.get(_arn("AWS::Lambda::Function", name))
        if logical_id is None:
            raise TemplateError(f"{text} is not a function of this template")
        return logical_id

    def functions(self) -> dict[str, Function]:
        """Every function, by logical id."""
        return self._each("AWS::Lambda::Function", self._function)

    def queues(self) -> dict[str, Queue]:
        """Every queue, by logical id."""
        return self._each("AWS::SQS::Queue", self._queue)

    def event_sources(self) -> tuple[EventSource, ...]:
        """Every queue that feeds a function and is enabled."""
        sources = self._each("AWS::Lambda::EventSourceMapping", self._event_source)
        return tuple(source for source in sources.values() if source is not None)

    def schedules(self) -> tuple[Schedule, ...]:
        """Every timer: schedules of EventBridge Scheduler and timed rules of EventBridge."""
        schedules = self._each("AWS::Scheduler::Schedule", self._schedule)
        return (*schedules.values(), *self._each("AWS::Events::Rule", self._rule).values())

    def _each(self, kind: str, read: Callable[[str, Json], _Item]) -> dict[str, _Item]:
        return {name: read(name, properties) for name, properties in self.of_type(kind)}

    def _function(self, logical_id: str, properties: Json) -> Function:
        value = self.resolver.value
        environment: Json = value(properties.get("Environment", {})).get("Variables", {})
        if "Handler" not in properties:
            raise TemplateError(f"{logical_id} has no Handler: container images do not run locally")
        reserved = value(properties.get("ReservedConcurrentExecutions"))
        return Function(
            logical_id=logical_id,
            name=_last_part(self.resolver.resources[logical_id]["Arn"]),
            handler=self.resolver.text(properties["Handler"]),
            code_dir=self._code_dir(logical_id),
            timeout_seconds=float(value(properties.get("Timeout", 3))),
            memory_mb=int(value(properties.get("MemorySize", 128))),
            environment={name: self.resolver.text(inner) for name, inner in environment.items()},
            reserved_concurrency=None if reserved is None else int(reserved),
            log_format=value(properties.get("LoggingConfig", {})).get("LogFormat", "Text"),
        )

    def _code_dir(self, logical_id: str) -> Path:
        own: Json = self.source["Resources"].get(logical_id, {}).get("Properties", {})
        shared: Json = self.source.get("Globals", {}).get("Function", {})
        uri = own.get("CodeUri", shared.get("CodeUri"))
        if not isinstance(uri, str):
            raise TemplateError(f"{logical_id} has no local CodeUri")
        folder = (self.root / uri).resolve()
        if not folder.is_dir():
            raise TemplateError(f"{logical_id}: CodeUri {uri} is not a folder")
        return folder

    def _queue(self, logical_id: str, properties: Json) -> Queue:
        resolved: Json = self.resolver.value(properties)
        attributes = {name: _attribute_text(resolved[name]) for name in _QUEUE_ATTRIBUTES if name in resolved}
        redrive: Json = resolved.get("RedrivePolicy", {})
        local = self.resolver.resources[logical_id]
        dead = self._ids.get(redrive["deadLetterTargetArn"]) if redrive else None
        if redrive and dead is None:
            raise TemplateError(f"{logical_id}: its dead letter queue is not a queue of this template")
        return Queue(
            logical_id=logical_id,
            name=local["QueueName"],
            url=local["Ref"],
            attributes=attributes,
            visibility_timeout=int(resolved.get("VisibilityTimeout", 30)),
            delay=int(resolved.get("DelaySeconds", 0)),
            dead_letter_queue=dead,
            max_receive_count=int(redrive["maxReceiveCount"]) if redrive else None,
        )

    def _event_source(self, logical_id: str, properties: Json) -> EventSource | None:
        resolved: Json = self.resolver.value(properties)
        queue = self._ids.get(resolved.get("EventSourceArn", ""))
        if queue is None:
            raise TemplateError(f"{logical_id}: its event source is not a queue of this template")
        if "FilterCriteria" in resolved:
            raise TemplateError(f"{logical_id}: the local stack does not filter messages (FilterCriteria)")
        if _attribute_text(resolved.get("Enabled", True)) == "false":
            return None
        concurrency = resolved.get("ScalingConfig", {}).get("MaximumConcurrency")
        return EventSource(
            logical_id=logical_id,
            queue=queue,
            function=self.function_in(resolved["FunctionName"]),
            batch_size=int(resolved.get("BatchSize", 10)),
            window_seconds=float(resolved.get("MaximumBatchingWindowInSeconds", 0)),
            maximum_concurrency=None if concurrency is None else int(concurrency),
            partial_failures="ReportBatchItemFailures" in resolved.get("FunctionResponseTypes", []),
        )

    def _schedule(self, logical_id: str, properties: Json) -> Schedule:
        resolved: Json = self.resolver.value(properties)
        if resolved.get("ScheduleExpressionTimezone", "UTC") not in {"UTC", "Etc/UTC"}:
            raise TemplateError(f"{logical_id}: the local stack keeps schedules in UTC only")
        target: Json = resolved["Target"]
        return Schedule(
            logical_id=logical_id,
            name=resolved.get("Name", logical_id),
            expression=_checked_expression(logical_id, resolved["ScheduleExpression"]),
            function=self.function_in(target["Arn"]),
            input=target.get("Input"),
            source="scheduler",
            enabled=resolved.get("State", "ENABLED") == "ENABLED",
        )

    def _rule(self, logical_id: str, properties: Json) -> Schedule:
        resolved: Json = self.resolver.value(properties)
        targets: list[Json] = resolved.get("Targets", [])
        if "ScheduleExpression" not in resolved or len(targets) != 1:
            raise TemplateError(f"{logical_id}: the local stack runs rules with a schedule and one target only")
        return Schedule(
            logical_id=logical_id,
            name=resolved.get("Name", f"{self.resolver.stack_name}-{logical_id}"),
            expression=_checked_expression(logical_id, resolved["ScheduleExpression"]),
            function=self.function_in(targets[0]["Arn"]),
            input=targets[0].get("Input"),
            source="events",
            enabled=resolved.get("State", "ENABLED") == "ENABLED",
        )


def _checked_expression(logical_id: str, expression: str) -> str:
    try:
        parse(expression)
    except ValueError as error:
        raise TemplateError(f"{logical_id}: {error}") from error
    return expression


def _attribute_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _last_part(arn: str) -> str:
    return arn.rsplit(":", 1)[-1]
