"""Many memories at once, for tests and benches that need a full table.

Rows are what the service would have written: its own statements are asked for their parameters, texts are sealed and
blinded under the user's key, and everything goes in by COPY. Two things differ, because nothing here depends on them
and they would take hours for a million rows: search rows get a vector and terms from a small pool instead of their own
text's, and the grammar of single-valued attributes is not asked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg

from agent_memory.memories import store
from agent_memory.memories.model import Memory, MemoryType, Source, Status
from agent_memory.platform import vectors
from agent_memory.platform.key_files import FileKeyStore
from agent_memory.platform.postgres import Query
from agent_memory.platform.subject_keys import SubjectKey, SubjectKeys
from agent_memory.subjects.model import Scope
from agent_memory_local.provision import DEMO_AGENT, DEMO_ORG, DatabaseAddress
from tests.support.memories import a_memory

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
STEP = timedelta(seconds=7)
"""A memory every seven seconds, from the first on."""

RARE_TAG = "rare"
RARE_SESSION = "session-rare"
_CHUNK = 20_000
_POOL = 128
_TABLES = {
    "insert_memory": "memory",
    "insert_version": "memory_version",
    "insert_tag": "memory_tag",
}


@dataclass
class Seeded:
    """What was written: ids in order, and rows by user and table."""

    ids: list[str] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)
    superseded: Counter[str] = field(default_factory=Counter)
    rows: dict[str, Counter[str]] = field(default_factory=dict)

    def ids_of(self, user: str) -> list[str]:
        """The memories of a user, oldest first."""
        return [memory_id for memory_id, owner in zip(self.ids, self.owners, strict=True) if owner == user]


def crowd(users: Mapping[str, int], *, seed: int = 3) -> list[str]:
    """Owners of memories in the order of writing, mixed: `{"a": 2, "b": 1}` → `["a", "b", "a"]`, or so."""
    owners = [user for user, count in users.items() for _ in range(count)]
    random.Random(seed).shuffle(owners)
    return owners


def seed_memories(
    address: DatabaseAddress,
    key_directory: Path,
    owners: Sequence[str],
    *,
    agent_id: str = DEMO_AGENT,
    first: datetime = FIRST,
) -> Seeded:
    """Write a memory for each owner, in this order, with versions, tags and search rows, and bring statistics up to date.

    Of each user's memories the first of every twenty is superseded by the second, which starts its history with it;
    every third has a tag. The oldest memory of all is active and alone in its tag and its session.
    """
    keys = SubjectKeys(FileKeyStore(key_directory))
    known = {user: keys.for_writing(DEMO_ORG, user) for user in set(owners)}
    org_key, seeded = keys.for_org(DEMO_ORG), Seeded()
    with (
        psycopg.connect(address.admin, autocommit=True) as connection,
        patch.object(store, "attribute_hash", lambda _key, _content: None),
    ):
        # Foreign keys are right by construction; asking a million times would double the time.
        connection.execute("SET session_replication_role = replica")
        _scopes(connection, agent_id, sorted(known))
        queries = _queries(owners, agent_id, first, known, org_key, seeded)
        while chunk := list(islice(queries, _CHUNK)):
            _copy(connection, chunk, seeded)
        _search_rows(connection, agent_id, first, seeded)
        connection.execute("VACUUM (ANALYZE) subject, memory_scope, memory, memory_version, memory_tag, memory_search")
    return seeded


def _queries(
    owners: Sequence[str],
    agent_id: str,
    first: datetime,
    keys: Mapping[str, SubjectKey],
    org_key: SubjectKey,
    seeded: Seeded,
) -> Iterator[Query]:
    following = _following(owners)
    places: Counter[str] = Counter()
    overruled: dict[str, Memory] = {}
    for position, user in enumerate(owners):
        number, key = places[user], keys[user]
        places[user] += 1
        successor = following[position] if number % 20 == 0 and position > 0 else None
        memory = _memory(Scope(DEMO_ORG, agent_id, user), first, position, number, successor)
        ancestor = overruled.pop(user, None)
        if ancestor is not None:
            memory = replace(memory, version=2)
        yield store.statement(
            "insert_memory", memory.scope, **store._columns(memory, key), created_at=memory.created_at
        )
        if memory.status is Status.ACTIVE:
            yield from store._tag_rows(memory, org_key)
        if ancestor is not None:
            yield store.inherited_version(memory, ancestor, key)
        if successor is not None:
            overruled[user] = memory
            seeded.superseded[user] += 1
        seeded.ids.append(memory.id)
        seeded.owners.append(user)


def _following(owners: Sequence[str]) -> list[int | None]:
    """For each position the next one of the same owner."""
    following: list[int | None] = [None] * len(owners)
    latest: dict[str, int] = {}
    for position in range(len(owners) - 1, -1, -1):
        following[position] = latest.get(owners[position])
        latest[owners[position]] = position
    return following


def _memory(scope: Scope, first: datetime, position: int, number: int, successor: int | None) -> Memory:
    moment = first + position * STEP
    changes: dict[str, Any] = {
        "memory_type": _type_of(number),
        "source": Source.ADMIN if number % 100 == 50 else Source.AGENT if number % 10 == 5 else Source.AUTO,
        "pinned": number % 500 == 7,
        "tags": (RARE_TAG,) if position == 0 else (f"tag-{number // 3 % 40}",) if number % 3 == 0 else (),
        "session_id": RARE_SESSION if position == 0 else f"session-{scope.user_id}-{number // 10}",
        "source_message_ids": (f"m{number}",),
        "source_snippet": f"第 {number} 句话的原文",
    }
    if successor is not None:
        changes |= {"status": Status.SUPERSEDED, "superseded_by": _id_at(first, successor)}
    content = (
        f"用户在第 {number} 次采购里选了供应商 {number * 7919 % 9973}，要求按时交货"
        if number % 2 == 0
        else f"The user's order {number} went to supplier {number * 7919 % 9973} and must arrive in time"
    )
    return a_memory(
        content,
        id=_id_at(first, position),
        scope=scope,
        importance=1 + position % 5,
        observed_at=moment,
        created_at=moment,
        updated_at=moment,
        **changes,
    )


def _type_of(number: int) -> MemoryType:
    if number % 1000 == 3:
        return MemoryType.CORE
    if number % 50 == 11:
        return MemoryType.NOTE
    return MemoryType.PREFERENCE if number % 4 == 2 else MemoryType.FACT


def _id_at(first: datetime, position: int) -> str:
    return f"mem-{int((first + position * STEP).timestamp() * 1000)}-{position:014d}"


def _scopes(connection: psycopg.Connection, agent_id: str, users: list[str]) -> None:
    connection.execute(
        "INSERT INTO subject (org_id, user_id, state, created_at, updated_at)"
        " SELECT %s, u, 'active', %s, %s FROM unnest(%s::text[]) AS u ON CONFLICT DO NOTHING",
        [DEMO_ORG, FIRST, FIRST, users],
    )
    connection.execute(
        "INSERT INTO memory_scope (org_id, agent_id, user_id)"
        " SELECT %s, %s, u FROM unnest(%s::text[]) AS u ON CONFLICT DO NOTHING",
        [DEMO_ORG, agent_id, users],
    )


def _copy(connection: psycopg.Connection, queries: list[Query], seeded: Seeded) -> None:
    by_table: dict[str, list[Mapping[str, object]]] = {table: [] for table in _TABLES.values()}
    for query in queries:
        by_table[_table_of(query)].append(query.parameters)
    for table, rows in by_table.items():
        if not rows:
            continue
        columns = list(rows[0])
        counts = seeded.rows.setdefault(table, Counter())
        with connection.cursor().copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN".encode()) as copy:
            for row in rows:
                copy.write_row([row[column] for column in columns])
                counts[str(row["user_id"])] += 1


def _table_of(query: Query) -> str:
    statements = store.load_statements("agent_memory.memories")
    return next(table for name, table in _TABLES.items() if query.sql is statements.sql[name])


def _search_rows(connection: psycopg.Connection, agent_id: str, first: datetime, seeded: Seeded) -> None:
    """A search row for every active memory, in the order of writing."""
    chance = random.Random(1)
    connection.execute("CREATE TEMP TABLE pool (number int, embedding halfvec(1024), terms sparsevec(1000000000))")
    vectors.register(connection)
    for number in range(_POOL):
        dense = vectors.dense([chance.gauss(0, 1) for _ in range(512)])
        terms = vectors.sparse({chance.randrange(1_000_000_000): chance.random() + 0.1 for _ in range(40)})
        connection.execute("INSERT INTO pool VALUES (%s, %b::halfvec, %b::sparsevec)", [number, dense, terms])
    added = connection.execute(
        f"""
        INSERT INTO memory_search (org_id, agent_id, user_id, memory_id, chunk, expires_at, segmenter_version,
            embedding_model, embedding, terms)
        SELECT m.org_id, m.agent_id, m.user_id, m.memory_id, 0, m.expires_at, 1, 'pool', p.embedding, p.terms
        FROM memory AS m INNER JOIN pool AS p ON p.number = mod(abs(hashtext(m.memory_id)::bigint), {_POOL})
        WHERE m.org_id = %s AND m.agent_id = %s AND m.created_at >= %s AND m.created_at <= %s AND m.status = 'active'
        ORDER BY m.created_at
        """.encode(),
        [DEMO_ORG, agent_id, first, first + len(seeded.ids) * STEP],
    ).rowcount
    counts = Counter(seeded.owners) - seeded.superseded
    assert added == counts.total(), "search rows of memories that were there before"
    seeded.rows["memory_search"] = counts
    connection.execute("DROP TABLE pool")
