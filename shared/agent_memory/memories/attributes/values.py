"""The readers behind the rules: matched words to a normalised value, or None when they are not such a value.

Each takes the match (groups as written, in their own case) and returns `(object, value)`; most have no object.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from agent_memory.memories.attributes.jobs import read_firm, read_occupation, read_title
from agent_memory.memories.attributes.reading.dates import find_dates, find_periods
from agent_memory.memories.attributes.reading.lexicon import lexicon
from agent_memory.memories.attributes.reading.numbers import number, show_number
from agent_memory.memories.attributes.reading.people import is_chinese_name
from agent_memory.memories.attributes.reading.places import look_up, read_place
from agent_memory.memories.attributes.reading.quantities import find_quantities
from agent_memory.memories.attributes.reading.text import has_cjk, lower_form
from agent_memory.memories.attributes.tables import (
    ADMINISTRATIVE,
    DEMONYMS,
    DWELLING,
    NO_NAME,
    NO_PLACE,
    PRODUCT_CATEGORY,
    SIMPLE_VALUES,
    TIME_ZONES,
    TOOL_CATEGORY,
)

Found = tuple[str | None, str] | None
Reader = Callable[[re.Match[str]], Found]

_LIST: Final = re.compile(r"[、/;；]|和|与|或者?|以及|\b(?:and|or)\b|[,，]")
_FILLER: Final = re.compile(r"大?约|左右|以内|以下|之内|以上|不超过|最多|大概|就|的|只|才|about|around|roughly|approximately|at most|up to|[\s.]|rmb")
_ARTICLE: Final = re.compile(r"^(?:an? |the |my |his |her |their |一[个名位项款]|这个|该|那个|我们的?|用户的?|the user's |user's )+", re.IGNORECASE)
_MONTHLY: Final = re.compile(r"每个?月|月度|monthly|(?:a|per|each|every) month")


def _value(value: str | None) -> Found:
    return (None, value) if value else None


def home(match: re.Match[str]) -> Found:
    """A place one lives in. A village no gazetteer knows is kept by its name, a hotel or "the suburbs" is none."""
    return _value(_place_value(match["v"], known_only=False))


def moved(match: re.Match[str]) -> Found:
    """Where somebody moved to: only known places, since one also moves to a new team or a new database."""
    return _value(_place_value(match["v"], known_only=True))


def place(match: re.Match[str]) -> Found:
    """Any known place."""
    return _value(_place_value(match["v"], known_only=True))


def _place_value(written: str, *, known_only: bool) -> str | None:
    text = re.sub(r"[了呢]$", "", lower_form(written)).strip()
    text = DWELLING.sub("", text).strip(" ,")
    if not text or NO_PLACE.search(text):
        return None
    found = read_place(text)
    if found is not None:
        return found.written() if _finer_part(found.rest, written) else None
    if known_only or _LIST.search(text):
        return None
    if has_cjk(text):
        return f"~{text}" if "的" not in text and ADMINISTRATIVE.search(text) and len(text) <= 12 else None
    return f"~{text}" if written[:1].isupper() and len(text.split()) <= 4 else None


def _finer_part(rest: str, written: str) -> bool:
    """Whether what is left beside the known place can be a part of it, and not the rest of a sentence."""
    if not rest:
        return True
    if has_cjk(rest):
        return re.fullmatch(r"[㐀-鿿\d-]{1,12}", rest) is not None and not re.search(r"[时了的在和着过就才就]", rest)
    words = rest.split()
    return len(words) <= 4 and all(
        w in ("the", "of", "district", "area", "neighborhood", "neighbourhood", "near") or w[:1].isdigit() or w.title() in written
        for w in words
    )


def employer(match: re.Match[str]) -> Found:
    """A named employer, where the verb leaves no doubt that it is one."""
    return _value(read_firm(match["v"], certain=True))


def employer_known(match: re.Match[str]) -> Found:
    """A named employer after a verb that also takes places and clubs: it must look like a firm."""
    return _value(read_firm(match["v"], certain=False))


def employer_title(match: re.Match[str]) -> Found:
    """A named employer and the title there, as `employer/title`: when either changes, the statement is outdated."""
    firm, title = read_firm(match["v"], certain=False), read_title(match["t"])
    return (None, f"{firm}/{title}") if firm and title else None


def employer_role(match: re.Match[str]) -> Found:
    """The same after a bare "is": 腾讯的产品经理 is a job, 腾讯的会员 is not."""
    firm, title = read_firm(match["v"], certain=False), read_occupation(match["t"])
    return (None, f"{firm}/{title}") if firm and title else None


def title(match: re.Match[str]) -> Found:
    """What the user calls their job, whatever it is."""
    return _value(read_title(match["v"]))


def occupation(match: re.Match[str]) -> Found:
    """After "is a": only what is certainly an occupation (and not one that people have beside another)."""
    return _value(read_occupation(match["v"]))


def title_in_firm(match: re.Match[str]) -> Found:
    """The title of somebody whose employer is only described ("an e-commerce company")."""
    described = re.search(r"公司|企业|集团|工厂|银行|医院|学校|大学|机构|部门|团队|行业|工作室", match["v"]) or re.match(
        r"an? .*(?:company|firm|startup|start-up|agency|bank|hospital|school|university|organi[sz]ation|team|studio|factory)\b",
        match["v"],
        re.IGNORECASE,
    )
    return _value(read_occupation(match["t"])) if described and not _LIST.search(match["v"]) else None


def person(match: re.Match[str]) -> Found:
    """A person's name: Chinese, or Latin words with capital letters."""
    return _value(_person_value(match["v"], certain=True))


