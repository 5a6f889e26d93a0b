"""Headlines by a model: used where they are usable, and the text's own beginning where not."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from pydantic import BaseModel

from agent_memory.core.errors import DependencyUnavailableError, ModelAnswerError
from agent_memory.governance.headlines import OFFLINE, Headline, ModelHeadlines, OwnBeginnings
from agent_memory.platform.models.chat import ChatAnswer, ChatMessage

TEXTS = ["用户住在苏州工业园区", "The user is allergic to peanuts"]
OWN = [Headline("用户住在苏州工业园区", OFFLINE), Headline("The user is allergic to…", OFFLINE)]


class Chat:
    """A model that says what a test wants."""

    name = "titles-1"

    def __init__(self, *answers: str | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[Sequence[ChatMessage]] = []

    def ask(self, messages: Sequence[ChatMessage], answer: type[BaseModel]) -> ChatAnswer:
        self.asked.append(messages)
        said = self.answers.pop(0)
        if isinstance(said, Exception):
            raise said
        return ChatAnswer(said, 1, 1)


def titles(*pairs: tuple[int, str]) -> str:
    return json.dumps({"titles": [{"note": note, "title": title} for note, title in pairs]})


def test_without_a_model_it_is_the_beginning_and_says_so() -> None:
    assert OwnBeginnings().write(TEXTS) == OWN


def test_a_model_titles_and_is_named() -> None:
    chat = Chat(titles((2, "Peanut allergy"), (1, "住址")))
    assert ModelHeadlines(chat).write(TEXTS) == [Headline("住址", "titles-1"), Headline("Peanut allergy", "titles-1")]
    assert json.dumps(TEXTS[0], ensure_ascii=False) in chat.asked[0][1]["content"]


@pytest.mark.parametrize(
    "answer", ["", "[]", "not JSON", titles((3, "x"), (0, "y"), (-1, "z")), titles((1, "  "), (2, "\u200b"))]
)
def test_what_is_not_usable_is_not_used(answer: str) -> None:
    assert ModelHeadlines(Chat(answer)).write(TEXTS) == OWN


def test_a_title_that_is_too_long_is_cut() -> None:
    [first, second] = ModelHeadlines(Chat(titles((1, "很" * 50)))).write(TEXTS)
    assert (len(first.text), first.by, second) == (30, "titles-1", OWN[1])


def test_a_model_that_refuses_is_asked_about_others() -> None:
    chat = Chat(ModelAnswerError("x"), titles((1, "y")))
    written = ModelHeadlines(chat).write(["x"] * 21)
    assert [line.by for line in written] == [OFFLINE] * 20 + ["titles-1"]


def test_a_model_that_does_not_answer_is_not_asked_again() -> None:
    chat = Chat(DependencyUnavailableError("chat"))
    headlines = ModelHeadlines(chat)
    assert headlines.write(TEXTS) == OWN
    assert headlines.write(["x"] * 50) == [Headline("x", OFFLINE)] * 50
    assert len(chat.asked) == 1
