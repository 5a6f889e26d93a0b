"""Exactly one effect per `Idempotency-Key`: claim, effect and answer share one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Generic, TypeVar

from agent_memory.audit.model import Actor
from agent_memory.core.clock import Clock
from agent_memory.core.errors import IdempotencyConflictError, MemoryServiceError
from agent_memory.idempotency.model import StoredAnswer
from agent_memory.platform.postgres import Query, Transaction
from agent_memory.platform.sql import load_statements
from agent_memory.platform.subject_keys import Place, SubjectKey, SubjectKeys

KEPT: Final = timedelta(hours=24)
"""How long an answer is kept."""

_DROPPED_AT_ONCE: Final = 1000


class AlreadyAnsweredError(MemoryServiceError):
    """This request was answered before; here is that answer."""

    def __init__(self, answer: StoredAnswer) -> None:
        super().__init__()
        self.answer = answer


class Once:
    """One write under one key. `claim` first in its transaction, `keep` last."""

    def __init__(self, keys: SubjectKeys, clock: Clock, scope: tuple[str, str], key: str, fingerprint: str) -> None:
        """`scope` is (org, credential); `fingerprint` stands for method, path, query and body."""
        self._org_key: Callable[[], SubjectKey] = lambda: keys.for_org(scope[0])
        self._clock = clock
        self._org_id, self._credential_id = scope
        self._key = key
        self._fingerprint = fingerprint

    def claim(self, transaction: Transaction, user_ids: Sequence[str]) -> None:
        """Take the right to act, or find that it was used. The answer will quote the users named here.

        Raises:
            AlreadyAnsweredError: the same request was answered before.
            IdempotencyConflictError: another request used this key.
        """
        key, now = self._org_key(), self._clock.now()
        fingerprint = key.blind("fingerprint", self._fingerprint)
        claimed = transaction.rows(
            self._statement(
                "claim_key", fingerprint=fingerprint, user_ids=list(user_ids), now=now, expires_at=now + KEPT
            )
        )
        if not claimed:
            self.replay(transaction)
            raise IdempotencyConflictError  # claimed by somebody who has not answered: never seen, since claims wait

    def replay(self, transaction: Transaction) -> None:
        """Give an earlier try its answer again; nothing when there was none.

        Raises:
            AlreadyAnsweredError, IdempotencyConflictError: as `claim`.
        """
        key = self._org_key()
        row = transaction.row(self._statement("find_answer"))
        if row is None or row["answer"] is None:
            return
        if row["fingerprint"] != key.blind("fingerprint", self._fingerprint):
            raise IdempotencyConflictError
        raise AlreadyAnsweredError(StoredAnswer(**key.open_json(row["answer"], self._place())))

    def keep(self, transaction: Transaction, answer: StoredAnswer) -> None:
        """Keep the answer, sealed, in the transaction of the effect."""
        document: dict[str, Any] = {
            "status": answer.status, "body": answer.body, "headers": dict(answer.headers)
        }  # fmt: skip
        sealed = self._org_key().seal_json(document, self._place())
        transaction.run(self._statement("keep_answer", answer=sealed))

    @property
    def identity(self) -> tuple[str, bytes]:
        """What names this key in the database: credential and HMAC."""
        return self._credential_id, self._org_key().blind("idempotency", self._credential_id, self._key)

    def _statement(self, name: str, **parameters: object) -> Query:
        return load_statements("agent_memory.idempotency")(
            name,
            org_id=self._org_id,
            credential_id=self._credential_id,
            key_hmac=self.identity[1],
            **parameters,
        )

    def _place(self) -> Place:
        row_id = json.dumps([self._credential_id, self._key])
        return Place(table="idempotency_key", column="answer", row_id=row_id)


Result_contra = TypeVar("Result_contra", contravariant=True)


class Write(Generic[Result_contra]):
    """Who writes, and what makes it happen once. Services `begin` it first and `end` it last in their transaction."""

    def __init__(
        self, actor: Actor, once: Once | None = None, render: Callable[[Result_contra], StoredAnswer] | None = None
    ) -> None:
        """Without `once` - no key was sent, or the write does not come over HTTP - nothing is kept."""
        self.actor = actor
        self._once = once
        self._render = render

    def begin(self, transaction: Transaction, user_ids: Sequence[str] = ()) -> None:
        """Take the right to act; the answer will quote the users named here.

        Raises:
            AlreadyAnsweredError, IdempotencyConflictError: as `Once.claim`.
        """
        if self._once is not None:
            self._once.claim(transaction, user_ids)

    def replay(self, transaction: Transaction) -> None:
        """Give an earlier try of this very write its answer again; nothing when there was none.

        Raises:
            AlreadyAnsweredError, IdempotencyConflictError: as `Once.claim`.
        """
        if self._once is not None:
            self._once.replay(transaction)

    def end(self, transaction: Transaction, result: Result_contra) -> None:
        """Keep the answer that the result is shown as."""
        if self._once is not None and self._render is not None:
            self._once.keep(transaction, self._render(result))

    def dropping_answers_of(self, org_id: str, user_id: str) -> Query:
        """The statement that removes kept answers about a user, but for the one of this very write."""
        own = (None, None) if self._once is None else self._once.identity
        return drop_answers(org_id, user_id, own)


def drop_answers(org_id: str, user_id: str, spared: tuple[str | None, bytes | None]) -> Query:
    """The statement that removes kept answers about a user: they quote what is being deleted."""
    credential_id, key_hmac = spared
    return load_statements("agent_memory.idempotency")(
        "drop_answers_of_user", org_id=org_id, user_id=user_id, credential_id=credential_id, key_hmac=key_hmac
    )


def drop_expired_answers(org_id: str, now: datetime) -> Query:
    """The statement that removes answers of an org that are no longer kept, a bounded number of them."""
    return load_statements("agent_memory.idempotency")(
        "drop_expired_answers", org_id=org_id, now=now, count=_DROPPED_AT_ONCE
    )
