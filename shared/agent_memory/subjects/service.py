"""Who may be written about, and the lock every write takes."""

from __future__ import annotations

from agent_memory.core.clock import Clock
from agent_memory.core.errors import ForbiddenError, SubjectForgottenError
from agent_memory.platform.postgres import ConstraintViolationError, Database, Query, Row, Transaction
from agent_memory.platform.sql import load_statements
from agent_memory.subjects.model import Scope

_FORGOTTEN = "forgotten"


class Subjects:
    """Checks and locks scopes."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._statements = load_statements("agent_memory.subjects")

    def check(self, scope: Scope) -> None:
        """Refuse a scope early, before a model is called for it.

        Raises:
            ForbiddenError: the agent is not registered in this org.
            SubjectForgottenError: the person has been forgotten.
        """
        accept_scope(self._database.read(scope.org_id, self.find(scope.org_id, scope.agent_id, scope.user_id))[0][0])

    def find(self, org_id: str, agent_id: str, user_id: str | None) -> Query:
        """The statement whose row `accept_scope` judges; for stores that ask more in the same round trip."""
        return self._statements("find_scope", org_id=org_id, agent_id=agent_id, user_id=user_id)

    def lock(self, transaction: Transaction, scope: Scope) -> int:
        """Lock the person and the scope until the transaction ends; the scope's epoch.

        Raises:
            ForbiddenError: the agent is not registered in this org.
            SubjectForgottenError: the person has been forgotten.
        """
        owner = {"org_id": scope.org_id, "agent_id": scope.agent_id, "user_id": scope.user_id}
        try:
            *_, locked = transaction.run(
                self._statements("insert_subject", org_id=scope.org_id, user_id=scope.user_id, now=self._clock.now()),
                self._statements("insert_scope", **owner),
                self._statements("lock_scope", **owner),
            )
        except ConstraintViolationError as error:
            if error.constraint == "memory_scope_agent":
                raise ForbiddenError from error
            raise
        if locked[0]["state"] == _FORGOTTEN:
            raise SubjectForgottenError
        return int(locked[0]["epoch"])

    def raise_epoch(self, scope: Scope) -> Query:
        """The statement that makes every job accepted so far for this scope void. Lock the scope first."""
        return self._statements("raise_epoch", org_id=scope.org_id, agent_id=scope.agent_id, user_id=scope.user_id)


def accept_scope(row: Row) -> None:
    """Judge a row of `Subjects.find`: same errors as `Subjects.check`."""
    if not row["agent_exists"]:
        raise ForbiddenError
    if row["state"] == _FORGOTTEN:
        raise SubjectForgottenError
