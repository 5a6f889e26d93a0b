"""Statements that hold a secret: they are never remembered, whoever asks for it.

A memory is put into prompts, and so into the logs of a model's provider. A password in it is a password given away.
"""

from __future__ import annotations

import re
from typing import Final

# Word boundaries are ASCII's own: to `\b`, a secret that touches a Chinese character has none.
_START, _END = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"
_NAMES_ZH: Final = "密码|口令|验证码|动态码|安全码|私钥|助记词|pin码"
_NAMES_EN: Final = (
    "password|passcode|passphrase|passwd|pin(?: code| number)?|cvv2?|cvc|security code|one[- ]time code|otp"
    "|verification code|secret key|private key|api key|access token|seed phrase|recovery phrase"
)
_NO_VALUE_EN: Final = (
    "not|no|too|very|a|an|the|in|on|at|stored|kept|saved|never|always|different|forgotten|safe|secure|weak|strong"
)
_NAMED: Final = (
    re.compile(
        rf"(?:{_NAMES_ZH})(?!.{{0,4}}(?:忘|丢|找回|重置|不记得|管理|锁|强度|策略|器|提示))"
        r"[^，,。;；]{0,6}?(?:是|为|:|：|=|改成|改为|换成)了?\s*[^\s，,。;；]{3,}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_START}(?:{_NAMES_EN}){_END}(?! (?:manager|reset|policy|field|prompt|hint))[^,;.]{{0,30}}?"
        rf"(?: is| are|:|=| (?:changed|set|updated|reset) to| was|是|为)\s*(?!(?:{_NO_VALUE_EN}){_END})\S{{3,}}",
        re.IGNORECASE,
    ),
)
_TOKENS: Final = re.compile(
    rf"{_START}(?:sk-[A-Za-z0-9_-]{{16,}}|AKIA[A-Z0-9]{{16}}|gh[pousr]_[A-Za-z0-9]{{30,}}|xox[abp]-[A-Za-z0-9-]{{10,}}"
    r"|eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}|amk_[A-Za-z0-9_-]{20,})"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)
_DIGITS: Final = re.compile(r"(?<![0-9-])[0-9](?:[ -]?[0-9]){12,18}(?![0-9-])")
_RESIDENT: Final = re.compile(r"(?<![0-9A-Za-z])[1-9][0-9]{5}(?:19|20)[0-9]{9}[0-9Xx](?![0-9A-Za-z])")
_RESIDENT_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def is_secret(statement: str) -> bool:
    """Whether a statement tells a password, a one-time code, an access token, or the number of a payment card or of a
    resident of China.
    """
    if _TOKENS.search(statement) or any(pattern.search(statement) for pattern in _NAMED):
        return True
    if any(_is_resident(match[0]) for match in _RESIDENT.finditer(statement)):
        return True
    return any(_is_card(re.sub(r"\D", "", match[0])) for match in _DIGITS.finditer(statement))


def _is_card(digits: str) -> bool:
    """By the check digit, ISO/IEC 7812-1 annex B, and the first digit of a payment network."""
    if digits[0] not in "3456":
        return False
    doubled = (
        sum(divmod(2 * int(digit), 10)) if place % 2 else int(digit) for place, digit in enumerate(reversed(digits))
    )
    return sum(doubled) % 10 == 0


def _is_resident(number: str) -> bool:
    """By the check character, GB 11643-1999."""
    total = sum(weight * int(digit) for weight, digit in zip(_RESIDENT_WEIGHTS, number, strict=False))
    return "10X98765432"[total % 11] == number[-1].upper()
