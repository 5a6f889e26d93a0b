"""Recall over HTTP, with the offline embedder that answers when nothing else is configured."""

from __future__ import annotations

from tests.support.service import AGENT, USER, Service


def contents(answer: dict[str, object]) -> list[str]:
    return [item["content"] for item in answer["memories"]]  # type: ignore[union-attr, index]


def test_layer_one_comes_first_and_always(service: Service) -> None:
    service.create("用户是外贸公司的采购经理", memoryType="core", importance=5)
    service.create("用户的孩子叫小雨", memoryType="core")
    service.create("VIP 客户，优先响应", memoryType="note", pinned=True)
    service.create("用户常用 ERP 系统是金蝶")
    answer = service.recall("上次说的 ERP 是哪个？")
    assert contents(answer) == [
        "VIP 客户，优先响应",
        "用户是外贸公司的采购经理",
        "用户的孩子叫小雨",
        "用户常用 ERP 系统是金蝶",
    ]
    assert [item["reason"] for item in answer["memories"]] == ["pinned", "core", "core", "relevant"]
    assert all("score" not in item for item in answer["memories"][:3])
    assert 0 < answer["memories"][3]["score"] <= 1
    assert "金蝶" not in answer["context"]["system"]
    assert "金蝶" in answer["context"]["turn"]
    assert "采购经理" in answer["context"]["system"]
    assert answer["embedder"] == {"name": "offline", "model": "use-multilingual-v3"}
    assert (answer["persona"], answer["scenes"], answer["degraded"], answer["truncated"]) == (None, [], False, False)


def test_meaning_finds_across_languages_and_words_find_codes(service: Service) -> None:
    for content in (
        "用户对花生严重过敏",
        "The user lives in a studio apartment in Berlin",
        "合同编号是 CN-A10293",
        "用户每天早上六点跑步",
    ):
        service.create(content)
    assert contents(service.recall("What food is the user allergic to?"))[0] == "用户对花生严重过敏"
    assert contents(service.recall("我现在住在哪个城市的公寓"))[0] == "The user lives in a studio apartment in Berlin"
    assert contents(service.recall("ＣＮ－Ａ１０２９３"))[0] == "合同编号是 CN-A10293"
    assert contents(service.recall("a10293 那份合同"))[0] == "合同编号是 CN-A10293"


def test_nothing_found_is_not_a_failure(service: Service) -> None:
    service.create("用户喜欢喝龙井茶")
    answer = service.recall("explain quantum chromodynamics")
    assert (answer["memories"], answer["degraded"]) == ([], False)
    assert answer["context"]["system"] == answer["context"]["turn"] == ""
    assert answer["context"]["tokens"] == 0
    unknown = service.recall("我住在哪里", user="never seen")
    assert (unknown["memories"], unknown["degraded"]) == ([], False)


def test_top_k_counts_layer_two_only(service: Service) -> None:
    service.create("用户的名字叫小明", memoryType="core")
    for number in range(12):
        service.create(f"用户在第 {number} 号仓库存放了茶叶")
    assert len(contents(service.recall("茶叶存放在哪个仓库"))) == 9
    assert len(contents(service.recall("茶叶存放在哪个仓库", topK=3))) == 4
    assert len(contents(service.recall("茶叶存放在哪个仓库", topK=0))) == 1
    assert len(contents(service.recall("茶叶存放在哪个仓库", layers=["L3"]))) == 1


def test_the_budget_covers_everything(service: Service) -> None:
    for number in range(40):
        service.create(f"{number} " + "记" * 400, pinned=True)
    service.create("x" * 20_000, pinned=True)
    service.create("用户常用 ERP 系统是金蝶")
    answer = service.recall("上次说的 ERP 是哪个？", maxTokens=1000)
    assert answer["truncated"] is True
    assert 0 < answer["context"]["tokens"] <= 1000
    assert contents(answer)[-1] == "用户常用 ERP 系统是金蝶"
    assert service.recall("ERP", maxTokens=0)["context"]["tokens"] == 0


def test_read_your_writes(service: Service) -> None:
    memory = service.create("用户常用 ERP 系统是用友")
    assert contents(service.recall("ERP 系统")) == ["用户常用 ERP 系统是用友"]
    service.call("PATCH", service.memories(memory["id"]), {"content": "用户常用 ERP 系统是金蝶"})
    assert contents(service.recall("ERP 系统")) == ["用户常用 ERP 系统是金蝶"]
    service.call("DELETE", service.memories(memory["id"]))
    assert contents(service.recall("ERP 系统")) == []


def test_long_texts_are_found_in_their_middle(service: Service) -> None:
    filler = "这一段讲的是别的事情，没有什么特别。"
    service.create(filler * 250 + "用户的护照号码登记在蓝色文件夹里。" + filler * 250)
    answer = service.recall("护照号码登记在哪里 蓝色文件夹")
    [found] = answer["memories"]
    assert found["excerpt"] in answer["context"]["turn"]
    assert len(found["content"]) > 9_000
    assert "蓝色文件夹" in found["excerpt"]
    assert len(found["excerpt"]) < 350


def test_explanations_and_snippets_on_request(service: Service) -> None:
    service.create("用户常用 ERP 系统是金蝶")
    plain = service.recall("ERP 系统是金蝶")["memories"][0]
    assert "scores" not in plain
    explained = service.recall("ERP 系统是金蝶", explain=True)["memories"][0]
    assert 0 < explained["scores"]["vector"] <= 1
    assert 0 < explained["scores"]["keyword"] <= 1
    assert service.recall("用户常用 ERP 系统是金蝶")["memories"][0]["score"] > 0.9


def test_a_dialogue_may_replace_the_question(service: Service) -> None:
    service.create("用户常用 ERP 系统是金蝶")
    dialogue = [
        {"role": "user", "content": "我们聊聊 ERP 系统"},
        {"role": "assistant", "content": "好的"},
        {"role": "user", "content": "它的名字是？"},
    ]
    answer = service.call("POST", f"/api/agents/{AGENT}/recall", {"userId": USER, "messages": dialogue})
    assert contents(answer.body) == ["用户常用 ERP 系统是金蝶"]


def test_users_and_agents_do_not_see_each_other(service: Service) -> None:
    service.create("用户常用 ERP 系统是金蝶", user="user-2")
    service.create("用户常用 ERP 系统是用友", agent="support-agent")
    assert contents(service.recall("ERP 系统")) == []


def test_both_strategies_find_the_same(service: Service) -> None:
    for content in ("用户常用 ERP 系统是金蝶", "用户喜欢喝龙井茶", "用户住在苏州"):
        service.create(content)
    for strategy in ("weighted", "rrf"):
        assert contents(service.recall("ERP 系统", strategy=strategy))[0] == "用户常用 ERP 系统是金蝶"


def test_a_stopped_database_gives_an_empty_answer(service: Service) -> None:
    service.create("用户常用 ERP 系统是金蝶")
    service.recall("ERP 系统")
    recall = service.invoker.graphs["app"].recall
    recall._database.close()
    recall._database._conninfo = lambda: "host=/nonexistent dbname=x"
    answer = service.recall("ERP 系统")
    assert (answer["memories"], answer["degraded"], answer["degradedReasons"]) == ([], True, ["database_unavailable"])
