"""One execution environment that may die at any moment: an object graph, a connection, and stand-ins for models."""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import psycopg

from agent_memory.conversations.model import Role
from agent_memory.core.embedding import EmbeddingModel
from agent_memory.core.errors import DependencyUnavailableError
from agent_memory.extraction.judging import Judgements, Question
from agent_memory.extraction.model import Candidate, Extraction, ExtractorInfo, Passed, SpokenTurn, Usage
from agent_memory.limits.model import OrgLimits
from agent_memory.limits.service import Limits, RateLimiter
from agent_memory.memories.model import Kind
from agent_memory.platform.key_files import FileKeyStore
from agent_memory.platform.postgres import Database, Row
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory.wiring import Wiring, _Current, use
from tests.simulation.faults import Fate, Point, Position, ProcessKilledError, statement_name
from tests.simulation.people import BY_TEXT, vector_of
from tests.simulation.simulated_queue import QueuePort
from tests.support.service import FakeContext

if TYPE_CHECKING:
    from tests.simulation.world import World

MINIMUM_CHARACTERS: Final = 6
CONFIDENCE: Final = 0.5
_MODEL: Final = EmbeddingModel("simulated", "simulated", 0.85, 0.60, 0.1, 0.0, 1.0)
_UNLIMITED: Final = OrgLimits(requests_per_minute=1_000_000_000)


class Process:
    """An execution environment of one role."""

    def __init__(self, world: World, role: str) -> None:
        self.role = role
        self.world = world
        self.alive = True
        self.may_fail = True
        """Whether it may meet errors now, and not only death."""
        self.graph = self._graph()

    def run(self, handler: Callable[[Any, Any], Any], event: Mapping[str, Any]) -> Any:
        """What a handler answers.

        Raises:
            ProcessKilledError: the process died at it.
        """
        before = _Current.graph
        use(self.graph)
        try:
            return handler(event, FakeContext())
        finally:
            use(before)

    def reach(self, name: str, position: Position) -> Fate:
        """Arrive at a point; FAIL is for the caller to carry out.

        Raises:
            ProcessKilledError: the process dies here, or is dead.
        """
        if not self.alive:
            raise ProcessKilledError  # a dead process does nothing, not even tidying up
        fate = self.world.faults.draw(Point(f"{self.role} {name}", position), may_fail=self.may_fail)
        if fate is Fate.RESTART:
            self.world.restart_database()
            return Fate.GO_ON
        if fate is Fate.KILL:
            self.die()
        return fate

    def die(self) -> None:
        """End as a process does: its socket is closed without a word.

        Raises:
            ProcessKilledError: always.
        """
        self.alive = False
        sever(self.graph.database._connection)
        raise ProcessKilledError

    def call(self, name: str, work: Callable[[], Any]) -> Any:
        """Call another service."""
        if self.reach(name, Position.BEFORE) is Fate.FAIL:
            raise DependencyUnavailableError(name)
        answer = work()
        if self.reach(name, Position.AFTER) is Fate.FAIL:
            raise DependencyUnavailableError(name)
        return answer

    def close(self) -> None:
        """End in order."""
        self.graph.database.close()

    def _graph(self) -> Wiring:
        world, graph = self.world, Wiring()
        database = MortalDatabase(self, lambda: world.server.address.as_role(self.role))
        limits = Limits(database, _UNLIMITED, world.seconds)
        queue = QueuePort(world.queue, self.call)
        parts = {
            "clock": world.clock,
            "database": database,
            "keys": SubjectKeys(FileKeyStore(world.server.key_directory)),
            "limits": limits,
            "rate_limiter": RateLimiter(database, limits, world.clock, world.seconds),
            "job_queue": queue,
            "dead_letters": queue,
            "token_counter": world.server.token_counter,
            **dict.fromkeys(("extractor", "patient_extractor"), ScriptedExtractor(self)),
            "judge": SilentJudge(self),
            **dict.fromkeys(("embedder", "patient_embedder"), TopicEmbedder(self)),
        }
        vars(graph).update(parts)  # where `cached_property` looks first
        return graph


