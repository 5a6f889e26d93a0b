"""Starts a program that cannot outlive the process that asked for it. A script of its own: standard library only.

Usage: python -I -S launch.py PARENT_PID DEATH_SIGNAL UID GID SUPERVISE -- PROGRAM ARGUMENT...

It exists because the alternative, code between fork and exec in a process with threads, is not safe, and because
the kernel forgets the parent-death signal when the user id changes: the order below is the one that works.
"""

import ctypes
import os
import signal
import subprocess
import sys

PR_SET_PDEATHSIG = 1
PARENT_CHECK_SECONDS = 0.5


def main(arguments: list[str]) -> None:
    parent, death_signal, uid, gid = (int(number) for number in arguments[:4])
    supervise = arguments[4] == "1"
    program = arguments[6:]
    os.setsid()  # Ctrl-C in the terminal must reach the stack only; the stack then stops its children in order
    if uid >= 0:
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
    if supervise:
        supervise_program(program, parent, death_signal)
    else:
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, death_signal, 0, 0, 0)
    if os.getppid() != parent:  # the parent died before the signal was armed
        return
    os.execv(program[0], program)  # noqa: S606 - no shell is the point


def supervise_program(program: list[str], parent: int, death_signal: int) -> None:
    """Where the kernel has no parent-death signal: stay, watch the parent, pass signals on."""
    child = subprocess.Popen(program, close_fds=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _frame: child.send_signal(received))
    told = False
    while child.returncode is None:
        try:
            child.wait(timeout=PARENT_CHECK_SECONDS)
        except subprocess.TimeoutExpired:
            if os.getppid() != parent and not told:
                child.send_signal(death_signal)
                told = True
    end_like(child.returncode)


def end_like(code: int) -> None:
    """Ends this process the way its child ended, so that whoever waits sees the child's own fate."""
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main(sys.argv[1:])
