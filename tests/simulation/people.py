"""What the simulated people say, what the service has to remember of it, and the stand-ins that read it.

Everything follows from one seed. What must be remembered is worked out here from the order in which things were said,
by slots (a home, an employer, a taste for one thing) and without any of the service's own rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from random import Random
from typing import Final

START: Final = datetime(2026, 3, 2, 8, tzinfo=UTC)
SAID_PER_USER: Final = 120
_SESSION_LENGTH: Final = 40
_DIMENSIONS: Final = 512
_TOPIC_WEIGHT, _WORDING_WEIGHT = 0.8, 0.6
"""Two wordings of one topic have a cosine of 0.64: near enough to be looked at, too far apart to be one."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence of a user, and the one statement in it, if there is one."""

    text: str
    statement: str | None = None
    slot: str | None = None
    """What a person has one of at a time: a later statement of the slot retires an earlier one of another wording."""
    topic: str | None = None
    """What it is about, when that is more than its slot: then it resembles what it has no quarrel with."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message at its time."""

    user: str
    session: str
    message_id: str
    role: str
    text: str
    occurred_at: datetime


@dataclass(frozen=True, slots=True)
class Posting:
    """What a client sends at once: some messages of a session, or a note that an agent keeps."""

    number: int
    user: str
    messages: tuple[Said, ...] = ()
    note: str | None = None
    by_queue: bool = False
    """Whether a chat backend puts it on the queue itself instead of calling the API."""


def _vocabulary() -> dict[str, list[Saying]]:
    """All that can be said, by language."""
    zh = [
        Saying(f"我现在住在{city}，每天坐地铁上班", f"用户住在{city}", "home")
        for city in "苏州 杭州 南京 成都 西安 武汉".split()
    ]
    zh += [
        Saying(f"我在{firm}工作，同事都很好", f"用户在{firm}工作", "employer")
        for firm in "华为 腾讯 小米 京东 美团".split()
    ]
    for thing in "龙井茶 拿铁 寿司 火锅 西瓜 羽毛球 爵士乐 摇滚乐".split():
        zh.append(Saying(f"我很喜欢{thing}，几乎天天都要", f"用户喜欢{thing}", f"taste {thing}"))
        zh.append(Saying(f"说实话我讨厌{thing}，一点也受不了", f"用户讨厌{thing}", f"taste {thing}"))
    for name in "豆豆 毛毛 小黑 旺财 团子 年糕 花卷 可乐".split():
        zh.append(Saying(f"我家里养了一只叫{name}的猫，特别黏人", f"用户养了一只叫{name}的猫", f"cat {name}"))
    for skill in "吉他 油画 法语 围棋 游泳".split():
        zh.append(Saying(f"我最近在学{skill}，每个周末都练", f"用户在学{skill}", f"skill {skill}", "zh skill"))
    zh += [Saying(text) for text in ("好的", "嗯嗯", "今天的天气可真是不错啊哈哈", "你能不能再给我讲一遍刚才那个")]
    en = [
        Saying(f"I live in {city} these days", f"The user lives in {city}", "home")
        for city in "Berlin Madrid Paris Vienna London Rome".split()
    ]
    en += [
        Saying(f"I work at {firm}, nice people there", f"The user works at {firm}", "employer")
        for firm in "Siemens Google Amazon Netflix Microsoft".split()
    ]
    for thing in ("green tea", "sushi", "jazz", "tennis", "chess", "cheese", "opera", "coffee"):
        en.append(Saying(f"I like {thing} a lot, honestly", f"The user likes {thing}", f"taste {thing}"))
        en.append(Saying(f"I hate {thing}, I really do", f"The user hates {thing}", f"taste {thing}"))
    for name in "Momo Rex Luna Simba Oscar Felix Nala Coco".split():
        en.append(Saying(f"We have a cat called {name} at home", f"The user has a cat called {name}", f"cat {name}"))
    en += [
        Saying(text)
        for text in ("ok", "thanks!", "What a day it has been so far", "could you say that once more please")
    ]
    return {"zh": zh, "en": en}  # fmt: skip


VOCABULARY: Final = _vocabulary()
BY_TEXT: Final = {saying.text: saying for sayings in VOCABULARY.values() for saying in sayings}
_CHATTER: Final = {
    language: [saying for saying in sayings if saying.statement is None] for language, sayings in VOCABULARY.items()
}
_ANSWERS: Final = {"zh": "好的，我记下了", "en": "Sure, noted."}
_SLOT_OF: Final = {saying.statement: saying.slot for saying in BY_TEXT.values() if saying.statement}
_TOPIC_OF: Final = {saying.statement: saying.topic or saying.slot for saying in BY_TEXT.values() if saying.statement}
_TOPICS: Final = {topic: number for number, topic in enumerate(dict.fromkeys(_TOPIC_OF.values()))}
"""What vectors are near one another."""
_WORDINGS: Final = {statement: number for number, statement in enumerate(_SLOT_OF)}


