"""Everything that can go wrong, as types. The docstring of a type is its default message.

Raised anywhere below the API; `api/problems.py` is the one table that turns them into answers.
"""

from __future__ import annotations

from dataclasses import dataclass


class MemoryServiceError(Exception):
    """The memory service could not do what was asked."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (type(self).__doc__ or "").splitlines()[0])


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field of a request. Never quotes the value: it may be personal."""

    field: str
    message: str


class ValidationFailedError(MemoryServiceError):
    """The request is not valid."""

    def __init__(self, *errors: FieldError) -> None:
        super().__init__()
        self.errors = errors

    @classmethod
    def of(cls, field: str, message: str) -> ValidationFailedError:
        """A failure of one field."""
        return cls(FieldError(field, message))


class UnauthenticatedError(MemoryServiceError):
    """A valid credential is required."""


class ForbiddenError(MemoryServiceError):
    """You have no access to this resource."""


class NotFoundError(MemoryServiceError):
    """There is no such resource."""


class DuplicateMemoryError(MemoryServiceError):
    """An active memory of this user already says exactly this."""

    def __init__(self, existing_id: str) -> None:
        super().__init__()
        self.existing_id = existing_id


class MemoryReadOnlyError(MemoryServiceError):
    """The memory has not been read for so long that only an admin may change it."""


class IdempotencyConflictError(MemoryServiceError):
    """This idempotency key was used for another request."""


class SubjectForgottenError(MemoryServiceError):
    """This user has been forgotten."""


class PreconditionFailedError(MemoryServiceError):
    """The resource has changed since it was read."""


class PayloadTooLargeError(MemoryServiceError):
    """The request body is too large."""


class QuotaExceededError(MemoryServiceError):
    """The org may not keep this much."""

    def __init__(self, field: str, allowed: str) -> None:
        super().__init__(f"The quota of this organisation is {allowed}.")
        self.field = field


class RateLimitedError(MemoryServiceError):
    """Too many requests."""

    def __init__(self, requests_per_minute: int, retry_after_seconds: int) -> None:
        super().__init__()
        self.requests_per_minute = requests_per_minute
        self.retry_after_seconds = retry_after_seconds


class DependencyUnavailableError(MemoryServiceError):
    """A service this request depends on is not available."""

    def __init__(
        self, dependency: str, message: str | None = None, *, retry_after_seconds: float | None = None
    ) -> None:
        """`retry_after_seconds` is what the dependency itself asked for, if it did."""
        super().__init__(message)
        self.dependency = dependency
        self.retry_after_seconds = retry_after_seconds


class DependencyTimeoutError(DependencyUnavailableError):
    """A service this request depends on did not answer in time."""


class DependencyRefusedError(DependencyUnavailableError):
    """A service this request depends on refuses our configuration: a person has to mend it."""


class DependencyPausedError(DependencyUnavailableError):
    """A service this request depends on has failed too often and is left alone for a while."""


class OutOfTimeError(DependencyUnavailableError):
    """The invocation has too little time left for this call; another one will have enough."""

    def __init__(self) -> None:
        super().__init__("time")


class OrgBusyError(MemoryServiceError):
    """As many workers as an org may have at once are at work for it."""


class ModelError(MemoryServiceError):
    """The language model answered, and gave nothing that can be used. Says what the answer cost."""

    def __init__(
        self, message: str | None = None, *, model_calls: int = 0, input_tokens: int = 0, output_tokens: int = 0
    ) -> None:
        super().__init__(message)
        self.model_calls = model_calls
        self.input_tokens = input_tokens
        self.output_tokens = output_tokens


class ModelAnswerError(ModelError):
    """The language model answered with something that is not usable, even after one repair."""


class ModelRefusalError(ModelError):
    """The language model refused to process the conversation."""


class ModelTooLongError(ModelError):
    """The conversation, or what there is to say of it, is longer than the language model takes."""


class PermanentMessageError(MemoryServiceError):
    """A queue message can never be processed, however often it is delivered."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Unprocessable message: {reason}")
        self.reason = reason
