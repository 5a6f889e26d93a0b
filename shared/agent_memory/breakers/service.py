"""Breakers applied: one row per dependency, shared by every execution environment."""

from __future__ import annotations

from collections.abc import Sequence

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.breakers.model import BreakerRules, State, worst_state
from agent_memory.core.clock import Clock, iso_format
from agent_memory.core.errors import DependencyPausedError
from agent_memory.platform.observability import logger, metrics
from agent_memory.platform.postgres import Database, Query
from agent_memory.platform.sql import load_statements

_NO_ORG = ""
"""Whether an endpoint answers is nobody's data."""


class Breakers:
    """The breakers of some dependencies. A dependency that is not watched is always taken to work."""

    def __init__(self, database: Database, clock: Clock, rules: BreakerRules, watched: Sequence[str]) -> None:
        self._database = database
        self._clock = clock
        self._rules = rules
        self._watched = frozenset(watched)
        self._in_order = set[str]()

    def state(self, *dependencies: str) -> State:
        """The state of the worst of these dependencies."""
        names = sorted(self._watched.intersection(dependencies))
        if not names:
            return State.CLOSED
        rows = self._database.read(_NO_ORG, _statement("find_breakers", dependencies=names))[0]
        self._in_order.update(names)
        self._in_order.difference_update(row["dependency"] for row in rows)
        return worst_state((row["retry_at"] for row in rows), self._clock.now())

    def enter(self, *dependencies: str) -> None:
        """Ask to call these dependencies. Of all who ask when one has been left alone long enough, one may go on.

        Raises:
            DependencyPausedError: not now.
        """
        state = self.state(*dependencies)
        if state is State.CLOSED:
            return
        names = sorted(self._watched.intersection(dependencies))
        if state is State.OPEN or not self._takes_probe(names):
            raise DependencyPausedError(", ".join(names))

    def watch(self, dependency: str) -> DependencyWatch:
        """What is told how calls of a dependency end."""
        return DependencyWatch(self._database, self._clock, self._rules, self._in_order, dependency)

    def _takes_probe(self, names: Sequence[str]) -> bool:
        """Whether this caller, and no other, may try what is due. If it dies, another may after the pause."""
        now = self._clock.now()
        takings = [
            _statement("take_probe", dependency=name, now=now, retry_at=now + self._rules.pause) for name in names
        ]
        with self._database.transaction(_NO_ORG) as transaction:
            return any(transaction.run(*takings))


class DependencyWatch:
    """Counts failures in a row."""

    def __init__(
        self, database: Database, clock: Clock, rules: BreakerRules, in_order: set[str], dependency: str
    ) -> None:
        """`in_order` names what had no failure at the last look: a success of that need not be written down."""
        self._database = database
        self._clock = clock
        self._rules = rules
        self._in_order = in_order
        self._dependency = dependency

    def succeeded(self) -> None:
        """It answered: whatever was counted is forgotten, and everybody may call it again."""
        if self._dependency in self._in_order:
            return
        with self._database.transaction(_NO_ORG) as transaction:
            transaction.run(_statement("forget_failures", dependency=self._dependency))
        self._in_order.add(self._dependency)

    def failed(self, *, lasting: bool) -> None:
        """It did not answer, as often as it was tried; `lasting` when a person has to do something first.

        Raises:
            DependencyPausedError: from now on it is left alone.
        """
        self._in_order.discard(self._dependency)
        retry_at = self._clock.now() + self._rules.pause
        threshold = 1 if lasting else self._rules.failures
        counting = _statement("count_failure", dependency=self._dependency, threshold=threshold, retry_at=retry_at)
        with self._database.transaction(_NO_ORG) as transaction:
            [row] = transaction.rows(counting)
        if row["retry_at"] is None:
            return
        logger().warning(
            "a dependency is left alone",
            dependency=self._dependency,
            failures=row["failures"],
            until=iso_format(row["retry_at"]),
        )
        metrics().add_metric("DependencyPauses", MetricUnit.Count, 1)
        raise DependencyPausedError(self._dependency)


def _statement(name: str, **parameters: object) -> Query:
    return load_statements("agent_memory.breakers")(name, **parameters)
