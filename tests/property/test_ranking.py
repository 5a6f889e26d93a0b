"""Invariants of hybrid ranking, for any pool of candidates."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from agent_memory.core.embedding import EmbeddingModel
from agent_memory.recall.model import Strategy
from agent_memory.recall.ranking import Candidate, Hit, Population, Shelf, rank

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


@given(pools, st.integers(0, 5000), st.floats(0.001, 0.5), strategies)
def test_scores_stay_in_the_unit_interval_whatever_was_scanned(
    pool: list[Candidate], more: int, deviation: float, strategy: Strategy
) -> None:
    hits = rank(pool, QUERY, MODEL, strategy, Population(len(pool) + more, deviation))
    assert all(0 <= hit.score <= 1 for hit in hits)


@given(pools, cosines, matches)
def test_the_time_asked_about_moves_up_and_filters_nothing(
    pool: list[Candidate], cosine: float | None, match: dict[int, float]
) -> None:
    other = Candidate("other", 0, cosine, match)
    dated = Candidate("dated", 0, cosine, match, in_time=True)
    hits = by_id(rank([*pool, other, dated], QUERY, MODEL))
    undated = by_id(rank([*pool, other, replace(dated, in_time=False)], QUERY, MODEL))
    assert set(undated) <= set(hits)
    assert hits["dated"].score >= hits["other"].score if "other" in hits else "dated" in hits


@given(pools, cosines, matches, st.floats(-0.2, 0.2))
def test_a_boost_is_small(pool: list[Candidate], cosine: float | None, match: dict[int, float], boost: float) -> None:
    plain = Candidate("plain", 0, cosine, match)
    hits = by_id(rank([*pool, plain, replace(plain, id="boosted", boost=boost)], QUERY, MODEL))
    if "plain" in hits:
        moved = hits["boosted"].score - hits["plain"].score
        assert abs(moved) <= abs(boost) / 4 + 1e-9
        assert moved * boost >= 0


@given(pools, cosines, matches)
def test_a_turn_gains_from_the_turn_next_to_it_alone(
    pool: list[Candidate], cosine: float | None, match: dict[int, float]
) -> None:
    turn = Candidate("alone", 0, cosine, match, Shelf.TURN, place=("s1", 10))
    beside = replace(turn, id="beside", place=("s2", 4))
    answer = Candidate("answer", 0, 1.0, FULL, Shelf.TURN, place=("s2", 5))
    far = replace(turn, id="far", place=("s2", 8))
    hits = by_id(rank([*pool, turn, beside, answer, far], QUERY, MODEL))
    assert hits["answer"].score > 0.999
    if "alone" in hits:
        assert hits["beside"].score >= hits["alone"].score == hits["far"].score
    else:
        assert "beside" not in hits


@given(pools)
def test_memories_and_turns_with_one_id_are_two_hits(pool: list[Candidate]) -> None:
    twins = [replace(candidate, shelf=Shelf.TURN) for candidate in pool]
    hits = rank([*pool, *twins], QUERY, MODEL)
    assert len({(hit.shelf, hit.id) for hit in hits}) == len(hits)
    assert sum(hit.shelf is Shelf.TURN for hit in hits) * 2 == len(hits)