def person_like(match: re.Match[str]) -> Found:
    """A name after a verb that takes other things too (是 a dean, 叫 a taxi): it must look like one."""
    return _value(_person_value(match["v"], certain=False))


def _person_value(said: str, *, certain: bool) -> str | None:
    written = said.strip().strip("\"'“”")
    text = lower_form(written)
    if _LIST.search(text) or NO_NAME.search(text) or any(c.isdigit() for c in text):
        return None
    if has_cjk(text):
        if not re.fullmatch(r"[㐀-鿿·]{1,10}", text) or lexicon().look_up(text) is not None or look_up(text) is not None:
            return None
        return text if certain or is_chinese_name(text) else None
    words = written.split()
    if text in DEMONYMS or lexicon().look_up(text) is not None:
        return None
    return " ".join(text.split()) if len(words) <= 4 and all(w[0].isupper() for w in words) else None


def age(match: re.Match[str]) -> Found:
    """Whole years, 1 to 120."""
    value = number(lower_form(match["v"]).strip())
    return _value(str(value)) if value is not None and 0 < value <= 120 and value.denominator == 1 else None


def count(match: re.Match[str]) -> Found:
    """A small number; `没有`, `no` and `any` (after "does not have") are zero."""
    text = lower_form(match["v"]).strip()
    value = 0 if text in ("没", "没有", "no", "any") else number(text)
    return _value(str(int(value))) if value is not None and value < 20 else None


def date(match: re.Match[str]) -> Found:
    """One calendar date and nothing else."""
    return _value(_date_value(match["v"]))


def _date_value(written: str) -> str | None:
    text = lower_form(written)
    dates = find_dates(text)
    if len(dates) == 1 and not _leftover(text, [dates[0][0]]):
        return dates[0][1].written()
    periods = find_periods(text)
    return periods[0][1] if len(periods) == 1 and not _leftover(text, [periods[0][0]]) else None


