"""The offline extractor: turns of a user to statements about the user, by grammar alone."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from agent_memory.conversations.model import Role
from agent_memory.core.text import weight
from agent_memory.extraction.grammar.drafts import Draft
from agent_memory.extraction.grammar.en import EN
from agent_memory.extraction.grammar.language import Grammar
from agent_memory.extraction.grammar.passages import ends_game, opens_game, read_passage
from agent_memory.extraction.grammar.reader import MessageReader
from agent_memory.extraction.grammar.settling import settled
from agent_memory.extraction.grammar.zh import ZH
from agent_memory.extraction.model import Candidate, Extraction, ExtractorInfo, Passed, SpokenTurn
from agent_memory.memories.model import TTL_DAYS, Kind

DEFAULT_MIN_CHARACTERS: Final = 10
MOST_STATEMENTS: Final = 100
"""Of one message. Every statement is compared with every other, and nobody says as much of themselves: what goes on for
longer is a list that somebody pasted. The message itself is kept whole."""

_SLIP: Final = re.compile(
    r"(?:哦|啊|噢|哎呀?|不好意思|抱歉|对不起)?[,，。!！\s]*(?:(?:我|刚才|刚刚|之前)*(?:说|打|写|记|搞|弄)?错了|不对|不是|口误|更正)"
)
"""How a message starts that only puts right another: 我说错了，是7岁 alone does not say who is seven."""

_SNIPPET: Final = 200
_GRACE_DAYS: Final = 7
"""A plan is kept a week beyond its date."""


class GrammarExtractor:
    """Extracts by grammar rules, without a model or a network. Thread-safe and deterministic."""

    def __init__(self, *, min_characters: int = DEFAULT_MIN_CHARACTERS) -> None:
        """User messages of less weight than `min_characters` Latin letters (stripped, NFC) are skipped."""
        self._min_characters = min_characters
        self._grammars: dict[str, Grammar] = {"zh": ZH, "en": EN}

    @property
    def info(self) -> ExtractorInfo:
        """Named in every response that used it."""
        return ExtractorInfo(name="offline", model="grammar-zh-en-1", prompt_version="grammar-1")

    def extract(
        self,
        turns: tuple[SpokenTurn, ...],
        *,
        time_zone: str,
        instructions: str | None = None,
        read_before: frozenset[str] = frozenset(),
    ) -> Extraction:
        """Candidates from the user's own words, in order. `instructions` need a model and are ignored here.

        `read_before` names turns that were extracted from already and are only there to understand the others: they
        give no candidates of their own, but "no, 8,000" may correct what they say, and they may correct what is new.
        The turns must follow one another in their session.
        """
        zone = ZoneInfo(time_zone)
        spoken = [turn for turn in turns if turn.role is Role.USER]
        heard, passed = self._heard(spoken, zone)
        fresh = [number for number, turn in enumerate(spoken) if turn.message_id not in read_before]
        candidates = [
            _candidate(draft, spoken)
            for draft in heard
            if any((draft.turn if draft.basis is None else draft.basis) <= number <= draft.turn for number in fresh)
        ]
        return Extraction(_merged(candidates), tuple(p for p in passed if p.message_id not in read_before))

    def _heard(self, spoken: list[SpokenTurn], zone: ZoneInfo) -> tuple[list[Draft], list[Passed]]:
        """What every turn states, and the turns that state nothing."""
        heard: list[Draft] = []
        passed: list[Passed] = []
        in_game = False
        for number, turn in enumerate(spoken):
            content = unicodedata.normalize("NFC", turn.content).strip()
            is_short = weight(content) < self._min_characters or (
                len(content) < self._min_characters and _SLIP.match(content) is not None
            )
            before = tuple(draft for draft in heard if draft.turn == number - 1)
            if is_short and not before:
                passed.append(Passed(turn.message_id, "too_short"))
                continue
            in_game = (in_game or opens_game(content)) and not ends_game(content)
            reader = MessageReader(self._grammars, turn.occurred_at, zone)
            found = settled(reader.read(read_passage(content, in_game=in_game), tuple(heard), before))
            if len(found) > MOST_STATEMENTS:
                found = found[:MOST_STATEMENTS]
                passed.append(Passed(turn.message_id, "too_many_statements"))
            if is_short:  # too short to state anything, but "no, 8,000" puts right the turn before
                found = [draft for draft in found if draft.basis is not None]
            heard += [replace(draft, turn=number) for draft in found]
            if not found:
                passed.append(Passed(turn.message_id, "too_short" if is_short else "nothing_memorable"))
        return heard, passed


def _candidate(draft: Draft, spoken: list[SpokenTurn]) -> Candidate:
    turn = spoken[draft.turn]
    numbers = dict.fromkeys([draft.turn if draft.basis is None else draft.basis, draft.turn])
    return Candidate(
        content=draft.content,
        kind=draft.kind,
        importance=draft.importance,
        confidence=round(draft.confidence, 2),
        source_message_ids=tuple(spoken[number].message_id for number in numbers),
        source_snippet=draft.snippet[:_SNIPPET],
        language=draft.language,
        entities=draft.entities,
        replaces=draft.replaces,
        ttl_days=_ttl_days(draft, turn),
        is_dated=_is_dated(draft),
    )


def _is_dated(draft: Draft) -> bool:
    return draft.last_day is not None and draft.kind in (Kind.INTENT, Kind.CONSTRAINT)


def _ttl_days(draft: Draft, turn: SpokenTurn) -> int | None:
    """Days to live when they differ from the kind's: nothing dated expires before its date and a week."""
    days = draft.ttl_days or TTL_DAYS[draft.kind]
    if draft.last_day is not None and _is_dated(draft):
        ahead = (draft.last_day - turn.occurred_at.date()) / timedelta(days=1)
        days = max(days, int(ahead) + _GRACE_DAYS)
    return None if days == TTL_DAYS[draft.kind] else days


def _merged(candidates: list[Candidate]) -> tuple[Candidate, ...]:
    """Identical statements once, with all their sources."""
    kept: dict[str, Candidate] = {}
    for candidate in candidates:
        other = kept.get(candidate.content)
        if other is None:
            kept[candidate.content] = candidate
            continue
        sources = tuple(dict.fromkeys((*other.source_message_ids, *candidate.source_message_ids)))
        kept[candidate.content] = Candidate(
            content=other.content,
            kind=other.kind,
            importance=max(other.importance, candidate.importance),
            confidence=max(other.confidence, candidate.confidence),
            source_message_ids=sources,
            source_snippet=other.source_snippet,
            language=other.language,
            entities=tuple(dict.fromkeys((*other.entities, *candidate.entities))),
            replaces=other.replaces or candidate.replaces,
            ttl_days=other.ttl_days if other.ttl_days is not None else candidate.ttl_days,
            is_dated=other.is_dated and candidate.is_dated,
        )
    return tuple(kept.values())
