"""Two witnesses, one relevance."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.ports.index import Hit, Hits
from mcp_memory.engine.recall.fuse import CROWD_RANK, LEAD_COVERAGE, LEAST_COVERAGE, WORDS_TRUST, fuse

SHARE = st.floats(0, 1)
COSINE = st.none() | st.floats(-1, 1)


def a_hit(name: str = "a", *, cosine: float | None = None, coverage: float = 0.0) -> Hit:
    return Hit(memory_id=name, chunk=0, cosine=cosine, words=coverage * 10, coverage=coverage)


def relevance(*hits: Hit) -> list[float]:
    return list(fuse(Hits(by_vector=(), by_words=hits)).values())


@given(st.lists(st.tuples(COSINE, SHARE), max_size=60))
def test_relevance_lies_between_nothing_and_all(scores: list[tuple[float | None, float]]) -> None:
    hits = [a_hit(str(number), cosine=cosine, coverage=share) for number, (cosine, share) in enumerate(scores)]
    assert all(0.0 <= value <= 1.0 for value in relevance(*hits))


@given(cosine=st.floats(-1, 1), more=st.floats(0, 1), coverage=SHARE)
def test_either_witness_can_only_add(cosine: float, more: float, coverage: float) -> None:
    weaker = relevance(a_hit(cosine=cosine, coverage=coverage))[0]
    assert relevance(a_hit(cosine=min(1.0, cosine + more), coverage=coverage))[0] >= weaker
    assert relevance(a_hit(cosine=cosine, coverage=min(1.0, coverage + more)))[0] >= weaker


def test_without_a_vector_the_words_speak_alone() -> None:
    assert relevance(a_hit(coverage=1.0)) == [WORDS_TRUST]
    assert relevance(a_hit(cosine=-0.5)) == [0.0]


def test_partial_coverage_is_worth_less_in_a_crowd_and_full_coverage_is_not() -> None:
    part, full = a_hit("part", coverage=0.5), a_hit("full", coverage=1.0)
    crowd = [a_hit(f"other {number}", coverage=0.5) for number in range(CROWD_RANK)]
    alone, together = relevance(part, full), relevance(part, full, *crowd)
    assert together[0] < alone[0]
    assert together[1] == alone[1]


def test_a_chunk_in_both_lists_counts_once() -> None:
    hit = a_hit(cosine=0.4, coverage=0.5)
    assert fuse(Hits(by_vector=(hit,), by_words=(hit,))) == fuse(Hits(by_vector=(hit,), by_words=()))
    assert len(fuse(Hits(by_vector=(hit, replace(hit, chunk=1)), by_words=(hit,)))) == 2


def test_a_chance_hit_adds_nothing() -> None:
    assert relevance(a_hit(cosine=0.2, coverage=LEAST_COVERAGE - 0.01)) == relevance(a_hit(cosine=0.2))
    assert relevance(a_hit(cosine=0.2, coverage=LEAST_COVERAGE)) > relevance(a_hit(cosine=0.2))


def test_a_few_shared_words_do_not_pass_what_is_nearest_in_meaning() -> None:
    nearest, talk = a_hit("nearest", cosine=0.3), a_hit("talk", cosine=0.25, coverage=LEAD_COVERAGE - 0.01)
    fused = fuse(Hits(by_vector=(nearest, talk), by_words=(talk,)))
    assert 0 < fused["nearest", 0] - fused["talk", 0] < 0.001


def test_half_of_the_question_passes_what_is_nearest_in_meaning() -> None:
    nearest, told = a_hit("nearest", cosine=0.3), a_hit("told", cosine=0.25, coverage=LEAD_COVERAGE)
    fused = fuse(Hits(by_vector=(nearest, told), by_words=(told,)))
    assert fused["told", 0] > fused["nearest", 0] == pytest.approx(0.3)


def test_cosines_that_are_all_high_say_how_far_one_stands_above_the_others() -> None:
    far, near = a_hit("far", cosine=0.8), a_hit("near", cosine=0.9)
    fused = fuse(Hits(by_vector=(near, far), by_words=()), calibrated=False)
    assert fused == pytest.approx({("near", 0): 0.5, ("far", 0): 0.0})
    assert fuse(Hits(by_vector=(near, far), by_words=())) == {("near", 0): 0.9, ("far", 0): 0.8}


def test_what_has_no_vector_yet_wins_by_its_words_over_high_cosines() -> None:
    """While another model embeds, the memory that the question names must not lose to all that is embedded."""
    embedded = [a_hit(str(number), cosine=0.9 - number / 1000, coverage=0.1) for number in range(30)]
    named = a_hit("named", coverage=0.9)
    fused = fuse(Hits(by_vector=tuple(embedded), by_words=(named, *embedded)), calibrated=False)
    assert max(fused, key=lambda place: fused[place]) == ("named", 0)


@given(st.lists(st.tuples(st.floats(-1, 1), SHARE), min_size=1, max_size=40))
def test_relevance_keeps_its_bounds_and_the_order_of_meaning_without_calibration(
    scores: list[tuple[float, float]],
) -> None:
    hits = [a_hit(str(number), cosine=cosine) for number, (cosine, _) in enumerate(sorted(scores, reverse=True))]
    fused = [*fuse(Hits(by_vector=tuple(hits), by_words=()), calibrated=False).values()]
    assert fused == sorted(fused, reverse=True)
    assert all(0.0 <= value <= 1.0 for value in fused)


def test_without_vectors_words_speak_alone_in_every_model() -> None:
    hits = Hits(by_vector=(), by_words=(a_hit(coverage=1.0),))
    assert fuse(hits, calibrated=False) == fuse(hits) == {("a", 0): WORDS_TRUST}


@given(st.lists(st.tuples(st.floats(0, 0.99), SHARE), min_size=1, max_size=40))
def test_what_has_vectors_keeps_its_order_without_calibration(scores: list[tuple[float, float]]) -> None:
    """Only how far it stands from what has none is another matter: a scale does not change an order."""
    hits = [a_hit(str(number), cosine=cosine, coverage=share) for number, (cosine, share) in enumerate(sorted(scores))]
    both = Hits(by_vector=tuple(reversed(hits)), by_words=tuple(hits))
    plain, scaled = fuse(both), fuse(both, calibrated=False)
    ranked = sorted(plain, key=lambda place: plain[place])
    assert all(scaled[one] <= scaled[other] + 1e-6 for one, other in pairwise(ranked))
