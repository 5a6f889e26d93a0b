"""What becomes of a candidate: the rules on a workspace, without a database."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from agent_memory.conversations.model import JobResult
from agent_memory.extraction.decisions import Proposal, Workspace
from agent_memory.extraction.relation import Thresholds
from agent_memory.memories.indexing import Index, IndexedChunk
from agent_memory.memories.model import Memory, Source, Status
from tests.support.memories import NOON, a_memory

THRESHOLDS = Thresholds(duplicate=0.85, candidate=0.6)


def workspace(*stored: Memory) -> Workspace:
    made = Workspace(THRESHOLDS, NOON)
    made.add_stored(stored)
    return made


def propose(
    space: Workspace, content: str, *, days: int = 1, near: dict[str, float] | None = None, **changes: Any
) -> JobResult:
    memory = a_memory(content, id=f"new-{content}-{days}", observed_at=NOON + timedelta(days=days), **changes)
    index = Index("m", (IndexedChunk([1.0, 0.0], {}),))
    return space.decide(Proposal(memory, index, near or {}))


def outcome(result: JobResult) -> tuple[str, str]:
    return result.action, result.reason


def active(space: Workspace) -> set[str]:
    return {entry.memory.content for entry in space.entries.values() if entry.memory.status is Status.ACTIVE}


def test_something_new_is_stored() -> None:
    space = workspace(a_memory("用户喜欢喝龙井茶", id="a"))
    assert outcome(propose(space, "用户住在苏州")) == ("stored", "new")
    assert [entry.memory.content for entry in space.created()] == ["用户住在苏州"]
    assert space.changed() == []


def test_the_same_text_never_makes_a_row() -> None:
    space = workspace(a_memory("用户住在苏州", id="a", source_message_ids=("m1",), confidence=0.5))
    assert outcome(propose(space, "用户住在苏州。", source_message_ids=("m2",), confidence=0.6)) == (
        "merged",
        "exact_duplicate",
    )
    assert space.created() == []
    [(entry, _)] = space.changed()
    assert entry.memory.source_message_ids == ("m1", "m2")
    assert entry.memory.confidence == pytest.approx(0.8)
    assert entry.memory.content == "用户住在苏州"


def test_merging_twice_is_merging_once() -> None:
    space = workspace(a_memory("用户住在苏州", id="a"))
    propose(space, "用户住在苏州", source_message_ids=("m2",))
    once = space.entries["a"].memory
    propose(space, "用户住在苏州", source_message_ids=("m2",))
    twice = space.entries["a"].memory
    assert (twice.source_message_ids, twice.content, twice.version) == (
        once.source_message_ids,
        once.content,
        once.version,
    )


def test_a_near_duplicate_joins_and_the_fuller_text_stays() -> None:
    space = workspace(a_memory("用户喜欢喝美式咖啡", id="a"))
    assert outcome(propose(space, "用户平时爱喝美式", near={"a": 0.9})) == ("merged", "near_duplicate")
    assert len(active(space)) == 1


def test_far_apart_texts_do_not_join() -> None:
    space = workspace(a_memory("用户喜欢喝美式咖啡", id="a"))
    assert outcome(propose(space, "用户平时爱喝美式", near={"a": 0.7})) == ("stored", "new")


def test_a_correction_takes_over_and_keeps_the_line() -> None:
    space = workspace(a_memory("用户住在北京", id="a"))
    result = propose(space, "用户住在苏州")
    assert outcome(result) == ("superseded", "correction")
    assert active(space) == {"用户住在苏州"}
    [(retired, _)] = space.changed()
    assert (retired.memory.status, retired.memory.superseded_by) == (Status.SUPERSEDED, result.memory_id)
    [new] = space.created()
    assert (new.memory.version, new.ancestor.content if new.ancestor else None) == (2, "用户住在北京")


def test_an_older_statement_that_comes_late_is_born_overruled() -> None:
    space = workspace(a_memory("用户住在苏州", id="a"))
    assert outcome(propose(space, "用户住在北京", days=-30)) == ("superseded", "outdated")
    assert active(space) == {"用户住在苏州"}
    [late] = space.created()
    assert (late.memory.status, late.memory.superseded_by) == (Status.SUPERSEDED, "a")


def test_an_overruled_text_said_again_later_counts_again() -> None:
    space = workspace(
        a_memory(
            "用户住在北京", id="old", status=Status.SUPERSEDED, superseded_by="a", observed_at=NOON - timedelta(days=9)
        ),
        a_memory("用户住在苏州", id="a"),
    )
    assert outcome(propose(space, "用户住在北京", days=-5)) == ("skipped", "outdated")
    assert outcome(propose(space, "用户住在北京", days=5)) == ("superseded", "correction")
    assert active(space) == {"用户住在北京"}


def test_words_that_an_admin_chose_are_not_rewritten() -> None:
    space = workspace(a_memory("用户住在上海", id="a", source=Source.ADMIN, confidence=1.0))
    propose(space, "用户住在上海浦东", near={"a": 0.9})
    assert active(space) == {"用户住在上海"}


def test_a_message_that_would_overrule_many_is_held() -> None:
    rivals = [a_memory(f"用户住在{city}", id=city) for city in ("北京", "上海", "广州", "深圳")]
    space = workspace(*rivals)
    assert outcome(propose(space, "用户住在苏州")) == ("held", "supersedes_many")
    assert len(active(space)) == 4
    assert space.changed() == []


def test_candidates_of_one_batch_meet_each_other() -> None:
    space = workspace()
    propose(space, "用户住在北京", days=1)
    propose(space, "用户住在苏州", days=2)
    propose(space, "用户住在苏州", days=3)
    assert active(space) == {"用户住在苏州"}
    assert len(space.created()) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("用户对花生过敏", "用户对花生不过敏"),
        ("用户对花生不过敏", "用户对花生过敏"),
        ("The user is allergic to nuts", "The user is not allergic to nuts"),
    ],
)
def test_an_allergy_that_is_taken_back_is_no_repetition(before: str, after: str) -> None:
    """However near the vectors: the newer word counts."""
    space = workspace(a_memory(before, id="a"))
    assert outcome(propose(space, after, near={"a": 0.97})) == ("superseded", "correction")
    assert active(space) == {after}


def test_another_allergy_takes_none_back() -> None:
    space = workspace(a_memory("用户对花生过敏", id="a"))
    assert outcome(propose(space, "用户对杏仁不过敏", near={"a": 0.9})) == ("stored", "new")
    assert len(active(space)) == 2


def test_two_places_nobody_knows_are_not_one_for_sounding_alike() -> None:
    space = workspace(a_memory("The user lives in Towna", id="a"))
    assert outcome(propose(space, "The user lives in Townb", near={"a": 0.99})) == ("stored", "new")


def test_what_is_over_when_it_arrives_is_said_and_not_stored() -> None:
    space = workspace()
    assert outcome(propose(space, "用户计划去东京", expires_at=NOON - timedelta(days=1))) == ("skipped", "expired")
    assert space.created() == []
    assert outcome(propose(space, "用户计划去大阪", expires_at=NOON + timedelta(days=1))) == ("stored", "new")