def _leftover(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = text[:start] + " " + text[end:]
    return re.sub(r"^(?:on|by|the)\b|[\s,，()的]|晚上|下午|上午|中午|\d{1,2}[:：]\d\d|当天|之?前|the\b", "", text)


def amount(match: re.Match[str]) -> Found:
    """One amount with its unit, or a range of two."""
    return _value(_amount_value(match["v"]))


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
    """A date for an object. A deadline of nothing in particular is none: two of them need not conflict."""
    groups = match.groupdict()
    value = _date_value(match["v"])
    target = _object(lower_form(groups.get("o2") or groups.get("o") or ""))
    return (target, value) if value is not None and target else None


def _object(text: str) -> str | None:
    """What a budget or deadline is for, under one name in both languages where the lexicon has it; None when it
    belongs to another person."""
    text = _ARTICLE.sub("", text.strip()).strip().removesuffix("的").strip()
    text = re.sub(r"^(?:用户|user)$", "", text)
    entry = lexicon().look_up(text) if text else None
    if entry is not None:
        return None if entry.group == "relation" and entry.name not in ("project", "company", "team", "product", "contract") else entry.name
    others = (e for n in range(len(text), 1, -1) if (e := lexicon().look_up(text[:n])) is not None) if has_cjk(text) else ()
    if any(e.group == "relation" and e.name not in ("project", "company", "team", "product", "contract") for e in others):
        return None
    return None if re.search(r"'s\b|不|没|计划|打算|可能|\bnot\b", text) else text


def wedlock(match: re.Match[str]) -> Found:
    """Married, single, divorced …"""
    text = lower_form(match["v"])
    for state, words in SIMPLE_VALUES["wedlock"].items():
        if text in words:
            return _value(state)
    return None


def language(match: re.Match[str]) -> Found:
    """A language of the lexicon, or both languages."""
    text = lower_form(match["v"]).strip()
    if text in ("双语", "中英双语", "bilingual"):
        return _value("bilingual")
    entry = lexicon().look_up("chinese language" if text == "chinese" else text)
    return _value(entry.name) if entry is not None and entry.group == "tongue" else None


def length(match: re.Match[str]) -> Found:
    """`concise` or `detailed`."""
    return _group_value(match["v"], "length")


def tone(match: re.Match[str]) -> Found:
    """`formal` or `casual`."""
    return _group_value(match["v"], "register")


def _group_value(written: str, group: str) -> Found:
    text = lower_form(written).strip().removesuffix("的")
    entry = lexicon().look_up(text)
    return _value(entry.name) if entry is not None and entry.group == group else None


def phone(match: re.Match[str]) -> Found:
    """Digits only, with the kind of phone as object."""
    digits = re.sub(r"\D", "", match["v"])
    return (_contact_kind(match), digits) if 6 <= len(digits) <= 15 else None


def email(match: re.Match[str]) -> Found:
    """A mail address, with the kind as object."""
    return _contact_kind(match), lower_form(match["v"])


def handle(match: re.Match[str]) -> Found:
    """An account name."""
    return _value(lower_form(match["v"]))


def _contact_kind(match: re.Match[str]) -> str | None:
    kind = lower_form(match.groupdict().get("o") or "").strip()
    return SIMPLE_VALUES["contact"].get(kind, [kind])[0] if kind else None


def country(match: re.Match[str]) -> Found:
    """A nationality by country or demonym."""
    text = lower_form(match["v"]).strip()
    name = DEMONYMS.get(text, text)
    found = look_up(name)
    return _value(found[0]) if found is not None and len(found) == 1 else None


def demonym(match: re.Match[str]) -> Found:
    """A nationality by its adjective only: "is Jordan" may be a name."""
    found = look_up(DEMONYMS.get(lower_form(match["v"]).strip(), ""))
    return _value(found[0]) if found is not None else None


def city_person(match: re.Match[str]) -> Found:
    """Somebody from a known place below the level of a country (上海人, from Leeds) or from a country ("from Japan")."""
    found = read_place(lower_form(match["v"]).strip())
    if found is None or found.rest:
        return None
    return _value(found.written())


def school(match: re.Match[str]) -> Found:
    """A named school or university."""
    text = lower_form(match["v"]).strip()
    entry = lexicon().look_up(text)
    if entry is not None and entry.group == "organisation":
        return _value(entry.name)
    named = re.search(r"(?:大学|学院|中学|小学|高中|附中)$", text) if has_cjk(text) else re.search(r"\b(?:university|college|school|institute)\b", text)
    generic = re.match(r"(?:一[所家]|an? |the university$|(?:大学|学院|中学|小学|高中)$)", text)
    return _value(text) if named and not generic and not _LIST.search(text) else None


def degree(match: re.Match[str]) -> Found:
    """The highest degree."""
    text = lower_form(match["v"]).strip().removesuffix("degree").strip()
    return next(((None, value) for value, words in SIMPLE_VALUES["degree"].items() if text in words), None)


def gender(match: re.Match[str]) -> Found:
    """`male` or `female`."""
    return _group_value(match["v"], "sex")


def blood(match: re.Match[str]) -> Found:
    """A, B, AB or O with an optional sign."""
    found = re.fullmatch(r"(ab|a|b|o)\s*(?:型)?\s*(?:rh)?(\+|-|阳性|阴性)?", lower_form(match["v"]).strip())
    return _value(found[1] + {"阳性": "+", "阴性": "-"}.get(found[2] or "", found[2] or "")) if found else None


def zone(match: re.Match[str]) -> Found:
    """A time zone as its standard offset from UTC in hours."""
    text = re.sub(r"[\s()]|时区|时间", "", lower_form(match["v"]))
    if text in TIME_ZONES:
        return _value(TIME_ZONES[text])
    offset = re.fullmatch(r"(?:utc|gmt)([+-])(\d{1,2})(?::?00)?", text)
    if offset is not None:
        return _value(f"utc{offset[1]}{int(offset[2])}")
    east = re.fullmatch(r"([东西])([一二三四五六七八九十]+|\d+)区?", text)
    hours = number(east[2]) if east is not None else None
    return _value(f"utc{'+' if east and east[1] == '东' else '-'}{hours}") if hours is not None else None


def text_value(match: re.Match[str]) -> Found:
    """A short name as it stands."""
    text = lower_form(match["v"]).strip()
    return _value(text) if not _LIST.search(text) and len(text) <= 24 else None


def tool(match: re.Match[str]) -> Found:
    """The one tool of a category that people have one of."""
    category = TOOL_CATEGORY.get(lower_form(match["o"]))
    value = _product(match["v"])
    return (category, value) if category and value else None


def product(match: re.Match[str]) -> Found:
    """A tool whose category is known by its name: 改用用友 is about the ERP system."""
    value = _product(match["v"])
    category = PRODUCT_CATEGORY.get(value or "")
    return (category, value) if category and value else None


def _product(written: str) -> str | None:
    text = re.sub(r"(?:系统|软件|erp)$", "", lower_form(written).strip()).strip()
    if not text or _LIST.search(text) or re.match(r"(?:an? |the |what |一|什么|哪)", text):
        return None
    entry = lexicon().look_up(text)
    return entry.name if entry is not None and entry.group in ("software", "organisation") else text


def favorite(match: re.Match[str]) -> Found:
    """The favourite of a closed kind (colour, season, number): of films and dishes people have many."""
    what = {"颜色": "color", "季节": "season", "数字": "number", "colour": "color"}.get(lower_form(match["o"]), lower_form(match["o"]))
    text = lower_form(match["v"]).strip()
    entry = lexicon().look_up(text) or lexicon().look_up(f"{text}色")
    value = entry.name if entry is not None and entry.group == "colour" else text
    return (what, value) if not _LIST.search(text) else None


READERS: Final[dict[str, Reader]] = {
    reader.__name__: reader
    for reader in (
        home, moved, place, employer, employer_known, employer_title, employer_role, title, occupation, title_in_firm, person, person_like, age,
        count, date, amount, budget, deadline, wedlock, language, length, tone, phone, email, handle, country, demonym,
        city_person, school, degree, gender, blood, zone, tool, product, favorite,
    )
} | {"text": text_value}  # fmt: skip
