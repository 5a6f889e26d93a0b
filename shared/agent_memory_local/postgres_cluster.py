"""Where the files of an embedded server live, and how they are made and tidied away."""

import os
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path

from agent_memory_local.children import Account
from agent_memory_local.postgres_binaries import reachable

LINK_NAME = "cluster"
_ORIGIN_SUFFIX = ".origin"
_CLUSTERS_OF_ROOT = Path("/var/lib/agent-memory")


def cluster_of(data_dir: Path, account: Account | None, fill: Callable[[Path], None]) -> Path:
    """The real path of PostgreSQL's files, made when missing.

    When the account cannot reach `data_dir` (root's home is closed to `nobody`), the files live in /var/lib and
    `data_dir/cluster` is a link to them: the permissions of other people's folders stay as they are.

    Args:
        data_dir: the launcher's folder.
        account: who runs the server; None is ourselves.
        fill: makes a cluster in an empty folder that belongs to the account.
    """
    link = data_dir / LINK_NAME
    if link.exists():
        return link.resolve()
    if reachable(data_dir.resolve(), account):
        return _made(data_dir.resolve() / LINK_NAME, account, fill)
    _CLUSTERS_OF_ROOT.mkdir(mode=0o755, parents=True, exist_ok=True)
    _sweep()
    home = _CLUSTERS_OF_ROOT / f"{LINK_NAME}-{secrets.token_hex(6)}"
    link.unlink(missing_ok=True)  # a link to files that somebody removed
    link.symlink_to(home)
    home.with_suffix(_ORIGIN_SUFFIX).write_bytes(os.fsencode(link.absolute()))
    return _made(home, account, fill)


def erase_cluster(data_dir: Path) -> None:
    """Deletes the files of a stopped server, wherever they are."""
    link = data_dir / LINK_NAME
    home = link.resolve()
    if link.is_symlink():
        link.unlink()
        home.with_suffix(_ORIGIN_SUFFIX).unlink(missing_ok=True)
    shutil.rmtree(home, ignore_errors=True)


def running_pid(cluster: Path) -> int | None:
    """The process id in the cluster's pid file, 0 when it is not a number, None when there is no file.

    It proves nothing by itself: the server may have been killed, and its id may belong to somebody else by now.
    """
    try:
        return int((cluster / "postmaster.pid").read_text().split("\n", 1)[0])
    except FileNotFoundError:
        return None
    except ValueError:
        return 0


def _made(home: Path, account: Account | None, fill: Callable[[Path], None]) -> Path:
    draft = home.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)  # left by a start that was killed half-way
    draft.mkdir(mode=0o700)
    if account is not None:
        os.chown(draft, account.uid, account.gid)
    fill(draft)
    return draft.rename(home)


def _sweep() -> None:
    """Deletes clusters in /var/lib whose data directory is gone (a deleted checkout, a test's temporary folder)."""
    for note in _CLUSTERS_OF_ROOT.glob(f"*{_ORIGIN_SUFFIX}"):
        home = note.with_suffix("")
        link = Path(os.fsdecode(note.read_bytes()))
        if (link.is_symlink() and link.resolve() == home) or _is_running(running_pid(home)):
            continue
        for left in (home, home.with_suffix(".draft")):
            shutil.rmtree(left, ignore_errors=True)
        note.unlink(missing_ok=True)


def _is_running(pid: int | None) -> bool:
    if not pid or pid < 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
