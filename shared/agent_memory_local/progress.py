"""The one place where the local stack speaks to the terminal."""

import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TextIO


class Progress(Protocol):
    """Takes one short sentence about what happens now."""

    def __call__(self, message: str, /) -> None: ...


@dataclass
class TerminalProgress:
    """Writes each sentence as a line, at once; standard error by default, so that output stays clean."""

    stream: TextIO = field(default_factory=lambda: sys.stderr)

    def __call__(self, message: str, /) -> None:
        print(message, file=self.stream, flush=True)


def silent(message: str, /) -> None:
    """A progress reporter that says nothing; for tests and for callers that do their own reporting."""


class FileProgress:
    """Adds each sentence, with its time, as a line to a file."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8", buffering=1)

    def __call__(self, message: str, /) -> None:
        self._file.write(f"{datetime.now(UTC).isoformat(timespec='milliseconds')} {message}\n")

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
