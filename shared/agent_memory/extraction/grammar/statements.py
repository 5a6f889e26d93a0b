"""Reads what one clause states."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from agent_memory.core.time_expressions.reading import plain_lower
from agent_memory.extraction.grammar.dates import DatedText, find_dates
from agent_memory.extraction.grammar.drafts import Draft, Origin, draft_of, old_value, rests_on
from agent_memory.extraction.grammar.language import Grammar
from agent_memory.extraction.grammar.repairs import fuller_subject
from agent_memory.extraction.grammar.rules import FILLER, SELF_ONLY, Rule, Subject, Who
from agent_memory.extraction.grammar.state import MessageState, Words
from agent_memory.memories.model import Kind

_GOES_ON: Final = re.compile(r"\s*(?:and|or)\b", re.I)
_OPENING_SENTENCES: Final = 4


class StatementReader:
    """Drafts from single clauses of one message."""

    def __init__(self, anchor: datetime, zone: ZoneInfo) -> None:
        """`anchor` is the moment of the message, `zone` the user's."""
        self._anchor = anchor
        self._zone = zone
        self._seen: dict[tuple[str, str], DatedText] = {}

    def read(self, words: Words, state: MessageState) -> Draft | None:
        """What one clause states: an instruction about style, or something about its subject."""
        grammar, view = words.grammar, words.view
        request = self._request(words, state)
        asked_too = state.unsaid and _GOES_ON.match(words.raw) is not None
        if request is not None and not asked_too and not grammar.unsaid(view, asked=words.asked, explicit=True):
            return request
        subject, span = grammar.subject(view, words.text, _carried(grammar, state), state.relation)
        said = subject is not None and subject.said
        if subject is not None and said:
            state.speak_of(subject)
        if _of_nobody(grammar, subject, state):
            return None
        if grammar.unsaid(view, asked=words.asked, explicit=state.explicit):
            state.unsaid = True
            return None
        if state.unsaid and not said:
            return None  # "how can I focus and avoid …": the second half is asked too
        state.unsaid = False
        return self._stated(words.without(*span), subject, state)

    def _stated(self, words: Words, subject: Subject | None, state: MessageState) -> Draft | None:
        """What a predicate says of its subject."""
        dated = self._dated(words, state)
        basis = None
        if subject is not None and subject.who is Who.ATTRIBUTE:
            if words.grammar.repairs.announces(dated.mask):
                state.announce(subject, words.grammar.repairs.slips(dated.mask, ""))
                return None
            subject, basis = _meant(subject, state)
        draft = self._told(words, subject or replace(words.grammar.user, said=False), dated, state)
        if draft is None and state.explicit:
            return _restated(words, subject, dated)
        return draft if draft is None or basis is None else replace(draft, basis=basis)

    def read_of(self, words: Words, subject: Subject, state: MessageState) -> Draft | None:
        """What a predicate says of a subject that is known from elsewhere."""
        return self._told(words, subject, self._dated(words, state), state)

    def reread(
        self, words: Words, origin: Origin, span: tuple[int, int], value: str, state: MessageState
    ) -> Draft | None:
        """A clause read again with another value in one of its slots; None when it would mean something else."""
        text = origin.with_value(span, value)
        changed = replace(words, text=text, view=plain_lower(text))
        draft = self._apply(changed, origin.subject, self._dated(changed, state), state)
        same_rule = draft is not None and draft.origin is not None and draft.origin.rule is origin.rule
        return draft if same_rule else None

    def _dated(self, words: Words, state: MessageState) -> DatedText:
        """A predicate with its dates found; the same words are looked through once."""
        words = words.after(len(words.view) - len(words.view.lstrip()))
        key = words.text, words.view
        if key not in self._seen:
            self._seen[key] = find_dates(
                *key,
                self._anchor,
                self._zone,
                chinese=words.grammar.code == "zh",
                prefer=words.grammar.prefer(words.view),
                traditional=state.traditional,
            )
        return self._seen[key]

    def _request(self, words: Words, state: MessageState) -> Draft | None:
        """A standing instruction to the assistant."""
        grammar, assistant = words.grammar, Subject(Who.ASSISTANT, "")
        dated = DatedText(words.text, words.view, (), grammar.code == "zh", state.traditional)
        for rule in grammar.tables[Who.ASSISTANT].candidates(words.view):
            match = rule.match(words.view, assistant) if state.allows(rule, assistant) else None
            if match is not None and (content := grammar.tell(rule, match, assistant, dated)):
                draft = draft_of(rule, match, content, dated, assistant, words.raw)
                return state.linked(rule, old_value(match, dated), draft)
        return None

    def _told(self, words: Words, subject: Subject, dated: DatedText, state: MessageState) -> Draft | None:
        """The first rule of the subject's table that a predicate fits."""
        if subject.who is Who.ATTRIBUTE:
            subject = replace(subject, label=self._dated_label(words.grammar, subject.label))
        draft = self._apply(words, subject, dated, state)
        if draft is None and subject.who in (Who.FAMILY, Who.ATTRIBUTE) and not subject.said:
            myself = replace(words.grammar.user, said=False)  # "我老婆叫孙丽，有一个儿子"
            return self._apply(words, myself, dated, state, self_only=subject.who is Who.FAMILY)
        return draft

    def _apply(
        self, words: Words, subject: Subject, dated: DatedText, state: MessageState, *, self_only: bool = False
    ) -> Draft | None:
        grammar = words.grammar
        table = grammar.tables.get(subject.who)
        for rule in table.candidates(dated.mask) if table else ():
            if subject.who not in rule.who or not state.allows(rule, subject):
                continue
            if self_only and rule.who != SELF_ONLY:
                continue
            match = rule.match(dated.mask, subject)
            if match is None or dated.cut_by(match) or not grammar.plausible(rule, match, subject, dated.text):
                continue
            content = grammar.tell(rule, match, subject, dated)
            if content is not None:
                _introduce(grammar, rule, match, dated, state)
                draft = draft_of(rule, match, content, dated, subject, words.raw)
                return state.linked(rule, old_value(match, dated), draft)
        return None

    def _dated_label(self, grammar: Grammar, label: str) -> str:
        """ "今年的目标" names a year too."""
        chinese = grammar.code == "zh"
        found = find_dates(label, plain_lower(label), self._anchor, self._zone, chinese=chinese, prefer=None)
        return found.written(0, len(label))