def sever(connection: psycopg.Connection[Any] | None) -> None:
    """Close a connection's socket as the death of its process does: no goodbye is sent."""
    if connection is None or connection.closed:
        return
    with socket.socket(fileno=connection.pgconn.socket) as wire:
        wire.shutdown(socket.SHUT_RDWR)
        wire.detach()
    connection.close()


class MortalDatabase(Database):
    """The service's own connection, watched at every statement."""

    def __init__(self, process: Process, conninfo: Callable[[], str]) -> None:
        super().__init__(conninfo)
        self._process = process

    def _connected(self) -> psycopg.Connection[Row]:
        if not self._process.alive:
            raise ProcessKilledError
        connection = super()._connected()
        if connection.cursor_factory is not _WatchedCursor:
            connection.cursor_factory = _WatchedCursor
            vars(connection)["process"] = self._process
        return connection


class _WatchedCursor(psycopg.Cursor[Row]):
    """A cursor that passes two points per statement."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> _WatchedCursor:
        process: Process = vars(self.connection)["process"]
        name = statement_name(query)
        if name == "BEGIN":
            process.world.pause(process)
        if process.reach(name, Position.BEFORE) is Fate.FAIL:
            sever(self.connection)
        super().execute(query, params, **options)
        if process.reach(name, Position.AFTER) is Fate.FAIL:
            sever(self.connection)
            raise psycopg.OperationalError("the connection is lost, and with it the answer")
        return self


class ScriptedExtractor:
    """Reads what the simulated people can say. Its usage counts the user's turns it was given to read."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @property
    def info(self) -> ExtractorInfo:
        """Who it is."""
        return ExtractorInfo("simulated", "simulated", "1")

    def extract(
        self,
        turns: tuple[SpokenTurn, ...],
        *,
        time_zone: str,
        instructions: str | None = None,
        read_before: frozenset[str] = frozenset(),
    ) -> Extraction:
        """As a model's extractor, with other things going on in the meantime."""
        del time_zone, instructions
        return self._process.call("chat", lambda: self._read(turns, read_before))

    def _read(self, turns: tuple[SpokenTurn, ...], read_before: frozenset[str]) -> Extraction:
        self._process.world.model_calls += 1
        self._process.world.pause(self._process)
        spoken = [turn for turn in turns if turn.role is Role.USER and turn.message_id not in read_before]
        candidates = tuple(
            Candidate(
                content=statement,
                kind=Kind.FACT,
                importance=3,
                confidence=CONFIDENCE,
                source_message_ids=(turn.message_id,),
                source_snippet=turn.content,
                language="zh" if statement.startswith("用户") else "en",
            )
            for turn in spoken
            if (statement := BY_TEXT[turn.content].statement) is not None
        )
        passed = tuple(
            Passed(turn.message_id, "too_short" if len(turn.content) < MINIMUM_CHARACTERS else "nothing_memorable")
            for turn in spoken
            if BY_TEXT[turn.content].statement is None
        )
        return Extraction(candidates, passed, Usage(1, len(spoken), len(candidates)))


class SilentJudge:
    """Is asked about statements that resemble each other, takes its time, and leaves it at what the rules say."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def judge(self, questions: Sequence[Question]) -> Judgements:
        """Nothing, for the price of a call."""
        del questions

        def answer() -> Judgements:
            self._process.world.pause(self._process)
            return Judgements(usage=Usage(model_calls=1))

        return self._process.call("judge", answer)


class TopicEmbedder:
    """The embeddings of `vector_of`."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @property
    def model(self) -> EmbeddingModel:
        """Its calibration."""
        return _MODEL

    def embed(self, texts: Sequence[str], *, timeout_seconds: float | None = None) -> list[Sequence[float]]:
        """One vector per text."""
        del timeout_seconds

        def answer() -> list[Sequence[float]]:
            self._process.world.pause(self._process)
            return [vector_of(text) for text in texts]

        return self._process.call("embedding", answer)
