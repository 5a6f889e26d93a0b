"""Fifty rounds of recall into the prompt and the prompt back into extraction: nothing is remembered twice."""

from __future__ import annotations

from tests.support.service import USER, Service

ROUNDS = 50


def test_what_we_inject_never_comes_back(service: Service) -> None:
    service.create("用户的名字叫李伟", memoryType="core")
    service.say("我住在苏州工业园区，对花生过敏", session="first")
    known = {memory["id"]: memory["content"] for memory in service.list(userId=USER)}
    assert len(known) == 3
    sizes: set[int] = set()
    for number in range(ROUNDS):
        context = service.recall("用户住在哪里，对什么过敏？", layers=["L1", "L0"], topK=3)["context"]
        assert "苏州" in context["turn"]
        assert context["turn"].count("<agent-memory>") == 1
        sizes.add(context["tokens"])
        prompt = f"{context['system']}\n{context['turn']}\n那您觉得下午几点开会比较合适呢？"
        answer = f"好的。{context['turn']}"
        job = service.say(
            {"role": "user", "content": prompt}, {"role": "assistant", "content": answer}, session=f"round-{number}"
        )
        assert [result["action"] for result in job["results"]] == ["skipped"]
    assert {memory["id"]: memory["content"] for memory in service.list(userId=USER)} == known
    assert max(sizes) < 300  # what was said in the rounds is not our own block, told back
