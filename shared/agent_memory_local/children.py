"""Child processes that die with the stack, also when the stack is killed with -9."""

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_LAUNCH = Path(__file__).with_name("launch.py")


@dataclass(frozen=True)
class Account:
    """A user and group id to run as."""

    uid: int
    gid: int


def child_argv(
    program: Sequence[str], *, death_signal: signal.Signals = signal.SIGKILL, account: Account | None = None
) -> list[str]:
    """The command line that runs `program` as a session leader bound to the life of this process.

    On Linux the kernel sends `death_signal` when the *thread* that starts it ends, so start children from a thread
    that lives as long as the stack. Elsewhere a small supervisor stays beside the program and watches this process.

    Args:
        program: absolute path and arguments.
        death_signal: what the child receives when this process is gone.
        account: run as this user; None keeps the present one.
    """
    who = account or Account(-1, -1)
    supervise = "0" if sys.platform == "linux" else "1"
    numbers = [str(number) for number in (os.getpid(), int(death_signal), who.uid, who.gid)]
    return [sys.executable, "-I", "-S", str(_LAUNCH), *numbers, supervise, "--", *program]


def end_session(pid: int, number: signal.Signals = signal.SIGKILL) -> None:
    """Signals a child started through `child_argv`, and everything it started itself; nothing when it is gone.

    Call it only for a child that has not been waited for yet: until then its id cannot belong to anybody else.
    """
    try:
        os.killpg(pid, number)
    except ProcessLookupError:  # gone, or so young that it has no session of its own yet
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
