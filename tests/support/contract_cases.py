"""Cases that schemathesis makes of the contract, aimed at things that exist, and what every answer must keep to."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from typing import Any
from zlib import crc32

import schemathesis
from hypothesis import strategies as st
from schemathesis import Case, CheckContext, GenerationMode, Response
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.generation.meta import CoveragePhaseData, CoverageScenario
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.specs.openapi.checks import positive_data_acceptance, unsupported_method

from agent_memory.api.contract import contract
from agent_memory.api.models.common import MAX_CONTENT_BYTES
from agent_memory.core.ids import is_resource_id
from agent_memory.core.paging import Cursor
from tests.support.service import AGENT, USER, Service

OPERATIONS = [f"{method.upper()} {path}" for path, methods in contract()["paths"].items() for method in methods]

REFUSED = ["400", "401", "403", "404", "413"]
"""What an invalid request may be answered with: that it is, or who may not ask, or what is not there."""

BEYOND_A_SCHEMA = {
    "is not a cursor of this list",
    "is not a known time zone",
    "is outside the calendar",
    "must be in the future",
    "must be greater than tiers.warm",
    "must be greater than decay.readOnlyAfterDays",
    "must be less than decay.forgetAfterDays",
    "must be in the years 1900 to 2999",
    "must be in Unicode normalisation form C",
    "must not be blank",  # zero-width characters and lone accents are not visible; patterns know only spaces
    "must have at most 32768 bytes in UTF-8",
    "names a job of somebody else",
}
"""Why a request may be refused that keeps to its schema: what the contract says in words."""

schemathesis.openapi.format("time-zone", st.sampled_from(["UTC", "Asia/Shanghai", "America/New_York", "Europe/Paris"]))


def contract_schema(service: Service, *, examples: int, modes: list[GenerationMode], coverage: bool) -> Any:
    """The contract as schemathesis reads it, with the same cases in every run."""
    schema = schemathesis.openapi.from_dict(_without_longest(contract()))
    schema.app = service.gateway
    schema.config.update(base_url="http://localhost")
    schema.config.generation.update(
        deterministic=True, max_examples=examples, modes=modes, database="none", with_security_parameters=False
    )
    schema.config.phases.coverage.enabled = coverage
    schema.config.checks.negative_data_rejection.expected_statuses = REFUSED
    return schema


def _without_longest(document: Any) -> Any:
    """The document without the limit of contents: to reckon with 32,768 characters takes schemathesis ten seconds.

    `test_bad_input.py` knows that limit.
    """
    if isinstance(document, list):
        return [_without_longest(item) for item in document]
    if isinstance(document, dict):
        longest = ("maxLength", MAX_CONTENT_BYTES)
        return {name: _without_longest(item) for name, item in document.items() if (name, item) != longest}
    return document


def play(schema: Any, label: str, attempt: Callable[[Case], object]) -> None:
    """Try every case of one operation. schemathesis would make all of them whenever tests are collected: 20 s."""

    def one(case: Case) -> None:
        attempt(case)

    operation = schema.find_operation_by_label(label)
    build_operation_test(
        config=schema.config, operation=operation, test_func=one, given_kwargs={}, feedback=FeedbackSources()
    )()


class Range:
    """Where cases are sent: the service, and things in it that cases are aimed at."""

    def __init__(self, service: Service, key: str | None) -> None:
        self.service = service
        self.statuses: dict[str, Counter[int]] = defaultdict(Counter)
        self._key = key
        self._numbers = count()
        # Of somebody nobody can guess: one case or another deletes everything of a user it names.
        somebody = f"user-of-{key or 'nobody'}"
        self._known_memory = service.create("用户喜欢茶", user=somebody)["id"]
        self._known_job = service.say("我住在上海浦东，对花生过敏", user=somebody)["jobId"]

    def try_out(self, case: Case) -> int:
        """Send a case, check the answer against the contract, and tell its status."""
        self._aim(case)
        headers = {} if self._key is None else {"Authorization": f"Bearer {self.service.keys[self._key]}"}
        response = case.call(headers=headers)
        self.statuses[case.operation.label][response.status_code] += 1
        case.validate_response(
            response,
            additional_checks=[takes_what_is_well_formed, knows_no_other_method, limits_nobody],
            excluded_checks=[positive_data_acceptance, unsupported_method],
            headers=headers,
            transport_kwargs={"headers": headers},
        )
        return response.status_code

    def _aim(self, case: Case) -> None:
        """Put real names where well-formed ones are, three times in four, by what the case is and not by chance."""
        dice = crc32(repr(case).encode("utf-8", "surrogatepass"))
        places: list[Any] = [case.path_parameters, case.query]
        if isinstance(case.body, dict):
            places.append(case.body)
        for place in places:
            for name, value in list(place.items()):
                if isinstance(value, str) and (real := self._real(name, value, case)) and dice % 4:
                    place[name] = real
        if re.fullmatch("[!-~]{1,255}", case.headers.get("Idempotency-Key", "")):
            case.headers["Idempotency-Key"] = f"{dice:08x}"  # a key that many cases share would only make conflicts
        tag = case.headers.get("If-Match", "")
        if tag.isdecimal() and _is_valid(case):
            tag = f'"{tag}"'  # schemathesis takes the quotes of a valid entity tag for JSON's and drops them
        if tag.startswith('"'):
            case.headers["If-Match"] = '"1"' if dice % 2 else tag
        if isinstance(case.body, dict) and type(case.body.get("version")) is int and dice % 2:
            case.body["version"] = (
                min(1, case.body["version"]) if case.body["version"] < 2**31 else case.body["version"]
            )

    def _real(self, name: str, value: str, case: Case) -> str | None:
        if name == "cursor" and _is_valid(case):
            return Cursor(datetime.now(UTC), "end").encode()
        if not is_resource_id(value) or (name == "jobId" and case.method == "POST"):
            return None
        makers: dict[str, Callable[[], str | None]] = {
            "agentId": lambda: None if case.operation.label == "PUT /api/agents/{agentId}" else AGENT,
            "userId": lambda: USER,
            "memoryId": lambda: self._known_memory if case.method == "GET" else self._memory(),
            "reviewId": lambda: self.service.hold(self._memory()),
            "archivedId": lambda: self.service.archive(self._memory()),
            "jobId": lambda: self._known_job,
            "keyId": lambda: self.service.call("POST", "/api/keys", {"role": "agent"}).body["keyId"],
        }
        return makers[name]() if name in makers else None

    def _memory(self) -> str:
        return self.service.create(f"用户喜欢{self._key}的第{next(self._numbers)}种茶", tags=["vip"])["id"]


def _is_valid(case: Case) -> bool:
    return case.meta is not None and case.meta.generation.mode.is_positive


def takes_what_is_well_formed(ctx: CheckContext, response: Response, case: Case) -> None:
    """A request that keeps to its schema is refused only for what no schema can say."""
    del ctx
    if not _is_valid(case) or response.status_code != 400:
        return
    messages = {error["message"] for error in json.loads(response.content)["errors"]}
    assert messages <= BEYOND_A_SCHEMA, f"the contract does not say: {messages - BEYOND_A_SCHEMA}"


def knows_no_other_method(ctx: CheckContext, response: Response, case: Case) -> None:
    """A method that no route has is answered by the gateway, which cannot tell it from an unknown path."""
    del ctx
    data = case.meta.phase.data if case.meta is not None else None
    if isinstance(data, CoveragePhaseData) and data.scenario == CoverageScenario.UNSPECIFIED_HTTP_METHOD:
        assert response.status_code == 404
        assert response.headers["content-type"] == ["application/problem+json"]
        assert json.loads(response.content)["code"] == "not_found"


def limits_nobody(ctx: CheckContext, response: Response, case: Case) -> None:
    """A refusal for asking too often would hide every other answer."""
    del ctx, case
    assert response.status_code != 429
