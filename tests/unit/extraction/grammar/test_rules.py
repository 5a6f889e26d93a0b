"""The rows of the tables are well formed: a slip in one is found here, not when a clause first needs it."""

from __future__ import annotations

import re

import pytest

from agent_memory.extraction.grammar.en import EN
from agent_memory.extraction.grammar.language import Grammar
from agent_memory.extraction.grammar.rules import Rule
from agent_memory.extraction.grammar.zh import ZH

TOLD = {
    "zh": {"s", "p", "said", "when", "when_of", "adv"},
    "en": {"s", "p", "said", "did", "be", "base", "plan", "to_what", "V", "plans", "will", "them"},
}
"""Slots of a template that are not groups of the pattern."""


def rows(grammar: Grammar) -> list[Rule]:
    """Every row of a language, once."""
    return list({id(rule): rule for table in grammar.tables.values() for rule in table.rules}.values())


@pytest.mark.parametrize("grammar", [ZH, EN], ids=lambda grammar: grammar.code)
def test_every_row_is_well_formed(grammar: Grammar) -> None:
    for rule in rows(grammar):
        groups = set(re.compile(rule.pattern).groupindex)
        told = set(re.findall(r"\{(\w+)\}", rule.say))
        assert told <= groups | TOLD[grammar.code], rule.name
        assert {group for group, _ in rule.entities} <= groups, rule.name
        assert {*rule.only, *rule.never} <= groups | {"p", "s"}, rule.name
        for pattern in (*rule.only.values(), *rule.never.values()):
            re.compile(pattern)
        if rule.ends:
            assert groups & {"old", "old2"}, rule.name
        if rule.introduces:
            assert rule.introduces in groups, rule.name
        assert 1 <= rule.importance <= 5, rule.name
        assert 0.5 <= rule.confidence <= 1, rule.name
