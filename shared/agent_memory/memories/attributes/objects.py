"""Readers of amounts and dates, and of values that belong to an object: a budget's, a deadline's, a tool's."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import replace
from typing import Final

from agent_memory.memories.attributes.found import LIST, Found, value_only
from agent_memory.memories.attributes.reading.dates import find_dates, find_periods
from agent_memory.memories.attributes.reading.lexicon import lexicon
from agent_memory.memories.attributes.reading.numbers import show_number
from agent_memory.memories.attributes.reading.quantities import find_quantities
from agent_memory.memories.attributes.reading.text import has_cjk, lower_form
from agent_memory.memories.attributes.tables import CODES, PRODUCT_CATEGORY, SIMPLE_VALUES, TOOL_CATEGORY, TOOL_ENDING

_FILLER: Final = re.compile(
    r"大?约|左右|以内|以下|之内|以上|不超过|最多|大概|就|的|只|才|about|around|roughly|approximately|at most|up to|[\s.]|rmb"
)
_ARTICLE: Final = re.compile(
    r"^(?:an? |the |my |his |her |their |一[个名位项款]|这个|该|那个|我们的?|用户的?|the user's |user's )+",
    re.IGNORECASE,
)
_MONTH_ENDS: Final = frozenset(["底", "末", "endof", "theendof", "attheendof", "atendof"])
_ANY_YEAR: Final = 2025
_MONTHLY: Final = re.compile(r"每个?月|月度|monthly|(?:a|per|each|every) month")


def date(match: re.Match[str]) -> Found:
    """One calendar date and nothing else."""
    return value_only(_date_value(match["v"]))


def _date_value(written: str) -> str | None:
    text = lower_form(written)
    dates = find_dates(text)
    if len(dates) == 1:
        found, left = dates[0][1], _leftover(text, [dates[0][0]])
        if left in _MONTH_ENDS and found.month is not None and found.day is None:
            return replace(found, day=monthrange(found.year or _ANY_YEAR, found.month)[1]).written()
        if not left:
            return found.written()
    periods = find_periods(text)
    return periods[0][1] if len(periods) == 1 and not _leftover(text, [periods[0][0]]) else None


def _leftover(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = text[:start] + " " + text[end:]
    return re.sub(r"^(?:on|by|the)\b|[\s,，()的]|晚上|下午|上午|中午|\d{1,2}[:：]\d\d|当天|之?前|the\b", "", text)


def amount(match: re.Match[str]) -> Found:
    """One amount with its unit, or a range of two."""
    return value_only(_amount_value(match["v"]))


def _amount_value(written: str) -> str | None:
    text = re.sub(r"(?:每个?月|每年|/月|a month|per month|monthly)", "", lower_form(written))
    found = find_quantities(text)
    rest = _FILLER.sub("", _without(text, [span for span, _ in found]))
    if len(found) == 1 and not rest:
        return found[0][1].written()
    if len(found) == 2 and rest in ("-", "~", "到", "至", "to", "–"):
        low, high = found[0][1], found[1][1]
        return f"{show_number(low.value * low.size)}-{high.written()}"
    return None


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return text


def budget(match: re.Match[str]) -> Found:
    """An amount for an object: the wedding, the renovation, each month; or no object at all."""
    value = _amount_value(match["v"])
    groups = match.groupdict()
    said = lower_form(groups.get("o2") or groups.get("o") or "")
    if value is None or (target := _object(said)) is None:
        return None
    if _MONTHLY.search(lower_form(match[0])):
        target = "monthly" if _MONTHLY.sub("", target).strip() == "" else target
    return target or None, value


def deadline(match: re.Match[str]) -> Found:
    """A date for an object, or for nothing in particular: two of those need not conflict."""
    groups = match.groupdict()
    value = _date_value(match["v"])
    target = _object(lower_form(groups.get("o2") or groups.get("o") or ""))
    return (target or None, value) if value is not None and target is not None else None


def due(match: re.Match[str]) -> Found:
    """A date for an object; what has to be done by Friday is a deadline only if it is said what that is."""
    found = deadline(match)
    return found if found is not None and found[0] else None


def _object(text: str) -> str | None:
    """What a budget or deadline is for, under one name in both languages where the lexicon has it; None when it
    belongs to another person."""
    text = _ARTICLE.sub("", text.strip()).strip().removesuffix("的").strip()
    text = re.sub(r"^(?:用户|user)$|^(?:我们?)?(?:这次|本次|此次|这趟|这个)的?", "", text)
    entry = lexicon().look_up(text) if text else None
    if entry is not None:
        return (
            None
            if entry.group == "relation" and entry.name not in ("project", "company", "team", "product", "contract")
            else entry.name
        )
    others = (
        (e for n in range(len(text), 1, -1) if (e := lexicon().look_up(text[:n])) is not None) if has_cjk(text) else ()
    )
    if any(
        e.group == "relation" and e.name not in ("project", "company", "team", "product", "contract") for e in others
    ):
        return None
    return None if re.search(r"'s\b|不|没|计划|打算|可能|\bnot\b", text) else text


def phone(match: re.Match[str]) -> Found:
    """Digits only, with the kind of phone as object."""
    digits = re.sub(r"\D", "", match["v"])
    return (_contact_kind(match), digits) if 6 <= len(digits) <= 15 else None


def email(match: re.Match[str]) -> Found:
    """A mail address, with the kind as object."""
    return _contact_kind(match), lower_form(match["v"])


def handle(match: re.Match[str]) -> Found:
    """An account name."""
    return value_only(lower_form(match["v"]))


def code(match: re.Match[str]) -> Found:
    """The number on the user's plate, card or passport, with what it is as object."""
    said = lower_form(match["o"])
    kind = next((kind for kind, names in CODES.items() if said in names), None)
    value = re.sub(r"[\s·.-]", "", lower_form(match["v"]))
    return (kind, value) if kind and any(c.isdigit() for c in value) and 3 <= len(value) <= 24 else None


def _contact_kind(match: re.Match[str]) -> str | None:
    kind = lower_form(match.groupdict().get("o") or "").strip()
    return SIMPLE_VALUES["contact"].get(kind, [kind])[0] if kind else None


def tool(match: re.Match[str]) -> Found:
    """The one tool of a category that people have one of."""
    said = lower_form(match["o"])
    category = TOOL_CATEGORY.get(said) or TOOL_CATEGORY.get(TOOL_ENDING.sub("", said))
    value = _product(match["v"])
    return (category, value) if category and value else None


def product(match: re.Match[str]) -> Found:
    """A tool whose category is known by its name: 改用用友 is about the ERP system."""
    value = _product(match["v"])
    category = PRODUCT_CATEGORY.get(value or "")
    return (category, value) if category and value else None


def _product(written: str) -> str | None:
    text = re.sub(r"(?:系统|软件|erp)$", "", lower_form(written).strip()).strip().removesuffix("了")
    if not text or LIST.search(text) or re.match(r"(?:an? |the |what |一|什么|哪)", text):
        return None
    entry = lexicon().look_up(text)
    return entry.name if entry is not None and entry.group in ("software", "organisation") else text


def favorite(match: re.Match[str]) -> Found:
    """The favourite of a closed kind (colour, season, number): of films and dishes people have many."""
    what = {"颜色": "color", "季节": "season", "数字": "number", "colour": "color"}.get(
        lower_form(match["o"]), lower_form(match["o"])
    )
    text = lower_form(match["v"]).strip()
    entry = lexicon().look_up(text) or lexicon().look_up(f"{text}色")
    value = entry.name if entry is not None and entry.group == "colour" else text
    return (what, value) if not LIST.search(text) else None
