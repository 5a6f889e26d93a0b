"""Cuts a message into sentences and clauses, Chinese and English, by offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from agent_memory.extraction.grammar.vocabulary_en import JOBS

_SENTENCE_END: Final = re.compile(r"[。!?;\n…]+[”\"'」』)]*|\.{2,}|\.(?=[\s”\"')]|$|[一-鿿])")
_ABBREVIATION: Final = re.compile(
    r"\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|e\.g|i\.e|etc|no|inc|ltd|co|approx|u\.s|u\.k|ph\.d|[ap]\.m|[a-z])$"
)

_VERBS: Final = (
    "am|is|are|was|were|have|has|had|live|lives|work|works|love|loves|like|likes|hate|hates|prefer|prefers|use|uses"
    "|used|enjoy|enjoys|speak|speaks"
    "|play|plays|drive|drives|drink|drinks|eat|eats|study|studies|teach|teaches|run|runs|own|owns|manage|manages|lead"
    "|leads|sleep|sleeps|wake|wakes"
    "|carry|carries|read|reads|write|writes|code|codes|cook|cooks|travel|travels|need|needs|want|wants|plan|plans|hope"
    "|hopes|moved|switched|graduated|started|joined"
    "|bought|got|quit|left|retired|married|born|became|avoid|avoids|dislike|dislikes|can't|cannot|don't|doesn't|do not"
    "|does not|never|always|usually|skip|keep|goes|go"
    "|swim|swims|bike|bikes|commute|commutes|collect|collects|follow|follows|support|supports|keeps|take|takes|grew"
    "|originally|currently|mostly|mainly|only"
)
_SAID: Final = r"(?:i|my|we|our|he|she|they|his|her|it's|it is|you|your)\b"
_AS_TOOL: Final = (
    r"(?: (?:my|our|his|her|their) (?:[\w-]+ ){0,3}?(?:system|tool|editor|ide|browser|erp|crm|app|software|platform|os|search engine|language|main"
    r"|default|primary|go-to)\b)"
)
_LINK: Final = (
    rf"(?:and|but|so|because|since|as(?!{_AS_TOOL})|while|although|though|whereas|plus|then|also|which means|yet)"
)
_EN_STARTS: Final = re.compile(
    rf"\s*(?:{_LINK} )*(?:an? (?:[\w&/-]+ ){{0,3}}?(?:{JOBS})\b|{_SAID}|(?!likes?\b)(?:{_VERBS})\b|(?:please|can|could"
    r"|what|which|where|when|how|why|who|do|does|any|if|not|no|is|are|should|would|will"
    r"|allergic|based|living|working|married|single|divorced|especially|let's|thanks|instead|so|but|which|because"
    r"|since|\d+ years? old|nice to|pleased to|great to|lovely to|good to meet|feel free|(?:call|text|email|ping|reach|write) (?:me|any ?time"
    r"|any time|it)|no,|wait|actually|sorry|oops|scratch|correction|rather|i mean|hello|hi there|hey)\b)"
)
_EN_INSIDE: Final = re.compile(
    rf"\s+(?={_LINK} {_SAID})|\s+(?=(?:and|but) it (?:has|is|was|needs|must)\b)|\s+(?=(?:and|but) (?:(?:now|also|then"
    rf"|currently|still|mostly|usually|really|just|always|never|often) )?(?:{_VERBS})\b)|\s+(?=(?:living|working|based"
    r"|studying) (?:in|at|for|as|near|from|on)\b)"
    r"|\s+(?=(?:if|unless|provided that|in case) )|\s+(?=unless )"
)
_GAPPED: Final = re.compile(r"\s*(?:and|plus) (?:[\w.+#&-]+ ){1,3}?(?:for|as) ")
_USES: Final = re.compile(r"\b(?:use|uses|using)\b")
_PARTICIPLE: Final = re.compile(r"\s+(?:living|working|based|studying) ")
_COMPOUND: Final = re.compile(r"(?:and |but |so )*(?:my|our) [\w-]{1,14}")
_NOT_AFTER: Final = re.compile(
    r"(?:\b(?:am|is|are|was|were|be|been|being|currently|now|still|just|started|start|stop|stopped|keep|love|like"
    r"|enjoy|hate|about|of|for|from|by|not|i|prefer|usually|always|to|while|and|mostly)|'m|'re)$"
)
_ZH_INSIDE: Final = re.compile(
    r"(?<=[一-鿿a-z0-9])(?=(?:但是|但(?!愿)|不过(?!敏|是|如此)|而且|所以|因为|可是|并且|另外|然后)[一-鿿])"
    r"|(?<=[一-鿿])(?<![叫是在用住姓])\s+(?=[一-鿿])"
)
_COMMA: Final = re.compile(r"(?<!\d),|,(?!\d)|:(?!\d|//)(?<!\d:)|(?<=[一-鿿])[-~]{2,}|\s[-–—]{1,2}\s")
_ERRAND: Final = re.compile(
    r"帮我|给我|推荐|告诉我|告知|查一?下|[吗么呢]|什么|哪|怎么|多少|\bcan you\b|\bcould you\b|\bhelp me\b"
)
_HAN: Final = re.compile("[一-鿿]")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause by its offsets in the message."""

    start: int
    end: int
    sentence: int
    """Number of its sentence in the message."""
    opener: str
    """What stands before it: "" at the start of a sentence, ",", ":" or a blank."""
    asked: bool
    """It ends a sentence that ends with a question mark."""
    in_question: bool = False
    """Its sentence or the next asks for something."""


