"""The events that AWS services send to functions, built from plain values. Pure: clocks and ids come in as arguments.

Sources: the API Gateway developer guide ("Input format of a Lambda function for proxy integration", "Input to a Lambda
authorizer"), the Lambda developer guide ("Using Lambda with Amazon SQS") and the EventBridge user guide.
"""

import base64
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, quote

from agent_memory_local.model import ACCOUNT_ID, PARTITION, REGION, Json, Queue, RestApi, Schedule

# The gateway handles these itself; functions never see them.
_HOP_HEADERS = {
    "connection",
    "content-length",
    "expect",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
}
_EVERY_PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))


@dataclass(frozen=True)
class HttpRequest:
    """A request as it came in.

    Args:
        method: upper case.
        raw_path: the path as sent, still percent-encoded.
        query: the query string as sent, without `?`.
        headers: in order, names as sent.
        body: its bytes; empty when there is none.
        source_ip: the client's address.
        port: the port it came in on.
        protocol: `HTTP/1.1`.
    """

    method: str
    raw_path: str
    query: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    source_ip: str = "127.0.0.1"
    port: int = 80
    protocol: str = "HTTP/1.1"

    def header(self, name: str) -> str | None:
        """The last value of a header, whatever its case; None when it is absent."""
        wanted = name.lower()
        return next((value for key, value in reversed(self.headers) if key.lower() == wanted), None)


@dataclass(frozen=True)
class RequestIds:
    """What the gateway gives every request.

    Args:
        request_id: unique.
        extended_id: the second id of API Gateway.
        moment: when the request came in, aware.
        trace_id: value of `X-Amzn-Trace-Id`.
    """

    request_id: str
    extended_id: str
    moment: datetime
    trace_id: str


@dataclass(frozen=True)
class Matched:
    """The resource that a path belongs to; parameters are still percent-encoded, as REST APIs leave them."""

    resource: str
    parameters: Mapping[str, str] = field(default_factory=dict[str, str])


def safe_path(raw: bytes) -> str:
    """A path as text: bytes outside printable ASCII are percent-encoded, everything else stays as sent."""
    return quote(raw, safe=_EVERY_PRINTABLE)


def method_arn(api: RestApi, method: str, raw_path: str) -> str:
    """The resource name that an authorizer's policy is about."""
    path = raw_path.lstrip("/")
    return f"arn:{PARTITION}:execute-api:{REGION}:{ACCOUNT_ID}:{api.api_id}/{api.stage}/{method}/{path}"


def proxy_event(
    api: RestApi, request: HttpRequest, matched: Matched, ids: RequestIds, authorizer: Json | None = None
) -> Json:
    """The event of a Lambda proxy integration.

    Args:
        authorizer: what goes to `requestContext.authorizer`; None when the route has no authorizer.
    """
    binary = is_binary(api.binary_media_types, request.header("content-type"))
    event = _request_part(api, request, matched, ids)
    if authorizer is not None:
        event["requestContext"]["authorizer"] = authorizer
    event["body"] = _body(request.body, binary=binary)
    event["isBase64Encoded"] = bool(request.body) and binary
    return event


def token_authorizer_event(api: RestApi, request: HttpRequest, token: str) -> Json:
    """The event of a TOKEN authorizer."""
    arn = method_arn(api, request.method, request.raw_path)
    return {"type": "TOKEN", "methodArn": arn, "authorizationToken": token}


def request_authorizer_event(api: RestApi, request: HttpRequest, matched: Matched, ids: RequestIds) -> Json:
    """The event of a REQUEST authorizer: the request without its body."""
    arn = method_arn(api, request.method, request.raw_path)
    return {"type": "REQUEST", "methodArn": arn, **_request_part(api, request, matched, ids)}


def is_binary(media_types: Iterable[str], content_type: str | None) -> bool:
    """Whether a media type is one of the API's binary ones (`*/*` and `image/*` allowed)."""
    wanted = (content_type or "").split(";")[0].strip().lower()
    for media_type in media_types:
        if media_type == "*/*" or media_type.lower() == wanted:
            return True
        if media_type.endswith("/*") and wanted.startswith(media_type[:-1].lower()):
            return True
    return False


def sqs_event(queue: Queue, messages: Sequence[Mapping[str, Any]]) -> Json:
    """The event of a queue's messages.

    Args:
        messages: as ReceiveMessage returns them, with all attributes.
    """
    return {"Records": [_sqs_record(queue, message) for message in messages]}


def schedule_event(schedule: Schedule, scheduled: datetime, event_id: str) -> Any:
    """What a schedule sends: its input with the placeholders replaced, or the service's default event.

    Args:
        scheduled: the time it was due, aware.
        event_id: a fresh UUID.

    Errors: ValueError when the input is not JSON.
    """
    time = scheduled.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if schedule.input is None:
        return _default_schedule_event(schedule, time, event_id)
    text = schedule.input
    if schedule.source == "scheduler":
        values = {
            "schedule-arn": schedule.arn,
            "scheduled-time": time,
            "execution-id": event_id,
            "attempt-number": "1",
        }
        text = re.sub(r"<aws\.scheduler\.([a-z-]+)>", lambda match: values.get(match.group(1), match.group(0)), text)
    return json.loads(text)


