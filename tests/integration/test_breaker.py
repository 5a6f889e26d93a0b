"""Keep raw, extract later: a model that is down is left alone by all workers, and nothing waits where it could be lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from agent_memory.breakers.model import BreakerRules, State
from agent_memory.breakers.service import Breakers
from agent_memory.core.clock import ManualClock
from agent_memory.core.errors import DependencyPausedError
from agent_memory.platform.postgres import Database
from agent_memory.wiring import Wiring
from agent_memory_local.provision import DatabaseAddress
from tests.conftest import MakeService
from tests.support.model_endpoint import ModelEndpoint, Reply, embeds, refuses, remembers
from tests.support.service import AGENT, Service

DOWN = Reply(503, {"error": {}})
PAUSE = timedelta(seconds=60)
USERS = [f"user-{number}" for number in range(5)]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime.now(UTC))


@pytest.fixture
def service(
    make_service: MakeService,
    model: ModelEndpoint,
    clock: ManualClock,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Service]:
    """Three failures open the breaker; a call is tried once; what failed comes back at once."""
    monkeypatch.setattr("agent_memory.api.queue_messages.backoff_seconds", lambda _: 0)
    rules = {"BREAKER_FAILURES": "3", "BREAKER_PAUSE_SECONDS": "60", "MODEL_ATTEMPTS": "1"}
    with make_service(tmp_path, OPENAI_BASE_URL=model.url, **rules) as service:
        for role in ("app", "worker", "scheduler"):
            vars(service.invoker.graphs.setdefault(role, Wiring()))["clock"] = clock
        yield service


def tell(service: Service, user: str) -> str:
    """A conversation of a user, accepted; its job."""
    messages = [{"role": "user", "content": f"我住在苏州工业园区 {user} 号楼"}]
    body = {"userId": user, "sessionId": "s1", "messages": messages}
    return service.call("POST", f"/api/agents/{AGENT}/conversations", body).body["jobId"]


def answers(model: ModelEndpoint, reply: Reply) -> None:
    model.answer_chat = lambda _: reply


def calls(model: ModelEndpoint) -> int:
    return len(model.asked("chat/completions"))


def sweep(service: Service) -> int:
    return service.invoke("JobsResend", {})["resent"]


def stored(service: Service) -> list[str]:
    return sorted(memory["userId"] for memory in service.list())


def waiting(service: Service) -> tuple[int, set[str]]:
    """Turns nobody has read, and what their jobs' states are."""
    with psycopg.connect(service.address.admin) as connection:
        [unread] = connection.execute("SELECT count(*) FROM turn WHERE extracted_at IS NULL").fetchone() or (-1,)
        states = {state for (state,) in connection.execute("SELECT status FROM job WHERE finished_at IS NULL")}
    return unread, states


def test_what_is_down_is_left_alone_and_read_when_it_is_back(
    service: Service, model: ModelEndpoint, clock: ManualClock
) -> None:
    answers(model, DOWN)
    jobs = [tell(service, user) for user in USERS]
    service.work_off()
    assert calls(model) == 3, "the third failure in a row opened the breaker for everybody"
    assert waiting(service)[0] == len(USERS)
    clock.advance(PAUSE / 2)
    assert (sweep(service), service.work_off(), calls(model)) == (0, 0, 3)

    clock.advance(PAUSE)
    assert sweep(service) == 1, "one job finds out"
    service.work_off()
    assert (calls(model), sweep(service)) == (4, 0), "it is still down"

    clock.advance(PAUSE * 1.5)
    answers(model, remembers({"content": "用户住在苏州工业园区"}))
    assert sweep(service) == 1
    service.work_off()
    assert (len(stored(service)), calls(model)) == (1, 5)
    assert sweep(service) == len(USERS) - 1
    service.work_off()
    assert stored(service) == USERS
    assert {service.job(job)["status"] for job in jobs} == {"succeeded"}
    assert (waiting(service), service.received("ConversationDeadLetters")) == ((0, set()), [])


def test_a_long_outage_uses_up_no_deliveries(service: Service, model: ModelEndpoint, clock: ManualClock) -> None:
    answers(model, DOWN)
    jobs = [tell(service, user) for user in USERS]
    service.work_off()
    for _ in range(15):
        clock.advance(PAUSE * 1.5)
        sweep(service)
        service.work_off()
    assert calls(model) == 3 + 15
    assert service.received("ConversationDeadLetters") == []
    assert waiting(service)[0] == len(USERS)
    assert {service.job(job)["status"] for job in jobs} <= {"queued", "running"}


