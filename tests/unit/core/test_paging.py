"""Cursors."""

from __future__ import annotations

import base64
from datetime import UTC, datetime

import pytest

from agent_memory.core.errors import ValidationFailedError
from agent_memory.core.paging import Cursor, fitting


def test_a_cursor_comes_back_as_it_went() -> None:
    cursor = Cursor(datetime(2026, 4, 1, 10, 0, 0, 123000, tzinfo=UTC), "mem-1-会议")
    assert Cursor.decode(cursor.encode()) == cursor


def test_a_cursor_is_of_a_ranked_list_or_not() -> None:
    plain = Cursor(datetime(2026, 4, 1, tzinfo=UTC), "mem-1")
    ranked = Cursor(datetime(2026, 4, 1, tzinfo=UTC), "mem-1", 5)
    assert Cursor.decode(ranked.encode(), ranked=True) == ranked
    for cursor, wanted in ((plain, True), (ranked, False)):
        with pytest.raises(ValidationFailedError):
            Cursor.decode(cursor.encode(), ranked=wanted)


@pytest.mark.parametrize("rank", ["true", "1.5", '"5"', "null", "99999", "5,5", "[5]"])
def test_a_rank_is_a_small_number(rank: str) -> None:
    with pytest.raises(ValidationFailedError):
        Cursor.decode(base64.urlsafe_b64encode(f'[1,"a",{rank}]'.encode()).decode(), ranked=True)


@pytest.mark.parametrize(
    "broken",
    ["", "!", "abc", "%00", base64.urlsafe_b64encode(b"[1]").decode(), base64.urlsafe_b64encode(b'["x","y"]').decode(),
     base64.urlsafe_b64encode(b"[1e400,1]").decode(), base64.urlsafe_b64encode(b'[99999999999999999,"a"]').decode(),
     base64.urlsafe_b64encode(b'[1,"\\ud800"]').decode(), base64.urlsafe_b64encode(b'[1,"\\u0000"]').decode(),
     base64.urlsafe_b64encode(b"[" * 100_000).decode(), base64.urlsafe_b64encode(b"{}").decode(), "你好"],
)  # fmt: skip
def test_a_broken_cursor_is_refused_by_name(broken: str) -> None:
    with pytest.raises(ValidationFailedError) as refusal:
        Cursor.decode(broken)
    assert [error.field for error in refusal.value.errors] == ["cursor"]


def test_a_page_ends_before_it_grows_too_large_but_never_empty() -> None:
    rows = [{"body": b"x" * 3_000_000, "n": n} for n in range(3)]
    assert [row["n"] for row in fitting(rows)] == [0]
    assert [row["n"] for row in fitting([{"body": b"x" * 9_000_000, "n": 0}])] == [0]
    assert len(fitting([{"body": b"x"}] * 50)) == 50
