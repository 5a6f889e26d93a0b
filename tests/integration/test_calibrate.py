"""`memctl calibrate` against a scripted endpoint, over HTTP, and offline."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from agent_memory.platform.models.embeddings import EndpointEmbedder
from agent_memory.platform.settings import ModelSettings
from agent_memory_client import memctl
from agent_memory_client.calibration.pairs import own_pairs
from tests.support.model_endpoint import ModelEndpoint, Reply, refuses, says

LABELS = {(pair.a, pair.b): pair.same for pair in own_pairs()}


@pytest.fixture
def configured(model: ModelEndpoint, monkeypatch: pytest.MonkeyPatch) -> ModelEndpoint:
    for name, value in {
        "OPENAI_BASE_URL": model.url,
        "OPENAI_API_KEY": "sk-test",
        "CHAT_MODEL": "a-chat-model",
        "EMBEDDING_MODEL": "an-embedding-model",
        "MODEL_RETRY_BASE_SECONDS": "0.01",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("EMBEDDING_CALIBRATION", raising=False)
    return model


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert memctl.main(["calibrate", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def shown_pairs(request: dict[str, Any]) -> list[tuple[str, str]]:
    """The pairs of a prompt: notes are the first statement, statements the second."""
    lines = str(request["messages"][1]["content"]).splitlines()
    texts = [json.loads(line.partition("): ")[2]) for line in lines]
    return list(zip(texts[1::2], texts[::2], strict=True))


def judging(endpoint: ModelEndpoint, wrong_about: int = 0) -> None:
    """A judge that knows the labels, but calls the first `wrong_about` pairs of different facts it is shown one."""
    left = wrong_about
    answer = endpoint.answer

    def answered(path: str, request: dict[str, Any]) -> Reply:
        nonlocal left
        reply = answer(path, request)
        if endpoint.requests[-1][0] != "judging":
            return reply
        decisions: list[dict[str, object]] = []
        for number, pair in enumerate(shown_pairs(request), start=1):
            action = "duplicate" if LABELS[pair] else "distinct"
            if left and action == "distinct":
                left, action = left - 1, "duplicate"
            decisions.append({"statement": number, "note": 1, "action": action})
        return says(json.dumps({"decisions": decisions}))

    endpoint.answer = answered  # type: ignore[method-assign]


def test_thresholds_are_proposed_that_the_service_then_uses(
    configured: ModelEndpoint, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = report(capsys, "--only", "embedding")["embedding"]

    assert (found["embedder"], found["model"]) == ("openai", "an-embedding-model")
    assert found["atPresent"]["duplicate_threshold"] == 0.92
    proposed = found["proposed"]
    assert proposed["heldOut"]["byRules"]["falseMerges"]["of"] + proposed["chosenOn"]["byRules"]["falseMerges"][
        "of"
    ] == len([pair for pair in own_pairs() if not pair.same])
    assert proposed["chosenOn"]["byRules"]["falseMerges"]["high"] <= 5.0
    variable = re.match(r"EMBEDDING_CALIBRATION='(.*?)'", found["howToSet"])
    assert variable is not None
    monkeypatch.setenv("EMBEDDING_CALIBRATION", variable[1])
    used = EndpointEmbedder(ModelSettings()).model
    for name in ("duplicate_threshold", "candidate_threshold", "relevance_floor", "cosine_mean", "cosine_deviation"):
        assert getattr(used, name) == proposed[name], name
    assert configured.asked("chat/completions") == []


def test_a_judge_is_measured_alone_and_after_the_discriminators(
    configured: ModelEndpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    judging(configured, wrong_about=7)

    found = report(capsys, "--judged-pairs", "120")["chat"]

    own = found["ownPairs"]
    assert found["model"] == "a-chat-model"
    assert own["unanswered"]["count"] == 0
    assert own["falseMerges"]["count"] == 7
    assert own["misses"]["count"] == 0
    assert own["falseMerges"]["of"] + own["misses"]["of"] == 120
    assert own["afterDiscriminators"]["falseMerges"]["count"] < 7
    assert found["rulesAndJudge"]["misses"]["of"] == own["misses"]["of"]
    asked = [request for path, request in configured.requests if path == "judging"]
    assert len(asked) == 12


def test_answers_that_cannot_be_read_are_counted_as_none(
    configured: ModelEndpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    configured.judging.extend([says("I cannot say.")] * 2)

    own = report(capsys, "--only", "chat", "--judged-pairs", "20")["chat"]["ownPairs"]

    assert own["unanswered"]["count"] == own["unanswered"]["of"] == 20


def test_given_pairs_are_reported_and_choose_nothing(
    configured: ModelEndpoint, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "pairs.jsonl"
    rows = [("用户爱喝乌龙茶", "用户爱喝乌龙茶。", 1), ("用户的车牌是沪A12345", "用户的车牌是沪A12346", 0)]
    path.write_text("\n".join(json.dumps({"a": a, "b": b, "label": label}) for a, b, label in rows), encoding="utf-8")
    LABELS.update({(a, b): bool(label) for a, b, label in rows})
    judging(configured)

    alone = report(capsys, "--only", "embedding")["embedding"]["proposed"]
    found = report(capsys, "--pairs", str(path), "--judged-pairs", "10")

    assert found["embedding"]["byGroup"]["file"]["byRules"]["misses"]["of"] == 1
    given = found["embedding"]["proposed"].pop("file")
    assert given["byRules"]["falseMerges"] == {"percent": 0.0, "low": 0.0, "high": 79.3, "count": 0, "of": 1}
    assert found["embedding"]["proposed"] == alone
    assert found["chat"]["file"]["unanswered"]["of"] == 2


def test_a_model_that_tells_nothing_apart_gets_no_thresholds(
    configured: ModelEndpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    vector = [1.0] * 8

    def same(request: dict[str, Any]) -> Reply:
        data = [{"object": "embedding", "index": n, "embedding": vector} for n, _ in enumerate(request["input"])]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return Reply(body={"object": "list", "data": data, "model": request["model"], "usage": usage})

    configured.embedding = same

    found = report(capsys, "--only", "embedding")["embedding"]

    assert found["proposed"] is None
    assert "howToSet" not in found
    assert found["atPresent"]["ownPairs"]["byCosineAlone"]["falseMerges"]["percent"] == 100.0


def test_offline_says_so_and_asks_nobody(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    found = report(capsys)

    assert found["embedding"]["embedder"] == "offline"
    assert found["embedding"]["atPresent"]["ownPairs"]["byRules"]["falseMerges"]["percent"] < 2
    assert found["chat"]["judge"] == "none"
    assert "part of the code" in found["embedding"]["howToSet"]


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"EMBEDDING_CALIBRATION": '{"model": "another-model"}'}, "is not of EMBEDDING_MODEL"),
        (
            {"EMBEDDING_CALIBRATION": '{"model": "an-embedding-model", "candidate_threshold": 0.95}'},
            "must not be above",
        ),
        ({"EMBEDDING_CALIBRATION": '{"model": "an-embedding-model", "duplicate": 0.9}'}, "duplicate"),
        ({"EMBEDDING_CALIBRATION": "0.9"}, "EMBEDDING_CALIBRATION|embedding_calibration"),
    ],
)
def test_a_calibration_that_cannot_be_used_is_refused(
    configured: ModelEndpoint,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    environment: dict[str, str],
    complaint: str,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert memctl.main(["calibrate"]) == 1

    told = capsys.readouterr()
    assert re.search(complaint, told.err)
    assert told.out == ""
    assert configured.requests == []


def test_an_endpoint_that_refuses_us_is_an_error_and_no_report(
    configured: ModelEndpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    configured.embedding = lambda _request: refuses(401, "wrong key")

    assert memctl.main(["calibrate", "--only", "embedding"]) == 1

    told = capsys.readouterr()
    assert "status 401" in told.err
    assert told.out == ""


def test_a_file_that_cannot_be_read_costs_no_call(
    configured: ModelEndpoint, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert memctl.main(["calibrate", "--pairs", str(tmp_path / "none.jsonl")]) == 1
    assert "cannot be read" in capsys.readouterr().err
    assert configured.requests == []