def _request_part(api: RestApi, request: HttpRequest, matched: Matched, ids: RequestIds) -> Json:
    headers = _headers(request, ids)
    query = parse_qsl(request.query, keep_blank_values=True, errors="replace")
    return {
        "resource": matched.resource,
        "path": request.raw_path,
        "httpMethod": request.method,
        "headers": dict(headers) or None,
        "multiValueHeaders": _grouped(headers) or None,
        "queryStringParameters": dict(query) or None,
        "multiValueQueryStringParameters": _grouped(query) or None,
        "pathParameters": dict(matched.parameters) or None,
        "stageVariables": None,
        "requestContext": request_context(api, request, matched, ids),
    }


def request_context(api: RestApi, request: HttpRequest, matched: Matched, ids: RequestIds) -> Json:
    """`requestContext` without an authorizer. Its `path` has no stage, as behind a custom domain."""
    host = (request.header("host") or "localhost").rsplit(":", 1)[0]
    return {
        "resourceId": _resource_id(matched.resource),
        "resourcePath": matched.resource,
        "httpMethod": request.method,
        "extendedRequestId": ids.extended_id,
        "requestTime": ids.moment.astimezone(UTC).strftime("%d/%b/%Y:%H:%M:%S +0000"),
        "path": request.raw_path,
        "accountId": ACCOUNT_ID,
        "protocol": request.protocol,
        "stage": api.stage,
        "domainPrefix": host.split(".")[0],
        "requestTimeEpoch": int(ids.moment.timestamp() * 1000),
        "requestId": ids.request_id,
        "identity": {
            "cognitoIdentityPoolId": None,
            "accountId": None,
            "cognitoIdentityId": None,
            "caller": None,
            "sourceIp": request.source_ip,
            "principalOrgId": None,
            "accessKey": None,
            "cognitoAuthenticationType": None,
            "cognitoAuthenticationProvider": None,
            "userArn": None,
            "userAgent": request.header("user-agent"),
            "user": None,
        },
        "domainName": host,
        "apiId": api.api_id,
    }


def _headers(request: HttpRequest, ids: RequestIds) -> list[tuple[str, str]]:
    forwarded = ", ".join(filter(None, [request.header("x-forwarded-for"), request.source_ip]))
    replaced = {"x-forwarded-for", "x-forwarded-port", "x-forwarded-proto", "x-amzn-trace-id"}
    kept = [(name, value) for name, value in request.headers if name.lower() not in _HOP_HEADERS | replaced]
    return [
        *kept,
        ("X-Forwarded-For", forwarded),
        ("X-Forwarded-Port", str(request.port)),
        ("X-Forwarded-Proto", "http"),
        ("X-Amzn-Trace-Id", ids.trace_id),
    ]


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for name, value in pairs:
        grouped.setdefault(name, []).append(value)
    return grouped


def _body(body: bytes, *, binary: bool) -> str | None:
    if not body:
        return None
    return base64.b64encode(body).decode() if binary else body.decode("utf-8", errors="replace")


def _resource_id(resource: str) -> str:
    return format(sum(ord(letter) * (place + 1) for place, letter in enumerate(resource)) % 0xFFFFFF, "06x")


def _sqs_record(queue: Queue, message: Mapping[str, Any]) -> Json:
    attributes: Mapping[str, Json] = message.get("MessageAttributes", {})
    record: Json = {
        "messageId": message["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
        "attributes": dict(message.get("Attributes", {})),
        "messageAttributes": {name: _message_attribute(value) for name, value in attributes.items()},
        "md5OfBody": message["MD5OfBody"],
        "eventSource": "aws:sqs",
        "eventSourceARN": queue.arn,
        "awsRegion": REGION,
    }
    if "MD5OfMessageAttributes" in message:
        record["md5OfMessageAttributes"] = message["MD5OfMessageAttributes"]
    return record


def _message_attribute(value: Json) -> Json:
    record: Json = {"stringListValues": [], "binaryListValues": [], "dataType": value["DataType"]}
    if "StringValue" in value:
        record["stringValue"] = value["StringValue"]
    if "BinaryValue" in value:
        record["binaryValue"] = base64.b64encode(value["BinaryValue"]).decode()
    return record


def _default_schedule_event(schedule: Schedule, time: str, event_id: str) -> Json:
    # Scheduler words its detail as text, EventBridge as an object.
    scheduler = schedule.source == "scheduler"
    return {
        "version": "0",
        "id": event_id,
        "detail-type": "Scheduled Event",
        "source": "aws.scheduler" if scheduler else "aws.events",
        "account": ACCOUNT_ID,
        "time": time,
        "region": REGION,
        "resources": [schedule.arn],
        "detail": "{}" if scheduler else {},
    }
