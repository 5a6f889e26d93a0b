"""Places, as far as the gazetteer knows them: what lies in what, under one identity for both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from agent_memory.memories.attributes.reading.gazetteer_china import CHINA
from agent_memory.memories.attributes.reading.gazetteer_world import WORLD
from agent_memory.memories.attributes.reading.text import has_cjk

_ADMIN: Final = "特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区|自治州|省|市|新区|区|县|州"
_SUFFIX: Final = re.compile(rf"(?:{_ADMIN})$")
_ZH_SUFFIX: Final = re.compile(rf"(?:{_ADMIN})")
_EN_NOISE: Final = re.compile(
    r"^(?:the )?(?:city|town|district|suburbs?|outskirts|centre|center|heart|state|province|north|south|east|west|"
    r"northern|southern|eastern|western|central|downtown|greater|metropolitan|inner)(?: of)? "
)
_EN_TAIL: Final = re.compile(r" (?:city|province|district|county|area|region|municipality|state)$")

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A place as its path from the country down, and whatever finer part the gazetteer does not know."""

    path: Path
    rest: str = ""

    def written(self) -> str:
        """`china/jiangsu/suzhou`; the unknown finer part follows after `~`."""
        return "/".join([*self.path, *([f"~{self.rest}"] if self.rest else [])])


@cache
def known_places() -> dict[str, Path]:
    """Every name in the gazetteer, case-folded, to its path. Read once, at first need."""
    paths: dict[str, Path] = {}
    for source in (CHINA, WORLD):
        for line in re.sub(r",\n +", ", ", source).strip().splitlines():
            head, _, children = line.partition(":")
            parent = paths.get(head) or _enter(paths, head, ())
            for child in filter(None, (c.strip() for c in children.split(","))):
                _enter(paths, child, parent)
    # 苏州市 is found under 苏州, but 纽约 is the city although 纽约州 comes first.
    for name, path in list(paths.items()):
        if len(bare := _SUFFIX.sub("", name)) >= 2:
            paths.setdefault(bare, path)
    return paths


def _enter(paths: dict[str, Path], entry: str, parent: Path) -> Path:
    chinese, _, others = entry.partition(" ")
    names = [chinese, *filter(None, others.split("|"))]
    identity = next((n for n in names if n.isascii()), chinese)
    path = (*parent, identity)
    for name in names:
        paths.setdefault(name, path)
    return path


def look_up(name: str) -> Path | None:
    """The path of a single name (`苏州市`, `suzhou`, `the city of suzhou`), or None."""
    places = known_places()
    for form in (name, _SUFFIX.sub("", name), _EN_NOISE.sub("", name), _EN_TAIL.sub("", name)):
        if form in places:
            return places[form]
    return None


def read_place(value: str) -> Place | None:
    """A value that stands where a place stands: `上海市浦东新区`, `pudong, shanghai`, `berlin (germany)`.

    None when nothing in it is known, or when its known parts do not lie in each other.
    """
    known, rest = _split_zh(value) if has_cjk(value) else _split_en(value)
    if not known:
        return None
    deepest = max(known, key=len)
    if any(deepest[: len(path)] != path for path in known):
        return None
    return Place(deepest, rest)


def _split_zh(value: str) -> tuple[list[Path], str]:
    """Known names from left to right, each with its administrative suffix; what is left over is the rest."""
    places, known, rest, at = known_places(), list[Path](), "", 0
    value = re.sub(r"[\s,，、·()（）的]", "", value)
    while at < len(value):
        name = next((value[at : at + n] for n in range(8, 1, -1) if value[at : at + n] in places), None)
        if name is None:
            rest += value[at]
            at += 1
            continue
        # 上海市松江: the longest name wins, but a name inside another place must lie in what came before.
        known.append(places[name])
        at += len(name)
        if (suffix := _ZH_SUFFIX.match(value, at)) is not None:
            at = suffix.end()
    return known, rest


def _split_en(value: str) -> tuple[list[Path], str]:
    known, rest = list[Path](), list[str]()
    for part in re.split(r",| in (?=\S)|[()]|/| - ", value):
        name = part.strip()
        if not name:
            continue
        path = look_up(name)
        if path is not None:
            known.append(path)
            continue
        found, left = _known_words(name.split())
        known += found
        rest += left
    return known, " ".join(rest)


def _known_words(words: list[str]) -> tuple[list[Path], list[str]]:
    """`shanghai pudong` is two known names; `brooklyn heights` is one and a finer part."""
    known, rest, at = list[Path](), list[str](), 0
    while at < len(words):
        for n in range(min(4, len(words) - at), 0, -1):
            path = look_up(" ".join(words[at : at + n]))
            if path is not None:
                known.append(path)
                at += n
                break
        else:
            rest.append(words[at])
            at += 1
    return known, rest
