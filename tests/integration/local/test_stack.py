"""The stack as a program: it starts once, says what is wrong, and leaves nothing behind."""

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent_memory_local.errors import DataDirectoryInUseError, TemplateError
from agent_memory_local.stack import running_stack
from tests.support.local import toy as toy_module
from tests.support.local.toy import RunningStack, eventually, running, toy_settings

ROOT = Path(toy_module.__file__).parents[3]


class Program:
    """The toy stack in a process of its own."""

    def __init__(self, data_dir: Path, port: int = 0) -> None:
        self.data_dir = data_dir
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.local.main", str(data_dir), str(port)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'shared'}{os.pathsep}{ROOT}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def note(self) -> dict[str, Any]:
        return eventually(lambda: running_stack(self.data_dir) or self._ended(), 30)

    def _ended(self) -> None:
        if self.process.poll() is not None:
            raise AssertionError(self.process.communicate())

    def family(self) -> list[int]:
        """Process ids of everything that the stack started, and of what that started."""
        found = [self.process.pid]
        for pid in found:
            for task in Path(f"/proc/{pid}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
        return found[1:]

    def end(self, number: signal.Signals) -> tuple[str, str]:
        self.process.send_signal(number)
        return self.process.communicate(timeout=20)


@pytest.fixture
def programs(toy: RunningStack, folder: Path) -> Iterator[list[Program]]:
    (folder / "data").mkdir()
    for rendered in toy.data_dir.glob("template-*.json"):  # half a second less for each program
        shutil.copy(rendered, folder / "data")
    started: list[Program] = []
    yield started
    for program in started:
        if program.process.poll() is None:
            program.end(signal.SIGKILL)


def gone(pids: list[int]) -> bool:
    return not any(Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes() for pid in pids)


def called(url: str, method: str, path: str, headers: dict[str, str] | None = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=10)
    connection.request(method, path, headers=headers or {})
    response = connection.getresponse()
    answer = response.status, json.loads(response.read())
    connection.close()
    return answer


def test_one_start_serves_a_second_is_refused_and_ctrl_c_leaves_nothing(folder: Path, programs: list[Program]) -> None:
    first = Program(folder / "data")
    programs.append(first)
    note = first.note()
    assert called(note["url"], "GET", "/open/x")[0] == 200
    assert set(note["queues"]) == {"WorkQueue", "DeadQueue"}

    second = Program(folder / "data")
    programs.append(second)
    _, complaint = second.process.communicate(timeout=20)
    assert second.process.returncode == 1
    assert f"in use by process {first.process.pid}, which serves {note['url']}" in complaint

    family = first.family()
    assert len(family) >= 4  # postgres, the queue service, the fork server, an environment
    output, progress = first.end(signal.SIGINT)

    assert first.process.returncode == 0
    assert "prepared ['DeadQueue', 'WorkQueue'] True" in output
    assert f"Serving {note['url']}" in progress
    assert progress.endswith("Stopping\n")
    assert gone(family)
    assert running_stack(folder / "data") is None


def test_nothing_survives_a_stack_that_is_killed_and_its_folder_can_be_used_at_once(
    folder: Path, programs: list[Program]
) -> None:
    killed = Program(folder / "data")
    programs.append(killed)
    called(killed.note()["url"], "GET", "/open/x")
    family = killed.family()

    killed.end(signal.SIGKILL)

    again = Program(folder / "data")
    programs.append(again)
    assert called(again.note()["url"], "GET", "/open/x")[0] == 200
    assert gone(family)

    family = again.family()
    again.end(signal.SIGTERM)
    assert again.process.returncode == 0
    assert gone(family)


def test_a_busy_port_is_named(folder: Path, programs: list[Program]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        program = Program(folder / "data", port)
        programs.append(program)
        _, complaint = program.process.communicate(timeout=20)

    assert program.process.returncode == 1
    assert f"Port {port} on 127.0.0.1 is taken" in complaint


def test_a_second_stack_in_the_same_process_is_refused(toy: RunningStack) -> None:
    with pytest.raises(DataDirectoryInUseError) as caught, running(toy_settings(toy.data_dir)):
        pass

    assert (caught.value.pid, caught.value.url) == (os.getpid(), toy.stack.url)
    assert toy.stack.url in str(caught.value)


def test_a_failed_start_leaves_nothing(tmp_path: Path) -> None:
    broken = toy_settings(tmp_path)
    broken.parameters = {"Nonsense": "1"}
    with pytest.raises(TemplateError, match="no parameter Nonsense"), running(broken):
        pass

    with running(toy_settings(tmp_path)) as stack:
        assert stack.request("GET", "/open/x").status == 200


def test_commands_want_the_token_of_the_data_directory(toy: RunningStack) -> None:
    note = running_stack(toy.data_dir)
    assert note is not None
    token = {"x-local-token": note["token"]}
    url = note["url"]

    assert (toy.data_dir / "stack.lock").stat().st_mode & 0o077 == 0
    assert called(url, "POST", "/_local/schedules/WorkerTick")[0] == 403
    assert called(url, "POST", "/_local/schedules/WorkerTick", {"x-local-token": "guess"})[0] == 403
    status, answer = called(url, "POST", "/_local/schedules/WorkerTick", token)
    assert (status, answer["failed"]) == (200, False)
    assert called(url, "POST", "/_local/schedules/none", token)[1]["schedules"] == ["WorkerTick", "nightly"]
    before = called(url, "GET", "/open/x")[1]["pid"]
    assert called(url, "POST", "/_local/recycle", token)[0] == 200
    assert called(url, "GET", "/open/x")[1]["pid"] != before
    assert called(url, "GET", "/_local/recycle", token)[0] == 405
    assert called(url, "POST", "/_local/other", token)[0] == 404


def test_only_the_loopback_listens(toy: RunningStack) -> None:
    port = int(toy.stack.url.rsplit(":", 1)[1])
    listeners = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ours = {toy.stack.queues.port, port}

    addresses = {
        fields[1].split(":")[0]
        for fields in listeners
        if fields[3] == "0A" and int(fields[1].split(":")[1], 16) in ours
    }
    assert addresses == {"0100007F"}