def test_what_arrives_meanwhile_is_kept_and_asks_nobody(
    service: Service, model: ModelEndpoint, clock: ManualClock
) -> None:
    answers(model, refuses(401, "Incorrect API key provided"))
    tell(service, USERS[0])
    service.work_off()
    assert calls(model) == 1, "no retry mends a wrong key: the first failure opens the breaker"
    job = tell(service, USERS[1])
    envelope = {"type": "conversation", "version": 1, "orgId": "demo-org", "agentId": AGENT, "jobId": "from-backend"}
    turn = {"role": "user", "content": "我住在苏州工业园区，做外贸采购"}
    service.send({**envelope, "userId": USERS[2], "sessionId": "s1", "messages": [turn]})
    service.work_off()
    assert calls(model) == 1
    assert [(service.job(name)["status"], service.job(name)["attempts"]) for name in (job, "from-backend")] == [
        ("queued", 0),
        ("queued", 0),
    ]
    assert service.received("ConversationQueue") == service.received("ConversationDeadLetters") == []
    answers(model, remembers({"content": "用户住在苏州工业园区"}))  # somebody mended the key
    for _ in range(2):
        clock.advance(PAUSE * 1.5)
        sweep(service)
        service.work_off()
    assert stored(service) == USERS[:3]


def test_a_success_in_between_starts_the_count_again(service: Service, model: ModelEndpoint) -> None:
    model.chat += [DOWN, DOWN, remembers({"content": "一"}), DOWN, DOWN, remembers({"content": "一"})]
    for user in USERS[:2]:
        tell(service, user)
    service.work_off()
    assert (stored(service), calls(model)) == (USERS[:2], 6)


def test_no_model_is_paid_for_what_cannot_be_embedded(
    service: Service, model: ModelEndpoint, clock: ManualClock
) -> None:
    answers(model, remembers({"content": "用户住在苏州工业园区"}))
    model.embedding = lambda _: DOWN
    created = service.create("用户常用 ERP 系统是金蝶", user=USERS[4])
    for user in USERS[:4]:
        tell(service, user)
    service.work_off()
    assert calls(model) <= 3
    paid = calls(model)
    clock.advance(PAUSE / 2)
    assert (sweep(service), service.work_off(), calls(model)) == (0, 0, paid)
    model.embedding = embeds
    for _ in range(3):
        clock.advance(PAUSE * 1.5)
        sweep(service)
        service.work_off()
    assert stored(service) == USERS
    assert service.call("GET", service.memories(created["id"])).body.get("embedding") is None


def test_an_invocation_that_runs_out_of_time_puts_its_job_off(
    service: Service, model: ModelEndpoint, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(model, remembers({"content": "用户住在苏州工业园区"}))
    job = tell(service, USERS[0])
    with monkeypatch.context() as patch:
        patch.setattr("agent_memory.core.deadline.Deadline.seconds_left", lambda _: 10.0)
        service.work_off()
    assert (calls(model), waiting(service)) == (0, (1, {"running"}))
    clock.advance(timedelta(seconds=31))
    assert sweep(service) == 1
    service.work_off()
    assert (service.job(job)["status"], stored(service)) == ("succeeded", USERS[:1])


def breakers(address: DatabaseAddress, clock: ManualClock, role: str = "worker") -> Breakers:
    database = Database(lambda: address.as_role(role))
    return Breakers(database, clock, BreakerRules(2, PAUSE), ["chat", "embedding"])


def test_of_many_that_ask_at_once_one_probes(database: DatabaseAddress, clock: ManualClock) -> None:
    asking = [breakers(database, clock) for _ in range(8)]
    with pytest.raises(DependencyPausedError):
        asking[0].watch("chat").failed(lasting=True)
    clock.advance(PAUSE)
    barrier = threading.Barrier(len(asking))
    entered: list[bool] = []

    def ask(one: Breakers) -> None:
        barrier.wait()
        try:
            one.enter("chat", "embedding")
        except DependencyPausedError:
            entered.append(False)
        else:
            entered.append(True)
        one._database.close()

    threads = [threading.Thread(target=ask, args=(one,)) for one in asking]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(entered) == [False] * 7 + [True]


def test_a_probe_that_died_is_followed_by_another(database: DatabaseAddress, clock: ManualClock) -> None:
    asking, looking = breakers(database, clock), breakers(database, clock, "scheduler")
    with pytest.raises(DependencyPausedError):
        asking.watch("chat").failed(lasting=True)
    assert (looking.state("chat"), looking.state("embedding")) == (State.OPEN, State.CLOSED)
    clock.advance(PAUSE)
    assert looking.state("embedding", "chat") is State.PROBING
    asking.enter("chat")
    assert looking.state("chat") is State.OPEN
    clock.advance(PAUSE)
    asking.enter("chat")
    asking.watch("chat").succeeded()
    assert looking.state("chat") is State.CLOSED
    asking.watch("chat").failed(lasting=False)
    assert looking.state("chat") is State.CLOSED, "counted from the beginning"
    asking._database.close()
    looking._database.close()


def test_without_an_endpoint_no_breaker_stands_in_the_way(make_service: MakeService, tmp_path: Any) -> None:
    with make_service(tmp_path) as service:
        with psycopg.connect(service.address.admin) as connection:
            connection.execute("INSERT INTO breaker VALUES ('chat', 9, now() + interval '1 hour')")
        assert service.say("我住在苏州工业园区，做外贸采购")["status"] == "succeeded"
        assert service.list()
