"""The word lists as look-up tables: from a form in either language to what it means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import snowballstemmer

from agent_memory.memories.attributes.reading import lexicon_things, lexicon_words
from agent_memory.memories.attributes.reading.text import CJK, has_cjk

STOP: Final = "stop"
NEGATION: Final = "negation"
WORD: Final = "word"
STANCE: Final = "stance"
STATUS: Final = "status"

# Every script but Chinese: words of a script that nobody lists are compared as they stand. A symbol is a word.
_LETTERS: Final = rf"[^\W_{CJK}]+"
_LATIN: Final = re.compile(rf"{_LETTERS}(?:['.&/_-]{_LETTERS})*[+#]*|[\u2600-\u27bf\U0001f000-\U0001faff]")
_ENDING: Final = re.compile(r"'(?:s|m|re|ve|ll|d)$")
_CONTRACTED: Final = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_SPELLING: Final = (("favourite", "favorite"), ("colour", "color"), ("behaviour", "behavior"), ("organis", "organiz"))


@dataclass(frozen=True, slots=True)
class Entry:
    """One sense: its name, the group it belongs to, and the wider senses it is a kind of."""

    name: str
    group: str
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Forms to senses: Chinese forms as they are written, Latin forms as stems."""

    chinese: dict[str, Entry]
    latin: dict[tuple[str, ...], Entry]
    exact: dict[tuple[str, ...], Entry]
    """The same forms as words. They come first: "report" is no reporter, and "going to" no "go to"."""
    by_name: dict[str, Entry]

    def kinds(self, name: str) -> frozenset[str]:
        """The sense itself and everything it is a kind of."""
        entry = self.by_name.get(name)
        found = {name}
        for parent in entry.parents if entry is not None else ():
            found |= self.kinds(parent)
        return frozenset(found)

    def chinese_forms(self, name: str) -> tuple[str, ...]:
        """The Chinese words for a sense."""
        return tuple(form for form, entry in self.chinese.items() if entry.name == name)

    def look_up(self, form: str) -> Entry | None:
        """The sense of a whole word or phrase, of either language."""
        if has_cjk(form):
            return self.chinese.get(form)
        return self.phrase(tuple(word for _, _, word in latin_words(form)))

    def phrase(self, words: tuple[str, ...]) -> Entry | None:
        """The sense of a Latin phrase, word by word."""
        return self.exact.get(words) or self.latin.get(tuple(stem(word) for word in words))


@cache
def lexicon() -> Lexicon:
    """The lists, read once at first need. Where a form is in two groups, the group that is more telling wins."""
    built = Lexicon({}, {}, {}, {})
    for group, text in lexicon_things.THINGS.items():
        _add(built, group, text)
    _add(built, STANCE, lexicon_words.STANCE)
    for name, text in lexicon_words.STATUS.items():
        _add(built, STATUS, text, identity=name)
    for group, text in lexicon_words.CONTRASTS.items():
        _add(built, group, text)
    _add(built, WORD, lexicon_words.SYNONYMS)
    for group, text in ((NEGATION, lexicon_words.NEGATIONS), (STOP, lexicon_words.STOP)):
        for form in text.split():
            _enter(built, form, Entry(form, group))
    return built


def _add(built: Lexicon, group: str, text: str, *, identity: str | None = None) -> None:
    for line in text.split(";"):
        forms, _, parents = line.partition("<")
        chinese, _, english = forms.partition("|")
        names = [*chinese.split(), *filter(None, (e.strip() for e in english.split(",")))]
        if not names:
            continue
        latin = [n for n in names if n.isascii()]
        name = identity or (latin[0].replace(" ", "-") if latin else names[0])
        entry = Entry(name, group, tuple(parents.split()))
        built.by_name.setdefault(name, entry)
        for form in names:
            _enter(built, form, entry)


def _enter(built: Lexicon, form: str, entry: Entry) -> None:
    if has_cjk(form):
        built.chinese.setdefault(form, entry)
        return
    words = tuple(word for _, _, word in latin_words(form))
    built.exact.setdefault(words, entry)
    if entry.group == STATUS:  # inflection is all there is to a status
        return
    stems = tuple(stem(word) for word in words)
    if stems == words and built.exact[words] is entry:
        built.latin[stems] = entry  # the base form owns its stem
    else:
        built.latin.setdefault(stems, entry)


def latin_words(text: str) -> list[tuple[int, int, str]]:
    """The Latin words of a text as (start, end, word): contractions opened up, possessive endings dropped."""
    found: list[tuple[int, int, str]] = []
    for match in _LATIN.finditer(text):
        word = match[0]
        if word == "cannot":
            found += [(*match.span(), "can"), (*match.span(), "not")]
        elif word.endswith("n't"):
            found += [(*match.span(), _CONTRACTED.get(word[:-3], word[:-3])), (*match.span(), "not")]
        else:
            found.append((*match.span(), _ENDING.sub("", word)))
    return found


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The English stem, British and American spelling alike."""
    for british, american in _SPELLING:
        word = word.replace(british, american)
    return _stemmer().stemWord(word) if word.isascii() else word


@cache
def _stemmer() -> snowballstemmer.Stemmer:
    return snowballstemmer.stemmer("english")
