"""One call of a model over HTTP: how JSON is asked for, what is tried again and when, and what never is."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from typing import Any

import pytest
from pydantic import SecretStr

from agent_memory.core.deadline import Deadline
from agent_memory.core.errors import (
    DependencyRefusedError,
    DependencyTimeoutError,
    DependencyUnavailableError,
    MemoryServiceError,
    ModelAnswerError,
    ModelRefusalError,
    ModelTooLongError,
    OutOfTimeError,
)
from agent_memory.extraction.prompts import Answer
from agent_memory.platform.models.calls import ModelCalls, Patience
from agent_memory.platform.models.chat import CHAT, ChatMessage, ChatModel
from agent_memory.platform.models.embeddings import EMBEDDING, EndpointEmbedder
from agent_memory.platform.observability import logger
from agent_memory.platform.settings import ModelSettings
from tests.support.model_endpoint import HANG, ModelEndpoint, Reply, refuses, says

PROMPT: list[ChatMessage] = [{"role": "user", "content": "我的暗号是 canary1x"}]
EMPTY = '{"memories": []}'
PATIENCE = Patience(attempts=3, base_seconds=0.01)


def settings(model: ModelEndpoint, **more: Any) -> ModelSettings:
    return ModelSettings(openai_base_url=model.url, openai_api_key=SecretStr("sk-canary2x"), **more)


def within(seconds: float) -> Deadline:
    """An invocation that ends in so many seconds."""
    end = time.monotonic() + seconds
    deadline = Deadline()
    deadline.begin(lambda: int((end - time.monotonic()) * 1000))
    return deadline


@pytest.fixture
def chat(model: ModelEndpoint) -> ChatModel:
    return ChatModel(settings(model), ModelCalls(CHAT, PATIENCE))


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
def patient(model: ModelEndpoint, slept: list[float]) -> ChatModel:
    """Tries three times, and only says how long it would sleep in between."""
    patience = Patience(attempts=3, base_seconds=1, cap_seconds=20)
    return ChatModel(settings(model), ModelCalls(CHAT, patience, sleep=slept.append, chance=lambda: 0.5))


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    before = logger().registered_handler.setStream(stream)
    yield stream
    logger().registered_handler.setStream(before)


def formats(model: ModelEndpoint) -> list[str]:
    return [request.get("response_format", {}).get("type", "none") for request in model.asked("chat/completions")]


@pytest.mark.parametrize(
    ("understood", "asked", "later"),
    [
        ({"json_schema", "json_object"}, ["json_schema"], "json_schema"),
        ({"json_object"}, ["json_schema", "json_object"], "json_object"),
        (set[str](), ["json_schema", "json_object", "none"], "none"),
    ],
)
def test_json_is_asked_for_as_strictly_as_the_endpoint_can(
    model: ModelEndpoint, chat: ChatModel, understood: set[str], asked: list[str], later: str
) -> None:
    model.formats = understood
    assert chat.ask(PROMPT, Answer).text == EMPTY
    assert chat.ask(PROMPT, Answer).text == EMPTY
    assert formats(model) == [*asked, later]


@pytest.mark.parametrize(
    "refusal",
    [
        refuses(400, "This response_format type is unavailable now"),
        refuses(422, "body.response_format.type: Input should be 'text' or 'json_object'"),
        refuses(400, "Invalid schema for response_format 'Answer': 'allOf' is not permitted."),
    ],
)
def test_a_refused_format_is_known_by_what_endpoints_say_of_it(
    model: ModelEndpoint, chat: ChatModel, refusal: Reply
) -> None:
    model.chat.append(refusal)
    chat.ask(PROMPT, Answer)
    assert formats(model) == ["json_schema", "json_object"]


def test_the_schema_is_that_of_the_answer_in_strict_form(model: ModelEndpoint, chat: ChatModel) -> None:
    chat.ask(PROMPT, Answer)
    [request] = model.asked("chat/completions")
    asked = request["response_format"]["json_schema"]
    memory = asked["schema"]["$defs"]["AnsweredMemory"]
    assert (asked["name"], asked["strict"]) == ("Answer", True)
    assert set(memory["required"]) == set(memory["properties"]) == {
        "content", "kind", "importance", "confidence", "messages", "replaces", "entities",
    }  # fmt: skip
    assert memory["additionalProperties"] is False
    assert "minLength" not in str(asked["schema"])
    assert asked["schema"]["$defs"]["Kind"]["enum"][0] == "fact"


@pytest.mark.parametrize(
    "failure",
    [Reply(status, {"error": {}}) for status in (408, 409, 429, 500, 502, 503, 529)]
    + [Reply(drop=True), Reply(body={"choices": []}, cut=True), Reply(raw="<html>"), HANG]
    + [Reply(raw="<html>", headers={"Content-Type": "text/html"})],
    ids=[*"408 409 429 500 502 503 529 dropped cut garbage hang page".split()],
)
def test_what_passes_is_tried_again(model: ModelEndpoint, failure: Reply) -> None:
    chat = ChatModel(settings(model, chat_timeout_seconds=0.5), ModelCalls(CHAT, PATIENCE))
    model.chat += [failure, failure, says(EMPTY)]
    assert chat.ask(PROMPT, Answer).text == EMPTY
    assert len(model.requests) == 3


def test_it_is_not_tried_for_ever(model: ModelEndpoint, chat: ChatModel) -> None:
    model.chat += [Reply(503, {"error": {}})] * 9
    with pytest.raises(DependencyUnavailableError) as raised:
        chat.ask(PROMPT, Answer)
    assert raised.value.dependency == "chat"
    assert len(model.requests) == 3


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (refuses(400, "temperature is out of range"), ModelAnswerError),
        (refuses(422, "messages.0.role: unknown"), ModelAnswerError),
        (refuses(401, "Incorrect API key provided: sk-canary2x"), DependencyRefusedError),
        (refuses(403, "no access"), DependencyRefusedError),
        (refuses(404, "The model does not exist"), DependencyRefusedError),
        (refuses(429, "You exceeded your current quota", "insufficient_quota"), DependencyRefusedError),
        (refuses(400, "maximum context length is 8192 tokens", "context_length_exceeded"), ModelTooLongError),
        (refuses(400, "Range of input length should be [1, 30720]"), ModelTooLongError),
        (refuses(413, "Request Entity Too Large"), ModelTooLongError),
        (says(None, refusal="I cannot help with that"), ModelRefusalError),
        (says("", finish_reason="content_filter"), ModelRefusalError),
        (says('{"memories": [{"cont', finish_reason="length"), ModelTooLongError),
        (says(None), ModelAnswerError),
        (Reply(body={**says(EMPTY).body, "choices": []}), ModelAnswerError),
    ],
)
def test_what_no_second_try_would_mend_is_asked_once(
    model: ModelEndpoint, chat: ChatModel, answer: Reply, error: type[MemoryServiceError]
) -> None:
    model.chat.append(answer)
    with pytest.raises(error) as raised:
        chat.ask(PROMPT, Answer)
    assert type(raised.value) is error
    assert len(model.requests) == 1


def test_an_unusable_answer_says_what_it_cost(model: ModelEndpoint, chat: ChatModel) -> None:
    model.chat.append(says(None, refusal="no"))
    with pytest.raises(ModelRefusalError) as raised:
        chat.ask(PROMPT, Answer)
    assert (raised.value.model_calls, raised.value.input_tokens, raised.value.output_tokens) == (1, 100, 20)


def test_pauses_grow_by_chance_and_respect_what_the_endpoint_asks_for(
    model: ModelEndpoint, patient: ChatModel, slept: list[float]
) -> None:
    model.chat += [refuses(429, "slow down"), refuses(429, "slow down", retry_after="7")]
    patient.ask(PROMPT, Answer)
    assert slept == [0.5, 7.0]


def test_a_date_to_wait_for_is_understood(model: ModelEndpoint, patient: ChatModel, slept: list[float]) -> None:
    model.chat.append(refuses(503, "maintenance", retry_after=formatdate(time.time() + 10, usegmt=True)))
    patient.ask(PROMPT, Answer)
    assert 8 <= slept[0] <= 10


@pytest.mark.parametrize("told", ["soon", "", "-5", "nan", "inf", "Thu, 32 Foo 2026"])
def test_nonsense_in_retry_after_asks_for_nothing(
    model: ModelEndpoint, patient: ChatModel, slept: list[float], told: str
) -> None:
    model.chat.append(refuses(429, "slow down", retry_after=told))
    patient.ask(PROMPT, Answer)
    assert slept == [0.5]


def test_a_longer_wait_is_left_to_the_queue(model: ModelEndpoint, patient: ChatModel, slept: list[float]) -> None:
    model.chat.append(refuses(429, "slow down", retry_after="120"))
    with pytest.raises(DependencyUnavailableError) as raised:
        patient.ask(PROMPT, Answer)
    assert raised.value.retry_after_seconds == 120
    assert (slept, len(model.requests)) == ([], 1)


def test_without_time_left_nothing_is_asked(model: ModelEndpoint) -> None:
    calls = ModelCalls(CHAT, Patience(reserve_seconds=5), deadline=within(6))
    with pytest.raises(OutOfTimeError):
        ChatModel(settings(model), calls).ask(PROMPT, Answer)
    assert model.requests == []


def test_a_call_ends_before_the_invocation_does(model: ModelEndpoint) -> None:
    model.chat += [HANG] * 3
    calls = ModelCalls(CHAT, Patience(attempts=3, base_seconds=0, reserve_seconds=1), deadline=within(3.5))
    began = time.monotonic()
    with pytest.raises(DependencyTimeoutError):
        ChatModel(settings(model), calls).ask(PROMPT, Answer)
    assert 2 <= time.monotonic() - began <= 3
    assert len(model.requests) == 1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_wrong_configuration_is_reported_without_content(
    model: ModelEndpoint, chat: ChatModel, logged: io.StringIO, status: int
) -> None:
    model.chat.append(refuses(status, "Incorrect API key sk-canary2x for prompt canary1x"))
    with pytest.raises(DependencyRefusedError) as raised:
        chat.ask(PROMPT, Answer)
    said = f"{logged.getvalue()} {raised.value}"
    assert f"refuses our configuration with status {status}" in said
    assert '"dependency":"chat"' in said
    assert "canary" not in said


Embed = Callable[[dict[str, Any]], Reply]


@pytest.mark.parametrize("answer", [Reply(503, {"error": {}}), Reply(raw="<html>"), refuses(400, "bad input"), HANG])
def test_embeddings_fail_as_one_kind_of_error(model: ModelEndpoint, answer: Reply) -> None:
    model.embedding = lambda _: answer
    embedder = EndpointEmbedder(settings(model), ModelCalls(EMBEDDING))
    with pytest.raises(DependencyUnavailableError) as raised:
        embedder.embed(["一"], timeout_seconds=0.5)
    assert raised.value.dependency == "embedding"
    assert len(model.requests) == 1


def test_embeddings_are_tried_again_batch_by_batch(model: ModelEndpoint) -> None:
    answers: list[Reply] = [Reply(503, {"error": {}})]
    usual: Embed = model.embedding
    model.embedding = lambda request: answers.pop() if answers else usual(request)
    vectors = EndpointEmbedder(settings(model), ModelCalls(EMBEDDING, PATIENCE)).embed([f"文 {n}" for n in range(25)])
    assert len(vectors) == 25
    assert [len(request["input"]) for request in model.asked("embeddings")] == [10, 10, 10, 5]
