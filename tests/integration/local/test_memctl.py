"""`memctl` against a service that is not where it looks."""

import socket
from pathlib import Path

import pytest

from agent_memory_client import memctl


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """Of `memctl agents list`: one line, and the exit code that says the service did not answer."""
    assert memctl.main(["agents", "list"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


@pytest.fixture
def free_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.delenv("AGENT_MEMORY_URL", raising=False)
    monkeypatch.delenv("AGENT_MEMORY_KEY", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def test_the_address_and_what_chooses_another(
    free_port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PORT", str(free_port))

    told = complaint(capsys)

    assert told.startswith(f"error: no answer from http://127.0.0.1:{free_port} (")
    assert "Connection refused" in told
    assert "PORT, AGENT_MEMORY_URL or --url" in told


@pytest.mark.parametrize("url", ["localhost:1", "http://127.0.0.1:99999", "http://[::1"])
@pytest.mark.usefixtures("free_port")
def test_an_address_that_is_none(url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("AGENT_MEMORY_URL", url)

    assert complaint(capsys).startswith(f"error: no answer from {url} (")


@pytest.mark.usefixtures("free_port")
def test_a_data_directory_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATA_DIR", "/tmp/" + "a" * 300)

    assert "File name too long" in complaint(capsys)
