"""`make run` and `make demo` as a person uses them: real processes, real ports, kill -9."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
import urllib3

from agent_memory_client import AgentMemory, ApiError
from agent_memory_local.postgres import EmbeddedPostgres
from agent_memory_local.stack import running_stack
from tests.support.local.folders import open_folder
from tests.support.model_endpoint import ModelEndpoint, remembers

ROOT = Path(__file__).resolve().parents[2]
AGENT = "demo-agent"
_START_SECONDS = 60


class Run:
    """One `python -m agent_memory_local run`."""

    def __init__(self, data_dir: Path, command: str = "run", **environment: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "DATABASE_URL"))}
        given = {**kept, "DATA_DIR": str(data_dir), "PORT": str(self.port), "PYTHONPATH": str(ROOT / "shared")}
        self.data_dir = data_dir
        self.output = data_dir.parent / f"output-{self.port}.txt"
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "agent_memory_local", command],
                env={**given, **environment},
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    @property
    def text(self) -> str:
        return self.output.read_text()

    def client(self, key: str = "admin") -> AgentMemory:
        return AgentMemory(f"http://127.0.0.1:{self.port}", self.keys()[key])

    def keys(self) -> dict[str, str]:
        return json.loads((self.data_dir / "dev-keys.json").read_text())

    def wait_until_serving(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            if running_stack(self.data_dir) is not None:
                try:
                    self.client().health()
                except (ApiError, urllib3.exceptions.HTTPError):
                    pass
                else:
                    return
            time.sleep(0.1)
        raise AssertionError(f"not serving: {self.text}")

    def descendants(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(30)


@contextmanager
def running(data_dir: Path, **environment: str) -> Iterator[Run]:
    run = Run(data_dir, **environment)
    try:
        run.wait_until_serving()
        yield run
    finally:
        if run.process.poll() is None:
            run.end(signal.SIGKILL)


@pytest.fixture
def data_dir() -> Iterator[Path]:
    with open_folder() as folder:
        path = folder / "data"
        yield path
        EmbeddedPostgres(path / "postgres").erase()


def test_data_survive_a_kill_and_nothing_else_does(data_dir: Path) -> None:
    with running(data_dir) as first:
        memory = first.client().create_memory(AGENT, "u1", "用户常用 ERP 系统是金蝶")
        children = first.descendants()
        assert len(children) >= 4
        keys = first.keys()
        first.end(signal.SIGKILL)
    gone, alive = psutil.wait_procs(children, timeout=15)
    assert alive == [], [process.cmdline() for process in alive]
    with running(data_dir) as second:
        assert second.keys() == keys
        assert [found["id"] for found in second.client().memories(AGENT, userId="u1")] == [memory["id"]]
        assert second.client().recall(AGENT, "u1", "ERP 是哪个")["memories"][0]["id"] == memory["id"]
        children = second.descendants()
        assert second.end(signal.SIGINT) == 0
    assert psutil.wait_procs(children, timeout=15)[1] == []
    assert len(gone) > 0


def test_what_was_accepted_before_a_kill_is_read_right_after_the_next_start(data_dir: Path) -> None:
    people = ("u1", "u2", "u3")
    with socket.create_server(("127.0.0.1", 0)) as silent_model:
        silent_model.settimeout(30)
        url = f"http://127.0.0.1:{silent_model.getsockname()[1]}/v1"
        with running(data_dir, OPENAI_BASE_URL=url, GATHERING_DELAY_SECONDS="0") as first:
            jobs = [first.client().send_conversation(AGENT, said(user, "我叫李伟"))["jobId"] for user in people]
            with silent_model.accept()[0]:  # a worker holds a lease and waits for the model; others wait for it
                first.end(signal.SIGKILL)
    with running(data_dir) as second:
        finished = [second.client().wait_for_job(AGENT, job, seconds=30) for job in jobs]
    assert [job["status"] for job in finished] == ["succeeded"] * len(people)


def test_the_endpoint_and_models_of_the_environment_are_used(data_dir: Path) -> None:
    with ModelEndpoint().running() as model:
        model.answer_chat = lambda _: remembers({"content": "用户常用 ERP 系统是金蝶"})
        chosen = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "sk-e2e", "CHAT_MODEL": "a-chat-model"}
        with running(data_dir, **chosen, EMBEDDING_MODEL="an-embedder", GATHERING_DELAY_SECONDS="0") as run:
            client = run.client()
            accepted = client.send_conversation(AGENT, said("u1", "我是做外贸采购的，常用金蝶"))
            job = client.wait_for_job(AGENT, accepted["jobId"], seconds=30)
            recalled = client.recall(AGENT, "u1", "ERP 是哪个")
    assert (job["status"], job["extractor"]["name"], job["extractor"]["model"]) == (
        "succeeded",
        "openai",
        "a-chat-model",
    )
    assert recalled["embedder"] == {"name": "openai", "model": "an-embedder"}
    assert [memory["content"] for memory in recalled["memories"]] == ["用户常用 ERP 系统是金蝶"]
    assert {request["model"] for request in model.asked("chat/completions")} == {"a-chat-model"}
    assert {request["model"] for request in model.asked("embeddings")} == {"an-embedder"}
    assert model.credentials == {"Bearer sk-e2e"}


def said(user_id: str, text: str) -> dict[str, object]:
    return {"userId": user_id, "sessionId": "s1", "messages": [{"role": "user", "content": text}]}


def test_it_serves_the_whole_job_to_its_roles_and_only_on_loopback(data_dir: Path) -> None:
    with running(data_dir) as run:
        assert sorted(run.keys()) == ["admin", "agent", "other_org_admin"]
        assert all(key in run.text for key in run.keys().values())
        assert (data_dir / "dev-keys.json").stat().st_mode & 0o077 == 0
        agent = run.client("agent")
        conversation = {
            "userId": "u1",
            "sessionId": "s1",
            "messages": [{"role": "user", "content": "你好，我叫李伟，是一家外贸公司的采购经理"}],
        }
        job = agent.wait_for_job(AGENT, agent.send_conversation(AGENT, conversation)["jobId"])
        assert job["status"] == "succeeded"
        assert job["extractor"]["name"] == "offline"
        assert any("李伟" in memory["content"] for memory in agent.memories(AGENT, userId="u1"))
        with pytest.raises(ApiError) as refusal:
            list(run.client("other_org_admin").memories(AGENT))
        assert refusal.value.code == "forbidden"
        listening = [
            connection.laddr.ip
            for process in [psutil.Process(run.process.pid), *run.descendants()]
            for connection in process.net_connections("inet")
            if connection.status == psutil.CONN_LISTEN
        ]
        assert set(listening) == {"127.0.0.1"}


def test_a_second_start_on_the_same_data_says_so(data_dir: Path) -> None:
    with running(data_dir) as first:
        second = Run(data_dir)
        assert second.process.wait(30) == 1
        assert f"in use by process {first.process.pid}, which serves http://127.0.0.1:{first.port}" in second.text
        first.client().health()


def test_a_taken_port_says_so(data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        run = Run(data_dir, PORT=port)
        assert run.process.wait(30) == 1
        assert f"Port {port} on 127.0.0.1 is taken" in run.text


def test_any_postgres_may_be_used_instead(data_dir: Path) -> None:
    with open_folder() as folder, EmbeddedPostgres(folder / "elsewhere", durable=False) as postgres:
        with running(data_dir, DATABASE_URL=postgres.conninfo) as run:
            run.client().create_memory(AGENT, "u1", "用户住在苏州")
            assert not (data_dir / "postgres").exists()
        with running(data_dir, DATABASE_URL=postgres.conninfo) as run:
            assert [memory["content"] for memory in run.client().memories(AGENT)] == ["用户住在苏州"]
        postgres.stop()
        postgres.erase()


def test_the_demo_alone_shows_the_whole_job_and_stops_what_it_started(data_dir: Path) -> None:
    run = Run(data_dir, command="demo")
    assert run.process.wait(120) == 0, run.text
    for told in (
        "through the queue",
        "What is remembered now",
        "overruled, kept as history",
        "<agent-memory>",
        "offline",
    ):
        assert told in run.text
    assert running_stack(data_dir) is None
