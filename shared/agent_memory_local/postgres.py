"""An embedded PostgreSQL server: the programs of a wheel, started, watched and stopped by ourselves.

The folder belongs to the launcher: `cluster/` (PostgreSQL's own files, or a link to them), `server.log` and
`server.lock`. Connections go through a Unix socket in a short private folder; there is no TCP port.
"""

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

from agent_memory_local.children import Account, child_argv, end_session
from agent_memory_local.errors import PostgresError
from agent_memory_local.locks import HolderLock
from agent_memory_local.postgres_binaries import programs, server_account
from agent_memory_local.postgres_cluster import cluster_of, erase_cluster, running_pid

SUPERUSER = "postgres"
_START_SECONDS = 60.0  # crash recovery on a slow disk
_STOP_SECONDS = 20.0
_POLL_SECONDS = 0.02

# Tests give up durability for speed; everything else behaves the same.
_VOLATILE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
_SETTINGS = {
    "listen_addresses": "",
    "TimeZone": "UTC",
    "log_timezone": "UTC",
    # Containers often have 64 MB of shared memory; a parallel index build wants more.
    "max_parallel_maintenance_workers": "0",
}


@dataclass
class EmbeddedPostgres:
    """One PostgreSQL server over one folder, alive while this process lives.

    Start it from a thread that lives as long as it should: on Linux its end takes the server along.

    Args:
        data_dir: the launcher's folder; made when missing.
        durable: False turns off flushing to disk (tests only: a power cut may lose or break the data).
        settings: more server settings, by name.
    """

    data_dir: Path
    durable: bool = field(default=True, kw_only=True)
    settings: Mapping[str, str] = field(default_factory=dict[str, str], kw_only=True)
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False, repr=False)
    _lock: HolderLock | None = field(default=None, init=False, repr=False)

    def start(self) -> str:
        """Starts the server (making its files at the first time) and returns a superuser connection string.

        Starting again while it is alive changes nothing; after a crash of the server it is started anew.
        Errors: DataDirectoryInUseError when another live process started this folder; PostgresError with the end of
        the log when the server does not come up.
        """
        if self.alive:
            return self.conninfo
        self._take_lock()
        try:
            self._bring_up()
        except BaseException:
            self._kill()
            self._release_lock()
            raise
        return self.conninfo

    def stop(self) -> None:
        """Stops the server: open transactions are rolled back, data are flushed. Harmless when it is not running."""
        process = self._process
        if process is not None and process.poll() is None:
            # SIGINT to the server alone is its "fast" shutdown; its own children must not see it first.
            process.send_signal(signal.SIGINT)
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._kill()
        self._process = None
        with contextlib.suppress(OSError):  # missing, or a killed server's socket is still in it
            self.socket_dir.rmdir()
        self._release_lock()

    def erase(self) -> None:
        """Stops the server and deletes the whole folder, wherever its files really are."""
        self.stop()
        erase_cluster(self.data_dir)
        shutil.rmtree(self.data_dir, ignore_errors=True)
        shutil.rmtree(self.socket_dir, ignore_errors=True)

    @property
    def alive(self) -> bool:
        """Whether the server that this object started is running."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """Process id of the running server. Errors: PostgresError when it is not running."""
        if self._process is None or self._process.poll() is not None:
            raise PostgresError("the server is not running")
        return self._process.pid

    @property
    def socket_dir(self) -> Path:
        """The private folder of the Unix socket; its name is short because a socket path may have 103 bytes."""
        digest = hashlib.sha256(os.fsencode(self.data_dir.resolve())).hexdigest()[:12]
        return Path("/tmp") / f"agent-memory-pg-{digest}"  # noqa: S108 - owner and mode are checked before use

    @property
    def conninfo(self) -> str:
        """Superuser connection string over the Unix socket, database `postgres`."""
        return f"host={self.socket_dir} port=5432 user={SUPERUSER} dbname=postgres"

    @property
    def log_path(self) -> Path:
        """The server's log."""
        return self.data_dir / "server.log"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _take_lock(self) -> None:
        if self._lock is None:
            self.data_dir.mkdir(parents=True, exist_ok=True)
            lock = HolderLock(self.data_dir / "server.lock")
            lock.acquire()
            self._lock = lock

    def _release_lock(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _bring_up(self) -> None:
        account = server_account()
        bin_dir = programs(account)
        cluster = cluster_of(self.data_dir, account, lambda draft: _initdb(bin_dir, draft, account))
        _private_folder(self.socket_dir, account)
        deadline = time.monotonic() + _START_SECONDS
        _end_orphan(cluster, self.conninfo, deadline)
        while True:
            self._process = self._launch(bin_dir, cluster, account)
            if self._wait_until_ready(cluster, deadline):
                return
            # Children of a server killed with -9 keep its shared memory for a moment; then it is free.
            if time.monotonic() > deadline or "shared memory block" not in self._log_end():
                raise PostgresError(f"PostgreSQL did not start; end of {self.log_path}:\n{self._log_end()}")
            time.sleep(0.2)

    def _launch(self, bin_dir: Path, cluster: Path, account: Account | None) -> subprocess.Popen[bytes]:
        settings = _SETTINGS | ({} if self.durable else _VOLATILE) | dict(self.settings)
        settings["unix_socket_directories"] = str(self.socket_dir)
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        program = [str(bin_dir / "postgres"), "-D", str(cluster), *options]
        with self.log_path.open("ab") as log:
            return subprocess.Popen(
                child_argv(program, death_signal=signal.SIGINT, account=account),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=_environment(),
            )

    def _wait_until_ready(self, cluster: Path, deadline: float) -> bool:
        while self.alive and time.monotonic() < deadline:
            if _serves(self.conninfo) == cluster:
                return True
            time.sleep(_POLL_SECONDS)
        return False

    def _kill(self) -> None:
        if self._process is not None and self._process.poll() is None:
            end_session(self._process.pid)
            self._process.wait()
        self._process = None

    def _log_end(self) -> str:
        return "\n".join(self.log_path.read_text(errors="replace").splitlines()[-15:])


def _environment() -> dict[str, str]:
    # A user's PGDATA, PGPORT or locale must not leak into the server.
    return {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}


def _initdb(bin_dir: Path, draft: Path, account: Account | None) -> None:
    program = [str(bin_dir / "initdb"), "-D", str(draft), "-U", SUPERUSER, "--encoding=UTF8", "--no-sync"]
    program += ["--auth-local=trust", "--auth-host=scram-sha-256"]
    builtin = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    done = _run([*program, "--locale=C.UTF-8"], account)
    if done.returncode != 0 and "locale" in done.stderr:  # systems whose C library has no C.UTF-8
        done = _run([*program, *builtin], account)
    if done.returncode != 0:
        raise PostgresError(f"initdb failed:\n{done.stdout}\n{done.stderr}")


def _run(program: list[str], account: Account | None) -> subprocess.CompletedProcess[str]:
    argv = child_argv(program, account=account)
    return subprocess.run(argv, capture_output=True, text=True, check=False, cwd="/", env=_environment())


def _private_folder(folder: Path, account: Account | None) -> None:
    """Makes the socket folder, or refuses one that somebody else put there first."""
    uid = account.uid if account else os.geteuid()
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        if account is not None:
            os.chown(folder, account.uid, account.gid)
    status = folder.lstat()
    if folder.is_symlink() or status.st_uid != uid or status.st_mode & 0o077:
        raise PostgresError(f"{folder} exists but is not a private folder of user {uid}; remove it and start again")


def _serves(conninfo: str) -> Path | None:
    """The data directory of the server that answers, None when none does."""
    try:
        with psycopg.connect(conninfo, connect_timeout=5, autocommit=True) as connection:
            row = connection.execute("SHOW data_directory").fetchone()
    except psycopg.OperationalError:
        return None
    return Path(str(row[0])) if row else None


def _end_orphan(cluster: Path, conninfo: str, deadline: float) -> None:
    """Stops a server that a killed stack left over these files, and removes a pid file that names somebody else.

    A pid file proves nothing: the id may belong to another program by now. A server counts as ours when it answers
    with our data directory, or when the command line behind the id names it.
    """
    while (pid := running_pid(cluster)) is not None:
        if _serves(conninfo) != cluster and not _command_names(pid, cluster):
            (cluster / "postmaster.pid").unlink(missing_ok=True)
            return
        if time.monotonic() > deadline:
            raise PostgresError(f"a server left by an earlier stack (process {pid}) does not stop")
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGINT)
        time.sleep(0.1)


def _command_names(pid: int, cluster: Path) -> bool:
    """Whether the command line of a running process names our files; a zombie has none."""
    if pid <= 0:
        return False
    if Path("/proc/self").exists():
        try:
            return os.fsencode(cluster) in Path(f"/proc/{pid}/cmdline").read_bytes()
        except FileNotFoundError:
            return False
    argv = ["ps", "-ww", "-o", "args=", "-p", str(pid)]
    return str(cluster) in subprocess.run(argv, capture_output=True, text=True, check=False).stdout
