"""The one table from what went wrong to what the client is told (RFC 9457 problem documents)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from agent_memory.core import errors

MEDIA_TYPE: Final = "application/problem+json"
_TYPE: Final = "urn:agent-memory:problem:"
_RETRY_AFTER_SECONDS: Final = 2


@dataclass(frozen=True, slots=True)
class Problem:
    """A kind of problem as the client sees it."""

    status: int
    code: str
    title: str


INTERNAL: Final = Problem(500, "internal_error", "Internal error")
TIMEOUT: Final = Problem(504, "dependency_unavailable", "Timeout")
"""The gateway's word for us when we take too long; the template says it."""

PROBLEMS: Final[dict[type[errors.MemoryServiceError], Problem]] = {
    errors.ValidationFailedError: Problem(400, "validation_failed", "Validation failed"),
    errors.UnauthenticatedError: Problem(401, "unauthenticated", "Unauthenticated"),
    errors.ForbiddenError: Problem(403, "forbidden", "Forbidden"),
    errors.NotFoundError: Problem(404, "not_found", "Not found"),
    errors.DuplicateMemoryError: Problem(409, "duplicate_memory", "Duplicate memory"),
    errors.MemoryReadOnlyError: Problem(409, "memory_read_only", "Memory is read-only"),
    errors.IdempotencyConflictError: Problem(409, "idempotency_conflict", "Idempotency conflict"),
    errors.SubjectForgottenError: Problem(410, "subject_forgotten", "Subject forgotten"),
    errors.PreconditionFailedError: Problem(412, "precondition_failed", "Precondition failed"),
    errors.PayloadTooLargeError: Problem(413, "payload_too_large", "Payload too large"),
    errors.QuotaExceededError: Problem(422, "quota_exceeded", "Quota exceeded"),
    errors.RateLimitedError: Problem(429, "rate_limited", "Rate limited"),
    errors.DependencyUnavailableError: Problem(503, "dependency_unavailable", "Dependency unavailable"),
}


def problem_of(error: BaseException) -> Problem:
    """The kind of problem an exception is; anything unknown is our fault."""
    for kind in type(error).__mro__:
        if kind in PROBLEMS:
            return PROBLEMS[kind]
    return INTERNAL


def document_of(error: BaseException, problem: Problem, correlation_id: str) -> dict[str, Any]:
    """The problem document. Our own faults say nothing of what is inside."""
    document: dict[str, Any] = {
        "type": _TYPE + problem.code,
        "title": problem.title,
        "status": problem.status,
        "detail": "Something went wrong on our side." if problem is INTERNAL else str(error),
        "code": problem.code,
        "correlationId": correlation_id,
    }
    if isinstance(error, errors.ValidationFailedError):
        document["errors"] = [{"field": item.field, "message": item.message} for item in error.errors]
    if isinstance(error, errors.QuotaExceededError):
        document["errors"] = [{"field": error.field, "message": str(error)}]
    if isinstance(error, errors.DuplicateMemoryError):
        document["existingId"] = error.existing_id
    return document


def headers_of(error: BaseException, problem: Problem) -> dict[str, str]:
    """Headers that go with a problem."""
    headers = {"Content-Type": MEDIA_TYPE}
    if isinstance(error, errors.RateLimitedError):
        headers["RateLimit-Limit"] = f"{error.requests_per_minute}, {error.requests_per_minute};w=60"
        headers["RateLimit-Remaining"] = "0"
        headers["RateLimit-Reset"] = headers["Retry-After"] = str(error.retry_after_seconds)
    if problem.status == 503:
        headers["Retry-After"] = str(_RETRY_AFTER_SECONDS)
    return headers
