"""Numerals: `12`, `1,200`, `三千五百`, `5万`, `twenty-five`, `half`. All become exact fractions."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

_ZH_DIGITS: Final = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_ZH_SMALL: Final = {"十": 10, "百": 100, "千": 1000}
_ZH_LARGE: Final = {"万": 10**4, "亿": 10**8}

_EN_UNITS: Final = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_EN_TENS: Final = {
    word: value * 10 for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_EN_SCALES: Final = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_EN_ORDINALS: Final = {
    word: value
    for value, word in enumerate(
        "second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 2
    )
}
_MULTIPLIERS: Final = {"k": 10**3, "m": 10**6, "bn": 10**9, "百": 100, "千": 1000, **_EN_SCALES, **_ZH_LARGE}

ZH_NUMERAL: Final = "[零〇一二两三四五六七八九十百千万亿]"
EN_NUMERAL: Final = (
    r"(?:(?:a|one) (?=hundred|thousand|million|billion)|)"
    "(?:"
    + "|".join(sorted([*_EN_UNITS, *_EN_TENS, *_EN_SCALES], key=len, reverse=True))
    + r")(?:(?:[ -]| and )(?:"
    + "|".join(sorted([*_EN_UNITS, *_EN_TENS, *_EN_SCALES], key=len, reverse=True))
    + r"))*"
)
EN_ORDINAL: Final = "|".join(_EN_ORDINALS)
ARABIC: Final = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"

_ARABIC_FORM: Final = re.compile(rf"({ARABIC}) ?(k|m|bn|hundred|thousand|million|billion|百万|千万|百|千|万|亿)?")
_EN_WORDS: Final = re.compile(r"[a-z]+(?:[ -][a-z]+)*")


def zh_number(text: str) -> Fraction | None:
    """A Chinese numeral: `三千五百`, `二〇二六`, `十二`, `五万`; None when it is not one.

    A trailing digit after 百, 千 or 万 is one place lower, as spoken: 三千五 is 3500.
    """
    if not text or any(c not in _ZH_DIGITS and c not in _ZH_SMALL and c not in _ZH_LARGE for c in text):
        return None
    if all(c in _ZH_DIGITS for c in text):
        return Fraction(int("".join(str(_ZH_DIGITS[c]) for c in text)))
    hundreds_of_millions = myriads = section = last_scale = 0
    digit: int | None = None
    spoken_zero = False
    for c in text:
        if c in _ZH_DIGITS:
            digit = _ZH_DIGITS[c]
            spoken_zero = spoken_zero or digit == 0
            continue
        if c in _ZH_SMALL:
            section += (1 if digit is None else digit) * _ZH_SMALL[c]
        elif c == "万":
            myriads, section = (section + (digit or 0) or 1) * 10**4, 0
        else:
            hundreds_of_millions, myriads, section = (myriads + section + (digit or 0) or 1) * 10**8, 0, 0
        last_scale, digit = {**_ZH_SMALL, **_ZH_LARGE}[c], None
    if digit and last_scale > 10 and not spoken_zero:
        digit *= last_scale // 10
    return Fraction(hundreds_of_millions + myriads + section + (digit or 0))


def en_number(text: str) -> Fraction | None:
    """An English numeral or ordinal in words: `twenty-five`, `a hundred and two`, `third`; None when it is not one."""
    if text in _EN_ORDINALS:
        return Fraction(_EN_ORDINALS[text])
    words = _EN_WORDS.fullmatch(text) and re.split("[ -]", text)
    if not words:
        return None
    total = current = 0
    for word in words:
        if word in _EN_UNITS:
            current += _EN_UNITS[word]
        elif word in _EN_TENS:
            current += _EN_TENS[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in _EN_SCALES:
            total += max(current, 1) * _EN_SCALES[word]
            current = 0
        elif word not in ("a", "and"):
            return None
    return Fraction(total + current) if total + current or "zero" in words else None


def arabic_number(text: str) -> Fraction | None:
    """Digits with an optional multiplier: `5,000`, `5k`, `1.5万`, `20 thousand`; None when it is not one."""
    match = _ARABIC_FORM.fullmatch(text.strip())
    if match is None:
        return None
    value = Fraction(match[1].replace(",", ""))
    multiplier = match[2]
    if multiplier in ("百万", "千万"):
        return value * _MULTIPLIERS[multiplier[0]] * _MULTIPLIERS[multiplier[1]]
    return value * _MULTIPLIERS[multiplier] if multiplier else value


def number(text: str) -> Fraction | None:
    """Any numeral this module reads, on its own."""
    text = text.strip()
    for read in (arabic_number, zh_number, en_number if text[:1].isalpha() else zh_number):
        if (value := read(text)) is not None:
            return value
    return None


def show_number(value: Fraction) -> str:
    """The shortest plain writing of a number: `8000`, `1.5`."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):g}"
