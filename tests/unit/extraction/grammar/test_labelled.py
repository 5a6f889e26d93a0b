"""Floors under the quality on our labelled turns; `python -m tests.bench.extraction.score` shows the figures."""

from __future__ import annotations

import pytest

from tests.bench.extraction.score import Tally, load, score


@pytest.fixture(scope="module")
def tallies() -> dict[str, Tally]:
    found, _ = score(load())
    return found


@pytest.mark.parametrize(
    ("part", "precision", "recall"),
    [("dev zh", 0.97, 0.97), ("dev en", 0.97, 0.97), ("unseen zh", 0.93, 0.8), ("unseen en", 0.95, 0.8)],
)
def test_precision_and_recall(tallies: dict[str, Tally], part: str, precision: float, recall: float) -> None:
    assert tallies[part].precision >= precision
    assert tallies[part].recall >= recall


@pytest.mark.parametrize("part", ["dev", "unseen"])
def test_negatives_stay_clean_and_statements_are_in_form(tallies: dict[str, Tally], part: str) -> None:
    assert tallies[part].clean >= tallies[part].negatives * 0.98
    assert tallies[part].errors.get("forbidden", 0) == 0
    assert tallies[part].errors.get("form", 0) == 0


def test_the_set_is_large_and_mostly_about_saying_nothing() -> None:
    records = load()
    assert len(records) >= 300
    assert sum(not record["expect"] for record in records) >= 0.4 * len(records)
