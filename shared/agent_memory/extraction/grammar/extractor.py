"""The offline extractor: turns of a user to statements about the user, by grammar alone."""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from agent_memory.conversations.model import Role
from agent_memory.extraction.grammar.drafts import Draft
from agent_memory.extraction.grammar.en import EN
from agent_memory.extraction.grammar.language import Grammar
from agent_memory.extraction.grammar.passages import ends_game, opens_game, read_passage
from agent_memory.extraction.grammar.reader import MessageReader
from agent_memory.extraction.grammar.zh import ZH
from agent_memory.extraction.model import Candidate, Extraction, ExtractorInfo, Passed, SpokenTurn
from agent_memory.memories.model import TTL_DAYS, Kind

DEFAULT_MIN_CHARACTERS: Final = 10
_SNIPPET: Final = 200
_GRACE_DAYS: Final = 7
"""A plan is kept a week beyond its date."""


class GrammarExtractor:
    """Extracts by grammar rules, without a model or a network. Thread-safe and deterministic."""

    def __init__(self, *, min_characters: int = DEFAULT_MIN_CHARACTERS) -> None:
        """User messages with fewer than `min_characters` characters (stripped, NFC) are skipped."""
        self._min_characters = min_characters
        self._grammars: dict[str, Grammar] = {"zh": ZH, "en": EN}

    @property
    def info(self) -> ExtractorInfo:
        """Named in every response that used it."""
        return ExtractorInfo(name="offline", model="grammar-zh-en-1", prompt_version="grammar-1")

    def extract(self, turns: tuple[SpokenTurn, ...], *, time_zone: str, instructions: str | None = None) -> Extraction:
        """Candidates from the user's own words, in order. `instructions` need a model and are ignored here."""
        zone = ZoneInfo(time_zone)
        candidates: list[Candidate] = []
        passed: list[Passed] = []
        drafts: list[Draft] = []
        in_game = False
        for turn in turns:
            if turn.role is not Role.USER:
                continue
            content = unicodedata.normalize("NFC", turn.content).strip()
            if len(content) < self._min_characters:
                passed.append(Passed(turn.message_id, "too_short"))
                continue
            in_game = (in_game or opens_game(content)) and not ends_game(content)
            reader = MessageReader(self._grammars, turn.occurred_at, zone)
            found = reader.read(read_passage(content, in_game=in_game), tuple(drafts))
            drafts.extend(found)
            candidates.extend(_candidate(draft, turn) for draft in found)
            if not found:
                passed.append(Passed(turn.message_id, "nothing_memorable"))
        return Extraction(_merged(candidates), tuple(passed))


def _candidate(draft: Draft, turn: SpokenTurn) -> Candidate:
    return Candidate(
        content=draft.content,
        kind=draft.kind,
        importance=draft.importance,
        confidence=round(draft.confidence, 2),
        source_message_ids=(turn.message_id,),
        source_snippet=draft.snippet[:_SNIPPET],
        language=draft.language,
        entities=draft.entities,
        replaces=draft.replaces,
        ttl_days=_ttl_days(draft, turn),
    )


def _ttl_days(draft: Draft, turn: SpokenTurn) -> int | None:
    """Days to live when they differ from the kind's: nothing dated expires before its date and a week."""
    days = draft.ttl_days or TTL_DAYS[draft.kind]
    if draft.last_day is not None and draft.kind in (Kind.INTENT, Kind.CONSTRAINT):
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
        )
    return tuple(kept.values())
