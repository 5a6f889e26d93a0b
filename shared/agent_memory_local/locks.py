"""A lock file that lives as long as its holder: the kernel lets go of it even after `kill -9`."""

import fcntl
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from agent_memory_local.errors import DataDirectoryInUseError


@dataclass
class HolderLock:
    """An exclusive lock with a note about its holder.

    Args:
        path: the lock file; made when missing, never removed (removing it would let two holders in).
    """

    path: Path
    _descriptor: int | None = field(default=None, repr=False)

    def acquire(self, **note: object) -> None:
        """Takes the lock and writes `note` (plus this process id) as JSON into the file, readable by the owner only.

        Errors: DataDirectoryInUseError naming the holder when somebody else has it.
        """
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            holder = read_note(self.path)
            raise DataDirectoryInUseError(self.path.parent, holder.get("pid"), holder.get("url")) from error
        self._descriptor = descriptor
        self.annotate(**note)

    def annotate(self, **note: object) -> None:
        """Replaces the note of a lock that is held."""
        if self._descriptor is None:
            raise RuntimeError("the lock is not held")
        text = json.dumps({"pid": os.getpid(), **note}).encode()
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, text, 0)

    def release(self) -> None:
        """Lets go; harmless when the lock is not held."""
        if self._descriptor is None:
            return
        os.ftruncate(self._descriptor, 0)
        os.close(self._descriptor)
        self._descriptor = None


def read_note(path: Path) -> dict[str, Any]:
    """The note of the last holder, `{}` when there is none (it may have died while writing)."""
    try:
        note: object = json.loads(path.read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return cast("dict[str, Any]", note) if isinstance(note, dict) else {}
