"""The served contract: fresh, complete, and readable."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from agent_memory.api.contract import contract
from tests.support.service import Service

ROOT = Path(__file__).resolve().parents[2]


def test_the_committed_document_is_what_the_handlers_declare() -> None:
    done = subprocess.run(
        [sys.executable, "tools/openapi.py", "--check"], cwd=ROOT, env={"PYTHONPATH": "shared"}, check=False
    )
    assert done.returncode == 0


def test_it_lists_every_route_of_the_template(quiet: Service) -> None:
    declared = {(route.method, route.resource) for route in quiet.application.api.routes}
    documented = {(method.upper(), path) for path, operations in contract()["paths"].items() for method in operations}
    assert documented == declared


def test_it_is_served_to_everybody(quiet: Service) -> None:
    answer = quiet.call("GET", "/openapi.json", key=None)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    assert answer.body == contract()
    page = quiet.call("GET", "/docs", key=None)
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    for path in contract()["paths"]:
        assert path in page.text
    assert "<script" not in page.text


def test_models_are_camel_case_and_closed() -> None:
    schemas = contract()["components"]["schemas"]
    assert not [
        f"{name}.{field}" for name, schema in schemas.items() for field in schema.get("properties", {}) if "_" in field
    ]
    assert schemas["MemoryCreate"]["additionalProperties"] is False
    assert schemas["MemoryCreate"]["required"] == ["userId", "content"]
    operation = contract()["paths"]["/api/agents/{agentId}/memories"]["post"]
    assert {"201", "400", "401", "403", "409", "410", "413", "500", "503"} <= set(operation["responses"])
