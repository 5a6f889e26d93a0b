"""Invariants of hybrid ranking, for any pool of candidates."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from agent_memory.core.embedding import EmbeddingModel
from agent_memory.recall.model import Strategy
from agent_memory.recall.ranking import Candidate, Hit, rank

MODEL = EmbeddingModel(
    name="offline",
    model="test",
    duplicate_threshold=0.85,
    candidate_threshold=0.6,
    relevance_floor=0.25,
    cosine_mean=0.1,
    cosine_deviation=0.12,
)
QUERY = {1: 1.0, 2: 1.0, 3: 0.3}
FULL = dict.fromkeys(QUERY, 2.2)

cosines = st.one_of(st.none(), st.floats(-1, 1))
matches = st.dictionaries(st.sampled_from([1, 2, 3, 99]), st.floats(0.01, 2.2), max_size=4)
pools = st.lists(st.tuples(cosines, matches), max_size=30).map(
    lambda rows: [Candidate(f"m{number:02}", 0, cosine, match) for number, (cosine, match) in enumerate(rows)]
)
strategies = st.sampled_from(list(Strategy))


def by_id(hits: list[Hit]) -> dict[str, Hit]:
    return {hit.id: hit for hit in hits}


@given(pools, strategies)
def test_scores_are_in_the_unit_interval_and_in_order(pool: list[Candidate], strategy: Strategy) -> None:
    hits = rank(pool, QUERY, MODEL, strategy)
    assert all(0 <= hit.score <= 1 for hit in hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len(by_id(hits)) == len(hits)


@given(pools)
def test_an_identical_text_scores_one(pool: list[Candidate]) -> None:
    identical = Candidate("identical", 0, 1.0, FULL)
    assert by_id(rank([*pool, identical], QUERY, MODEL))["identical"].score > 0.999


@given(pools, st.floats(0.25, 1), st.floats(0.25, 1), matches)
def test_a_higher_cosine_never_scores_lower(
    pool: list[Candidate], one: float, other: float, match: dict[int, float]
) -> None:
    low, high = sorted([one, other])
    hits = by_id(rank([*pool, Candidate("low", 0, low, match), Candidate("high", 0, high, match)], QUERY, MODEL))
    assert hits["high"].score >= hits["low"].score


@given(pools, cosines, matches, st.floats(0.01, 2.2))
def test_a_better_keyword_match_never_scores_lower(
    pool: list[Candidate], cosine: float | None, match: dict[int, float], extra: float
) -> None:
    worse = Candidate("worse", 0, cosine, {**match, 1: min(extra, match.get(1, extra))})
    better = Candidate("better", 0, cosine, {**worse.matched, 1: 2.2})
    hits = by_id(rank([*pool, worse, better], QUERY, MODEL))
    if "worse" in hits:
        assert hits["better"].score >= hits["worse"].score


@given(pools, strategies)
def test_a_hit_by_keywords_alone_surfaces(pool: list[Candidate], strategy: Strategy) -> None:
    silent = [replace(candidate, matched={}) for candidate in pool]
    hits = by_id(rank([*silent, Candidate("keyword", 0, None, FULL)], QUERY, MODEL, strategy))
    assert "keyword" in hits


@given(st.lists(st.floats(-1, 0.249), max_size=20))
def test_nothing_near_and_no_shared_word_is_no_hit(far: list[float]) -> None:
    pool = [Candidate(f"m{number}", 0, cosine, {}) for number, cosine in enumerate(far)]
    assert rank(pool, QUERY, MODEL) == []


@given(pools, strategies, st.randoms())
def test_the_order_of_the_rows_does_not_matter(pool: list[Candidate], strategy: Strategy, random: object) -> None:
    shuffled = list(pool)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = rank(pool, QUERY, MODEL, strategy), rank(shuffled, QUERY, MODEL, strategy)
    assert {hit.id for hit in first} == {hit.id for hit in second}
    assert all(abs(by_id(second)[hit.id].score - hit.score) < 1e-9 for hit in first)
