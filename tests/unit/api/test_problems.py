"""The one table from errors to answers."""

from __future__ import annotations

import inspect

import pytest

from agent_memory.api.problems import INTERNAL, PROBLEMS, document_of, headers_of, problem_of
from agent_memory.core import errors
from agent_memory.platform.subject_keys import SealBrokenError

OURS = {
    errors.MemoryServiceError,
    errors.ModelError,  # of the worker: never reaches a client
    errors.ModelAnswerError,
    errors.ModelTooLongError,
    errors.ModelRefusalError,
    errors.OrgBusyError,  # of the worker too
    errors.PermanentMessageError,
}


def test_every_error_has_an_answer() -> None:
    kinds = {
        kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.MemoryServiceError)
    }
    unanswered = {kind for kind in kinds - OURS if problem_of(kind.__new__(kind)) is INTERNAL}
    assert unanswered == set()


def test_codes_are_those_of_the_contract() -> None:
    assert {problem.code: problem.status for problem in PROBLEMS.values()} == {
        "validation_failed": 400,
        "unauthenticated": 401,
        "forbidden": 403,
        "not_found": 404,
        "duplicate_memory": 409,
        "memory_read_only": 409,
        "idempotency_conflict": 409,
        "subject_forgotten": 410,
        "precondition_failed": 412,
        "payload_too_large": 413,
        "quota_exceeded": 422,
        "rate_limited": 429,
        "dependency_unavailable": 503,
    }


@pytest.mark.parametrize(
    "error", [SealBrokenError("secret detail"), ValueError("secret detail"), KeyError("secret detail")]
)
def test_our_own_faults_say_nothing_of_what_is_inside(error: Exception) -> None:
    problem = problem_of(error)
    assert problem is INTERNAL
    document = document_of(error, problem, "correlation-1")
    assert "secret" not in str(document)
    assert document["correlationId"] == "correlation-1"


def test_a_derived_error_is_answered_as_its_kind() -> None:
    error = errors.DependencyTimeoutError("database")
    assert problem_of(error).code == "dependency_unavailable"
    assert headers_of(error, problem_of(error))["Retry-After"] == "2"


def test_whoever_asks_too_often_is_told_the_limit_and_when_to_come_back() -> None:
    error = errors.RateLimitedError(600, 7)
    headers = headers_of(error, problem_of(error))
    assert headers["Retry-After"] == "7"
    assert {name for name in headers if name.startswith("RateLimit")}


def test_the_default_message_is_the_docstring() -> None:
    assert str(errors.ForbiddenError()) == "You have no access to this resource."
