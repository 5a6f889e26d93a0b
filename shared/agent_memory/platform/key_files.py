"""The key store of one machine: a file per subject, wrapped by the machine's own wrapping key.

For development and single-host use. In AWS the wrapped keys live in DynamoDB under KMS instead.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from agent_memory.platform.subject_keys import Place, SubjectKey, new_material

_WRAPPING_KEY: Final = "wrapping.key"


class FileKeyStore:
    """Keys under a directory: `<org hash>/<subject hash>.key`, never overwritten, fsynced before they are used."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._wrapping: bytes | None = None

    def load(self, org_id: str, subjects: Collection[str]) -> Mapping[str, bytes]:
        found: dict[str, bytes] = {}
        for subject in subjects:
            try:
                wrapped = self._path(org_id, subject).read_bytes()
            except FileNotFoundError:
                continue
            found[subject] = self._wrapper(org_id, subject).open(wrapped, _PLACE)
        return found

    def create(self, org_id: str, subject: str) -> bytes:
        path = self._path(org_id, subject)
        material = new_material()
        if _write_once(path, self._wrapper(org_id, subject).seal(material, _PLACE)):
            return material
        return self.load(org_id, [subject])[subject]

    def _wrapper(self, org_id: str, subject: str) -> SubjectKey:
        if self._wrapping is None:
            path = self._directory / _WRAPPING_KEY
            _write_once(path, new_material())
            self._wrapping = path.read_bytes()
        return SubjectKey(org_id, subject, self._wrapping)

    def _path(self, org_id: str, subject: str) -> Path:
        return self._directory / _name(org_id) / f"{_name(subject)}.key"


_PLACE: Final = Place(table="key_file", column="material", row_id="")


def _name(identifier: str) -> str:
    return hashlib.sha256(identifier.encode()).hexdigest()


def _write_once(path: Path, content: bytes) -> bool:
    """Make the file appear whole and durable, or not at all; False if it was there already."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)  # unlike a rename, fails when the name is taken
        except FileExistsError:
            return False
        _sync_directory(path.parent)
        return True
    finally:
        draft.unlink()


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
