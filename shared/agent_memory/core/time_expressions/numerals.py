"""Numbers as words, Chinese and English, as far as dates and amounts need them."""

from __future__ import annotations

import re
from typing import Final

ZH_DIGITS: Final = "零〇一二三四五六七八九"
_ZH: Final = {
    **{c: i for i, c in enumerate("零一二三四五六七八九")},
    "〇": 0, "两": 2, "俩": 2, "仨": 3, "幺": 1, "首": 1, "半": 0,
}  # fmt: skip

_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()

_EN: Final[dict[str, int]] = {
    **{word: number for number, word in enumerate(_ONES)},
    **{word: number * 10 + 20 for number, word in enumerate(_TENS)},
    **{word: number + 1 for number, word in enumerate(_ORDINALS)},
    "a": 1, "an": 1, "couple": 2, "thirtieth": 30, "last": -1,
}  # fmt: skip

EN_NUMBER: Final = (
    r"(?:\d{1,4}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](?:one|two|three|four|five|six|seven"
    rf"|eight|nine)|{'|'.join(sorted((*_ONES[1:], *_TENS), key=len, reverse=True))})"
)
"""A count in digits or words, up to 99 in words."""

EN_ORDINAL: Final = (
    r"(?:\d{1,2} ?(?:st|nd|rd|th)|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)"
    rf"|thirtieth|{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})"
)
"""An ordinal, 1 to 39."""


def zh_number(text: str) -> int | None:
    """The value of a Chinese or Arabic number below 10,000; "二零二六" reads digit by digit."""
    text = text.replace("廿", "二十").replace("卅", "三十")
    if text.isascii() and text.isdigit():
        return int(text)
    if re.search("[十百千]", text):
        return _zh_units(text)
    value = 0
    for character in text:
        digit = int(character) if character.isascii() and character.isdigit() else _ZH.get(character)
        if digit is None:
            return None
        value = value * 10 + digit
    return value if text else None


def _zh_units(text: str) -> int | None:
    total, rest = 0, text
    for unit, size in (("千", 1000), ("百", 100), ("十", 10)):
        if unit in rest:
            head, rest = rest.split(unit, 1)
            count = 1 if not head else zh_number(head.lstrip("零"))
            if count is None:
                return None
            total += count * size
    rest = rest.lstrip("零")
    tail = zh_number(rest) if rest else 0
    return None if tail is None else total + tail


def en_number(text: str) -> int | None:
    """The value of an English cardinal or ordinal below 100, or of digits with or without st/nd/rd/th."""
    digits = re.match(r"(\d+)", text)
    if digits:
        return int(digits[1])
    total = 0
    for word in re.split(r"[\s-]+", text.strip()):
        if word not in _EN:
            return None
        total += _EN[word]
    return total


def en_year(text: str) -> int | None:
    """ "nineteen eighty six", "two thousand and fifteen", "twenty twenty-six"."""
    words = re.sub(r"[\s-]+", " ", text.strip()).replace(" and ", " ")
    thousand = re.fullmatch(r"two thousand(?: (.+))?", words)
    if thousand:
        rest = en_number(thousand[1]) if thousand[1] else 0
        return None if rest is None else 2000 + rest
    split = re.fullmatch(r"(nineteen|twenty)(?: hundred)? (.+)", words)
    tail = en_number(split[2]) if split else None
    if split is None or tail is None or not 0 < tail < 100:
        return None
    return (19 if split[1] == "nineteen" else 20) * 100 + tail