def _meant(subject: Subject, state: MessageState) -> tuple[Subject, int | None]:
    """ "The budget" is the budget just spoken of; and the number of the turn that spoke of it."""
    found = fuller_subject(subject, state.recent()) if subject.bare and subject.said else None
    if found is None:
        return subject, None
    meant, draft = found
    return meant, rests_on(draft)


def _carried(grammar: Grammar, state: MessageState) -> Subject | None:
    """Whom a clause goes on about; the user is named in the clause's own language."""
    carried = state.carried
    return grammar.user if carried is not None and carried.who is Who.SELF else carried


def _of_nobody(grammar: Grammar, subject: Subject | None, state: MessageState) -> bool:
    """Whether a clause is about nobody we keep facts of. A message that went on for long without naming the user
    is not about the user where it names nobody either."""
    if subject is not None:
        return subject.who not in grammar.tables and not (state.explicit and subject.label)
    return state.sentence >= _OPENING_SENTENCES and not state.explicit


def _introduce(grammar: Grammar, rule: Rule, match: re.Match[str], dated: DatedText, state: MessageState) -> None:
    """ "I have a brother": the next clause may go on about him."""
    if rule.introduces and match.groupdict().get(rule.introduces):
        noun = dated.text[slice(*match.span(rule.introduces))]
        state.carried = state.relation = grammar.introduce(noun)


def _restated(words: Words, subject: Subject | None, dated: DatedText) -> Draft | None:
    """What the user asked to remember and no rule knows, as stated."""
    content = words.grammar.restate(subject, dated)
    if content is None or FILLER * 2 in dated.mask:
        return None
    about_family = subject is not None and subject.who is Who.FAMILY
    kind = Kind.RELATIONSHIP if about_family else Kind.FACT
    return Draft(content, kind, 4, 0.9, words.raw, words.grammar.code, last_day=dated.last_day())
