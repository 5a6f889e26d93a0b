"""English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from agent_memory.core.time_expressions import Direction
from agent_memory.extraction.grammar import en_screen
from agent_memory.extraction.grammar.dates import DatedText
from agent_memory.extraction.grammar.en_attributes import ATTRIBUTES, CONTACTS
from agent_memory.extraction.grammar.en_identity import HOMES, NAMES, PERSONAL, SELF_NAMED, STUDIES
from agent_memory.extraction.grammar.en_life import FAMILY, HEALTH, LIMITS
from agent_memory.extraction.grammar.en_plans import EVENTS, PLANS
from agent_memory.extraction.grammar.en_repairs import REPAIRS
from agent_memory.extraction.grammar.en_requests import REQUESTS
from agent_memory.extraction.grammar.en_subject import USER, find_subject
from agent_memory.extraction.grammar.en_taste import FAVOURITES, FOOD, HABITS, LIKES
from agent_memory.extraction.grammar.en_verbs import BASE_FORMS, base_of, conjugate
from agent_memory.extraction.grammar.en_work import COMPANY, JOBS, SKILLS, TOOLS
from agent_memory.extraction.grammar.language import Correction, Repairs
from agent_memory.extraction.grammar.person import en_third_person
from agent_memory.extraction.grammar.rules import DECORATION, Rule, Subject, Table, Who, table

_PERSON_TABLE: Final = table(
    NAMES,
    PERSONAL,
    HEALTH,
    FOOD,
    HOMES,
    PLANS,
    STUDIES,
    FAMILY,
    SKILLS,
    JOBS,
    TOOLS,
    LIMITS,
    LIKES,
    HABITS,
    EVENTS,
    SELF_NAMED,
)
_CONTRACTIONS: Final = (
    (re.compile(r"\s{2,}|[^\S ]"), " "),
    (re.compile(r"\bi'm\b|\bim\b(?= (?:a|an|the|from|not|allergic|vegan|using|working|based|in|so|also)\b)"), "I am"),
    (re.compile(r"\bi've\b"), "I have"),
    (re.compile(r"\bi'll\b"), "I will"),
    (re.compile(r"\bi'd\b"), "I would"),
    (re.compile(r"\bwe're\b"), "we are"),
    (re.compile(r"\bwe've\b"), "we have"),
    (re.compile(r"\bwe'll\b"), "we will"),
    (re.compile(r"\bit's\b"), "it is"),
    (
        re.compile(
            r"\b(he|she)'s\b(?= (?:a|an|the|in|at|from|allergic|\d|not|also|very|really|vegan|vegetarian|called|named"
            r"|working|studying|learning|turning|getting|pregnant|retired|\w+ing)\b)"
        ),
        r"\1 is",
    ),
    (re.compile(r"\bmy (name|job|birthday|budget|goal|fav\w+ \w+)'s\b"), r"my \1 is"),
    (re.compile(r"\bgonna\b"), "going to"),
    (re.compile(r"\bwanna\b"), "want to"),
    (re.compile(r"\bgotta\b"), "have to"),
    (re.compile(r"\bdont\b"), "don't"),
    (re.compile(r"\bcant\b"), "can't"),
)
_UNEVEN: Final = re.compile(r"'|\s{2}|[^\S ]|\b(?:gonna|wanna|gotta|dont|cant|im)\b")
_REMEMBER: Final = re.compile(
    r"(?:please |kindly |can you |could you |also |just |always |i want you to |i need you to "
    r"|for future reference,? ?|you should )*(?:(?:remember|note|keep in mind|bear in mind|take note|make a note"
    r"|don't forget|do not forget|never forget|save this|store this|write this down|jot down|for future reference"
    r"|for the record|just so you know|fyi|be aware)(?! (?:to|me|how|when|what|where|why|the (?:time|day"
    r"|last))\b)(?: that| of the fact that| this| down)?)[\s,:\-]*(?:that )?"
)
_FUTURE: Final = re.compile(
    r"\b(?:(?:pushed|postponed|extended|delayed|rescheduled|moved|changed)(?: back| up| forward| out)? (?:to|until) (?:on )?(?:the )?(?:\d|next|jan|feb|mar"
    r"|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\w*|will|going to|need to|have to|want to|trying to|plan|planning|due|deadline|by|booked|scheduled|next"
    r"|upcoming|starts?|hope|intend|want|registered|signed up|appointment|flight|submit|getting|expecting|\w+ing to)\b"
)
_PAST: Final = re.compile(
    r"\b(?:was|were|had|did|went|got|bought|moved|graduated|visited|finished|launched|(?!need|feed|speed"
    r"|indeed)\w{2,}ed|ago|last|since|came|met|saw|ran|won|broke|left|quit|became|took)\b"
)
_WEAK_NAME: Final = 0.8
_BEFORE: Final = re.compile(r"\b(?:used to|previously|formerly|originally|once)\b")
_DROPPED: Final = re.compile(
    r"\b(?:also|actually|just|currently|now|honestly|personally|basically|simply|so far|definitely|right now"
    r"|at the moment|presently|today|these days|nowadays|for now|still|both)\b[, ]*"
)
_TRAIL: Final = re.compile(
    rf"(?:[\s,.!;:~…){DECORATION}]|\b(?:lol|haha|btw|by the way|tbh|too|as well|please|thanks|thank you|right now|at the moment"
    r"|currently|now|these days|actually|though|by any chance|anyway|,? and|,? but|,? so|if (?:possible|that helps"
    r"|that matters|you can|it helps))\b)+$",
    re.I,
)
_LIVING: Final = re.compile(r"(?:(?:is|are) )?(?:currently |now )?(?:living|residing|settled)")
_ARTICLE: Final = re.compile(r" (an?|at|in|on|from)\s*$")
_ARTICLE_FIRST: Final = re.compile(r"(?:an?|the|at|in|on|from) ")
_VERB: Final = re.compile(
    r"(\s*(?:(?:no longer|never|always|usually|often|rarely|mostly|mainly|only|also|really|still|currently|strongly"
    r"|generally|normally|typically"
    r"|sometimes|occasionally|regularly|absolutely|truly|just|both|much|personally|particularly|especially|genuinely"
    r"|primarily) )*)([\w'’]*)(.*)",
    re.S | re.I,
)
_NOT_BUT: Final = re.compile(
    r"(?P<head>(?:i|we|my [\w' ]{2,30}?|the [\w' ]{2,30}?|it|our [\w' ]{2,30}?)) (?P<be>am not|isn't|is not|wasn't"
    r"|are not|aren't|was not|am no longer)(?: an?| at| in| on| from)? (?P<old>(?:[^,.X]"
    r"|(?<=\d)[,.](?=\d)){1,40}?)(?:,| but|;)+ ?(?:(?:it|i|they|we|that) (?:is|am|are) |but |rather |is "
    r"|am )+(?:actually )?(?P<new>(?:[^,.X]|(?<=\d)[,.](?=\d)){1,50})"
)
_BUT_NOT: Final = re.compile(
    r"(?P<head>(?:i|we|my|our|the|it)\b[^.X]{2,80}?\b(?:is|am|are|in|at|on|to|called|named|for|use|prefer|from|a|an"
    r"|the|by|was))(?P<new> (?:[^,.X]|(?<=\d)[,.](?=\d)){1,40}?),?(?: and)? (?:not|instead of|rather than)(?: an?| the"
    r"| in| at| on)? (?P<old>(?!to mention|sure|only|that|really|yet|so|because|a fan|very|the best)(?:[^,.X]"
    r"|(?<=\d)[,.](?=\d)){1,40})$"
)
_VALUES: Final = re.compile(
    r"(?:(?:it is|it should be|that is|make it) )?(?:not (?P<old>(?:[^,.X]"
    r"|(?<=\d)[,.](?=\d)){1,30}?)(?:,? but|,)(?: rather| it is| it was)? (?P<new>(?:[^,.X]|(?<=\d)[,.](?=\d)){1,30})|(?P<new2>(?:[^,.X]"
    r"|(?<=\d)[,.](?=\d)){1,30}?),? (?:and )?not (?P<old2>(?:[^,.X]|(?<=\d)[,.](?=\d)){1,30}))$"
)


_ANYMORE: Final = re.compile(r" any ?more$")
_TABLES: Final[Mapping[Who, Table]] = {
    Who.SELF: _PERSON_TABLE,
    Who.FAMILY: _PERSON_TABLE,
    Who.TEAM: table(COMPANY, TOOLS, LIMITS, PLANS, EVENTS),
    Who.ATTRIBUTE: table(FAVOURITES, ATTRIBUTES),
    Who.CONTACT: table(CONTACTS, NAMES),
    Who.ASSISTANT: table(REQUESTS),
}


class English:
    """The English grammar."""

    code = "en"
    user = USER
    carries_over = False
    repairs: Repairs = REPAIRS

    @property
    def tables(self) -> Mapping[Who, Table]:
        return _TABLES

    def prepare(self, text: str, view: str) -> tuple[str, str]:
        if not _UNEVEN.search(view):
            return text, view
        for pattern, full in _CONTRACTIONS:
            position, texts, views = 0, list[str](), list[str]()
            for m in pattern.finditer(view):
                written = m.expand(full)
                texts += [text[position : m.start()], written]
                views += [view[position : m.start()], written.lower()]
                position = m.end()
            text, view = "".join([*texts, text[position:]]), "".join([*views, view[position:]])
        return text, view

    def lead(self, view: str) -> int:
        position = 0
        while (m := en_screen.LEADS.match(view, position)) and m.end() > position:
            position = m.end()
        return position

    def remember(self, view: str) -> int:
        m = _REMEMBER.match(view)
        return m.end() if m else 0

    def unreal(self, view: str) -> bool:
        return en_screen.unreal(view)

    def unsaid(self, view: str, *, asked: bool, explicit: bool) -> bool:
        if asked or en_screen.asks(view) or en_screen.GUESS.search(view):
            return True
        return not explicit and en_screen.passing(view)

    def subject(
        self, view: str, text: str, carried: Subject | None, relation: Subject | None
    ) -> tuple[Subject | None, tuple[int, int]]:
        return find_subject(view, text, carried, relation)

    def away(self, view: str) -> bool:
        return en_screen.AWAY.search(view) is not None

    def prefer(self, view: str) -> Direction | None:
        if _FUTURE.search(view):
            return Direction.FUTURE
        return Direction.PAST if _PAST.search(view) else None

    def correction(self, text: str, view: str) -> Correction | None:
        m = _NOT_BUT.search(view)
        if m:
            be = "am" if m["head"] in ("i", "we") else "is"
            article = _ARTICLE.search(view[m.end("be") : m.start("old")])
            link = f" {article[1]} " if article and not _ARTICLE_FIRST.match(m["new"]) else " "
            plain = f"{text[m.start('head') : m.end('head')]} {be}{link}{text[m.start('new') : m.end('new')]}"
            return _correction(m, "" if m["head"] == "it" else plain, text, "old", "new")
        m = _BUT_NOT.search(view)
        if m:
            plain = text[m.start("head") : m.end("new")]
            return _correction(m, "" if m["head"].startswith("it ") else plain, text, "old", "new")
        m = _VALUES.match(view)
        if m is None:
            return None
        return _correction(m, "", text, *(("old", "new") if m["old"] else ("old2", "new2")))

    def plausible(self, rule: Rule, match: re.Match[str], subject: Subject, text: str) -> bool:
        if rule.sets != "name" or rule.confidence > _WEAK_NAME:
            return True
        name = text[match.start("name") : match.end("name")]  # "I am Sarah", not "I am sure"
        return all(word[:1].isupper() or word[:1] > "\x7f" for word in name.split()) and len(name.split()) <= 3

    def tell(self, rule: Rule, match: re.Match[str], subject: Subject, dated: DatedText) -> str | None:
        groups = match.groupdict()
        start = match.end("adv") if "adv" in groups else 0
        whole = len(dated.text)
        slots = {
            name: _clean(en_third_person(dated.written(*match.span(name), keep=rule.keep_dates)))
            for name, value in groups.items()
            if value and name != "adv"
        }
        said = dated.written(start, whole, keep=rule.keep_dates)
        adverbs = _DROPPED.sub("", dated.written(0, start, keep=rule.keep_dates)) if start else ""
        told = self._told(said, subject)
        raw = slots.get("v", "")
        body = next((match.start(g) for g in ("where", "v", "job") if groups.get(g)), start)
        values = {
            **slots,
            "s": subject.label,
            "p": _clean(_placed(adverbs, told)),
            "said": _clean(told),
            "did": _clean(self._told(dated.written(start, body), subject)) or ("are" if subject.plural else "is"),
            "be": "are" if subject.plural else "is",
            "base": base_of(raw),
            "plan": "plan" if subject.plural else "plans",
            "to_what": _instruction(
                slots.get("what", ""),
                negated="never" in match[0][: match.start("what") - match.start()] if groups.get("what") else False,
            ),
            "plans": _plans(dated.mask[start:], plural=subject.plural),
            "will": f"will {raw}" if re.match(r"be |turn|graduate", raw) else f"plans to {raw}",
            "V": raw[:1].upper()
            + raw[1:].replace(" their ", " the user's ").replace(" them ", " the user ").replace(" them", " the user"),
            "them": "" if groups.get("w") in ("said", "says", "suggested", "recommended") else "them",
        }
        if _LIVING.fullmatch(values["did"]):
            values["did"] = "live" if subject.plural else "lives"
        statement = re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], ""), rule.say)
        return re.sub(r"\s+", " ", statement).strip()

    def _told(self, text: str, subject: Subject) -> str:
        """A predicate in the third person."""
        parts = _VERB.match(text)
        if parts is None or not text.strip():
            return en_third_person(text)
        before, verb, rest = parts.groups()
        low = verb.lower().replace("’", "'")
        if subject.who in (Who.SELF, Who.TEAM) and not subject.plural and low in BASE_FORMS:
            verb = conjugate(low)
        elif subject.plural and low == "am":
            verb = "are"
        return before + verb + en_third_person(rest)

    def restate(self, subject: Subject | None, dated: DatedText) -> str | None:
        view = dated.mask.strip()
        if len(view) < 6 or not re.search(
            r"\b(?:is|are|am|was|have|has|do|does|don't|can|can't|will|must|[a-z]+s)\b", view
        ):
            return None
        text = dated.written(0, len(dated.text))
        if subject is not None and subject.said and subject.label:
            return _clean(f"{subject.label} {self._told(text, subject)}")
        told = re.sub(r"\b(?:my|our)\b", "the user's", text, flags=re.I)
        told = _clean(en_third_person(told))
        return told[:1].upper() + told[1:]

    def introduce(self, noun: str) -> Subject:
        return Subject(Who.FAMILY, f"The user's {noun}", noun.lower())


def _correction(m: re.Match[str], plain: str, text: str, old: str, new: str) -> Correction:
    values = (_ANYMORE.sub("", _clean(text[m.start(old) : m.end(old)])), _clean(text[m.start(new) : m.end(new)]))
    return Correction(m.start(), m.end(), plain, plain.lower(), *values)


def _clean(text: str) -> str:
    return _TRAIL.sub("", text.strip(' ,:;-–—“”"')).strip(' ,:;-–—“”"')


def _instruction(text: str, *, negated: bool) -> str:
    """An imperative as what somebody wants: "Don't use emojis" is "not to use emojis"."""
    text = re.sub(
        r"(?:,? ?(?:from now on|going forward|in (?:the )?future|please|always|at all times))+$", "", text.strip()
    )
    text = re.sub(r"\bthem\b", "the user", text, count=1)
    text = re.sub(r"\bthe assistant (\w+)", lambda m: f"it {conjugate(m[1])}" if m[1] in BASE_FORMS else m[0], text)
    text = re.sub(r"\bthey (\w+)", lambda m: f"the user {conjugate(m[1])}" if m[1] in BASE_FORMS else m[0], text)
    refused = re.match(r"(?:don't|do not) (.*)", text, re.I | re.S)
    if refused:
        return f"not to {refused[1]}"
    plain = text[:1].lower() + text[1:]
    if plain.startswith("never ") or negated:
        return f"never to {plain.removeprefix('never ')}"
    return f"to {plain.removeprefix('always ')}"


def _placed(adverbs: str, told: str) -> str:
    """Adverbs before the verb, but after "is" and "has"."""
    adverbs = adverbs.strip(" ,")
    if not adverbs:
        return told
    if re.match(r"(?:on|in|at|since|from|until|by|every|for) ", adverbs) or re.search(r"\d", adverbs):
        return f"{told.rstrip(' .,!')} {adverbs}"
    return f"{adverbs} {told}"


def _plans(mask: str, *, plural: bool) -> str:
    table_ = (
        ("intend", "intends to"),
        ("aim", "aims to"),
        ("hop", "hopes to"),
        ("about to", "is about to"),
        ("saving", "is saving to"),
        ("determined", "is determined to"),
    )
    told = next((words for key, words in table_ if key in mask[:24]), "plans to")
    return {"is about to": "are about to"}.get(told, re.sub(r"s to$", " to", told)) if plural else told


EN: Final = English()
