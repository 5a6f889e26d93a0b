"""What a chat model says of pairs, asked as the service asks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from agent_memory.core.text import language_of
from agent_memory.extraction.judging import Judge, Question
from agent_memory.extraction.model import Judgement
from agent_memory.memories.model import Memory, MemoryType, Source
from agent_memory.subjects.model import Scope
from agent_memory_client.calibration.measuring import FIRST_SAID, THEN_SAID, merges
from agent_memory_client.calibration.pairs import Pair
from agent_memory_client.calibration.rates import Rate

_PAIRS_A_CALL: Final = 10
_SCOPE: Final = Scope("calibration", "calibration", "calibration")

Answers = Mapping[Pair, Judgement]


def answers(pairs: Sequence[Pair], judge: Judge, progress: Callable[[str], None]) -> Answers:
    """What the judge says of pairs; those it gave no usable answer about are missing.

    Raises:
        DependencyUnavailableError: the chat model does not answer.
    """
    found: dict[Pair, Judgement] = {}
    for start in range(0, len(pairs), _PAIRS_A_CALL):
        batch = pairs[start : start + _PAIRS_A_CALL]
        memories = [_memory(pair.a, str(number)) for number, pair in enumerate(batch)]
        questions = [Question(pair.b, THEN_SAID, (memory,)) for pair, memory in zip(batch, memories, strict=True)]
        said = judge.judge(questions)
        for pair, memory in zip(batch, memories, strict=True):
            if (answer := said.of(pair.b, memory)) is not None:
                found[pair] = answer
        progress(f"asked about {min(start + _PAIRS_A_CALL, len(pairs))} of {len(pairs)} pairs")
    return found


def error_rates(pairs: Sequence[Pair], said: Answers) -> dict[str, Any]:
    """What the judge gets wrong, alone and after the discriminators.

    "update" is no error for pairs of different facts, many of which are changes; it is counted, as it retires a memory.
    """
    different = [pair for pair in pairs if not pair.same and pair in said]
    same = [pair for pair in pairs if pair.same and pair in said]
    merged = [pair for pair in different if said[pair] is Judgement.DUPLICATE]
    missed = [pair for pair in same if said[pair] is not Judgement.DUPLICATE]
    return {
        "unanswered": Rate(len(pairs) - len(different) - len(same), len(pairs)).document(),
        "falseMerges": Rate(len(merged), len(different)).document(),
        "misses": Rate(len(missed), len(same)).document(),
        "calledUpdate": {
            "differentFacts": _share(different, said, Judgement.UPDATE),
            "oneFact": _share(same, said, Judgement.UPDATE),
        },
        "afterDiscriminators": {
            "falseMerges": Rate(sum(merges(pair, said[pair]) for pair in different), len(different)).document(),
            "misses": Rate(sum(not merges(pair, said[pair]) for pair in same), len(same)).document(),
        },
    }


def _share(pairs: Sequence[Pair], said: Answers, judgement: Judgement) -> dict[str, Any]:
    return Rate(sum(said[pair] is judgement for pair in pairs), len(pairs)).document()


def _memory(content: str, name: str) -> Memory:
    return Memory(
        id=name,
        scope=_SCOPE,
        memory_type=MemoryType.FACT,
        source=Source.AUTO,
        content=content,
        confidence=0.9,
        language=language_of(content),
        observed_at=FIRST_SAID,
        updated_by="memctl",
        update_reason="calibration",
        created_at=FIRST_SAID,
        updated_at=FIRST_SAID,
    )
