"""Reads one message clause by clause and drafts the statements it makes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from agent_memory.extraction.grammar.clauses import Clause, split_clauses
from agent_memory.extraction.grammar.corrections import CorrectionReader
from agent_memory.extraction.grammar.drafts import Draft, is_outing
from agent_memory.extraction.grammar.language import Grammar
from agent_memory.extraction.grammar.passages import Passage
from agent_memory.extraction.grammar.person import is_traditional
from agent_memory.extraction.grammar.state import MessageState, Words
from agent_memory.extraction.grammar.statements import StatementReader

_HAN: Final = re.compile("[一-鿿]")
_FIRST_PERSON_EN: Final = re.compile(r"\b(?:i|i'm|i've|i'll|i'd|my|we|we're|our)\b")
_WORD: Final = re.compile(r"[^\WX\d_]")
_LONGEST_CLAUSE: Final = 400
"""Nothing said in one breath is longer; runs of text without punctuation are not statements."""
_CORRECTED_CLAUSES: Final = 12
_SUSPICIOUS: Final = (3, 0.5)
"""Most importance and confidence of what stands beside an attempt to instruct the assistant."""


class MessageReader:
    """Drafts from one message."""

    def __init__(self, grammars: Mapping[str, Grammar], anchor: datetime, zone: ZoneInfo) -> None:
        """`anchor` is the moment of the message, `zone` the user's."""
        self._grammars = grammars
        self._corrections = CorrectionReader(grammars, StatementReader(anchor, zone))

    def read(self, passage: Passage, earlier: tuple[Draft, ...] = (), before: tuple[Draft, ...] = ()) -> list[Draft]:
        """The statements of a message, in order. `earlier` are those of the messages before it: a correction may
        name their values only ("not 5,000 but 8,000"); `before` are those of the turn just before, of which a
        correction may leave out everything but the right value ("no, 8,000")."""
        state = MessageState(traditional=is_traditional(passage.text), suspicious=passage.suspicious, before=before)
        corrected_to = -1
        clauses = split_clauses(passage.view)
        for index, clause in enumerate(clauses):
            if clause.sentence != state.sentence:
                grammar = self._grammar(passage.view[clause.start : clause.end])
                state.begin_sentence(clause.sentence, carries_over=grammar.carries_over)
                corrected_to = self._contrasted(passage, clauses, index, state, earlier)
            if clause.start >= corrected_to:
                self._clause(passage, clause, state)
        return state.drafts

    def _grammar(self, view: str) -> Grammar:
        chinese = _HAN.search(view) and not ("我" not in view and _FIRST_PERSON_EN.search(view))
        return self._grammars["zh" if chinese else "en"]

    def _clause(self, passage: Passage, clause: Clause, state: MessageState) -> None:
        """Reads one clause."""
        raw, view = passage.text[clause.start : clause.end], passage.view[clause.start : clause.end]
        if len(raw) > _LONGEST_CLAUSE or not (_WORD.search(view) or state.slip):
            return
        grammar = self._grammar(view)
        words = Words(grammar, *grammar.prepare(raw, view), raw)
        lead = grammar.lead(words.view)
        state.take_back(grammar.repairs.slips(words.view[:lead], words.view[lead:]))
        words = words.after(lead)
        asks = grammar.remember(words.view)
        if asks:
            state.explicit = not state.suspicious
            words = words.after(asks)
        if state.blocked or grammar.unreal(words.view):
            state.blocked = True
            return
        state.away = state.away or grammar.away(words.view)
        # "can you remember that …?" is no question
        words = replace(words, asked=clause.asked and not asks)
        draft = self._corrections.read(words, state) if words.view.strip() else None
        if draft is None or (clause.in_question and is_outing(draft)):
            return
        state.drafts.append(_weighed(draft, state))
        if (named := self._corrections.renamed(words, draft, state)) is not None:
            state.drafts.append(_weighed(named, state))

    def _contrasted(
        self, passage: Passage, clauses: list[Clause], index: int, state: MessageState, earlier: tuple[Draft, ...]
    ) -> int:
        """Handles "not X but Y" in the sentence that begins here; returns the offset up to which it is done."""
        first = clauses[index]
        start = first.start
        end = max(c.end for c in clauses[index : index + _CORRECTED_CLAUSES] if c.sentence == first.sentence)
        if end - start > _LONGEST_CLAUSE:
            return -1
        raw = passage.text[start:end]
        grammar = self._grammar(passage.view[start:end])
        words = Words(grammar, *grammar.prepare(raw, passage.view[start:end]), raw)
        even = len(words.text) == len(raw)
        unreal = grammar.unreal(words.view)
        lead = grammar.lead(words.view)
        words = words.after(lead)
        found = grammar.correction(words.text, words.view)
        if found is None or unreal or grammar.unsaid(found.view, asked=False, explicit=False):
            return -1
        draft = self._corrections.put_right(words, found, state, earlier)
        if draft is None:
            return -1
        state.drafts.append(_weighed(draft, state))
        return start + lead + found.end if even else end


def _weighed(draft: Draft, state: MessageState) -> Draft:
    """What the user asked to remember weighs more, what stands beside an attempt to give orders less."""
    if state.suspicious:
        importance, confidence = _SUSPICIOUS
        return replace(
            draft, importance=min(draft.importance, importance), confidence=min(draft.confidence, confidence)
        )
    if state.explicit:
        return replace(draft, importance=max(draft.importance, 4), confidence=max(draft.confidence, 0.9))
    return draft
