"""What cannot be started says why in one line, and Ctrl-C is never answered with a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agent_memory_local.commands import main
from agent_memory_local.data_directory import check_path, prepare_folder
from agent_memory_local.errors import DataDirectoryError

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def complaint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> str:
    """What `make run` says under the environment of the test."""
    variable, value = request.param
    for name, default in (("PORT", "0"), ("DATA_DIR", str(tmp_path / "data"))):
        monkeypatch.setenv(name, default)
    monkeypatch.setenv(variable, value)
    assert main(["run"]) == 1
    return capsys.readouterr().err


@pytest.mark.parametrize(
    "complaint", [("PORT", value) for value in ("99999", "65536", "abc", "-1", "9" * 5000, "٣")], indirect=True
)
def test_a_port_that_is_none(complaint: str) -> None:
    assert complaint.startswith("error: PORT must be a number from 1 to 65535")
    assert complaint.count("\n") == 1
    assert len(complaint) < 150


@pytest.mark.parametrize(
    "complaint",
    [
        ("DATA_DIR", value)
        for value in (
            "/etc/hostname",
            "/etc/hostname/below",
            "/proc/none",
            "/sys/none",
            "/tmp/" + "a" * 300,
            "/tmp/" + "/".join(["a" * 99] * 10),
            "/tmp/" + "/".join(["a" * 99] * 60),
            "/tmp/two\nlines",
            "/tmp/no-text-\udce9",
            "/tmp",
        )
    ],
    indirect=True,
)
def test_a_folder_that_cannot_hold_data(complaint: str) -> None:
    assert complaint.startswith("error: ")
    assert complaint.endswith("Choose another folder with DATA_DIR.\n")
    assert complaint.count("\n") == 1
    assert len(complaint) < 300


@pytest.mark.parametrize(
    "complaint",
    [("DATABASE_URL", value) for value in ("postgresql://nobody@127.0.0.1:1/none", "rubbish")],
    indirect=True,
)
def test_a_database_that_is_not_there(complaint: str) -> None:
    assert "Traceback" not in complaint
    assert complaint.splitlines()[-1].startswith("error: The database cannot be made ready: ")


def test_links_in_a_circle_are_no_folder(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")

    with pytest.raises(DataDirectoryError, match="it is no folder"):
        prepare_folder(tmp_path / "a")


def test_a_path_may_have_spaces_quotes_and_any_script(tmp_path: Path) -> None:
    check_path(tmp_path / 'it\'s a "folder" 花')


def test_ctrl_c_during_the_imports_is_quiet(tmp_path: Path) -> None:
    starting = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "agent_memory_local", "run"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "shared"), "DATA_DIR": str(tmp_path / "data"), "PORT": "0"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert starting.stderr is not None
    for line in starting.stderr:  # one for each module, as soon as it is imported
        if "agent_memory.core" in line:
            starting.send_signal(signal.SIGINT)
            break
    _, rest = starting.communicate(timeout=20)

    assert starting.returncode == -signal.SIGINT
    assert [line for line in rest.splitlines() if not line.startswith("import time:")] == []
    assert not (tmp_path / "data").exists()
