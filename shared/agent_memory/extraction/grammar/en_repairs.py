"""English: how people take back what they said, and announce that something has changed."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.extraction.grammar.en_attributes import CODE_NOUNS
from agent_memory.extraction.grammar.language import RepairPatterns, Repairs

LEADS: Final = (
    r"strike that|whoops|my mistake|i mis-?typed(?: it| that)?|i misspel(?:led|t)(?: it| that)?|a? ?typo|i was wrong"
    r"|i got (?:it|that) wrong|that(?: was| is|'s) (?:wrong|a typo|not right)|wrong (?:number|one|date|name|address)|hold on|apologies|or rather|rather"
)
"""What takes something back before a clause, beside what other leads say already."""

_STRONG: Final = re.compile(
    rf"\b(?:{LEADS}|correction|scratch that|oops|my bad|i misspoke|i mean|let me correct|no,? wait|wait,? no)\b"
)
_WEAK: Final = re.compile(r"\b(?:actually|sorry|wait|no|nope|in fact)\b")
_SELF_MARKED: Final = re.compile(
    r"i meant\b|(?:please )?make (?:that|it) [$€£\d]|(?:it|that) should (?:be|read|say|have)\b"
)
_HEDGE: Final = re.compile(r"(?:that )?(?:should have (?:been|said|read) )")
_WORD: Final = r"(?:[^,X]|(?<=\d),(?=\d))"
_COUNTED: Final = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten)\b|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]* \d"
    r"|(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day"
)
_VALUE: Final = re.compile(
    r"(?:(?:it|that|this|she|he|they) (?:is|was|should be|should read|should say|should have (?:been|said)|needs to be|are)"
    rf"|should be|should read|is|make (?:that|it)|i meant|i mean|change (?:that|it) to)(?: actually| really| now| rather)* (?P<v>{_WORD}{{1,60}}?)"
    r"(?: now| actually| instead| then| please| sorry| old)*[.! ]*$"
    rf"|(?:actually |rather |really )?(?P<figure>(?:on |at |by |about )?(?:[$€£¥]?\d|{_COUNTED}){_WORD}{{0,30}}?)(?: actually| instead| sorry)*[.! ]*$"
)
_BARE: Final = re.compile(rf"(?P<v>{_WORD}{{1,40}}?)(?: actually| instead| sorry)*[.! ]*$")
_NO_VALUE: Final = re.compile(
    r"^(?:i|you|we|he|she|they|it|this|that|these|those|what|how|why|when|if|not|no|so|very|too|too|to|going|ok|okay|fine|good"
    r"|great|bad|wrong|right|correct|true|about|just|my|your|our|because|working|the (?:same|other|one)|a (?:bit|lot|little))\b"
)
_RENEWED: Final = re.compile(
    r"(?:(?:please |also |just )*(?:use|note|take|save|update) my new |(?:i|we) (?:just |recently |finally |have |has |had )*(?:got|get|have|changed|switched|updated|have got|got myself|bought|set up)"
    r"(?: to)?(?: an?| my| our| the)*(?: new| different| another)? )"
    rf"(?P<attr>{CODE_NOUNS}|number|name)(?: (?:after|last|this|because|when|since|so|for|in|on|at|recently)\b[^X]*)?$"
)
_ENDS: Final = re.compile(
    r"(?:i|we) (?:have |just |recently |finally |actually )*(?:(?P<home>moved(?: house| home| apartments?| cities| again)?|relocated)"
    r"|(?:changed|switched) (?:jobs?|companies|employers)|(?:got|found|started|have|landed) a new job)(?: (?:recently|again|last \w+|this \w+|in \w+))?[.! ]*$"
)
_GAPPED: Final = re.compile(r"(?:and |plus )*(?P<v>[\w.+#&-]+(?: [\w.+#&-]+){0,2} (?:for|as) [^X,]{2,40})$")
_RENAMED: Final = re.compile(
    r"(?:i|we) (?:just |recently |have |legally |officially )*(?:changed|took) (?:my|a new|my new) (?:\w+ )?name\b"
)
_CHANGED: Final = re.compile(
    r" ?(?:has |have |had |was |is |got |just |recently )*(?:changed|updated|different now|wrong|incorrect|not right|a typo|outdated)"
    r"(?: recently| now| again| last \w+| [TPF]+)?[.! ]*$"
)
_NEW_ONE: Final = re.compile(
    r"(?:(?:and |so |now )*(?:(?:the|my) (?:new|right|correct|current|actual)(?: one| number| address| name| email| date)?|it))(?= (?:is|should be|was changed to)\b)"
)


class EnglishRepairs(Repairs):
    """See `Repairs`."""

    def slips(self, lead: str, view: str) -> int:
        """2 when the words before a clause, or its own, take something back, 1 when they may, else 0."""
        if _STRONG.search(lead) or _SELF_MARKED.match(view):
            return 2
        return 1 if _WEAK.search(lead) else 0

    def amended(self, view: str, *, bare: bool) -> tuple[int, int] | None:
        """Where the value stands in a clause that gives nothing but a value; `bare` when words alone may be one."""
        m = _VALUE.match(view)
        if m is not None:
            span = m.span("v" if m["v"] else "figure")
        else:
            plain = _BARE.match(view) if bare else None
            if plain is None:
                return None
            span = plain.span("v")
        return None if _NO_VALUE.match(view[slice(*span)].strip()) else span

    def gapped(self, view: str) -> tuple[int, int] | None:
        """Where the object stands in a clause that leaves out the verb of the one before ("and Excel for reports")."""
        m = _GAPPED.match(view)
        return m.span("v") if m else None


REPAIRS: Final = EnglishRepairs(
    RepairPatterns(
        hedge=_HEDGE,
        changed=_CHANGED,
        renewed=_RENEWED,
        ends=_ENDS,
        renamed=_RENAMED,
        new_one=_NEW_ONE,
        own="The user's {}",
        new_name="The user's name is {}",
    )
)
