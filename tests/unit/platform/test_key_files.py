"""The key store of one machine."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from agent_memory.platform.key_files import FileKeyStore
from agent_memory.platform.subject_keys import SealBrokenError


def test_a_key_survives_the_store(tmp_path: Path) -> None:
    made = FileKeyStore(tmp_path).create("org-1", "用户/../甲")
    assert FileKeyStore(tmp_path).load("org-1", ["用户/../甲", "nobody"]) == {"用户/../甲": made}


def test_a_second_creation_finds_the_first_key(tmp_path: Path) -> None:
    store = FileKeyStore(tmp_path)
    assert store.create("org-1", "u1") == store.create("org-1", "u1")


def test_racing_creations_agree_on_one_key(tmp_path: Path) -> None:
    made: list[bytes] = []
    racers = [threading.Thread(target=lambda: made.append(FileKeyStore(tmp_path).create("o", "u"))) for _ in range(16)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert len(made) == 16
    assert len(set(made)) == 1
    assert not list(tmp_path.rglob("*.key.*"))


def test_keys_of_orgs_are_apart(tmp_path: Path) -> None:
    store = FileKeyStore(tmp_path)
    assert store.create("org-1", "u1") != store.create("org-2", "u1")


def test_a_swapped_key_file_is_noticed(tmp_path: Path) -> None:
    store = FileKeyStore(tmp_path)
    store.create("org-1", "u1")
    store.create("org-1", "u2")
    first, second = sorted(path for path in tmp_path.rglob("*.key") if path.parent != tmp_path)
    first.write_bytes(second.read_bytes())
    with pytest.raises(SealBrokenError):
        store.load("org-1", ["u1", "u2"])


def test_key_files_are_private(tmp_path: Path) -> None:
    FileKeyStore(tmp_path / "keys").create("org-1", "u1")
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "keys").rglob("*"))
