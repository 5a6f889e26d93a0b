"""The openai client for any compatible endpoint, and its errors as ours. Imported at first need: it is heavy."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from agent_memory.core.errors import DependencyTimeoutError, DependencyUnavailableError, ModelAnswerError
from agent_memory.platform.settings import ModelSettings

if TYPE_CHECKING:
    from openai import OpenAI


def make_client(settings: ModelSettings) -> OpenAI:
    """The client of an endpoint. It never retries: the queue does, and two layers of retries multiply."""
    from openai import OpenAI  # noqa: PLC0415

    key = settings.openai_api_key
    return OpenAI(
        base_url=settings.openai_base_url,
        api_key=key.get_secret_value() if key is not None else "not-needed",
        max_retries=0,
    )


@contextmanager
def translated(dependency: str) -> Generator[None, None, None]:
    """Client errors become ours, by type and never by message text.

    Raises:
        DependencyTimeoutError: no answer in time.
        DependencyUnavailableError: no connection, throttled, or the endpoint's own failure: worth another try.
        ModelAnswerError: the endpoint rejects the request as such.
    """
    import openai  # noqa: PLC0415

    try:
        yield
    except openai.APITimeoutError as error:
        raise DependencyTimeoutError(dependency, "The model did not answer in time") from error
    except (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError) as error:
        raise DependencyUnavailableError(dependency, "The model is not available") from error
    except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
        raise DependencyUnavailableError(dependency, "The model endpoint refused our credential") from error
    except openai.APIError as error:
        raise ModelAnswerError("The model endpoint rejected the request") from error
