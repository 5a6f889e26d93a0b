"""Where a process dies, and how: decided from a seed at every statement and every call of another service."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import agent_memory
from agent_memory.platform import postgres
from agent_memory.platform.sql import load_statements

_PACKAGE: Final = Path(agent_memory.__file__).parent


_TELLING: Final = 5
"""How much more often somebody dies around a commit or a model's answer: there it matters most what others know."""


class ProcessKilledError(BaseException):
    """The process is dead. Nothing in the service may catch this."""


class Position(StrEnum):
    """Where in a statement or call."""

    BEFORE = "before"
    """It has not been sent."""
    AFTER = "after"
    """It has been done, and nobody has heard of it."""


class Point(NamedTuple):
    """A place where a process may die."""

    name: str
    position: Position


class Fate(StrEnum):
    """What happens at a point."""

    GO_ON = "go on"
    KILL = "kill"
    FAIL = "fail"
    """The connection drops, or the other service does not answer: the process lives and sees an error."""
    RESTART = "restart"
    """The database server is ended without a warning and started again."""


class Faults:
    """Draws fates, and keeps book of them.

    Whoever comes first to a point dies there, so that a short run covers all of them.
    """

    def __init__(self, seed: int, *, rate: float = 0.002, restarts: int = 0) -> None:
        """`rate` is the chance per point; `restarts` of the database are spread over the run by whoever steps it."""
        self._random = Random(f"faults {seed}")
        self._rate = rate
        self.restarts_left = restarts
        self.restart_due = False
        self.active = rate > 0
        self.passed: Counter[Point] = Counter()
        self.killed: Counter[Point] = Counter()
        self.failed: Counter[Point] = Counter()
        self.restarted: list[Point] = []

    def draw(self, point: Point, *, may_fail: bool) -> Fate:
        """What happens here. Without `may_fail` there are deaths, but no errors that the process could see."""
        self.passed[point] += 1
        if not self.active:
            return Fate.GO_ON
        if self.restart_due and may_fail:
            self.restart_due = False
            self.restarted.append(point)
            return Fate.RESTART
        rate = self._rate if self.killed[point] else 1.0
        if point.name.endswith(("COMMIT", "chat")):
            rate *= _TELLING
        if self._random.random() >= rate:
            return Fate.GO_ON
        if may_fail and self.killed[point] and self._random.random() < 0.3:
            self.failed[point] += 1
            return Fate.FAIL
        self.killed[point] += 1
        return Fate.KILL

    def survived(self, role: str) -> set[Point]:
        """Points that processes of a role passed and at which none of them died."""
        return {point for point in set(self.passed) - set(self.killed) if point.name.startswith(f"{role} ")}


def statement_name(sql: object) -> str:
    """The name of a statement of the service; of one that has none, its first words."""
    text = sql if isinstance(sql, bytes) else str(sql).encode()
    return _names().get(text) or " ".join(text.decode().split()[:2])


@lru_cache(maxsize=1)
def _names() -> dict[bytes, str]:
    packages = [
        ".".join(("agent_memory", *path.parent.relative_to(_PACKAGE).parts)) for path in _PACKAGE.rglob("queries.sql")
    ]
    named = {sql: name for package in packages for name, sql in load_statements(package).sql.items()}
    return {**named, postgres._SET_CONTEXT: "set_context"}
