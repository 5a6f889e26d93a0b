"""The fork server: imports heavy third-party modules once, then forks one child per Lambda environment.

A script of its own (standard library only, never imported by the stack): it must stay single-threaded, and it must
not contain the service's code, so that a new environment always sees the code as it is on disk.

Usage: python -I fork_server.py CONTROL_FD CONFIG, CONFIG being JSON: {"preload": [module…], "script": path or null}.

The control socket carries one JSON object per line. To us: {"op": "launch", "id", "handler", "env", "path", "code_dir",
"log"} and {"op": "kill", "id"}. From us: {"op": "ready"}, {"op": "failed", "error"}, {"op": "launched", "id", "pid"},
{"op": "exited", "id", "code"}, a negative code being a signal. When the socket closes, we and our children end.
"""

import ctypes
import gc
import importlib
import io
import json
import os
import runpy
import selectors
import signal
import socket
import sys
import time
import traceback
from typing import Any, NoReturn

PR_SET_PDEATHSIG = 1
Message = dict[str, Any]


class ForkServer:
    """Serves one control socket until it closes."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.ids: dict[int, int] = {}  # pid to the stack's own id
        self.buffer = b""
        self.wake_reader, self.wake_writer = os.pipe()

    def serve(self) -> None:
        os.set_blocking(self.wake_writer, False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        signal.set_wakeup_fd(self.wake_writer, warn_on_full_buffer=False)
        selector = selectors.DefaultSelector()
        selector.register(self.control, selectors.EVENT_READ)
        selector.register(self.wake_reader, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is self.control:
                    if not self.receive():
                        return
                else:
                    os.read(self.wake_reader, 4096)
                    self.reap()

    def receive(self) -> bool:
        data = self.control.recv(65536)
        if not data:
            return False
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        for line in lines:
            self.obey(json.loads(line))
        return True

    def obey(self, message: Message) -> None:
        if message["op"] == "launch":
            self.launch(message)
        elif message["op"] == "kill":
            for pid, identity in self.ids.items():  # only children not reaped yet: their pids are still theirs
                if identity == message["id"]:
                    kill_group(pid)

    def launch(self, message: Message) -> None:
        pid = os.fork()
        if pid == 0:
            self.become_environment(message)
        self.ids[pid] = message["id"]
        self.tell({"op": "launched", "id": message["id"], "pid": pid})

    def reap(self) -> None:
        while self.ids:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            identity = self.ids.pop(pid, None)
            if identity is not None:
                self.tell({"op": "exited", "id": identity, "code": os.waitstatus_to_exitcode(status)})

    def tell(self, message: Message) -> None:
        self.control.sendall(json.dumps(message).encode() + b"\n")

    def become_environment(self, message: Message) -> NoReturn:
        """In the child: take on the environment of one function and run AWS's runtime client. Never returns."""
        code = 1
        try:
            parent = os.getppid()
            die_with_parent()
            if os.getppid() != parent:
                os._exit(0)
            os.setsid()
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self.control.close()
            os.close(self.wake_reader)
            os.close(self.wake_writer)
            settle(message)
            # Imported only now: the client reads its address from the environment while it is imported.
            importlib.import_module("awslambdaric.__main__").main(["awslambdaric", message["handler"]])
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
        except BaseException:  # noqa: BLE001 - the last frame of this process: print and leave, as the interpreter would
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


def settle(message: Message) -> None:
    """Environment variables, import path, folder and output of one function."""
    log = os.open(message["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.close(log)
    sys.stdout, sys.stderr = output(1), output(2)
    os.environ.clear()
    os.environ.update(message["env"])
    time.tzset()
    sys.path[:0] = message["path"]
    sys.argv = ["awslambdaric", message["handler"]]
    os.chdir(message["code_dir"])


class Log(io.FileIO):
    """Where a function writes. What the disk has no room for is left out: no event fails for its log."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(data)


def output(descriptor: int) -> io.TextIOWrapper:
    buffered = io.BufferedWriter(Log(descriptor, "w", closefd=False))
    return io.TextIOWrapper(buffered, encoding="utf-8", errors="backslashreplace", line_buffering=True)


def die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def kill_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:  # so young that it has no session of its own yet
        os.kill(pid, signal.SIGKILL)


def preload(modules: list[str], script: str | None) -> None:
    for name in modules:
        importlib.import_module(name)
    if script is not None:
        runpy.run_path(script, run_name="__preload__")


def main(arguments: list[str]) -> None:
    config = json.loads(arguments[1])
    server = ForkServer(socket.socket(fileno=int(arguments[0])))
    try:
        preload(config["preload"], config["script"])
    except Exception as error:
        server.tell({"op": "failed", "error": f"{type(error).__name__}: {error}"})
        raise
    gc.collect()
    gc.freeze()  # the children's collectors leave these pages alone, so they stay shared
    server.tell({"op": "ready"})
    try:
        server.serve()
    finally:
        for pid in server.ids:
            kill_group(pid)


if __name__ == "__main__":
    main(sys.argv[1:])
