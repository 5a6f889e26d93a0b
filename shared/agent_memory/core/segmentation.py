"""Text to keyword terms, for Chinese and English alike, and the BM25 weight of each term.

No dictionary: bigrams and single characters for scripts without spaces; stems and letter trigrams for Latin words;
codes whole and split. Write and query use the same cutting, so they always meet.
"""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import snowballstemmer
import zhconv_rs

from agent_memory.core.text import CJK_CLASS

SEGMENTER_VERSION: Final = 1
"""Stored beside every index row; rows of another version have to be indexed again."""

MAX_TERMS: Final = 4000
"""Heaviest terms kept per index row."""

_RUN: Final = re.compile(rf"([{CJK_CLASS}]+)|([^\W_{CJK_CLASS}]+(?:[._\-/@#+&:][^\W_{CJK_CLASS}]+)*)")
_PARTS: Final = re.compile(r"[._\-/@#+&:]")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")

_UNIGRAM_WEIGHT: Final = 0.3
_TRIGRAM_WEIGHT: Final = 0.3
_TRIGRAM_MIN_LENGTH: Final = 4
_MAX_WORD: Final = 64

_SUBJECT: Final = "用户"  # opens almost every statement we store, as "user" does in English

# Function words carry no topic.
_CJK_STOP: Final = frozenset(
    "的了是在我你他她它们这那有和与就都而及或也很不吗呢吧啊呀么什怎哪谁几一个会要说到去对把被让给从向为"
)
_CJK_STOP_WORDS: Final = frozenset(["什么", "怎么", "哪个", "哪里", "我的", "你的", "他的", "是否", "有没", "没有"])
_LATIN_STOP: Final = frozenset(
    """a an and are as at be been but by can could did do does for from had has have he her his how i if in is it its
    me my of on or our she should so that the their them they this to was we were what when where which who why will
    with would you your user users s t m re ve ll d""".split()
)

BEFORE_CHARACTERS: Final = 300
BEFORE_WEIGHT: Final = 0.4
"""What was said before, in a text's keywords; chosen between 0 and 1 by recall of turns (ADR 0009)."""

BM25_K1: Final = 1.2
BM25_B: Final = 0.2
BM25_MEAN_LENGTH: Final = 25.0


def fold(text: str) -> str:
    """NFKC, then Traditional to Simplified Chinese. Case is kept: camelCase still has to be seen."""
    return zhconv_rs.zhconv(unicodedata.normalize("NFKC", text), "zh-hans")


def term_weights(text: str) -> list[tuple[str, float]]:
    """Every occurrence of a term in the text, with the weight of its sort (1 for words, less for fragments)."""
    found: list[tuple[str, float]] = []
    for match in _RUN.finditer(fold(text)):
        cjk, latin = match.group(1), match.group(2)
        if cjk:
            for run in cjk.split(_SUBJECT):
                _add_cjk(run, found)
        else:
            _add_latin(latin, found)
    return found


def document_terms(text: str, before: Sequence[str] = ()) -> dict[str, float]:
    """The BM25 weight of each term of a text to be indexed: tf·(k1+1) / (tf + k1·(1−b + b·length/mean)).

    `before` is what was said just before, in whose light the text is to be read: a reply "in Suzhou, since May" is
    found by the words of the question it answers. Its first `BEFORE_CHARACTERS` count at `BEFORE_WEIGHT`.

    Source: Robertson & Zaragoza 2009 with a low b, since memories are short; the idf factor is applied at query
    time. Keeps the `MAX_TERMS` heaviest terms.
    """
    frequencies: dict[str, float] = {}
    for part, share in ((text, 1.0), *((piece[:BEFORE_CHARACTERS], BEFORE_WEIGHT) for piece in before)):
        for term, weight in term_weights(part):
            frequencies[term] = frequencies.get(term, 0.0) + weight * share
    length = sum(frequencies.values())
    norm = BM25_K1 * (1 - BM25_B + BM25_B * length / BM25_MEAN_LENGTH)
    weights = {term: tf * (BM25_K1 + 1) / (tf + norm) for term, tf in frequencies.items()}
    if len(weights) <= MAX_TERMS:
        return weights
    heaviest = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:MAX_TERMS]
    return dict(heaviest)


def query_terms(text: str) -> dict[str, float]:
    """The weight of each term of a question: that of its sort, however often it is repeated."""
    weights: dict[str, float] = {}
    for term, weight in term_weights(text):
        weights[term] = max(weight, weights.get(term, 0.0))
    return weights


def inverse_document_frequency(documents: int, containing: int) -> float:
    """ln(1 + (N − n + ½) / (n + ½)), the non-negative BM25 idf."""
    return math.log(1 + (documents - containing + 0.5) / (containing + 0.5))


def _add_cjk(run: str, found: list[tuple[str, float]]) -> None:
    for first, second in itertools.pairwise(run):
        word = first + second
        if word not in _CJK_STOP_WORDS and not (first in _CJK_STOP and second in _CJK_STOP):
            found.append((word, 1.0))
    found.extend((c, _UNIGRAM_WEIGHT if len(run) > 1 else 1.0) for c in run if c not in _CJK_STOP)


def _add_latin(compound: str, found: list[tuple[str, float]]) -> None:
    parts = [part for part in _PARTS.split(compound) if part]
    pieces: list[str] = []
    wholes = {compound.lower(), "".join(parts).lower()} if len(parts) > 1 else set[str]()
    for part in parts:
        split = [piece for piece in _CAMEL.split(part) if piece]
        pieces += split
        if len(split) > 1:
            wholes.add(part.lower())
    found.extend((whole[:_MAX_WORD], 1.0) for whole in sorted(wholes))
    for piece in pieces:
        word = piece.lower()[:_MAX_WORD]
        if word in _LATIN_STOP:
            continue
        found.append((_stem(word), 1.0))
        if len(word) >= _TRIGRAM_MIN_LENGTH and word.isalpha():
            found.extend((f"3:{word[i : i + 3]}", _TRIGRAM_WEIGHT) for i in range(len(word) - 2))


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    return _stemmer().stemWord(word) if word.isascii() else word


@lru_cache(maxsize=1)
def _stemmer() -> snowballstemmer.Stemmer:
    return snowballstemmer.stemmer("english")
