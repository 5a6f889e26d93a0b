"""The openai client for any compatible endpoint, and its errors as ours. Imported at first need: it is heavy."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final

from agent_memory.core.errors import (
    DependencyRefusedError,
    DependencyTimeoutError,
    DependencyUnavailableError,
    ModelAnswerError,
    ModelTooLongError,
)
from agent_memory.platform.settings import ModelSettings

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI

_PASSING: Final = frozenset([408, 409, 425, 429])
"""Beside all 5xx: statuses that may be gone at the next try."""

_CONFIGURATION: Final = frozenset([401, 402, 403, 404])
"""A wrong key, no money, no permission, no such model or address."""

_NO_QUOTA: Final = "insufficient_quota"
"""A 429 that no waiting mends."""

_TOO_LONG: Final = (
    "context_length",
    "context length",
    "context window",
    "maximum context",
    "input length",
    "input is too long",
    "too many tokens",
)
"""How endpoints say that a prompt is too long. Only OpenAI has a code for it; the others only say it."""


def make_client(settings: ModelSettings) -> OpenAI:
    """The client of an endpoint. It never retries by itself: `ModelCalls` does, and two layers of retries multiply."""
    from openai import OpenAI  # noqa: PLC0415

    key = settings.openai_api_key
    return OpenAI(
        base_url=settings.openai_base_url,
        api_key=key.get_secret_value() if key is not None else "not-needed",
        max_retries=0,
    )


@contextmanager
def translated(dependency: str) -> Generator[None, None, None]:
    """Client errors become ours, by type and status; by words only where endpoints have no code for a thing.

    Raises:
        DependencyTimeoutError: no answer in time.
        DependencyRefusedError: the endpoint refuses our key, our model or our account.
        DependencyUnavailableError: no connection, throttled, or the endpoint's own failure: worth another try.
        ModelTooLongError: the prompt is longer than the model takes.
        ModelAnswerError: the endpoint rejects the request as such.
    """
    import openai  # noqa: PLC0415

    try:
        yield
    except openai.APITimeoutError as error:
        raise DependencyTimeoutError(dependency, "The model did not answer in time") from error
    except openai.APIStatusError as error:
        raise _translation(dependency, error) from error
    except (openai.APIError, ValueError) as error:  # no connection, a broken one, or a body that is not JSON
        raise DependencyUnavailableError(dependency, "The model is not available") from error


def speaks_of(error: APIStatusError, *words: str) -> bool:
    """Whether an error document mentions one of these words. What it says is never logged: it may quote the prompt."""
    said = f"{error.message} {error.body}".lower()
    return any(word in said for word in words)


def retry_after_seconds(headers: Mapping[str, str], now: float) -> float | None:
    """What a `Retry-After` header asks for: seconds, or an HTTP date against `now` (Unix seconds); None if nothing."""
    told = headers.get("retry-after", "").strip()
    try:
        seconds = float(told)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(told).timestamp() - now
        except ValueError:
            return None
    return max(seconds, 0.0) if seconds < float("inf") else None


def _translation(
    dependency: str, error: APIStatusError
) -> DependencyUnavailableError | ModelAnswerError | ModelTooLongError:
    status = error.status_code
    if status in _CONFIGURATION or error.code == _NO_QUOTA:
        return DependencyRefusedError(dependency, f"The model endpoint refuses our configuration with status {status}")
    if status in _PASSING or status >= 500:
        wait = retry_after_seconds(error.response.headers, time.time())
        return DependencyUnavailableError(dependency, "The model is not available", retry_after_seconds=wait)
    if status == 413 or speaks_of(error, *_TOO_LONG):
        return ModelTooLongError(model_calls=1)
    return ModelAnswerError(f"The model endpoint rejected the request with status {status}", model_calls=1)
