"""Reads clauses that put something right, or announce that it has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from agent_memory.extraction.grammar.drafts import Draft, rests_on, with_value, without_preposition
from agent_memory.extraction.grammar.language import Correction, Grammar
from agent_memory.extraction.grammar.repairs import is_other_value, places_for, slip_of, without
from agent_memory.extraction.grammar.rules import Who
from agent_memory.extraction.grammar.state import MessageState, Words
from agent_memory.extraction.grammar.statements import StatementReader
from agent_memory.memories.model import Kind

_TAKEN_BACK = 2


class CorrectionReader:
    """Drafts from the clauses of one message, in the light of what was stated before."""

    def __init__(self, grammars: Mapping[str, Grammar], statements: StatementReader) -> None:
        self._grammars = grammars
        self._statements = statements

    def read(self, words: Words, state: MessageState) -> Draft | None:
        """What a clause states, or what it puts right of what was stated before."""
        if not state.slip:
            return self._announced(words, state) or self._going_on(words, state)
        draft = None if words.asked or state.topic is not None else self._amended(words, state)
        if draft is None:
            draft = self._announced(words.after(words.grammar.repairs.hedge(words.view)), state)
            draft = draft and self._instead(draft, state)
        if draft is not None:
            state.slip = 0
        return draft

    def put_right(
        self, words: Words, found: Correction, state: MessageState, earlier: tuple[Draft, ...]
    ) -> Draft | None:
        """ "Not X but Y" as the statement it makes: told in full, or an earlier one with the new value."""
        draft = None
        if found.text:
            told = replace(words, text=found.text, view=found.view)
            draft = self._statements.read(told.after(words.grammar.lead(found.view)), state)
            slip = draft and slip_of(draft, state.drafts)
            if slip is not None:
                without(state.drafts, slip)
        draft = draft or _with_new_value(found, state, earlier)
        return draft and replace(draft, replaces=found.old, snippet=words.raw)

    def renamed(self, words: Words, draft: Draft, state: MessageState) -> Draft | None:
        """ "I changed my name, call me …" gives the name too."""
        if not state.renamed or draft.origin is None or draft.origin.rule.name != "call me" or not draft.entities:
            return None
        content = words.grammar.repairs.renaming(draft.entities[0].name)
        return replace(draft, content=content, kind=Kind.FACT, importance=5, sets="name", origin=None)

    def _announced(self, words: Words, state: MessageState) -> Draft | None:
        """What a clause states; what it announces is what the next one may call "it" or "the new one"."""
        repairs = words.grammar.repairs
        state.renamed = state.renamed or repairs.renames(words.view)
        if (ended := repairs.ends(words.view)) is not None:
            state.ended.setdefault(ended, "")
        topic = None if words.asked else repairs.renewed(words.view, words.text)
        if topic is not None:
            state.announce(topic, 0)
            return None
        if state.topic is not None and (end := repairs.new_one(words.view)):
            return self._statements.read_of(words.after(end), state.topic, state)
        return self._statements.read(words, state)

    def _going_on(self, words: Words, state: MessageState) -> Draft | None:
        """ "We use Kingdee as our ERP, and Excel for reports": the verb is not said again."""
        span = None if words.asked else words.grammar.repairs.gapped(words.view)
        origin = state.drafts[-1].origin if state.drafts else None
        if span is None or origin is None or origin.rule.name != "uses":
            return None
        return self._statements.reread(words, origin, origin.spans[0], words.text[slice(*span)], state)

    def _amended(self, words: Words, state: MessageState) -> Draft | None:
        """ "No, 8,000": a recent statement with another value."""
        span = words.grammar.repairs.amended(words.view, bare=state.slip == _TAKEN_BACK)
        value = words.text[slice(*span)].strip() if span else ""
        for other in state.recent() if value else ():
            draft = self._with_value(words, other, value, state)
            if draft is not None:
                without(state.drafts, other)
                return draft
        return None

    def _with_value(self, words: Words, other: Draft, value: str, state: MessageState) -> Draft | None:
        """A statement read again with a value in the place of another."""
        origin = other.origin
        if origin is None:
            return None
        words = replace(words, grammar=self._grammars[other.language])
        for span in places_for(value, origin.text, origin.spans):
            old = without_preposition(origin.text[slice(*span)])
            draft = self._statements.reread(words, origin, span, value, state)
            if draft is not None and is_other_value(other, draft, old, value):
                return replace(draft, replaces=old, basis=rests_on(other), importance=other.importance)
        return None

    def _instead(self, draft: Draft, state: MessageState) -> Draft:
        """A full statement that puts right another one: what it replaces is named, a slip of the tongue forgotten."""
        slip = slip_of(draft, state.drafts)
        if slip is not None:
            without(state.drafts, slip)
        elif state.slip == _TAKEN_BACK or (draft.origin is not None and draft.origin.subject.who is Who.ATTRIBUTE):
            slip = slip_of(draft, state.before)
        if slip is None or slip.origin is None:
            return draft
        return replace(draft, replaces=draft.replaces or slip.origin.value, basis=rests_on(slip))


def _with_new_value(found: Correction, state: MessageState, earlier: tuple[Draft, ...]) -> Draft | None:
    """The last statement that has the old value, with the new one."""
    for other in reversed((*earlier, *state.drafts)):
        if found.old and found.old in other.content:
            without(state.drafts, other)
            content = with_value(other.content, found.old, found.new)
            return replace(other, content=content, confidence=0.8, origin=None, turn=-1, basis=rests_on(other))
    return None
