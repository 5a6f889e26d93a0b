"""Every operation of the contract, under requests that schemathesis makes of it: no answer the contract lacks.

Cases are the same in every run. `CONTRACT_EXAMPLES` asks for more random ones per operation and caller; the boundary
cases, which are most of them, do not grow with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from schemathesis import Case, GenerationMode

from tests.support.contract_cases import OPERATIONS, Range, contract_schema, play
from tests.support.service import AGENT, Service

EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", "8"))
BOTH, VALID = list(GenerationMode), [GenerationMode.POSITIVE]


@pytest.fixture(scope="module")
def unlimited(quiet: Service) -> Service:
    """The service, for an org that may ask as often as it likes."""
    with psycopg.connect(quiet.address.admin) as connection:
        connection.execute("INSERT INTO org_limit (org_id, requests_per_minute) VALUES ('demo-org', 10000000)")
    return quiet


@pytest.fixture(scope="module")
def for_admins(unlimited: Service) -> Any:
    return contract_schema(unlimited, examples=EXAMPLES, modes=BOTH, coverage=True)


@pytest.fixture(scope="module")
def for_agents(unlimited: Service) -> Any:
    return contract_schema(unlimited, examples=EXAMPLES, modes=VALID, coverage=False)


@pytest.fixture(scope="module")
def for_anybody(unlimited: Service) -> Any:
    return contract_schema(unlimited, examples=max(1, EXAMPLES // 3), modes=BOTH, coverage=False)


@pytest.fixture(scope="module")
def admin_range(unlimited: Service) -> Iterator[Range]:
    """Whatever an admin tried must also have worked: refusals alone prove little."""
    tried = Range(unlimited, "admin")
    yield tried
    assert not [label for label, statuses in tried.statuses.items() if not any(200 <= s < 300 for s in statuses)]


@pytest.fixture(scope="module")
def agent_range(unlimited: Service) -> Range:
    return Range(unlimited, "agent")


@pytest.fixture(scope="module")
def open_range(unlimited: Service) -> Range:
    """Without a credential."""
    return Range(unlimited, None)


@pytest.mark.parametrize("label", OPERATIONS)
def test_an_admin_gets_no_answer_the_contract_lacks(label: str, for_admins: Any, admin_range: Range) -> None:
    play(for_admins, label, admin_range.try_out)


@pytest.mark.parametrize("label", OPERATIONS)
def test_an_agent_is_refused_exactly_what_is_not_for_agents(label: str, for_agents: Any, agent_range: Range) -> None:
    def attempt(case: Case) -> None:
        roles = case.operation.definition.raw.get("x-roles", ["agent"])
        status = agent_range.try_out(case)
        if case.path_parameters.get("agentId", AGENT) == AGENT:
            assert (status == 403) == ("agent" not in roles)

    play(for_agents, label, attempt)


@pytest.mark.parametrize("label", OPERATIONS)
def test_without_a_credential_everything_private_is_closed(label: str, for_anybody: Any, open_range: Range) -> None:
    def attempt(case: Case) -> None:
        is_public = case.operation.definition.raw.get("security") == []
        assert open_range.try_out(case) == (200 if is_public else 401)

    play(for_anybody, label, attempt)
