"""English pattern pieces shared by the rule tables, and the helper that makes a row."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.rules import Rule, compile_pattern
from agent_memory.extraction.grammar.vocabulary_en import DISEASES, FAMILY, JOBS, PETS
from agent_memory.extraction.grammar.zh_words import WHO, pairs
from agent_memory.memories.model import Kind

ADVERBS: Final = (
    r"(?P<adv>(?:(?:[PTFRD]+(?![PTFRD])|also|really|just|still|currently|now|usually|always|often|actually|mostly|mainly|recently"
    r"|normally|generally|typically"
    r"|especially|absolutely|definitely|honestly|personally|both|only|rarely|sometimes|occasionally|already|finally"
    r"|officially|originally|primarily"
    r"|truly|genuinely|strongly|particularly|kind of|pretty much|basically|very much|much|simply|proudly|happily"
    r"|regularly|frequently|presently|lately"
    r"|today|these days|nowadays|at the moment|right now|for now|so far|on|in|as of|since|for|,) *)*)"
)
"""What may stand between a subject and its verb; a masked time with its preposition too."""

CLOSING: Final = (
    r"(?: (?:now|today|anymore|any more|too|as well|these days|at the moment|right now|currently|by the way|btw|though"
    r"|actually|please|lol|haha|tbh|for now|also))*[ .!]*$"
)
COUNT: Final = (
    r"(?:\d[\d,.]*k?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|a couple of|several"
    r"|a few)"
)
# An object that only this conversation understands: "this answer", "the second option", "your idea".
HERE: Final = (
    r"^(?:the |that |this |those |these |your |you\b|it\b|them\b|what |how |when you|where you|option|version"
    r"|both of)(?!beach|gym|outdoors|mountains|sea|ocean|city|countryside"
    r"|piano|violin|guitar|drums|cello|flute|bus|train|subway|metro|bank|night|morning|evening|cold|heat|dark|same)"
)
THIS: Final = (
    r"\b(?:this|these|those(?! (?:who|with|that|of))|your|you|above|below)\b|^ ?(?:that|it(?! when)|them)\b"
    r"|\bthat (?:one|way|idea|approach|answer|version|thing)\b"
)
SORTS: Final = {
    "NAME": r"[a-z一-鿿][\w.'’·-]*(?: (?!and\b|but\b|from\b|who\b|in\b|at\b|with\b|not\b|by\b|too\b|now\b|here\b|btw\b)[a-z][\w.'’-]*){0,3}",
    "COUNT": COUNT,
    "JOB": rf"(?:[\w&+#./'’-]+ ){{0,5}}?(?:{JOBS})s?(?![\w])",
    "FAMILY": FAMILY,
    "PET": rf"(?:[\w-]+ ){{0,3}}?(?:{PETS})(?:s|es|ies)?",
    "DISEASE": DISEASES,
}


def row(
    name: str,
    cues: str,
    pattern: str,
    kind: Kind,
    importance: int,
    confidence: float,
    say: str = "{s} {p}",
    *,
    who: str = "person",
    entities: str = "",
    sets: str | None = None,
    ends: str | None = None,
    keep_dates: bool = False,
    ttl_days: int | None = None,
    needs_subject: bool = False,
    after_end: bool = False,
    introduces: str | None = None,
    only: dict[str, str] | None = None,
    never: dict[str, str] | None = None,
) -> Rule:
    """A row of an English table; cues are separated by blanks, `_` stands for a blank inside one."""
    adverbs = "" if who in ("attribute", "assistant") else ADVERBS
    return Rule(
        name=name,
        cues=tuple(cue.replace("_", " ") for cue in cues.split()),
        pattern=f"{adverbs}(?:{compile_pattern(pattern, SORTS, CLOSING)})",
        kind=kind,
        importance=importance,
        confidence=confidence,
        say=say,
        who=WHO[who],
        entities=pairs(entities),
        sets=sets,
        ends=ends,
        keep_dates=keep_dates,
        ttl_days=ttl_days,
        needs_subject=needs_subject,
        after_end=after_end,
        introduces=introduces,
        only=only or {},
        never=never or {},
    )
