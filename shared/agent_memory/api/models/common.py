"""What all models share: naming, strictness, field types."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, ClassVar, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel

from agent_memory.core.clock import iso_format, to_milliseconds
from agent_memory.core.ids import MAX_ID_LENGTH, RESOURCE_ID_PATTERN, external_id_problem, is_resource_id
from agent_memory.core.text import is_blank

MAX_CONTENT_BYTES: Final = 32 * 1024
MAX_TAG_LENGTH: Final = 100
EARLIEST_YEAR: Final = 1900
LATEST_YEAR: Final = 2999
MAX_LIMIT: Final = 200
DEFAULT_LIMIT: Final = 50


class RequestModel(BaseModel):
    """Something a client sends: unknown fields are refused."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True, allow_inf_nan=False)


class ResponseModel(BaseModel):
    """Something we send: fields that are None are left out, but for those named in `nullable`, as they are sent."""

    nullable: ClassVar[tuple[str, ...]] = ()

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True)


def _external_id(value: str) -> str:
    problem = external_id_problem(value)
    if problem:
        raise ValueError(problem)
    return value


def _resource_id(value: str) -> str:
    if not is_resource_id(value):
        raise ValueError("is not a valid identifier")
    return value


def _visible(value: str) -> str:
    if is_blank(value):
        raise ValueError("must not be blank")
    return value


def _content(value: str) -> str:
    if len(value.encode()) > MAX_CONTENT_BYTES:
        raise ValueError(f"must have at most {MAX_CONTENT_BYTES} bytes in UTF-8")
    return value


def _read_moment(value: object) -> datetime:
    """RFC 3339, and not more: pydantic would read `"5"` as five seconds after 1970."""
    try:
        if isinstance(value, str) and _MOMENT.match(value) is not None:
            return datetime.fromisoformat(value.upper())
    except ValueError:
        pass
    raise ValueError("is not a date and time with an offset from UTC")


def _moment(value: datetime) -> datetime:
    try:
        return to_milliseconds(value)
    except OverflowError as error:
        raise ValueError("is outside the calendar") from error


def _of_our_times(value: datetime) -> datetime:
    """Times around a moment are reckoned in any zone, which the ends of the calendar leave no room for."""
    if not EARLIEST_YEAR <= value.year <= LATEST_YEAR:
        raise ValueError(f"must be in the years {EARLIEST_YEAR} to {LATEST_YEAR}")
    return value


def whole(value: object) -> object:
    """JSON has one kind of number: 3.0 is 3."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _digits(value: object) -> object:
    """A parameter of a query as a number. pydantic would read `1_0` as ten."""
    if isinstance(value, str) and not (value.isascii() and value.isdecimal()):
        raise ValueError("is not a whole number")
    return value


def _time_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError("is not a known time zone") from error
    return value


_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)\Z", re.ASCII)

# Patterns say what a schema can say; what "visible" and "control character" mean exactly, only the validators know.
TEXT_PATTERN: Final = r"^[^\u0000]*$"
"""Of every text that comes in and has no pattern of its own."""

_CONTROL: Final = r"\u0000-\u001f\u007f-\u009f"
_VISIBLE_PATTERN: Final = rf"^[^\u0000]*[^\s{_CONTROL}][^\u0000]*$"
_EXTERNAL_ID_SCHEMA: Final = {
    "type": "string",
    "pattern": rf"^[^{_CONTROL}]*[^\s{_CONTROL}][^{_CONTROL}]*$",
    "maxLength": MAX_ID_LENGTH,
    "description": "Any text in Unicode normalisation form C, without control characters, in code points.",
}
RESOURCE_ID_SCHEMA: Final = {"type": "string", "pattern": RESOURCE_ID_PATTERN, "maxLength": MAX_ID_LENGTH}

ExternalId = Annotated[str, AfterValidator(_external_id), WithJsonSchema(_EXTERNAL_ID_SCHEMA)]
"""`userId`, `sessionId`, `messageId`."""

ResourceId = Annotated[str, AfterValidator(_resource_id), WithJsonSchema(RESOURCE_ID_SCHEMA)]
"""`agentId`, `jobId`, a memory id."""

VisibleText = Annotated[
    str, AfterValidator(_visible), WithJsonSchema({"type": "string", "pattern": _VISIBLE_PATTERN, "minLength": 1})
]
Content = Annotated[
    str,
    AfterValidator(_visible),
    AfterValidator(_content),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": _VISIBLE_PATTERN,
            "minLength": 1,
            "maxLength": MAX_CONTENT_BYTES,
            "description": f"Something visible, at most {MAX_CONTENT_BYTES} bytes in UTF-8.",
        }
    ),
]
Tag = Annotated[
    str,
    Field(max_length=MAX_TAG_LENGTH),
    AfterValidator(_visible),
    WithJsonSchema({"type": "string", "pattern": _VISIBLE_PATTERN, "minLength": 1, "maxLength": MAX_TAG_LENGTH}),
]
TimeZone = Annotated[
    str,
    Field(max_length=64),
    AfterValidator(_time_zone),
    WithJsonSchema({"type": "string", "format": "time-zone", "maxLength": 64, "description": "An IANA time zone."}),
]
Moment = Annotated[AwareDatetime, BeforeValidator(_read_moment), AfterValidator(_moment)]
"""Any moment, as a filter or an expiry needs it."""

Occurrence = Annotated[Moment, AfterValidator(_of_our_times)]
"""When something was said."""

Timestamp = Annotated[
    datetime,
    PlainSerializer(iso_format, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}, mode="serialization"),
]
WholeNumber = Annotated[int, BeforeValidator(whole)]
Limit = Annotated[int, Field(ge=1, le=MAX_LIMIT), BeforeValidator(_digits)]


class PageQuery(RequestModel):
    """Paging parameters of every list."""

    limit: Limit = DEFAULT_LIMIT
    cursor: str | None = Field(default=None, max_length=1024)


class Ok(ResponseModel):
    """`{"ok": true}`."""

    ok: bool = True
