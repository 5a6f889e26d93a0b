"""The readers behind the rules: matched words to a normalised value, or None when they are not such a value.

Each takes the match (groups as written, in their own case) and returns `(object, value)`; most have no object.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from agent_memory.memories.attributes import objects
from agent_memory.memories.attributes.found import LIST, Found, value_only
from agent_memory.memories.attributes.jobs import read_firm, read_occupation, read_title
from agent_memory.memories.attributes.reading.lexicon import lexicon
from agent_memory.memories.attributes.reading.numbers import number
from agent_memory.memories.attributes.reading.people import is_chinese_name
from agent_memory.memories.attributes.reading.places import look_up, read_place
from agent_memory.memories.attributes.reading.text import has_cjk, lower_form
from agent_memory.memories.attributes.tables import (
    ADDRESSES,
    ADMINISTRATIVE,
    DEMONYMS,
    DWELLING,
    LENGTHS,
    NO_NAME,
    NO_PLACE,
    SIMPLE_VALUES,
    TIME_ZONES,
)

Reader = Callable[[re.Match[str]], Found]


def home(match: re.Match[str]) -> Found:
    """A place one lives in. A village no gazetteer knows is kept by its name, a hotel or "the suburbs" is none."""
    return value_only(_place_value(match["v"], known_only=False))


def moved(match: re.Match[str]) -> Found:
    """Where somebody moved to: only known places, since one also moves to a new team or a new database."""
    return value_only(_place_value(match["v"], known_only=True))


def place(match: re.Match[str]) -> Found:
    """Any known place."""
    return value_only(_place_value(match["v"], known_only=True))


def _place_value(written: str, *, known_only: bool) -> str | None:
    text = re.sub(r"[了呢]$", "", lower_form(written)).strip()
    text = DWELLING.sub("", text).strip(" ,")
    if not text or NO_PLACE.search(text):
        return None
    found = read_place(text)
    if found is not None:
        return found.written() if _finer_part(found.rest, written) else None
    if known_only or LIST.search(text):
        return None
    if has_cjk(text):
        return f"~{text}" if "的" not in text and ADMINISTRATIVE.search(text) and len(text) <= 12 else None
    return f"~{text}" if written[:1].isupper() and len(text.split()) <= 4 else None


def address(match: re.Match[str]) -> Found:
    """A postal address: as it is written, with its kind as object."""
    text = re.sub(r"[\s,，.]+", " ", lower_form(match["v"])).strip()
    kind = lower_form(match.groupdict().get("o") or "").strip().removesuffix("的")
    return ADDRESSES.get(kind, kind) or None, text


def _finer_part(rest: str, written: str) -> bool:
    """Whether what is left beside the known place can be a part of it, and not the rest of a sentence."""
    if not rest:
        return True
    if has_cjk(rest):
        return re.fullmatch(r"[㐀-鿿\d-]{1,12}", rest) is not None and not re.search(r"[时了的在和着过就才就]", rest)
    words = rest.split()
    return len(words) <= 4 and all(
        w in ("the", "of", "district", "area", "neighborhood", "neighbourhood", "near")
        or w[:1].isdigit()
        or w.title() in written
        for w in words
    )


def employer(match: re.Match[str]) -> Found:
    """A named employer, where the verb leaves no doubt that it is one."""
    return value_only(read_firm(match["v"], certain=True))


def employer_known(match: re.Match[str]) -> Found:
    """A named employer after a verb that also takes places and clubs: it must look like a firm."""
    return value_only(read_firm(match["v"], certain=False))


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
    return value_only(read_title(match["v"]))


def occupation(match: re.Match[str]) -> Found:
    """After "is a": only what is certainly an occupation (and not one that people have beside another)."""
    return value_only(read_occupation(match["v"]))


def title_in_firm(match: re.Match[str]) -> Found:
    """The title of somebody whose employer is only described ("an e-commerce company")."""
    described = re.search(
        r"公司|企业|集团|工厂|银行|医院|学校|大学|机构|部门|团队|行业|工作室", match["v"]
    ) or re.match(
        r"an? .*(?:company|firm|startup|start-up|agency|bank|hospital|school|university|organi[sz]ation|team|studio|factory)\b",
        match["v"],
        re.IGNORECASE,
    )
    return value_only(read_occupation(match["t"])) if described and not LIST.search(match["v"]) else None


def person(match: re.Match[str]) -> Found:
    """A person's name: Chinese, or Latin words with capital letters."""
    return value_only(_person_value(match["v"], certain=True))


def person_like(match: re.Match[str]) -> Found:
    """A name after a verb that takes other things too (是 a dean, 叫 a taxi): it must look like one."""
    return value_only(_person_value(match["v"], certain=False))


def _person_value(said: str, *, certain: bool) -> str | None:
    written = said.strip().strip("\"'“”")
    text = lower_form(written)
    if LIST.search(text) or NO_NAME.search(text) or any(c.isdigit() for c in text):
        return None
    if has_cjk(text):
        if (
            not re.fullmatch(r"[㐀-鿿·]{1,10}", text)
            or lexicon().look_up(text) is not None
            or look_up(text) is not None
        ):
            return None
        return text if certain or is_chinese_name(text) else None
    words = written.split()
    if text in DEMONYMS or lexicon().look_up(text) is not None:
        return None
    return " ".join(text.split()) if len(words) <= 4 and all(w[0].isupper() for w in words) else None


