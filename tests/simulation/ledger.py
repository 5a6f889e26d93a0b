"""What is in the database in the end, and everything that is wrong with it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from typing import Any

import psycopg
from psycopg.rows import dict_row

from agent_memory.conversations import store as conversation_store
from agent_memory.conversations.model import Job
from agent_memory.core.text import normal_form
from agent_memory.memories import store as memory_store
from agent_memory.memories.model import Memory, Status
from agent_memory.platform.key_files import FileKeyStore
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory_local.provision import DEMO_ORG
from tests.simulation.people import Script
from tests.simulation.process import CONFIDENCE
from tests.simulation.server import Place

_MOST_CERTAIN = 0.99
_TABLES = ("memory", "job", "turn", "memory_version", "memory_search", "turn_search")


@dataclass(frozen=True)
class Ledger:
    """The rows of the people of one script, opened."""

    memories: Mapping[str, Sequence[Memory]]
    jobs: Mapping[str, Sequence[Job]]
    rows: Mapping[str, Mapping[str, Sequence[dict[str, Any]]]]
    """By table and user."""
    read_turns: int
    """Turns that audit events say were read."""

    @property
    def active(self) -> dict[str, set[str]]:
        """What is remembered, by user."""
        return {
            user: {memory.content for memory in memories if memory.status is Status.ACTIVE}
            for user, memories in self.memories.items()
        }


def read_ledger(place: Place, script: Script) -> Ledger:
    """All rows, by user."""
    users = list(script.said)
    keys = SubjectKeys(FileKeyStore(place.key_directory)).for_reading(DEMO_ORG, users)
    rows: dict[str, dict[str, list[dict[str, Any]]]] = {}
    with psycopg.connect(place.address.admin, row_factory=dict_row) as connection:
        for table in _TABLES:
            rows[table] = defaultdict(list)
            columns = {"memory_search": "user_id, memory_id", "turn_search": "user_id, turn_id"}.get(table, "*")
            found = connection.execute(f"SELECT {columns} FROM {table} WHERE user_id = ANY(%s)".encode(), [users])
            for row in found:
                rows[table][row["user_id"]].append(row)
        events = connection.execute("SELECT detail FROM audit_event WHERE action = 'conversation.extract'").fetchall()
    return Ledger(
        {user: [memory_store.read_memory(row, keys[user]) for row in rows["memory"][user]] for user in users},
        {user: [conversation_store.read_job(row, keys[user]) for row in rows["job"][user]] for user in users},
        rows,
        sum(int(event["detail"]["turns"]) for event in events),
    )


def problems_of(script: Script, ledger: Ledger, *, earlier_turns: int = 0) -> list[str]:
    """Everything lost, doubled or unfinished; nothing when all is well."""
    found = [
        f"{user}: {problem}"
        for user in script.said
        for check in (_remembered, _rows_of_statements, _turns, _jobs, _history, _search)
        for problem in check(script, ledger, user)
    ]
    if ledger.read_turns - earlier_turns != script.message_count:
        found.append(f"events tell of {ledger.read_turns - earlier_turns} turns read, not {script.message_count}")
    return found


def _remembered(script: Script, ledger: Ledger, user: str) -> Iterator[str]:
    active = [memory for memory in ledger.memories[user] if memory.status is Status.ACTIVE]
    contents, wanted = {memory.content for memory in active}, script.remembered_of(user)
    if contents != wanted:
        yield f"lost {sorted(wanted - contents)}, too much {sorted(contents - wanted)}"
    forms = Counter(normal_form(memory.content) for memory in active)
    yield from (f"{count} active rows say {form!r}" for form, count in forms.items() if count > 1)
    known = {memory.id: memory for memory in ledger.memories[user]}
    for memory in known.values():
        if memory.status is Status.SUPERSEDED and not _leads_to_active(memory, known):
            yield f"{memory.content!r} is superseded by nothing that is active"


def _leads_to_active(memory: Memory, known: Mapping[str, Memory]) -> bool:
    seen: set[str] = set()
    while memory.status is Status.SUPERSEDED and memory.id not in seen and memory.superseded_by in known:
        seen.add(memory.id)
        memory = known[memory.superseded_by]
    return memory.status is Status.ACTIVE


def _rows_of_statements(script: Script, ledger: Ledger, user: str) -> Iterator[str]:
    """A statement that nothing contradicts has one row: each message counted once, and not one of them missing."""
    by_content: dict[str, list[Memory]] = defaultdict(list)
    for memory in ledger.memories[user]:
        by_content[memory.content].append(memory)
    for statement, ids in script.only_of_its_slot(user).items():
        for memory in by_content[statement]:
            sure = min(_MOST_CERTAIN, 1 - (1 - CONFIDENCE) ** len(ids))
            if Counter(memory.source_message_ids) != Counter(ids):
                yield f"{statement!r} names {memory.source_message_ids}, not {sorted(ids)}"
            if not isclose(memory.confidence, sure, rel_tol=1e-9):
                yield f"{statement!r} has confidence {memory.confidence}, not {sure} of {len(ids)} messages"
            if memory.verified is not (len(ids) > 1):
                yield f"{statement!r} is verified={memory.verified} by {len(ids)} messages"
    for memory in ledger.memories[user]:
        if len(set(memory.source_message_ids)) != len(memory.source_message_ids):
            yield f"{memory.content!r} names a message twice"


def _turns(script: Script, ledger: Ledger, user: str) -> Iterator[str]:
    turns = ledger.rows["turn"][user]
    stored, said = Counter(turn["message_id"] for turn in turns), Counter(list(script.said[user]))
    if stored != said:
        yield f"turns lost {sorted(said - stored)}, doubled {sorted(stored - said)}"
    unread = [turn["message_id"] for turn in turns if turn["extracted_at"] is None or turn["token_count"] is None]
    if unread:
        yield f"turns not read: {unread}"
    sessions: dict[str, list[int]] = defaultdict(list)
    for turn in turns:
        sessions[turn["session_id"]].append(turn["sequence"])
    for session, numbers in sessions.items():
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            yield f"session {session} is numbered {sorted(numbers)}"


def _jobs(script: Script, ledger: Ledger, user: str) -> Iterator[str]:
    jobs = ledger.jobs[user]
    for job in jobs:
        if job.status != "succeeded" or job.finished_at is None:
            yield f"job {job.job_id} is {job.status} ({job.failure})"
    results = [result for job in jobs for result in job.results if result.reason != "duplicate_message"]
    told = Counter(message_id for result in results for message_id in result.message_ids)
    spoken = Counter(said.message_id for said in script.said[user].values() if said.role == "user")
    if told != spoken:
        yield f"results miss {sorted(spoken - told)} and repeat {sorted(told - spoken)}"
    ids = {memory.id for memory in ledger.memories[user]}
    gone = [result for result in results if result.memory_id is not None and result.memory_id not in ids]
    if gone:
        yield f"results name memories that are not there: {gone}"
    read = sum((job.usage or {}).get("input_tokens", 0) for job in jobs)
    if read != spoken.total():
        yield f"usage counts {read} turns, not {spoken.total()}"


def _history(script: Script, ledger: Ledger, user: str) -> Iterator[str]:
    del script
    versions: dict[str, list[int]] = defaultdict(list)
    for row in ledger.rows["memory_version"][user]:
        versions[row["memory_id"]].append(row["version"])
    for memory in ledger.memories[user]:
        if sorted(versions[memory.id]) != list(range(1, memory.version)):
            yield f"{memory.content!r} is version {memory.version} with the history {sorted(versions[memory.id])}"


def _search(script: Script, ledger: Ledger, user: str) -> Iterator[str]:
    del script
    active = Counter(memory.id for memory in ledger.memories[user] if memory.status is Status.ACTIVE)
    searchable = Counter(row["memory_id"] for row in ledger.rows["memory_search"][user])
    if active != searchable:
        yield f"search misses {sorted(active - searchable)} and has {sorted(searchable - active)} too much"
    turns = Counter(row["turn_id"] for row in ledger.rows["turn"][user])
    indexed = Counter(row["turn_id"] for row in ledger.rows["turn_search"][user])
    if turns != indexed:
        yield f"{(turns - indexed).total()} turns are not searchable, {(indexed - turns).total()} twice"
