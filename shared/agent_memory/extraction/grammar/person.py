"""From the first person to the third: "我的妻子" to "用户的妻子", "my wife" to "their wife"."""

from __future__ import annotations

import re
from typing import Final

import zhconv_rs

from agent_memory.core.time_expressions.reading import plain
from agent_memory.extraction.grammar.vocabulary_zh import FAMILY

_ZH: Final = (
    (re.compile(r"我(?:们)?(?:自己)?(?:的)?(?=公司|团队|部门|单位|项目|家(?!人))"), "用户的"),
    (re.compile(r"我自己|我本人|本人|我个人"), "自己"),
    (re.compile(r"我们家|我家里?|咱们?家"), "用户家"),
    (re.compile(r"(?:我|俺|咱)(?:们)?的?([妈爸哥姐弟妹])(?![妈爸哥姐弟妹])"), r"用户的\1\1"),
    (re.compile(rf"(?:我|俺|咱)(?:们)?(?:的)?(?={FAMILY})"), "用户的"),
    (re.compile(r"我们|咱们|咱"), "用户"),
    (re.compile(r"我|俺"), "用户"),
)
_ZH_ASSISTANT: Final = re.compile(r"你们?|您")
_TRADITIONAL_ME: Final = re.compile("我們")

_EN: Final = (
    (re.compile(r"\b(?:me and my|my)\b", re.I), "their"),
    (re.compile(r"\bour\b", re.I), "their"),
    (re.compile(r"\bmine\b|\bours\b", re.I), "theirs"),
    (re.compile(r"\b(?:myself|ourselves)\b", re.I), "themselves"),
    (re.compile(r"\bI am\b|\bwe are\b|\bI'm\b|\bwe're\b"), "they are"),
    (re.compile(r"\bI was\b"), "they were"),
    (re.compile(r"\b(?:I|we)'ve\b"), "they've"),
    (re.compile(r"\b(?:I|we)'ll\b"), "they'll"),
    (re.compile(r"\b(?:I|we)'d\b"), "they'd"),
    (re.compile(r"\b(?:I|i|we|We)\b(?!['’.])"), "they"),
    (re.compile(r"\b(?:me|us)\b"), "them"),
)
_EN_ASSISTANT: Final = ((re.compile(r"\byour\b", re.I), "its"), (re.compile(r"\byou\b", re.I), "the assistant"))


def zh_third_person(text: str) -> str:
    """A piece of a clause with "我" told of the user."""
    text = _TRADITIONAL_ME.sub("我们", text)
    for pattern, told in _ZH:
        text = pattern.sub(told, text)
    return _ZH_ASSISTANT.sub("助手", text)


def is_traditional(text: str) -> bool:
    """Whether a text is written in Traditional characters."""
    return plain(text) != text and zhconv_rs.zhconv(text, "zh-hans") != text


def in_script_of(statement: str, *, traditional: bool) -> str:
    """Our own words in a template follow the script of the user's."""
    return zhconv_rs.zhconv(statement, "zh-hant") if traditional else statement


def en_third_person(text: str) -> str:
    """A piece of a clause, after its subject, with "my" and "me" told of the user."""
    for pattern, told in (*_EN, *_EN_ASSISTANT):
        text = pattern.sub(told, text)
    return text
