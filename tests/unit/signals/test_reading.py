"""Signals of messages: what fires, how deep it leads, and that doubt opens the gate."""

from __future__ import annotations

import pytest

from agent_memory.signals import linear, service
from agent_memory.signals.linear import OUTPUTS, SIZE, LinearModel, features, packaged
from agent_memory.signals.model import ALWAYS, Depth, Signal
from agent_memory.signals.service import read


def fired(text: str) -> set[Signal]:
    return {each.signal for each in read(text).signals}


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("上次说的 ERP 是哪个？", Signal.TEMPORAL),
        ("What did we agree on last month?", Signal.TEMPORAL),
        ("我的合同放在哪里了", Signal.PERSONAL),
        ("张经理的审批到哪了", Signal.PERSONAL),
        ("When is my wife's birthday?", Signal.PERSONAL),
        ("接着刚才的报价单", Signal.CONTINUATION),
        ("继续填第三页", Signal.CONTINUATION),
        ("Please continue", Signal.CONTINUATION),
        ("按你说的流程走", Signal.IMPLICIT),
        ("用之前的方法", Signal.IMPLICIT),
        ("推荐一家餐厅", Signal.IMPLICIT),
        ("Plan my weekend", Signal.IMPLICIT),
    ],
)
def test_the_examples_of_each_signal_fire(text: str, signal: Signal) -> None:
    assert signal in fired(text)


@pytest.mark.parametrize(
    "text",
    [
        "你好",
        "谢谢",
        "什么是光合作用",
        "用Python写一个快速排序",
        "Good morning",
        "What is photosynthesis?",
        "what is 15% of 200",
    ],
)
def test_what_needs_no_memory_reads_none(text: str) -> None:
    assert read(text) == service.Detection((), Depth.CORE)


def test_several_signals_of_one_message_all_fire_and_the_deepest_counts() -> None:
    found = read("我上次提交的合同批了吗")
    assert {each.signal for each in found.signals} >= {Signal.TEMPORAL, Signal.PERSONAL}
    assert found.depth is Depth.DEEP
    assert list(found.signals) == sorted(found.signals, key=lambda each: -each.confidence)
    assert read("我的血型是什么").depth is Depth.SEARCH


def test_what_was_said_before_counts_too() -> None:
    assert read("谢谢").depth is Depth.CORE
    found = read("谢谢", "我的血型是什么")
    assert (found.depth, {each.signal for each in found.signals}) == (Depth.SEARCH, {Signal.PERSONAL})


@pytest.mark.parametrize("text", ["Где мой договор?", "أين عقدي", "契約書はどこにありますか", "wo"])
def test_what_it_has_not_learned_is_read_as_always(text: str) -> None:
    assert read(text).depth is not Depth.CORE


@pytest.mark.parametrize("text", ["\u0000", "。。。", "🙂", "a" * 100_000, "\ud800 我"])
def test_no_text_is_too_strange(text: str) -> None:
    assert read(text).depth in Depth


def test_an_error_opens_the_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> LinearModel:
        raise ValueError("damaged")

    assert read("谢谢").depth is Depth.CORE
    monkeypatch.setattr(service, "packaged", broken)
    assert read("谢谢") == ALWAYS


def test_a_rule_speaks_only_for_its_own_signal() -> None:
    for number, owner in enumerate(linear.RULE_OWNERS, start=linear.BUCKETS):
        for name, weights in zip(OUTPUTS, packaged().weights, strict=True):
            if owner is not None and name != "none":
                assert weights[number] >= 0 if owner == name else weights[number] == 0


def test_a_message_is_seen_alike_in_full_width_and_in_any_spacing() -> None:
    assert features("ＥＲＰ　 是哪个？") == features("ERP 是哪个?")


def test_weights_of_another_model_are_refused() -> None:
    data = packaged().dump()
    assert LinearModel.load(data).dump() == data
    assert len(data) < 300_000
    assert len(data) > len(OUTPUTS) * SIZE
    with pytest.raises(ValueError, match="another model"):
        LinearModel.load(b"NOPE" + data[4:])
    with pytest.raises(ValueError, match="not as long"):
        LinearModel.load(data[:-1])
