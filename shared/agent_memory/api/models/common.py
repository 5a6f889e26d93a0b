"""What all models share: naming, strictness, field types."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer
from pydantic.alias_generators import to_camel

from agent_memory.core.clock import iso_format, to_milliseconds
from agent_memory.core.ids import external_id_problem, is_resource_id
from agent_memory.core.text import is_blank

MAX_CONTENT_BYTES: Final = 32 * 1024
MAX_LIMIT: Final = 200
DEFAULT_LIMIT: Final = 50


class RequestModel(BaseModel):
    """Something a client sends: unknown fields are refused."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True, allow_inf_nan=False)


class ResponseModel(BaseModel):
    """Something we send: fields that are None are left out, but for those named in `nullable`."""

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


def _time_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError("is not a known time zone") from error
    return value


ExternalId = Annotated[str, AfterValidator(_external_id)]
"""`userId`, `sessionId`, `messageId`."""

ResourceId = Annotated[str, AfterValidator(_resource_id)]
"""`agentId`, `jobId`, a memory id."""

VisibleText = Annotated[str, AfterValidator(_visible)]
Content = Annotated[str, AfterValidator(_visible), AfterValidator(_content)]
Tag = Annotated[str, Field(max_length=100), AfterValidator(_visible)]
TimeZone = Annotated[str, Field(max_length=64), AfterValidator(_time_zone)]
Moment = Annotated[AwareDatetime, AfterValidator(to_milliseconds)]
Timestamp = Annotated[datetime, PlainSerializer(iso_format, return_type=str)]
Limit = Annotated[int, Field(ge=1, le=MAX_LIMIT)]


class PageQuery(RequestModel):
    """Paging parameters of every list."""

    limit: Limit = DEFAULT_LIMIT
    cursor: str | None = Field(default=None, max_length=1024)


class Ok(ResponseModel):
    """`{"ok": true}`."""

    ok: bool = True
