"""Reads one message clause by clause and drafts the statements it makes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from agent_memory.core.time_expressions.reading import plain_lower
from agent_memory.extraction.grammar.clauses import Clause, split_clauses
from agent_memory.extraction.grammar.dates import DatedText, find_dates
from agent_memory.extraction.grammar.drafts import Draft, draft_of, is_outing, old_value, with_value
from agent_memory.extraction.grammar.language import Correction, Grammar
from agent_memory.extraction.grammar.passages import Passage
from agent_memory.extraction.grammar.person import is_traditional
from agent_memory.extraction.grammar.rules import FILLER, SELF_ONLY, Rule, Subject, Who
from agent_memory.memories.model import Kind

_HAN: Final = re.compile("[一-鿿]")
_FIRST_PERSON_EN: Final = re.compile(r"\b(?:i|i'm|i've|i'll|i'd|my|we|we're|our)\b")
_WORD: Final = re.compile(r"[^\WX\d_]")
_LONGEST_CLAUSE: Final = 400
"""Nothing said in one breath is longer; runs of text without punctuation are not statements."""
_CORRECTED_CLAUSES: Final = 12
_GOES_ON: Final = re.compile(r"\s*(?:and|or)\b", re.I)
_OPENING_SENTENCES: Final = 4
_SUSPICIOUS: Final = (3, 0.5)
"""Most importance and confidence of what stands beside an attempt to instruct the assistant."""


@dataclass(slots=True)
class _State:
    """What the clauses of a message hand on to each other."""

    traditional: bool
    suspicious: bool
    carried: Subject | None = None
    relation: Subject | None = None
    """The relation that a pronoun would mean."""
    sentence: int = -1
    blocked: bool = False
    """Nothing is real until the sentence ends."""
    explicit: bool = False
    """The user asked to remember this sentence."""
    unsaid: bool = False
    """The clause before was a question, a guess or an errand."""
    ended: dict[str, str] = field(default_factory=dict[str, str])
    """Attribute -> value that is no longer true."""
    drafts: list[Draft] = field(default_factory=list[Draft])

    def begin_sentence(self, number: int, *, carries_over: bool) -> None:
        """Forgets what holds within one sentence only."""
        self.sentence, self.blocked, self.explicit, self.unsaid = number, False, False, False
        if not carries_over:
            self.carried = None

    def speak_of(self, subject: Subject) -> None:
        """Whom the next clauses go on about."""
        self.carried = subject
        if subject.who is Who.FAMILY:
            self.relation = subject
        elif subject.who in (Who.OTHER, Who.CONTACT):
            self.relation = None


class MessageReader:
    """Drafts from one message."""

    def __init__(self, grammars: Mapping[str, Grammar], anchor: datetime, zone: ZoneInfo) -> None:
        """`anchor` is the moment of the message, `zone` the user's."""
        self._grammars = grammars
        self._anchor = anchor
        self._zone = zone
        self._seen: dict[tuple[str, str], DatedText] = {}

    def read(self, passage: Passage, earlier: tuple[Draft, ...] = ()) -> list[Draft]:
        """The statements of a message, in order. `earlier` are those of the messages before it: a correction may
        name their values only ("not 5,000 but 8,000")."""
        state = _State(traditional=is_traditional(passage.text), suspicious=passage.suspicious)
        corrected_to = -1
        clauses = split_clauses(passage.view)
        for index, clause in enumerate(clauses):
            if clause.sentence != state.sentence:
                grammar = self._grammar(passage.view[clause.start : clause.end])
                state.begin_sentence(clause.sentence, carries_over=grammar.carries_over)
                corrected_to = self._correct(passage, clauses, index, state, earlier)
            if clause.start >= corrected_to:
                self._clause(passage, clause, state)
        return state.drafts

    def _grammar(self, view: str) -> Grammar:
        chinese = _HAN.search(view) and not ("我" not in view and _FIRST_PERSON_EN.search(view))
        return self._grammars["zh" if chinese else "en"]

    def _clause(self, passage: Passage, clause: Clause, state: _State) -> None:
        """Reads one clause."""
        raw, view = passage.text[clause.start : clause.end], passage.view[clause.start : clause.end]
        if len(raw) > _LONGEST_CLAUSE or not _WORD.search(view):
            return
        grammar = self._grammar(view)
        text, view = grammar.prepare(raw, view)
        lead = grammar.lead(view)
        text, view = text[lead:], view[lead:]
        asks = grammar.remember(view)
        if asks:
            state.explicit = not state.suspicious
            text, view = text[asks:], view[asks:]
        if state.blocked or grammar.unreal(view):
            state.blocked = True
            return
        asked = clause.asked and not asks  # "can you remember that …?" is no question
        draft = self._statement(grammar, text, view, raw, state, asked=asked) if view.strip() else None
        if draft is not None and not (clause.in_question and is_outing(draft)):
            state.drafts.append(self._weighed(draft, state))

    def _weighed(self, draft: Draft, state: _State) -> Draft:
        if state.suspicious:
            importance, confidence = _SUSPICIOUS
            return replace(
                draft, importance=min(draft.importance, importance), confidence=min(draft.confidence, confidence)
            )
        if state.explicit:
            return replace(draft, importance=max(draft.importance, 4), confidence=max(draft.confidence, 0.9))
        return draft

    def _statement(
        self, grammar: Grammar, text: str, view: str, raw: str, state: _State, *, asked: bool
    ) -> Draft | None:
        """What one clause states: an instruction about style, or something about its subject."""
        request = self._request(grammar, text, view, raw, state)
        asked_too = state.unsaid and _GOES_ON.match(raw) is not None
        if request is not None and not asked_too and not grammar.unsaid(view, asked=asked, explicit=True):
            return request
        subject, (start, end) = grammar.subject(view, text, self._carried(grammar, state), state.relation)
        said = subject is not None and subject.said
        if subject is not None and said:
            state.speak_of(subject)
        if self._of_nobody(grammar, subject, state):
            return None
        if grammar.unsaid(view, asked=asked, explicit=state.explicit):
            state.unsaid = True
            return None
        if state.unsaid and not said:
            return None  # "how can I focus and avoid …": the second half is asked too
        state.unsaid = False
        dated = self._dated(grammar, text[:start] + text[end:], view[:start] + view[end:], state)
        draft = self._told(grammar, subject or replace(grammar.user, said=False), dated, raw, state)
        if draft is None and state.explicit:
            return self._restated(grammar, subject, dated, raw)
        return draft

    def _carried(self, grammar: Grammar, state: _State) -> Subject | None:
        """Whom a clause goes on about; the user is named in the clause's own language."""
        carried = state.carried
        return grammar.user if carried is not None and carried.who is Who.SELF else carried

    def _of_nobody(self, grammar: Grammar, subject: Subject | None, state: _State) -> bool:
        """Whether a clause is about nobody we keep facts of. A message that went on for long without naming the user
        is not about the user where it names nobody either."""
        if subject is not None:
            return subject.who not in grammar.tables and not (state.explicit and subject.label)
        return state.sentence >= _OPENING_SENTENCES and not state.explicit

    def _dated(self, grammar: Grammar, text: str, view: str, state: _State) -> DatedText:
        """A predicate with its dates found; the same words are looked through once."""
        blank = len(view) - len(view.lstrip())
        text, view = text[blank:], view[blank:]
        found = self._seen.get((text, view))
        if found is None:
            found = find_dates(
                text,
                view,
                self._anchor,
                self._zone,
                chinese=grammar.code == "zh",
                prefer=grammar.prefer(view),
                traditional=state.traditional,
            )
            self._seen[text, view] = found
        return found

    def _request(self, grammar: Grammar, text: str, view: str, raw: str, state: _State) -> Draft | None:
        """A standing instruction to the assistant."""
        assistant = Subject(Who.ASSISTANT, "")
        dated = DatedText(text, view, (), grammar.code == "zh", state.traditional)
        for rule in grammar.tables[Who.ASSISTANT].candidates(view):
            match = rule.match(view, assistant)
            if match is not None and (content := grammar.tell(rule, match, assistant, dated)):
                return draft_of(rule, match, content, dated, assistant, raw)
        return None

    def _told(self, grammar: Grammar, subject: Subject, dated: DatedText, raw: str, state: _State) -> Draft | None:
        """The first rule of the subject's table that a predicate fits."""
        if subject.who is Who.ATTRIBUTE:
            subject = replace(subject, label=self._dated_label(grammar, subject.label))
        draft = self._apply(grammar, subject, dated, raw, state)
        if draft is None and subject.who in (Who.FAMILY, Who.ATTRIBUTE) and not subject.said:
            myself = replace(grammar.user, said=False)  # "我老婆叫孙丽，有一个儿子"
            return self._apply(grammar, myself, dated, raw, state, self_only=subject.who is Who.FAMILY)
        return draft

    def _apply(
        self,
        grammar: Grammar,
        subject: Subject,
        dated: DatedText,
        raw: str,
        state: _State,
        *,
        self_only: bool = False,
    ) -> Draft | None:
        table = grammar.tables.get(subject.who)
        for rule in table.candidates(dated.mask) if table else ():
            if subject.who not in rule.who or (rule.needs_subject and not subject.said):
                continue
            if self_only and rule.who != SELF_ONLY:
                continue
            match = rule.match(dated.mask, subject)
            if match is None or dated.cut_by(match) or not grammar.plausible(rule, match, subject, dated.text):
                continue
            content = grammar.tell(rule, match, subject, dated)
            if content is not None:
                self._introduce(grammar, rule, match, dated, state)
                draft = draft_of(rule, match, content, dated, subject, raw)
                return self._linked(rule, old_value(match, dated), draft, state)
        return None

    def _introduce(self, grammar: Grammar, rule: Rule, match: re.Match[str], dated: DatedText, state: _State) -> None:
        """ "I have a brother": the next clause may go on about him."""
        if rule.introduces and match.groupdict().get(rule.introduces):
            noun = dated.text[slice(*match.span(rule.introduces))]
            state.carried = state.relation = grammar.introduce(noun)

    def _linked(self, rule: Rule, old: str | None, draft: Draft, state: _State) -> Draft:
        """Joins "no longer X" with the "now Y" beside it, whichever comes first."""
        if not rule.ends:
            return replace(draft, replaces=old or (state.ended.pop(rule.sets, None) if rule.sets else None))
        if old:
            state.ended[rule.ends] = old
            for index, other in enumerate(state.drafts):
                if other.sets == rule.ends and other.replaces is None:
                    state.drafts[index] = replace(other, replaces=old)
        return draft

    def _dated_label(self, grammar: Grammar, label: str) -> str:
        """ "今年的目标" names a year too."""
        chinese = grammar.code == "zh"
        found = find_dates(label, plain_lower(label), self._anchor, self._zone, chinese=chinese, prefer=None)
        return found.written(0, len(label))

    def _restated(self, grammar: Grammar, subject: Subject | None, dated: DatedText, raw: str) -> Draft | None:
        """What the user asked to remember and no rule knows, as stated."""
        content = grammar.restate(subject, dated)
        if content is None or FILLER * 2 in dated.mask:
            return None
        about_family = subject is not None and subject.who is Who.FAMILY
        kind = Kind.RELATIONSHIP if about_family else Kind.FACT
        return Draft(content, kind, 4, 0.9, raw, grammar.code, last_day=dated.last_day())

    def _correct(
        self, passage: Passage, clauses: list[Clause], index: int, state: _State, earlier: tuple[Draft, ...]
    ) -> int:
        """Handles "not X but Y" in the sentence that begins here; returns the offset up to which it is done."""
        first = clauses[index]
        start = first.start
        end = max(c.end for c in clauses[index : index + _CORRECTED_CLAUSES] if c.sentence == first.sentence)
        if end - start > _LONGEST_CLAUSE:
            return -1
        raw = passage.text[start:end]
        grammar = self._grammar(passage.view[start:end])
        text, view = grammar.prepare(raw, passage.view[start:end])
        lead = grammar.lead(view)
        found = grammar.correction(text[lead:], view[lead:])
        if found is None or grammar.unsaid(found.view, asked=False, explicit=False) or grammar.unreal(view):
            return -1
        draft = self._corrected(grammar, found, raw, state, earlier)
        if draft is None:
            return -1
        state.drafts.append(replace(draft, replaces=found.old, snippet=raw))
        return start + lead + found.end if len(text) == len(raw) else end

    def _corrected(
        self, grammar: Grammar, found: Correction, raw: str, state: _State, earlier: tuple[Draft, ...]
    ) -> Draft | None:
        """The corrected statement: told in full, or an earlier one with the new value."""
        if found.text:
            lead = grammar.lead(found.view)
            draft = self._statement(grammar, found.text[lead:], found.view[lead:], raw, state, asked=False)
            if draft is not None:
                return draft
        for other in reversed((*earlier, *state.drafts)):
            if found.old and found.old in other.content:
                return replace(other, content=with_value(other.content, found.old, found.new), confidence=0.8)
        return None