def vector_of(text: str) -> list[float]:
    """The embedding of a statement: near the others of its topic, at a right angle to everything else."""
    vector = [0.0] * _DIMENSIONS
    if text not in _SLOT_OF:
        vector[-1 - sum(text.encode()) % 200] = 1.0
        return vector
    vector[_TOPICS[_TOPIC_OF[text]]] = _TOPIC_WEIGHT
    vector[len(_TOPICS) + _WORDINGS[text]] = _WORDING_WEIGHT
    return vector


@dataclass(frozen=True)
class Script:
    """All that is said in one run, in the order in which clients send it."""

    postings: tuple[Posting, ...]

    @cached_property
    def said(self) -> dict[str, dict[str, Said]]:
        """The messages by user and id, each once, in the order they were said."""
        found: dict[str, dict[str, Said]] = defaultdict(dict)
        every = (message for posting in self.postings for message in posting.messages)
        for message in sorted(every, key=lambda message: (message.user, message.occurred_at)):
            found[message.user].setdefault(message.message_id, message)
        for posting in self.postings:
            found.setdefault(posting.user, {})
        return dict(found)

    @property
    def message_count(self) -> int:
        """Different messages."""
        return sum(map(len, self.said.values()))

    def notes_of(self, user: str) -> set[str]:
        """What agents noted about a user."""
        return {posting.note for posting in self.postings if posting.user == user and posting.note is not None}

    def remembered_of(self, user: str) -> set[str]:
        """What has to be active in the end: per slot what was said last, and every note."""
        last: dict[str, str] = {}
        for message in self.said[user].values():
            saying = spoken(message)
            if saying is not None and saying.slot is not None and saying.statement is not None:
                last[saying.slot] = saying.statement
        return {*last.values(), *self.notes_of(user)}

    def sources_of(self, user: str) -> dict[str, set[str]]:
        """The messages that say each statement."""
        found: dict[str, set[str]] = defaultdict(set)
        for message in self.said[user].values():
            saying = spoken(message)
            if saying is not None and saying.statement is not None:
                found[saying.statement].add(message.message_id)
        return dict(found)

    def only_of_its_slot(self, user: str) -> dict[str, set[str]]:
        """Statements that nothing else contradicts, with their messages: these have exactly one row in any order."""
        by_slot: dict[str | None, set[str]] = defaultdict(set)
        sources = self.sources_of(user)
        for statement in sources:
            by_slot[_SLOT_OF[statement]].add(statement)
        return {statement: ids for statement, ids in sources.items() if len(by_slot[_SLOT_OF[statement]]) == 1}


def spoken(message: Said) -> Saying | None:
    """What a user's message says; None for anybody else's."""
    return BY_TEXT[message.text] if message.role == "user" else None


def write_script(seed: int, messages: int, *, said_per_user: int = SAID_PER_USER, prefix: str = "") -> Script:
    """A script of about so many messages (never fewer)."""
    random = Random(f"script {seed} {prefix}")
    users = [f"{prefix}u{number}" for number in range(max(2, messages // said_per_user))]
    share = -(-messages // len(users))
    postings: list[tuple[float, Posting]] = []
    for number, user in enumerate(users):
        language = "zh" if number % 2 == 0 else "en"
        stream = _stream(random, user, language, share)
        for place, part in _cut(random, stream):
            # What is said early is sent early, or so: two postings of one user overtake each other now and then.
            due = place + random.uniform(0, 25)
            postings.append((due, Posting(0, user, part, by_queue=random.random() < 0.5)))
        notes = [Posting(0, user, note=f"{user} 的备注 {place}") for place in range(random.randint(1, 1 + share // 25))]
        postings += [(random.uniform(0, share), note) for note in notes]
    ordered = [posting for _, posting in sorted(postings, key=lambda item: (item[0], item[1].user))]
    return Script(
        tuple(
            Posting(number, posting.user, posting.messages, posting.note, posting.by_queue)
            for number, posting in enumerate(ordered)
        )
    )


def _stream(random: Random, user: str, language: str, count: int) -> list[Said]:
    """What is said to and by one user, in order."""
    stream: list[Said] = []
    now = START - timedelta(days=20) + timedelta(seconds=random.randrange(3600))
    for number in range(count):
        now += timedelta(seconds=random.randrange(20, 4000))
        answering = number % 2 == 1
        chatting = random.random() < 0.4
        vocabulary = _CHATTER[language] if chatting else VOCABULARY[language]
        text = _ANSWERS[language] if answering else random.choice(vocabulary).text
        role = "assistant" if answering else "user"
        stream.append(Said(user, f"s{number // _SESSION_LENGTH}", f"{user}-m{number}", role, text, now))
    return stream


def _cut(random: Random, stream: Sequence[Said]) -> Iterable[tuple[int, tuple[Said, ...]]]:
    """The stream in postings of one session each; some begin with what the one before ended with."""
    start = 0
    while start < len(stream):
        session = stream[start].session
        part = [
            message
            for message in stream[start : start + random.choice((1, 2, 5, 10, 14, 18))]
            if message.session == session
        ]
        repeated = stream[start - 1 : start] if start and random.random() < 0.1 else []
        yield start, (*(message for message in repeated if message.session == session), *part)
        start += len(part)
