"""What can go wrong when the local stack starts. Every message is written for the person at the terminal."""

from dataclasses import dataclass
from pathlib import Path

_LONGEST_NAME_SHOWN = 120


class LocalStackError(Exception):
    """The local stack cannot do what was asked."""


@dataclass
class DataDirectoryInUseError(LocalStackError):
    """Another live process holds the data directory.

    Args:
        directory: what is held.
        pid: process id of the holder; None if it left no note.
        url: where the holder serves, if it serves anything.
    """

    directory: Path
    pid: int | None = None
    url: str | None = None

    def __str__(self) -> str:
        holder = f"process {self.pid}" if self.pid else "another process"
        serving = f", which serves {self.url}" if self.url else ""
        return f"{self.directory} is in use by {holder}{serving}. Stop it first, or choose another data directory."


@dataclass
class DataDirectoryError(LocalStackError):
    """A folder cannot hold the stack's data.

    Args:
        directory: the folder.
        reason: why not, to be read after a colon.
    """

    directory: Path
    reason: str

    def __str__(self) -> str:
        name = ascii(str(self.directory)) if not str(self.directory).isprintable() else str(self.directory)
        if len(name) > _LONGEST_NAME_SHOWN:
            name = name[:_LONGEST_NAME_SHOWN] + "…"
        return f"{name} cannot hold the data: {self.reason}. Choose another folder with DATA_DIR."


@dataclass
class PortInUseError(LocalStackError):
    """Another process listens on the wanted port."""

    port: int

    def __str__(self) -> str:
        return f"Port {self.port} on 127.0.0.1 is taken by another process. Stop it, or choose another port."


class TemplateError(LocalStackError):
    """The template says something the local stack does not understand, so it will not pretend to run it."""


class PostgresError(LocalStackError):
    """The embedded PostgreSQL cannot be found, made or started."""


class StartupError(LocalStackError):
    """A process of the stack ended, or stayed silent, while it was starting."""