def split_clauses(view: str) -> list[Clause]:
    """The clauses of a plain lower-case text, in order. Takes time linear in its length."""
    found: list[Clause] = []
    sentences = list(_sentences(view))
    errands = ["?" in mark or _ERRAND.search(view, start, end) is not None for start, end, mark in sentences]
    for number, (start, end, mark) in enumerate(sentences):
        parts = list(_parts(view, start, end))
        for index, (left, right, opener) in enumerate(parts):
            asked = "?" in mark and index == len(parts) - 1
            errand = any(errands[number : number + 2])
            found.append(Clause(left, right, number, opener, asked, in_question=errand))
    return found


def _sentences(view: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for m in _SENTENCE_END.finditer(view):
        if m[0] == "." and _ABBREVIATION.search(view, max(start, m.start() - 6), m.start()):
            continue
        if m.start() > start:
            yield start, m.start(), m[0]
        start = m.end()
    if start < len(view):
        yield start, len(view), ""


def _parts(view: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Clauses of a sentence, without surrounding blanks."""
    left, opener = start, ""
    for cut, after, mark in _cuts(view, start, end):
        if view[left:cut].strip():
            yield *_trim(view, left, cut), opener
        left, opener = after, mark
    if view[left:end].strip():
        yield *_trim(view, left, end), opener


def _trim(view: str, left: int, right: int) -> tuple[int, int]:
    while left < right and view[left].isspace():
        left += 1
    while right > left and view[right - 1].isspace():
        right -= 1
    return left, right


def _cuts(view: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """(end of a clause, start of the next, mark) in order."""
    cuts: list[tuple[int, int, str]] = []
    for m in _COMMA.finditer(view, start, end):
        mark = ":" if ":" in m[0] else ","
        if mark == ":" or _is_chinese_comma(view, m, end) or _starts(view, m, start, end):
            cuts.append((m.start(), m.end(), mark))
    for m in _EN_INSIDE.finditer(view, start, end):
        if _PARTICIPLE.match(view, m.start()) and _NOT_AFTER.search(view, max(start, m.start() - 12), m.start()):
            continue
        if _COMPOUND.fullmatch(view[(cuts[-1][1] if cuts else start) : m.start()].strip()):
            continue  # "my wife and I"
        cuts.append((m.start(), m.end(), " "))
    cuts.extend((m.start(), m.end(), " ") for m in _ZH_INSIDE.finditer(view, start, end))
    return sorted(cuts)


def _starts(view: str, m: re.Match[str], start: int, end: int) -> bool:
    """Whether an English clause starts after a comma; "we use A for this, and B for that" are two."""
    if _EN_STARTS.match(view, m.end(), end):
        return True
    return _GAPPED.match(view, m.end(), end) is not None and _USES.search(view, start, m.start()) is not None


def _is_chinese_comma(view: str, m: re.Match[str], end: int) -> bool:
    before = view[max(0, m.start() - 1) : m.start()]
    after = view[m.end() : min(end, m.end() + 2)].strip()
    return bool(_HAN.match(before) or _HAN.match(after))
