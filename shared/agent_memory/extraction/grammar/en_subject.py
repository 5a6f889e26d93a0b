"""English: whom a clause is about."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from agent_memory.extraction.grammar.en_attributes import (
    BARE_NOUNS,
    CODE_NOUNS,
    DEADLINE_NOUNS,
    LIMIT_NOUNS,
    MEETING_NOUNS,
    NOUNS,
)
from agent_memory.extraction.grammar.en_verbs import is_third_person
from agent_memory.extraction.grammar.rules import NOBODY, Found, Subject, Who
from agent_memory.extraction.grammar.vocabulary_en import CONTACTS, FAMILY, JOBS, PETS, STRANGERS

USER: Final = Subject(Who.SELF, "The user")

_TEAM_VERBS: Final = (
    r"(?:also |now |still |currently |mostly |mainly |always |recently |just |all |internally )*(?:use|track|migrated"
    r"|switched|deploy|host|run (?:on|our)|ship|sell|make|build|develop|release|rely|store|manage (?:our|all)"
    r"|are (?:using|migrating|switching|hiring|an? [\w ]*(?:startup|company|team|agency))|have \d+ (?:people|employees"
    r"|engineers)|moved (?:from|to|our) [\w ]*(?:sql|aws|gcp|azure|cloud|github|gitlab|slack|teams|kubernetes)|code"
    r"|write|export|import|launched|no longer use|don't use|can't spend|cannot spend)\b"
)
_SELF: Final = re.compile(r"(?:i|we|myself|me)\b(?!')")
_COUPLE: Final = re.compile(
    r"my (?P<rel>wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|family|spouse|sister|brother|mom|dad|son"
    r"|daughter|kids) and i\b"
)
_WE_TEAM: Final = re.compile(
    rf"(?:at work,? |at my (?:company|job),? |in our (?:team|company),? )?we (?={_TEAM_VERBS})"
)
_TEAM: Final = re.compile(
    r"(?:my|our)(?: whole| entire| own| current| new| small)? (?P<rel>(?:[\w-]+ )?(?:company|team|startup|firm|office"
    r"|department|employer|business|shop|store|agency|organi[sz]ation|lab|school|tech stack|stack|backend|back end"
    r"|frontend|front end|database|erp|crm|cms|infrastructure|codebase|website|app|system|platform|ci|pipeline|bakery"
    r"|restaurant|studio|clinic|factory|product|project|practice))(?= )(?! and (?:i|my)\b)"
)
_OWN: Final = (
    r"(?:my|our|the(?= (?:kids|children|baby|twins|dog|cat|wife|husband)\b))(?: own| dear| lovely| beautiful| amazing"
    r"| little)?"
)
_FAMILY: Final = re.compile(rf"{_OWN} (?P<rel>{FAMILY})(?![\w-])")
_NAME: Final = re.compile(r",? (?:named |called )?(?P<name>(?!I\b|I'|Is|Has|Just|Also)[A-Z][\w'’-]+),?(?= )")
_PET: Final = re.compile(rf"{_OWN} (?:\w+ )?(?P<rel>(?:{PETS})s?)(?![\w-])")
_ATTRIBUTE: Final = re.compile(
    rf"(?:{_OWN}(?: current| new| usual)*)(?P<which>(?: personal| private| work| home| main| next| monthly| annual| total| overall| final"
    rf"| official| second| primary| backup)*) (?P<attr>{NOUNS})(?: (?P<of>(?:for|of|with|in|on|at|to|from|this"
    r"|next)(?: [\w'-]+){1,5}?))?(?= (?:is|are|was|isn't|has|have|had|starts?|ends?|expires?|went|increased|dropped"
    r"|can't|cannot|must|needs?|falls|takes|begins|got|include|includes|will|departs|leaves|arrives|tops|shouldn't"
    r"|would|runs|capped|changed|moved|rose|grew|jumped|slipped|changes)\b)"
)
_BARE: Final = re.compile(
    rf"(?:the |this |that )(?P<attr>(?:[\w-]+ ){{0,2}}?(?:{BARE_NOUNS}))(?: (?P<of>(?:for|of|on"
    r"|in)(?: [\w'-]+){1,5}?))?(?= (?:is|are|was|has|have|must|needs?|went|can't|starts?|got|changed|moved|rose|grew|increased|dropped"
    r"|slipped)\b)"
)
_CHANGING: Final = re.compile(
    r"(?:i|we|they) (?:have |had |just |recently |finally |also |actually )*"
    r"(?:raised|increased|bumped|upped|lowered|reduced|cut|dropped|decreased|changed|moved|pushed|extended|postponed|delayed|shifted|brought|updated"
    r"|adjusted|set|doubled|switched)(?: up| back| out)? "
    rf"(?P<own>my|our|the) (?P<attr>{LIMIT_NOUNS}|{DEADLINE_NOUNS}|{CODE_NOUNS}|{MEETING_NOUNS})"
    r"(?: (?P<of>(?:for|of|on)(?: [\w'-]+){1,4}?))?(?= (?:up |back |down |forward |out )?(?:from [^,]{1,20} )?(?:to|until|till) )"
)
_POSSESSED: Final = re.compile(
    r"(?:'s|s') (?P<attr>(?:full |first |last |middle )?name|birthday|job|favou?rite \w+(?: \w+)?)(?= is)"
)
_CONTACT: Final = re.compile(
    rf"(?:my|our)(?: new| old| direct| current)? (?P<rel>{CONTACTS})(?![\w-])(?: (?P<name>[A-Z][\w'’-]+))?"
)
_STRANGER: Final = re.compile(
    rf"(?:(?:my|our|a|an|one of my|some of my|this|that|another)(?: \w+)? (?:{STRANGERS}|guy|girl|woman|man|lady"
    r"|person)\b)|(?:he|she|they|it|this|that|there|these|those|people|everyone|everybody|someone|somebody|anyone"
    r"|nobody|who|which|one|some|many|most|the|your|you|his|her|their|its|a|an|both|each|every|all|another|other"
    r"|others|elon|what|here)\b"
)
_PRONOUN: Final = re.compile(
    r"(?:he|she|they)\b|(?P<own>his|her|their) (?P<attr>(?:full |first )?name|birthday|job)(?= is)"
)
_NAMED: Final = re.compile(
    r"(?!I\b|We\b|My\b)[A-Z][a-z]+(?: [A-Z][a-z]+)* (?:is|has|lives|works|loves|likes|hates|said|says|was|told|owns"
    r"|prefers|wants|plans|moved|and|hates|enjoys|uses|does|never|always)\b"
)
_APPOSITION: Final = re.compile(rf"an? (?:[\w&/-]+ ){{0,4}}?(?:{JOBS})\b")
_UNKNOWN: Final = re.compile(
    r"(?:my|our) (?P<attr>(?!question|problem|point|code|issue|idea|suggestion|guess|understanding|concern|worry"
    r"|apolog|mistake|bad\b|query|request|message|draft|essay|text|screen|thought|opinion|hope|feeling|impression"
    r"|answer|task|script|function|error|previous|first|last|heart|god|mind|day|way|turn|pleasure|advice|only"
    r"|biggest (?:problem|challenge|issue)|main (?:problem|challenge|issue|concern)|friend|colleague|coworker|neighbo"
    r"|client|roommate|boss|manager|doctor)"
    r"[\w'-]+(?: [\w'-]+){0,3}?) (?=(?:is|are)\b)"
)
_PLURAL: Final = re.compile(
    r"(?:kids|children|parents|twins|triplets|laws|siblings|cousins|nephews|nieces|grandparents|sons|daughters|brothers"
    r"|sisters|dogs|cats|grandkids|relatives)$"
)
_FIRST_VERB: Final = re.compile(r"(?:\w+ly )?(\w+)")
_BARE_START: Final = re.compile(
    r"(?:currently |now |also |still |originally |recently |newly |happily |strictly )*(?:allergic|lactose|gluten"
    r"|based|living|working|married|single|divorced|vegan|vegetarian|born|retired|diabetic|pregnant|self-employed"
    r"|freelance|originally|raised|as an? |\d+ years? old|from [a-z]|fluent|[\w-]+ (?:makes|gives|upsets) (?:me|my))"
)
_EARLY: Final = re.compile(r"(?P<when>(?:[\w'’,.:-]+ ){1,7}?)(?P<me>i|we) (?=[a-z])")
_EARLY_WORDS: Final = re.compile(
    r"(?:on|in|at|by|during|after|before|since|for|from|until|every|each|next|last|this|when|whenever|most|these"
    r"|usually|currently|right|currently|nowadays|at|as|back|with|because|due|about|around|once|twice|tomorrow|today"
    r"|yesterday|tonight|recently|lately|normally|typically|generally|sometimes|often|right|personally|growing|outside"
    r"|unlike|over|within)\b"
)


def find_subject(
    view: str, text: str, carried: Subject | None, relation: Subject | None
) -> tuple[Subject | None, tuple[int, int]]:
    """The subject of a clause and the span it takes up; `carried` with an empty span when the clause leaves it out.

    A pronoun means the relation last spoken of, if there is one.
    """
    for finder in (_couple, _relation, _attribute, _contact, _team):
        found = finder(view, text)
        if found is not None:
            return found
    return _pronoun(view, relation) or _apposed(view, carried) or _plain(view, text) or _left_out(view, carried)


def _pronoun(view: str, relation: Subject | None) -> Found | None:
    m = _PRONOUN.match(view)
    if m is None or relation is None:
        return None
    if m["own"] is None:
        return relation, (0, m.end())
    return Subject(Who.ATTRIBUTE, f"{relation.label}'s {m['attr']}", m["attr"], of_relation=True), (0, m.end())


def _apposed(view: str, carried: Subject | None) -> Found | None:
    """ "I'm Sarah, a UX designer"."""
    if carried is None or carried.who is Who.OTHER or not _APPOSITION.match(view):
        return None
    return replace(carried, said=False), (0, 0)


def _plain(view: str, text: str) -> Found | None:
    """The user, something of theirs that no list knows, or somebody else."""
    unknown = _UNKNOWN.match(view)
    if unknown:
        label = f"The user's {text[unknown.start('attr') : unknown.end('attr')]}"
        return Subject(Who.ATTRIBUTE, label, f"?{unknown['attr']}"), (0, unknown.end())
    if _STRANGER.match(view) or _NAMED.match(text):
        return NOBODY
    me = _SELF.match(view)
    if me:
        return USER, (0, me.end())
    early = _EARLY.match(view) if _EARLY_WORDS.match(view) else None
    return (USER, early.span("me")) if early else None


def _left_out(view: str, carried: Subject | None) -> Found:
    if carried is None:
        return (replace(USER, said=False), (0, 0)) if _BARE_START.match(view) else NOBODY
    verb = _FIRST_VERB.match(view)
    if carried.who is Who.SELF and verb and is_third_person(verb[1]):
        return NOBODY  # "my partner, who is 53 and works in finance"
    return replace(carried, said=False), (0, 0)


def _couple(view: str, text: str) -> Found | None:
    m = _COUPLE.match(view)
    if m is None:
        return None
    return Subject(Who.SELF, f"The user and their {text[m.start('rel') : m.end('rel')]}", plural=True), (0, m.end())


def _relation(view: str, text: str) -> Found | None:
    m = _FAMILY.match(view) or _PET.match(view)
    if m is None:
        return None
    noun, end = text[m.start("rel") : m.end("rel")], m.end()
    owned = _POSSESSED.match(view, end)
    if owned:
        label = f"The user's {noun}{view[end : owned.start('attr')]}{owned['attr']}"
        return Subject(Who.ATTRIBUTE, label, owned["attr"], of_relation=True), (0, owned.end())
    name = _NAME.match(text, end)
    if name:
        noun, end = f"{noun} {name['name']}", name.end()
    plural = _PLURAL.search(m["rel"]) is not None
    return Subject(Who.FAMILY, f"The user's {noun}", m["rel"], plural=plural), (0, end)


def _attribute(view: str, text: str) -> Found | None:
    m = _ATTRIBUTE.match(view) or _CHANGING.match(view)
    own = "The user's"
    if m is None:
        m = _BARE.match(view)
        if m is None:
            return None
        own = "The user's" if not m["of"] else "The"
    start = m.start("which") + 1 if m.groupdict().get("which") else m.start("attr")
    noun = text[start : m.end("of") if m["of"] else m.end("attr")].strip()
    noun = re.sub(r"\b(?:my|our)\b", "the user's", noun)
    return Subject(Who.ATTRIBUTE, f"{own} {noun}", m["attr"], bare=" " not in noun), (0, m.end())


def _contact(view: str, text: str) -> Found | None:
    m = _CONTACT.match(view)
    if m is None:
        return None
    if re.match(r"(?:doctor|physician)", m["rel"]) and re.match(
        r" (?:told|said|says|advised|recommended|diagnosed|suggested|warned|wants)", view[m.end() :]
    ):
        return USER, (0, m.start("rel"))
    owned = _POSSESSED.match(view, m.end())
    label = f"The user's {text[m.start('rel') : m.end('rel')]}"
    if owned:
        return Subject(Who.ATTRIBUTE, f"{label}'s {owned['attr']}", owned["attr"], of_relation=True), (0, owned.end())
    return Subject(Who.CONTACT, label, m["rel"]), (0, m.end("rel"))


def _team(view: str, text: str) -> Found | None:
    m = _WE_TEAM.match(view)
    if m:
        return Subject(Who.TEAM, "The user's team"), (0, m.end())
    m = _TEAM.match(view)
    if m is None:
        return None
    return Subject(Who.TEAM, f"The user's {text[m.start('rel') : m.end('rel')]}", m["rel"]), (0, m.end())
