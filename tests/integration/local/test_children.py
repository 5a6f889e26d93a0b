"""Programs that end with the process that started them, with the kernel's help and without it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agent_memory_local import children, launch
from tests.support.local.toy import eventually

SHARED = Path(children.__file__).parents[1]
# Prints its own process id; on SIGTERM it says goodbye in a file and leaves with code 7.
PROGRAM = """
import os, pathlib, signal, sys, time
def leave(*_):
    pathlib.Path(sys.argv[1]).write_text("goodbye")
    sys.exit(7)
signal.signal(signal.SIGTERM, leave)
print(os.getpid(), flush=True)
time.sleep(60)
"""
PARENT = """
import os, signal, subprocess, sys, time
sys.platform = sys.argv[1]
from agent_memory_local.children import child_argv
argv = child_argv([sys.executable, "-c", sys.argv[2], sys.argv[3]], death_signal=signal.SIGTERM)
child = subprocess.Popen(argv)
print(child.pid, flush=True)
sys.exit(child.wait() % 256)
"""


def gone(pid: int) -> bool:
    path = Path(f"/proc/{pid}/cmdline")
    return not path.exists() or not path.read_bytes()


@pytest.mark.parametrize("platform", ["linux", "elsewhere"])
@pytest.mark.parametrize("ending", ["parent", "child"])
def test_a_child_ends_with_its_parent_and_hands_on_its_exit_code(tmp_path: Path, platform: str, ending: str) -> None:
    said = tmp_path / "said"
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, platform, PROGRAM, str(said)],
        env={**os.environ, "PYTHONPATH": str(SHARED)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    first, second = int(parent.stdout.readline()), int(parent.stdout.readline())
    assert (first == second) is (platform == "linux")  # elsewhere a supervisor stays between the two

    if ending == "parent":
        parent.kill()
        parent.wait()
    else:
        os.kill(first, signal.SIGTERM)
        assert parent.wait(10) == 7
    parent.stdout.close()

    eventually(lambda: gone(first) and gone(second), 5)
    assert said.read_text() == "goodbye"


def test_a_child_of_a_dead_parent_does_not_start() -> None:
    argv = [sys.executable, "-I", "-S", launch.__file__, "1", "15", "-1", "-1", "0", "--", "/bin/echo", "started"]

    done = subprocess.run(argv, capture_output=True, text=True, check=True)

    assert done.stdout == ""
