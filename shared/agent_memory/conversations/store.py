"""Turns and jobs in Postgres: domain type ↔ row, sealed."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from agent_memory.conversations.model import Job, JobKind, JobResult, JobStatus, Role, Turn
from agent_memory.core.segmentation import SEGMENTER_VERSION
from agent_memory.memories.indexing import Index
from agent_memory.platform import vectors
from agent_memory.platform.postgres import Query, Row
from agent_memory.platform.sql import load_statements
from agent_memory.platform.subject_keys import Place, SubjectKey
from agent_memory.subjects.model import Scope


def statement(name: str, scope: Scope | None = None, /, **parameters: object) -> Query:
    """A statement of this capability; a scope fills in org, agent and user."""
    owner: dict[str, object] = {}
    if scope is not None:
        owner = {"org_id": scope.org_id, "agent_id": scope.agent_id, "user_id": scope.user_id}
    return load_statements("agent_memory.conversations")(name, **owner, **parameters)


def job_statement(name: str, job: Job, /, **parameters: object) -> Query:
    """A statement about one job."""
    scope = job.scope
    return statement(name, org_id=scope.org_id, agent_id=scope.agent_id, job_id=job.job_id, **parameters)


def job_insertion(job: Job, key: SubjectKey) -> Query:
    """The statement that accepts a job; it returns no row when the job was accepted before."""
    return statement(
        "insert_job",
        job.scope,
        job_id=job.job_id,
        session_id=job.session_id,
        kind=job.kind,
        epoch=job.epoch,
        memory_id=job.memory_id,
        results=_seal_results(job, key),
        now=job.created_at,
    )


def job_writing(job: Job, key: SubjectKey) -> Query:
    """The statement that writes what a job has come to."""
    return job_statement(
        "write_job",
        job,
        status=job.status,
        results=_seal_results(job, key),
        extractor=None if job.extractor is None else json.dumps(job.extractor),
        usage=None if job.usage is None else json.dumps(job.usage),
        failure=job.failure,
        finished_at=job.finished_at,
    )


def read_job(row: Row, key: SubjectKey) -> Job:
    """A row as a job."""
    job = Job(
        scope=Scope(row["org_id"], row["agent_id"], row["user_id"]),
        job_id=row["job_id"],
        kind=JobKind(row["kind"]),
        status=JobStatus(row["status"]),
        epoch=row["epoch"],
        session_id=row["session_id"],
        memory_id=row["memory_id"],
        attempts=row["attempts"],
        extractor=row["extractor"],
        usage=row["usage"],
        failure=row["failure"],
        created_at=row["created_at"],
        finished_at=row["finished_at"],
    )
    if row["results"] is None:
        return job
    document = key.open_json(row["results"], _results_place(job))
    return replace(job, results=tuple(_read_result(result) for result in document["results"]))


def turn_insertion(turn: Turn, key: SubjectKey) -> Query:
    """The statement that stores a turn."""
    body: dict[str, Any] = {
        "content": turn.content,
        "intent": turn.intent,
        "satisfaction": turn.satisfaction,
        "attachments": list(turn.attachments),
    }
    return statement(
        "insert_turn",
        turn.scope,
        turn_id=turn.id,
        session_id=turn.session_id,
        message_id=turn.message_id,
        sequence=turn.sequence,
        role=turn.role,
        body=key.seal_json(body, _turn_place(turn.id)),
        language=turn.language,
        platform=turn.platform,
        time_zone=turn.time_zone,
        occurred_at=turn.occurred_at,
        job_id=turn.job_id,
        epoch=turn.epoch,
        now=turn.created_at,
    )


def read_turn(row: Row, key: SubjectKey) -> Turn:
    """A row as a turn."""
    body = key.open_json(row["body"], _turn_place(row["turn_id"]))
    return Turn(
        id=row["turn_id"],
        scope=Scope(row["org_id"], row["agent_id"], row["user_id"]),
        session_id=row["session_id"],
        message_id=row["message_id"],
        sequence=row["sequence"],
        role=Role(row["role"]),
        content=body["content"],
        language=row["language"],
        time_zone=row["time_zone"],
        occurred_at=row["occurred_at"],
        job_id=row["job_id"],
        epoch=row["epoch"],
        token_count=row["token_count"],
        platform=row["platform"],
        intent=body["intent"],
        satisfaction=body["satisfaction"],
        attachments=tuple(body["attachments"]),
        created_at=row["created_at"],
    )


def turn_search_rows(turn: Turn, index: Index, key: SubjectKey) -> list[Query]:
    """The statements that make a turn findable."""
    return [
        statement(
            "insert_turn_search_row",
            turn.scope,
            turn_id=turn.id,
            chunk=number,
            segmenter_version=SEGMENTER_VERSION,
            embedding_model=None if chunk.vector is None else index.model,
            embedding=None if chunk.vector is None else vectors.dense(chunk.vector),
            terms=vectors.sparse(key.blind_terms(chunk.terms, vectors.TERM_SPACE)),
        )
        for number, chunk in enumerate(index.chunks)
    ]


def _read_result(document: dict[str, Any]) -> JobResult:
    return JobResult(
        action=document["action"],
        reason=document["reason"],
        memory_id=document["memory_id"],
        content=document["content"],
        message_ids=tuple(document["message_ids"]),
    )


def _seal_results(job: Job, key: SubjectKey) -> bytes:
    """Without contents: what a memory says is kept with the memory, so that it goes with the memory."""
    results = [asdict(replace(result, content=None)) for result in job.results]
    return key.seal_json({"results": results}, _results_place(job))


def _results_place(job: Job) -> Place:
    # The same place for every writing of the results: a job is not versioned, its latest results count.
    return Place(table="job", column="results", row_id=f"{len(job.scope.agent_id)}:{job.scope.agent_id}{job.job_id}")


def _turn_place(turn_id: str) -> Place:
    return Place(table="turn", column="body", row_id=turn_id)
