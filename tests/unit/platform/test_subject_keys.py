"""Sealing and blinding."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping

import pytest

from agent_memory.platform.subject_keys import (
    ORG_SUBJECT,
    KeyMissingError,
    Place,
    SealBrokenError,
    SubjectKey,
    SubjectKeys,
)

PLACE = Place(table="memory", column="body", row_id="mem-1", row_version=3)


class CountingStore:
    """A key store in memory that counts visits."""

    def __init__(self) -> None:
        self.keys: dict[tuple[str, str], bytes] = {}
        self.visits = 0

    def load(self, org_id: str, subjects: Collection[str]) -> Mapping[str, bytes]:
        self.visits += 1
        return {subject: self.keys[org_id, subject] for subject in subjects if (org_id, subject) in self.keys}

    def create(self, org_id: str, subject: str) -> bytes:
        return self.keys.setdefault((org_id, subject), bytes([len(self.keys)]) * 32)


def key(org_id: str = "org-1", subject: str = "u1", material: bytes = b"k" * 32) -> SubjectKey:
    return SubjectKey(org_id, subject, material)


def test_a_sealed_value_opens_where_it_was_sealed() -> None:
    sealed = key().seal("用户住在苏州".encode(), PLACE)
    assert key().open(sealed, PLACE).decode() == "用户住在苏州"
    assert "苏州".encode() not in sealed


@pytest.mark.parametrize(
    "other",
    [dataclasses.replace(PLACE, **change) for change in (
        {"table": "turn"}, {"column": "x"}, {"row_id": "mem-2"}, {"row_version": 4})],
)  # fmt: skip
def test_a_moved_value_does_not_open(other: Place) -> None:
    sealed = key().seal(b"secret", PLACE)
    with pytest.raises(SealBrokenError):
        key().open(sealed, other)


@pytest.mark.parametrize("stranger", [key(org_id="org-2"), key(subject="u2"), key(material=b"x" * 32)])
def test_nobody_else_opens_it(stranger: SubjectKey) -> None:
    sealed = key().seal(b"secret", PLACE)
    with pytest.raises(SealBrokenError):
        stranger.open(sealed, PLACE)


def test_owners_do_not_collide_at_their_joints() -> None:
    sealed = SubjectKey("a:b", "c", b"k" * 32).seal(b"secret", PLACE)
    with pytest.raises(SealBrokenError):
        SubjectKey("a", "b:c", b"k" * 32).open(sealed, PLACE)


def test_any_changed_byte_breaks_the_seal() -> None:
    sealed = key().seal(b"secret", PLACE)
    for position in range(len(sealed)):
        broken = sealed[:position] + bytes([sealed[position] ^ 1]) + sealed[position + 1 :]
        with pytest.raises(SealBrokenError):
            key().open(broken, PLACE)


def test_sealing_twice_gives_different_bytes_and_blinding_the_same() -> None:
    assert key().seal(b"x", PLACE) != key().seal(b"x", PLACE)
    assert key().blind("text", "x") == key().blind("text", "x")
    assert key().blind("te", "xtx") != key().blind("text", "x")
    assert key().blind("text", "x") != key(subject="u2", material=b"y" * 32).blind("text", "x")


def test_terms_are_blinded_per_subject() -> None:
    weights = {"苏州": 1.0, "erp": 0.5}
    mine = key().blind_terms(weights, 1_000_000_000)
    assert sorted(mine.values()) == [0.5, 1.0]
    assert set(mine) != set(key(material=b"z" * 32).blind_terms(weights, 1_000_000_000))


def test_keys_are_cached_for_a_while_and_no_longer() -> None:
    now = [0.0]
    store = CountingStore()
    keys = SubjectKeys(store, lambda: now[0])
    made = keys.for_writing("org-1", "u1")
    assert keys.for_writing("org-1", "u1") is made
    assert store.visits == 1
    now[0] = 301.0
    keys.for_writing("org-1", "u1")
    assert store.visits == 2


def test_a_page_over_many_users_costs_one_visit() -> None:
    store = CountingStore()
    keys = SubjectKeys(store)
    for number in range(50):
        store.create("org-1", f"u{number}")
    found = keys.for_reading("org-1", [f"u{number}" for number in range(60)])
    assert len(found) == 50
    assert store.visits == 1


def test_reading_never_makes_a_key() -> None:
    store = CountingStore()
    with pytest.raises(KeyMissingError):
        SubjectKeys(store).existing("org-1", "u1")
    assert store.keys == {}


def test_the_org_has_a_key_no_user_can_name() -> None:
    store = CountingStore()
    SubjectKeys(store).for_org("org-1")
    assert list(store.keys) == [("org-1", ORG_SUBJECT)]
