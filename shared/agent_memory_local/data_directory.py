"""The folder that holds everything the stack writes: whether it can be used, and who may look into it."""

from __future__ import annotations

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from agent_memory_local.errors import DataDirectoryError
from agent_memory_local.postgres_binaries import reachable, server_account

LOCK_NAME: Final = "stack.lock"

# PostgreSQL takes paths of 1023 bytes, and wants some of them for the names of its own files.
_LONGEST_BYTES: Final = 900

# What the stack leaves in every folder that it has used; and what a file system or a desktop puts into a fresh one.
_OURS: Final = (LOCK_NAME, "template-*.json")
_OF_NOBODY: Final = frozenset(["lost+found", ".DS_Store", ".gitignore", ".gitkeep"])


def check_path(path: Path) -> None:
    """Refuse a path that some program of the stack cannot work with, before any of them fails half-way.

    Raises:
        DataDirectoryError: it is too long, or not printable text.
    """
    size = len(os.fsencode(path))
    if size > _LONGEST_BYTES:
        raise DataDirectoryError(path, f"its path has {size} bytes, PostgreSQL can work with {_LONGEST_BYTES}")
    if not str(path).isprintable():
        raise DataDirectoryError(path, "its path has characters that are no printable text")


def prepare_folder(folder: Path) -> None:
    """Make the folder when it is missing, and close it to everybody but its owner.

    It holds the development keys, logs, and what people said. Closing a folder that also serves somebody else would
    lock them out (`/tmp`, a home, a checkout), so one that holds other things is refused.

    Raises:
        DataDirectoryError: it cannot be made, or is not the stack's own.
    """
    with explained(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_ours(folder)
        _close(folder)


@contextmanager
def explained(folder: Path) -> Generator[None]:
    """What the operating system refuses, as an error that names the folder and what to do."""
    try:
        yield
    except FileExistsError as error:
        raise DataDirectoryError(folder, "it is no folder") from error
    except OSError as error:
        raise DataDirectoryError(folder, error.strerror or str(error)) from error


def _check_ours(folder: Path) -> None:
    if folder.stat().st_mode & stat.S_ISVTX:
        raise DataDirectoryError(folder, "it is a folder that all users share")
    if any(True for pattern in _OURS for _ in folder.glob(pattern)):
        return
    if {entry.name for entry in folder.iterdir()} - _OF_NOBODY:
        raise DataDirectoryError(folder, "it holds other things")


def _close(folder: Path) -> None:
    """Mode 0700; when root starts the stack, PostgreSQL's account may pass through to its own files, and no more."""
    mode = 0o700
    visitor = server_account()
    if visitor is not None and reachable(folder.parent, visitor):
        os.chown(folder, -1, visitor.gid)
        mode = 0o710
    folder.chmod(mode)
