"""What a conversation would come to, without writing any of it: for trying out an agent's instructions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent_memory.conversations.model import Conversation, JobResult, Role, Turn
from agent_memory.conversations.service import Conversations
from agent_memory.core.clock import Clock
from agent_memory.core.context_block import strip_blocks
from agent_memory.core.embedding import EmbeddingModel
from agent_memory.core.errors import DependencyUnavailableError, ModelAnswerError, ModelError, ModelRefusalError
from agent_memory.extraction import store
from agent_memory.extraction.deciding import (
    CandidateMemory,
    candidate_memories,
    decided,
    neighbour_queries,
    workspace_for,
)
from agent_memory.extraction.decisions import Proposal
from agent_memory.extraction.model import Extraction, Extractor, ExtractorInfo, Passed, SpokenTurn, Usage
from agent_memory.extraction.service import BATCH_TURNS, CONTEXT_TURNS
from agent_memory.extraction.spending import Spending
from agent_memory.limits.service import Limits
from agent_memory.memories.indexing import Indexer
from agent_memory.memories.model import Memory
from agent_memory.platform.postgres import Database
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory.policies.service import Policies
from agent_memory.subjects.model import Scope


@dataclass(frozen=True, slots=True)
class Preview:
    """What would become of a conversation."""

    results: tuple[tuple[JobResult, Memory | None], ...]
    """Per candidate, with the memory as it was read; per message that gives none, with None."""
    extractor: ExtractorInfo
    usage: Usage


class DryRun:
    """Does what the conversation worker does, up to the point where it would write."""

    def __init__(
        self,
        database: Database,
        keys: SubjectKeys,
        conversations: Conversations,
        extractor: Extractor,
        indexer: Indexer,
        model: EmbeddingModel,
        limits: Limits,
        policies: Policies,
        *,
        spending: Spending,
        clock: Clock,
    ) -> None:
        self._database = database
        self._keys = keys
        self._conversations = conversations
        self._extractor = extractor
        self._indexer = indexer
        self._model = model
        self._limits = limits
        self._policies = policies
        self._spending = spending
        self._clock = clock

    def run(self, conversation: Conversation) -> Preview:
        """Extract from the conversation alone, and decide by rules against what is remembered of the user now.

        A worker also asks a model, if there is one, about what rules leave open; a dry run does not.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
            DependencyUnavailableError: the model did not answer, or not usably.
        """
        scope, turns = conversation.scope, self._conversations.unstored(conversation)
        [[agent]] = self._database.read(scope.org_id, store.statement("find_instructions", scope))
        extraction = self._extracted(turns, agent["instructions"])
        indexes = self._indexer.index_all([candidate.content for candidate in extraction.candidates])
        by_id = {turn.id: turn for turn in turns}
        now = self._clock.now()
        lives = self._policies.of(scope.org_id, scope.agent_id).ttl_days
        made = candidate_memories(extraction.candidates, indexes, by_id, turns, self._extractor.info, lives, now)
        results = list(zip(self._decided(scope, made), (one.memory for one in made), strict=True))
        passed = [
            (JobResult("skipped", item.reason, message_ids=(by_id[item.message_id].message_id,)), None)
            for item in extraction.passed
        ]
        return Preview((*results, *passed), self._extractor.info, extraction.usage)

    def _extracted(self, turns: Sequence[Turn], instructions: str | None) -> Extraction:
        found = Extraction((), ())
        for number, batch in enumerate(_batches(turns)):
            start = number * BATCH_TURNS
            context = turns[max(0, start - CONTEXT_TURNS) : start]
            part = self._read(batch, context, instructions)
            found = Extraction(
                (*found.candidates, *part.candidates), (*found.passed, *part.passed), found.usage + part.usage
            )
        return found

    def _read(self, batch: Sequence[Turn], context: Sequence[Turn], instructions: str | None) -> Extraction:
        org_id = batch[0].scope.org_id
        try:
            extraction = self._extractor.extract(
                tuple(
                    SpokenTurn(turn.id, turn.role, strip_blocks(turn.content), turn.occurred_at)
                    for turn in (*context, *batch)
                ),
                time_zone=batch[0].time_zone,
                instructions=instructions,
                read_before=frozenset(turn.id for turn in context),
            )
        except ModelError as error:
            usage = Usage(error.model_calls, error.input_tokens, error.output_tokens)
            self._spending.record(org_id, usage)
            if isinstance(error, ModelAnswerError):
                raise DependencyUnavailableError("chat", "The model's answer could not be used") from error
            reason = "refused" if isinstance(error, ModelRefusalError) else "too_long"
            spoken = [turn for turn in batch if turn.role is Role.USER]
            return Extraction((), tuple(Passed(turn.id, reason) for turn in spoken), usage)
        self._spending.record(org_id, extraction.usage)
        return extraction

    def _decided(self, scope: Scope, made: Sequence[CandidateMemory]) -> list[JobResult]:
        now, limits = self._clock.now(), self._limits.of(scope.org_id)
        key = self._keys.for_reading(scope.org_id, [scope.user_id]).get(scope.user_id)
        if key is None:  # nothing is known of somebody who has no key
            workspace = workspace_for(self._model, now, room=limits.memories_per_user)
            return [workspace.decide(Proposal(one.memory, one.index, {})) for one in made]
        queries = neighbour_queries(scope, made, self._model, key, limits, now)
        found = self._database.read(scope.org_id, *queries)
        return [result for _, result in decided(made, found, self._model, key, limits, now)[1]]


def _batches(turns: Sequence[Turn]) -> list[tuple[Turn, ...]]:
    return [tuple(turns[start : start + BATCH_TURNS]) for start in range(0, len(turns), BATCH_TURNS)]