def age(match: re.Match[str]) -> Found:
    """Whole years, 1 to 120."""
    value = number(lower_form(match["v"]).strip())
    return value_only(str(value)) if value is not None and 0 < value <= 120 and value.denominator == 1 else None


def count(match: re.Match[str]) -> Found:
    """A small number; `没有`, `no` and `any` (after "does not have") are zero."""
    text = lower_form(match["v"]).strip()
    value = 0 if text in ("没", "没有", "no", "any") else number(text)
    return value_only(str(int(value))) if value is not None and value < 20 else None


def wedlock(match: re.Match[str]) -> Found:
    """Married, single, divorced …"""
    text = lower_form(match["v"])
    for state, words in SIMPLE_VALUES["wedlock"].items():
        if text in words:
            return value_only(state)
    return None


def language(match: re.Match[str]) -> Found:
    """A language of the lexicon, or both languages."""
    text = lower_form(match["v"]).strip()
    if text in ("双语", "中英双语", "bilingual"):
        return value_only("bilingual")
    entry = lexicon().look_up("chinese language" if text == "chinese" else text)
    return value_only(entry.name) if entry is not None and entry.group == "tongue" else None


def length(match: re.Match[str]) -> Found:
    """`concise` or `detailed`."""
    word = lower_form(match["v"]).strip()
    return value_only(LENGTHS[word]) if word in LENGTHS else _group_value(word, "length")


def tone(match: re.Match[str]) -> Found:
    """`formal` or `casual`."""
    return _group_value(match["v"], "register")


def _group_value(written: str, group: str) -> Found:
    text = lower_form(written).strip().removesuffix("的")
    entry = lexicon().look_up(text)
    return value_only(entry.name) if entry is not None and entry.group == group else None


def country(match: re.Match[str]) -> Found:
    """A nationality by country or demonym."""
    text = lower_form(match["v"]).strip()
    name = DEMONYMS.get(text, text)
    found = look_up(name)
    return value_only(found[0]) if found is not None and len(found) == 1 else None


def demonym(match: re.Match[str]) -> Found:
    """A nationality by its adjective only: "is Jordan" may be a name."""
    found = look_up(DEMONYMS.get(lower_form(match["v"]).strip(), ""))
    return value_only(found[0]) if found is not None else None


def city_person(match: re.Match[str]) -> Found:
    """Somebody from a known place below the level of a country (上海人, from Leeds) or from a country ("from Japan")."""
    found = read_place(lower_form(match["v"]).strip())
    if found is None or found.rest:
        return None
    return value_only(found.written())


def school(match: re.Match[str]) -> Found:
    """A named school or university."""
    text = lower_form(match["v"]).strip()
    entry = lexicon().look_up(text)
    if entry is not None and entry.group == "organisation":
        return value_only(entry.name)
    named = (
        re.search(r"(?:大学|学院|中学|小学|高中|附中)$|^[㐀-鿿]{1,3}大$", text)
        if has_cjk(text)
        else re.search(r"\b(?:university|college|school|institute)\b", text)
        or re.fullmatch(r"[A-Z]{3,5}", match["v"].strip())
    )
    generic = re.match(r"(?:一[所家]|an? |the university$|(?:大学|学院|中学|小学|高中)$)", text)
    return value_only(text) if named and not generic and not LIST.search(text) else None


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
    return value_only(found[1] + {"阳性": "+", "阴性": "-"}.get(found[2] or "", found[2] or "")) if found else None


def zone(match: re.Match[str]) -> Found:
    """A time zone as its standard offset from UTC in hours."""
    text = re.sub(r"[\s()]|时区|时间", "", lower_form(match["v"]))
    if text in TIME_ZONES:
        return value_only(TIME_ZONES[text])
    offset = re.fullmatch(r"(?:utc|gmt)([+-])(\d{1,2})(?::?00)?", text)
    if offset is not None:
        return value_only(f"utc{offset[1]}{int(offset[2])}")
    east = re.fullmatch(r"([东西])([一二三四五六七八九十]+|\d+)区?", text)
    hours = number(east[2]) if east is not None else None
    return value_only(f"utc{'+' if east and east[1] == '东' else '-'}{hours}") if hours is not None else None


def text_value(match: re.Match[str]) -> Found:
    """A short name as it stands."""
    text = lower_form(match["v"]).strip()
    return value_only(text) if not LIST.search(text) and len(text) <= 24 else None


READERS: Final[dict[str, Reader]] = {
    reader.__name__: reader
    for reader in (
        home, moved, place, address, employer, employer_known, employer_title, employer_role, title, occupation, title_in_firm,
        person, person_like, age, count, wedlock, language, length, tone, country, demonym, city_person, school, degree,
        gender, blood, zone, objects.date, objects.amount, objects.budget, objects.deadline, objects.due, objects.phone, objects.code,
        objects.email, objects.handle, objects.tool, objects.product, objects.favorite,
    )
} | {"text": text_value}  # fmt: skip
