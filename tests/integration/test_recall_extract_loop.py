"""What we recalled into a prompt comes back in the next conversation, and is no memory again (requirement B9)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from tests.support.model_endpoint import ModelEndpoint, Reply, remembers
from tests.support.service import AGENT, USER, Service

ROUNDS = 50
TOLD = [
    "我住在苏州工业园区，在一家物流公司做采购",
    "我对花生过敏，请一定记住",
    "I prefer short answers without bullet points",
]
QUESTIONS = ["今天中午吃什么好呢，帮我想想", "Where could I go this weekend?", "帮我写一封给供应商的邮件吧"]
STATEMENT = re.compile(r"^- .*", re.MULTILINE)
SPOKEN = re.compile(r"^\[(\d+)\] .* user: ", re.MULTILINE)


def parrot() -> Callable[[dict[str, Any]], Reply]:
    """A model that takes every statement it is shown for news, so much in other words that no duplicate hides it."""
    numbers = itertools.count(1)

    def answer(request: dict[str, Any]) -> Reply:
        prompt = request["messages"][1]["content"]
        of_user = [int(number) for number in SPOKEN.findall(prompt)]
        return remembers(
            *(
                {"content": f"用户的第 {next(numbers)} 号合同编号是 CN-{len(text)}", "messages": of_user}
                for text in STATEMENT.findall(prompt)
            )
        )

    return answer


def rows(service: Service) -> list[tuple[str, str, int, int]]:
    """Every memory of any status, with its version and how many older versions it has."""
    with psycopg.connect(service.address.admin) as connection:
        found = connection.execute(
            "SELECT m.memory_id, m.status, m.version, (SELECT count(*) FROM memory_version AS v"
            " WHERE v.memory_id = m.memory_id) FROM memory AS m ORDER BY m.memory_id"
        )
        return [(str(one[0]), str(one[1]), int(one[2]), int(one[3])) for one in found]


def play(service: Service, rounds: int) -> int:
    """Rounds of recall into a prompt and a conversation that carries it; how many recalled lines came along."""
    carried = 0
    for number in range(rounds):
        question = QUESTIONS[number % len(QUESTIONS)]
        context = service.call("POST", f"/api/agents/{AGENT}/recall", {"userId": USER, "query": question}).body[
            "context"
        ]
        carried += context["turn"].count("\n- ") + context["system"].count("\n- ")
        service.say(
            {"role": "system", "content": f"You are helpful.\n{context['system']}"},
            {"role": "user", "content": f"{context['system']}\n{context['turn']}\n\n{question}"},
            {"role": "tool", "content": context["turn"] or "nothing is remembered"},
            {"role": "assistant", "content": "好的，没问题。"},
            session=f"round-{number}",
        )
    return carried


def test_fifty_rounds_offline_add_no_row(service: Service) -> None:
    for number, text in enumerate(TOLD):
        service.say(text, session=f"told-{number}")
    service.create("VIP 客户，优先响应", memoryType="note", pinned=True)
    before = rows(service)
    assert len(before) >= 4

    assert play(service, ROUNDS) >= ROUNDS

    assert rows(service) == before


def test_fifty_rounds_with_a_model_that_parrots_add_no_row(modelled: Service, model: ModelEndpoint) -> None:
    for content in ("用户住在苏州工业园区", "用户对花生过敏", "The user prefers short answers"):
        modelled.create(content)
    modelled.create("用户是 VIP 客户", memoryType="note", pinned=True)
    model.answer_chat = parrot()
    before = rows(modelled)

    assert play(modelled, ROUNDS) >= ROUNDS

    assert len(model.asked("chat/completions")) == ROUNDS
    assert rows(modelled) == before


def test_a_model_that_parrots_would_add_rows_if_nothing_were_stripped(
    modelled: Service, model: ModelEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    modelled.create("用户住在苏州工业园区", pinned=True)
    model.answer_chat = parrot()
    for module in ("service", "writing"):
        monkeypatch.setattr(f"agent_memory.extraction.{module}.strip_blocks", lambda text: text)
    before = rows(modelled)

    play(modelled, 2)

    assert len(rows(modelled)) > len(before)
