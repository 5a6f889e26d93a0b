"""A request as a route function reads it: verified caller, checked ids, parsed query and body."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar
from urllib.parse import unquote

from pydantic import BaseModel, ValidationError

from agent_memory.api.documents import failed, parse_document
from agent_memory.core.errors import (
    FieldError,
    ForbiddenError,
    PayloadTooLargeError,
    UnauthenticatedError,
    ValidationFailedError,
)
from agent_memory.core.ids import is_resource_id
from agent_memory.core.text import text_problem
from agent_memory.credentials.model import Caller, Role
from agent_memory.memories.model import MemoryPlace, Source
from agent_memory.subjects.model import Scope

MAX_BODY_BYTES: Final = 1_000_000
_IDEMPOTENCY_KEY: Final = re.compile(r"[!-~]{1,255}\Z")
_ETAG: Final = re.compile(r'"(\d{1,9})"\Z')

Model = TypeVar("Model", bound=BaseModel)


class Request:
    """One API Gateway REST proxy event."""

    def __init__(
        self,
        event: Mapping[str, Any],
        *,
        query: type[BaseModel] | None = None,
        body: type[BaseModel] | None = None,
    ) -> None:
        """`query` and `body` are the models that the route declares; asking for another is a mistake in the code."""
        self._event = event
        self._declared = (query, body)
        self._context: Mapping[str, Any] = event.get("requestContext") or {}
        headers: Mapping[str, str] = event.get("headers") or {}
        self._headers = {name.lower(): value for name, value in headers.items()}

    @property
    def correlation_id(self) -> str:
        """The gateway's id of this request."""
        return str(self._context.get("requestId") or "unknown")

    @property
    def path(self) -> str:
        """The path as the client sent it, stage included."""
        return str(self._context.get("path") or self._event.get("path") or "/")

    @property
    def caller(self) -> Caller:
        """Who is calling, as the authorizer verified it.

        Raises:
            UnauthenticatedError: the request did not pass the authorizer.
        """
        authorizer: Mapping[str, str] = self._context.get("authorizer") or {}
        if not authorizer.get("orgId"):
            raise UnauthenticatedError
        role = Role(authorizer["role"])
        return Caller(authorizer["orgId"], role, authorizer["credentialId"], authorizer.get("userId"))

    def scope(self, user_id: str) -> Scope:
        """The scope of the agent in the path and of a user named in the request.

        Raises:
            ForbiddenError: the caller's credential is for another person.
            ValidationFailedError: naming a bad `agentId`.
        """
        agent_id, own = self.id("agentId"), self.caller.user_id
        if own is not None and own != user_id:
            raise ForbiddenError
        return Scope(self.caller.org_id, agent_id, user_id)

    def header(self, name: str) -> str | None:
        """A header, by name in any case."""
        return self._headers.get(name.lower())

    def id(self, name: str) -> str:
        """A path parameter that names a resource. The gateway hands it over as it stood in the URL.

        Raises:
            ValidationFailedError: naming the parameter.
        """
        parameters: Mapping[str, str] = self._event.get("pathParameters") or {}
        value = unquote(parameters.get(name) or "", errors="surrogateescape")
        if not is_resource_id(value):
            raise ValidationFailedError.of(name, "is not a valid identifier")
        return value

    @property
    def if_match(self) -> int | None:
        """The version that `If-Match` asks for; None when it asks for none or for any.

        Raises:
            ValidationFailedError: it is not one of our entity tags.
        """
        value = self.header("If-Match")
        if value is None or value.strip() == "*":
            return None
        match = _ETAG.match(value.strip())
        if match is None:
            raise ValidationFailedError.of("If-Match", "is not an entity tag of this resource")
        return int(match.group(1))

    @property
    def agent(self) -> tuple[str, str]:
        """The caller's org and the agent in the path.

        Raises:
            ValidationFailedError: naming a bad `agentId`.
        """
        return self.caller.org_id, self.id("agentId")

    @property
    def memory_place(self) -> MemoryPlace:
        """Where the path says a memory is: never in another org than the caller's.

        Raises:
            ValidationFailedError: naming the bad parameter.
        """
        return MemoryPlace(self.caller.org_id, self.id("agentId"), self.id("memoryId"), self.caller.user_id)

    @property
    def source(self) -> Source:
        """What a memory's `source` is when this caller states it (requirement A3)."""
        return Source.ADMIN if self.caller.role is Role.ADMIN else Source.AGENT

    @property
    def idempotency_key(self) -> str | None:
        """The key under which this write must happen once; None when the client sent none.

        Raises:
            ValidationFailedError: it is not 1 to 255 visible ASCII characters.
        """
        key = self.header("Idempotency-Key")
        if key is not None and not _IDEMPOTENCY_KEY.match(key):
            raise ValidationFailedError.of("Idempotency-Key", "must be 1 to 255 visible ASCII characters")
        return key

    @property
    def fingerprint(self) -> str:
        """What two tries of one request share: method, path, query and body."""
        query = sorted(self.query_parameters.items())
        return json.dumps([self._event.get("httpMethod"), self.path, query, self._body_text()])

    @property
    def query_parameters(self) -> dict[str, str]:
        """Query parameters by name.

        Raises:
            ValidationFailedError: one is given more than once, or holds text that cannot be taken in.
        """
        given: Mapping[str, list[str]] = self._event.get("multiValueQueryStringParameters") or {}
        problems = [FieldError(name, "must be given once") for name, values in given.items() if len(values) > 1]
        problems += [
            FieldError(name, problem) for name, values in given.items() if (problem := text_problem(values[0]))
        ]
        if problems:
            raise ValidationFailedError(*problems)
        return {name: values[0] for name, values in given.items()}

    def query(self, model: type[Model]) -> Model:
        """The query parameters as a model; unknown ones are refused, so that a typo never widens a request.

        Raises:
            ValidationFailedError: naming each bad parameter.
        """
        if model is not self._declared[0]:
            raise TypeError(f"the route does not declare {model.__name__} as its query")
        try:
            return model.model_validate(self.query_parameters)
        except ValidationError as error:
            raise failed(error) from error

    def body(self, model: type[Model]) -> Model:
        """The JSON body as a model; unknown fields and wrong types are refused.

        Raises:
            PayloadTooLargeError: over 1 MB.
            ValidationFailedError: naming each bad field.
        """
        if model is not self._declared[1]:
            raise TypeError(f"the route does not declare {model.__name__} as its body")
        return parse_document(self._body_text(), model)

    def _body_text(self) -> str:
        body: str = self._event.get("body") or ""
        if self._event.get("isBase64Encoded"):
            try:
                body = base64.b64decode(body).decode("utf-8")
            except ValueError as error:
                raise ValidationFailedError.of("body", "is not UTF-8 text") from error
        if len(body) > MAX_BODY_BYTES or len(body.encode("utf-8", "surrogatepass")) > MAX_BODY_BYTES:
            raise PayloadTooLargeError
        return body
