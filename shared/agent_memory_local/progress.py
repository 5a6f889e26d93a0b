"""The one place where the local stack speaks to the terminal."""

import contextlib
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
    """Adds each sentence, with its time, as a line to a file.

    A line that cannot be written (the disk is full) is left out: nothing that is reported here may fail because of it.
    """

    def __init__(self, path: Path) -> None:
        # Unbuffered, or what could not be written would fail once more when the file is closed.
        self._file = path.open("ab", buffering=0)

    def __call__(self, message: str, /) -> None:
        line = f"{datetime.now(UTC).isoformat(timespec='milliseconds')} {message}\n"
        with contextlib.suppress(OSError):
            self._file.write(line.encode(errors="replace"))

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
