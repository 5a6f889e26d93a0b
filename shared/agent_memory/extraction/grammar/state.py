"""What the clauses of one message hand on to each other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from agent_memory.extraction.grammar.drafts import Draft
from agent_memory.extraction.grammar.language import Grammar
from agent_memory.extraction.grammar.rules import Rule, Subject, Who


@dataclass(frozen=True, slots=True)
class Words:
    """A clause, or what is left of it to read. Text and view are equally long."""

    grammar: Grammar
    text: str
    view: str
    raw: str
    """The clause as the user wrote it."""
    asked: bool = False

    def after(self, end: int) -> Words:
        """The words from an offset on."""
        return replace(self, text=self.text[end:], view=self.view[end:])

    def without(self, start: int, end: int) -> Words:
        """The words around a span."""
        return replace(self, text=self.text[:start] + self.text[end:], view=self.view[:start] + self.view[end:])


@dataclass(slots=True)
class MessageState:
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
    away: bool = False
    """The sentence is about a trip."""
    ended: dict[str, str] = field(default_factory=dict[str, str])
    """Attribute -> value that is no longer true."""
    drafts: list[Draft] = field(default_factory=list[Draft])
    before: tuple[Draft, ...] = ()
    """The statements of the user's turn before."""
    slip: int = 0
    """2 while what follows takes something back, 1 while it may."""
    slip_sentence: int = -1
    topic: Subject | None = None
    """The attribute that was said to have changed."""
    renamed: bool = False

    def begin_sentence(self, number: int, *, carries_over: bool) -> None:
        """Forgets what holds within one sentence only."""
        self.sentence, self.blocked, self.explicit, self.unsaid, self.away = number, False, False, False, False
        if not carries_over:
            self.carried = None
        if number > self.slip_sentence + 1:
            self.slip = 0

    def take_back(self, strength: int) -> None:
        """What follows says what is right; "she" is who the turn before spoke of."""
        if strength:
            self.slip, self.slip_sentence = max(self.slip, strength), self.sentence
            last = self.before[-1].origin if self.before else None
            if self.relation is None and last is not None and last.subject.who is Who.FAMILY:
                self.relation = last.subject

    def announce(self, topic: Subject, strength: int) -> None:
        """An attribute has changed, or was wrong: what it is comes next."""
        self.topic = self.carried = topic
        self.take_back(strength)

    def linked(self, rule: Rule, old: str | None, draft: Draft) -> Draft:
        """Joins "no longer X" with the "now Y" beside it, whichever comes first."""
        if not rule.ends:
            ended = self.ended.pop(rule.sets, None) if rule.sets else None
            return replace(draft, replaces=old or ended or None)
        if old:
            self.ended[rule.ends] = old
            for index, other in enumerate(self.drafts):
                if other.sets == rule.ends and other.replaces is None:
                    self.drafts[index] = replace(other, replaces=old)
        return draft

    def recent(self) -> list[Draft]:
        """What a correction may mean, the last statement first."""
        return [*reversed(self.drafts), *reversed(self.before)]

    def speak_of(self, subject: Subject) -> None:
        """Whom the next clauses go on about."""
        self.carried = subject
        if subject.who is Who.FAMILY:
            self.relation = subject
        elif subject.who in (Who.OTHER, Who.CONTACT):
            self.relation = None

    def allows(self, rule: Rule, subject: Subject) -> bool:
        """Whether a rule may be tried, going by what the clauses before have said."""
        ended = rule.sets in self.ended
        if self.away and rule.sets == "home":
            return False
        return (ended or not rule.after_end) and (ended or subject.said or not rule.needs_subject)
