"""How the tests of the grammar speak to it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from agent_memory.conversations.model import Role
from agent_memory.extraction.grammar import GrammarExtractor
from agent_memory.extraction.model import Candidate, Extraction, SpokenTurn

SAID_AT = datetime(2026, 3, 18, 2, 0, tzinfo=UTC)
"""Wednesday, 10:00 in Shanghai."""
EXTRACTOR = GrammarExtractor()


def turn(text: str, role: Role = Role.USER, *, number: int = 0, at: datetime = SAID_AT) -> SpokenTurn:
    """One turn."""
    return SpokenTurn(f"m{number}", role, text, at + timedelta(minutes=number))


def extract(*texts: str, zone: str = "Asia/Shanghai", at: datetime = SAID_AT) -> Extraction:
    """What the extractor makes of messages of a user."""
    turns = tuple(turn(text, number=number, at=at) for number, text in enumerate(texts))
    return EXTRACTOR.extract(turns, time_zone=zone)


def candidates(*texts: str) -> tuple[Candidate, ...]:
    """The candidates from messages of a user."""
    return extract(*texts).candidates


def said(*texts: str) -> list[str]:
    """The statements from messages of a user."""
    return [candidate.content for candidate in candidates(*texts)]


def only(*texts: str) -> Candidate:
    """The only candidate."""
    (candidate,) = candidates(*texts)
    return candidate
