"""`memctl governance` and `memctl tiers`, against the service and against the function itself."""

from __future__ import annotations

import argparse
import json
from typing import Any

import pytest

from agent_memory_client import governing, memctl
from agent_memory_client.client import AgentMemory, Answer, ApiError
from agent_memory_client.governing import NotRunError
from tests.support.governance import recalled
from tests.support.service import AGENT, Service


class Wired(AgentMemory):
    """The client, wired to the service under test instead of a port."""

    def __init__(self, service: Service) -> None:
        super().__init__("http://service", "")
        self._service = service

    def request(self, method: str, path: str, *, query: Any = None, body: object = None) -> Answer:
        path, _, inline = path.partition("?")
        given = {name: value for name, value in (query or {}).items() if value is not None}
        given |= dict(pair.split("=", 1) for pair in inline.split("&") if pair)
        answer = self._service.call(method, path, body, query=given)
        if answer.status >= 400:
            raise ApiError(answer.status, answer.body)
        return Answer(answer.status, answer.body, answer.headers)


@pytest.fixture
def run(service: Service, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command line; what it printed, as JSON, or the complaint."""
    monkeypatch.setattr(memctl, "AgentMemory", lambda _url, _key: Wired(service))
    monkeypatch.setattr(governing, "_invoke_locally", lambda event: service.invoke("GovernanceDaily", event))

    def call(*arguments: str) -> Any:
        code = memctl.main(arguments)
        told = capsys.readouterr()
        if code:
            return told.err.strip()
        text = "\n".join(line for line in told.out.splitlines() if '"_aws"' not in line)
        try:
            return json.loads(text)
        except ValueError:
            return [json.loads(line) for line in text.splitlines()]

    return call


def test_a_run_by_hand_goes_by_the_time_it_is_given(service: Service, run: Any) -> None:
    memory = service.create("用户在学吉他", ttlDays=7)
    tried = run("governance", "run", "--now", "2126-01-01T00:00:00Z", "--dry-run", "--org", "demo-org")
    assert tried["runs"]["demo-org"]["counts"]["due"] == 1
    assert service.list() != []
    assert set(run("governance", "run")["runs"]) == {"demo-org", "other-org"}
    assert service.call("GET", service.memories(memory["id"])).status == 200
    run("governance", "run", "--now", "2126-01-01T00:00:00Z")
    assert service.call("GET", service.memories(memory["id"])).status == 404


def test_the_report_shows_the_last_runs(run: Any) -> None:
    for _ in range(3):
        run("governance", "run")
    assert len(run("governance", "report", "--last", "2")) == 2
    assert [item["status"] for item in run("governance", "report")] == ["succeeded"] * 3


def test_policies_are_shown_and_set(run: Any) -> None:
    assert run("governance", "policy")["turnRetentionDays"] == 90
    assert run("governance", "policy", "--org-defaults", "--set", '{"turnRetentionDays": 30}')["overrides"] == [
        "turnRetentionDays"
    ]
    assert run("governance", "policy")["turnRetentionDays"] == 30
    assert run("governance", "policy", "--set", '{"turnRetentionDays": 20}')["turnRetentionDays"] == 20
    assert "turnRetentionDays" in run("governance", "policy", "--set", '{"turnRetentionDays": 0}')
    assert run("governance", "policy", "--set", "30 days") == "error: --set takes a JSON object"


def test_tiers_are_calibrated_from_the_tenants_own_distribution(service: Service, run: Any) -> None:
    for number in range(10):
        memory = service.create(f"用户的第{number}件事")
        if number:
            recalled(service, memory["id"], number)
    run("governance", "policy", "--set", '{"legalHold": true, "tiers": {"hot": 50}}')
    calibration = run("tiers", "calibrate")
    assert calibration["counts"] == {"hot": 0, "warm": 9, "cold": 1}
    assert calibration["expected"] == {"hot": 3, "warm": 5, "cold": 2}
    assert service.call("GET", f"/api/agents/{AGENT}/policy").body["tiers"]["hot"] == 50
    run("tiers", "calibrate", "--apply")
    policy = service.call("GET", f"/api/agents/{AGENT}/policy").body
    assert (policy["tiers"], policy["legalHold"]) == (calibration["suggested"], True)
    run("governance", "run")
    tiers = sorted(memory["tier"] for memory in service.list())
    assert tiers == ["cold"] * 2 + ["hot"] * 3 + ["warm"] * 5


def test_without_a_function_to_invoke_it_says_what_to_do(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.delenv("GOVERNANCE_FUNCTION", raising=False)
    with pytest.raises(NotRunError, match="set GOVERNANCE_FUNCTION, or start the local stack"):
        governing.invoke({})


def test_an_event_holds_only_what_was_asked_for() -> None:
    options = argparse.Namespace(now=None, dry_run=False, org=None)
    assert governing._event(options) == {}
