"""Nobody but its owner looks into the data directory, and no folder of somebody else is closed."""

import os
import subprocess
from pathlib import Path

import pytest

from agent_memory_local.data_directory import LOCK_NAME, prepare_folder
from agent_memory_local.errors import DataDirectoryError
from agent_memory_local.postgres_binaries import reachable, server_account
from tests.support.local.toy import RunningStack

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives its server to another user")


def mode(folder: Path) -> int:
    return folder.stat().st_mode & 0o777


def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    prepare_folder(tmp_path / "data")

    assert mode(tmp_path / "data") == 0o700


@pytest.mark.parametrize("left", [[], [LOCK_NAME, "notes.txt"], ["lost+found"]])
def test_a_folder_that_is_there_is_closed(tmp_path: Path, left: list[str]) -> None:
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(0o777)
    for name in left:
        (data / name).touch()

    prepare_folder(data)

    assert mode(data) == 0o700


def test_a_folder_that_holds_other_things_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").touch()
    tmp_path.chmod(0o755)

    with pytest.raises(DataDirectoryError, match="it holds other things"):
        prepare_folder(tmp_path)

    assert mode(tmp_path) == 0o755


def test_a_stack_closes_its_folder(toy: RunningStack) -> None:
    assert mode(toy.data_dir) & 0o007 == 0


@ROOT_ONLY
def test_postgres_may_pass_through_to_its_own_files_and_see_no_more(folder: Path) -> None:
    prepare_folder(folder / "data")
    (folder / "data" / "dev-keys.json").touch()

    account = server_account()
    assert account is not None
    assert reachable(folder / "data", account)
    assert mode(folder / "data") == 0o710
    listing = ["/bin/ls", str(folder / "data")]
    seen = subprocess.run(
        listing, user=account.uid, group=account.gid, extra_groups=[], capture_output=True, check=False
    )
    assert seen.stdout == b""
    assert seen.returncode != 0
