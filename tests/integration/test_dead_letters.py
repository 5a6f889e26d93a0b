"""What could not be processed: listed without its content, and sent back to be tried again, by `memctl dlq`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from agent_memory_client import memctl
from tests.support.model_endpoint import ModelEndpoint, remembers, says
from tests.support.service import AGENT, USER, Service

HOME = "我住在苏州工业园区，做外贸采购"
Memctl = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(modelled: Service, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Memctl:
    """`memctl` with arguments: exit code, what it printed, and what it complained of."""
    queues = modelled.application.queues
    monkeypatch.setenv("AWS_ENDPOINT_URL", modelled.sqs.meta.endpoint_url)
    monkeypatch.setenv("DEAD_LETTER_QUEUE_URL", queues["ConversationDeadLetters"].url)
    monkeypatch.setenv("CONVERSATION_QUEUE_URL", queues["ConversationQueue"].url)

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = memctl.main(arguments)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def conversation(job: str, **more: Any) -> str:
    message = {"role": "user", "content": HOME, "messageId": "m0"}
    envelope = {"type": "conversation", "version": 1, "orgId": "demo-org", "agentId": AGENT, "jobId": job}
    return json.dumps({**envelope, "userId": USER, "sessionId": "s1", "messages": [message], **more})


def dead(service: Service, body: str) -> None:
    """What SQS does with a message that was received too often."""
    service.send(body, "ConversationDeadLetters")


def fail(service: Service, model: ModelEndpoint, job: str) -> str:
    """A job that fails for good; its message."""
    model.chat += [says("no JSON at all")] * 2
    service.send(conversation(job))
    [message] = service.receive("ConversationQueue")
    message["Attributes"]["ApproximateReceiveCount"] = "5"
    assert service.deliver([message])["batchItemFailures"]
    service.sqs.delete_message(
        QueueUrl=service.application.queues["ConversationQueue"].url, ReceiptHandle=message["ReceiptHandle"]
    )
    assert service.job(job)["status"] == "failed"
    model.chat.clear()
    dead(service, message["Body"])
    return message["Body"]


def test_the_list_says_what_and_why_and_no_word_of_content(modelled: Service, run: Memctl) -> None:
    modelled.send(conversation("lost", userId=None))
    modelled.send("not json 苏州")
    modelled.work_off()
    dead(modelled, conversation("tired"))
    for _ in range(2):  # looking takes nothing away
        code, out, _ = run("dlq", "list")
        shown = [json.loads(line) for line in out.splitlines()]
        assert code == 0
        assert "苏州" not in out
        reasons = {letter.get("jobId"): letter["reason"] for letter in shown}
        assert set(reasons) == {None, "lost", "tired"}
        assert (reasons[None], reasons["tired"]) == ("body is not valid JSON", "tried too often")
        assert reasons["lost"].startswith("userId ")
    chosen = next(letter for letter in shown if letter.get("jobId") == "tired")
    code, out, _ = run("dlq", "show", chosen["id"])
    assert (code, json.loads(out)["body"]) == (0, conversation("tired"))


def test_a_failed_job_sent_back_is_read_after_all(modelled: Service, model: ModelEndpoint, run: Memctl) -> None:
    fail(modelled, model, "j")
    model.chat.append(remembers({"content": "用户住在苏州工业园区"}))
    code, out, _ = run("dlq", "redrive", "--all")
    assert (code, len(json.loads(out)["redriven"])) == (0, 1)
    modelled.work_off()
    job = modelled.job("j")
    assert (job["status"], [result["action"] for result in job["results"]]) == ("succeeded", ["stored"])
    assert modelled.contents() == {"用户住在苏州工业园区"}
    assert run("dlq", "list")[1] == ""


def test_what_a_failed_job_had_read_before_is_not_read_again(
    modelled: Service, model: ModelEndpoint, run: Memctl
) -> None:
    model.chat.append(remembers({"content": "用户住在苏州工业园区"}))
    first = {"role": "user", "content": HOME, "messageId": "m0"}
    modelled.say(first, session="s1")
    body = conversation(
        "j", messages=[first, {"role": "user", "content": "我喜欢喝龙井茶，每天都喝", "messageId": "m1"}]
    )
    model.chat += [says("no JSON at all")] * 2
    modelled.send(body)
    [message] = modelled.receive("ConversationQueue")
    message["Attributes"]["ApproximateReceiveCount"] = "5"
    modelled.deliver([message])
    assert modelled.job("j")["status"] == "failed"
    model.chat.clear()
    model.chat.append(remembers({"content": "用户喜欢喝龙井茶"}))
    modelled.sqs.change_message_visibility(
        QueueUrl=modelled.application.queues["ConversationQueue"].url,
        ReceiptHandle=message["ReceiptHandle"],
        VisibilityTimeout=0,
    )
    asked = len(model.asked("chat/completions"))
    modelled.work_off()
    assert len(model.asked("chat/completions")) == asked + 1
    assert modelled.contents() == {"用户住在苏州工业园区", "用户喜欢喝龙井茶"}
    assert modelled.job("j")["status"] == "succeeded"


def test_only_what_is_named_is_sent_back(modelled: Service, run: Memctl) -> None:
    for job in ("one", "two", "three"):
        dead(modelled, conversation(job))
    letters = [json.loads(line) for line in run("dlq", "list")[1].splitlines()]
    chosen = next(letter["id"] for letter in letters if letter["jobId"] == "two")
    assert run("dlq", "redrive", chosen)[0] == 0
    [message] = modelled.received("ConversationQueue")
    assert json.loads(message["Body"])["jobId"] == "two"
    left = [json.loads(line)["jobId"] for line in run("dlq", "list")[1].splitlines()]
    assert sorted(left) == ["one", "three"]


def test_misuse_is_said_and_nothing_moves(modelled: Service, run: Memctl) -> None:
    dead(modelled, conversation("one"))
    for arguments in (("redrive",), ("redrive", "--all", "some-id"), ("show", "some-id")):
        code, out, complaint = run("dlq", *arguments)
        assert (code, out) == (1, "")
        assert complaint.startswith("error: ")
    assert run("dlq", "redrive", "some-id") == (0, '{\n  "redriven": []\n}\n', "")
    assert len(run("dlq", "list")[1].splitlines()) == 1
