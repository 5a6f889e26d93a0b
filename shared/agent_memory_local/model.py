"""What the local stack knows of the template, as plain values. Made by `template.py`, read by everything else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Json = dict[str, Any]
"""A JSON object."""

REGION = "us-east-1"
ACCOUNT_ID = "000000000000"  # what the local queue service calls itself
PARTITION = "aws"
GATEWAY_TIMEOUT_SECONDS = 29.0  # the REST API's own limit for one integration


@dataclass(frozen=True)
class Function:
    """One Lambda function.

    Args:
        logical_id: its name in the template.
        name: its name in AWS (`FunctionName`, or made from the logical id).
        handler: `package.module.function`, importable from `code_dir`.
        code_dir: absolute path of the code.
        timeout_seconds: longest invocation.
        memory_mb: what AWS would grant; told to the function, not enforced.
        environment: variables of the template, resolved.
        reserved_concurrency: upper bound of environments; None when the template sets none.
        log_format: `Text` or `JSON`, as the template's LoggingConfig says.
    """

    logical_id: str
    name: str
    handler: str
    code_dir: Path
    timeout_seconds: float
    memory_mb: int
    environment: Mapping[str, str]
    reserved_concurrency: int | None = None
    log_format: str = "Text"

    @property
    def arn(self) -> str:
        """The function's resource name in the local account."""
        return f"arn:{PARTITION}:lambda:{REGION}:{ACCOUNT_ID}:function:{self.name}"


@dataclass(frozen=True)
class Authorizer:
    """A Lambda authorizer of the REST API.

    Args:
        name: its name in the API.
        function: logical id of the function that decides.
        kind: TOKEN sends one header's value, REQUEST sends the whole request.
        identity_sources: `(place, name)`, places being header, querystring, context and stageVariables.
        ttl_seconds: how long an answer is kept for the same identity; 0 keeps none.
        validation: a TOKEN value that does not match this expression is refused without asking.
    """

    name: str
    function: str
    kind: Literal["TOKEN", "REQUEST"]
    identity_sources: tuple[tuple[str, str], ...]
    ttl_seconds: int
    validation: str | None = None


@dataclass(frozen=True)
class Route:
    """One method of one resource of the REST API.

    Args:
        method: upper case, or `ANY`.
        resource: the path as the API declares it, `/things/{id}`.
        function: logical id of the integration's function; None for a canned answer (a CORS preflight).
        authorizer: name of the authorizer that guards it, None when it is open.
        timeout_seconds: the integration's time limit.
        canned_headers: headers of the canned answer.
        canned_status: its status.
    """

    method: str
    resource: str
    function: str | None
    authorizer: str | None = None
    timeout_seconds: float = GATEWAY_TIMEOUT_SECONDS
    canned_headers: Mapping[str, str] = field(default_factory=dict[str, str])
    canned_status: int = 200


@dataclass(frozen=True)
class GatewayResponse:
    """How the gateway words one of its own errors.

    Args:
        status: replaces the default status; None keeps it.
        headers: header name to expression, as in the template (`'text'` or `context.name`).
        templates: content type to body template.
    """

    status: int | None
    headers: Mapping[str, str]
    templates: Mapping[str, str]


@dataclass(frozen=True)
class RestApi:
    """The REST API of the template."""

    logical_id: str
    stage: str
    routes: tuple[Route, ...]
    authorizers: Mapping[str, Authorizer]
    gateway_responses: Mapping[str, GatewayResponse]
    binary_media_types: tuple[str, ...] = ()

    @property
    def api_id(self) -> str:
        """A stable id of the right shape: ten lower-case letters and digits."""
        return "local" + format(sum(self.logical_id.encode()) % 0xFFFFF, "05x")


@dataclass(frozen=True)
class Queue:
    """One SQS queue; all times in seconds.

    Args:
        attributes: every attribute to create it with, in SQS's own names and as text.
        url: where the local queue service serves it.
    """

    logical_id: str
    name: str
    url: str
    attributes: Mapping[str, str]
    visibility_timeout: int = 30
    delay: int = 0
    dead_letter_queue: str | None = None
    max_receive_count: int | None = None

    @property
    def arn(self) -> str:
        """The queue's resource name in the local account."""
        return f"arn:{PARTITION}:sqs:{REGION}:{ACCOUNT_ID}:{self.name}"


@dataclass(frozen=True)
class EventSource:
    """A queue that feeds a function.

    Args:
        queue: logical id of the queue.
        function: logical id of the function.
        batch_size: most messages of one invocation.
        window_seconds: longest wait for a batch to fill.
        maximum_concurrency: most invocations at once; None leaves it to the function.
        partial_failures: whether the function names the messages that failed.
    """

    logical_id: str
    queue: str
    function: str
    batch_size: int = 10
    window_seconds: float = 0
    maximum_concurrency: int | None = None
    partial_failures: bool = False


@dataclass(frozen=True)
class Schedule:
    """A timer that invokes a function.

    Args:
        name: the schedule's or rule's name.
        expression: `rate(…)` or `cron(…)`, in UTC.
        function: logical id of the target.
        input: text of the event to send; None sends the service's own default event.
        source: which service fires it; their default events and placeholders differ.
        enabled: False keeps it from firing by itself.
    """

    logical_id: str
    name: str
    expression: str
    function: str
    input: str | None
    source: Literal["scheduler", "events"]
    enabled: bool = True

    @property
    def arn(self) -> str:
        """Resource name of the schedule or rule."""
        kind = f"scheduler:{REGION}:{ACCOUNT_ID}:schedule/default/{self.name}"
        if self.source == "events":
            kind = f"events:{REGION}:{ACCOUNT_ID}:rule/{self.name}"
        return f"arn:{PARTITION}:{kind}"


@dataclass(frozen=True)
class Application:
    """The whole template. Mappings are keyed by logical id."""

    functions: Mapping[str, Function]
    api: RestApi | None
    queues: Mapping[str, Queue]
    event_sources: tuple[EventSource, ...]
    schedules: tuple[Schedule, ...]
