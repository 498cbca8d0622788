"""What moves a memory up or down beside its relevance."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.policies import RecallPolicy
from mcp_memory.engine.domain.trust import initial_confidence, initial_importance
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark, OriginKind, Status
from mcp_memory.engine.ports.index import Hit
from mcp_memory.engine.recall.rank import as_asked, is_noise, is_weak, order, rank
from mcp_memory.engine.recall.rewrite import Rewritten
from mcp_memory.engine.text.dates import DateSpan
from mcp_memory.testing import DAWN, a_memory

POLICY = RecallPolicy()
NOW = DAWN + timedelta(days=30)


def hit(cosine: float | None = 0.4, words: float = 0.0, coverage: float = 0.0) -> Hit:
    return Hit(memory_id="x", chunk=0, cosine=cosine, words=words, coverage=coverage)


def score(**changes: Any) -> float:
    return rank(a_memory(**changes).as_of(NOW), hit(), 1.0, NOW, POLICY.decay).factors.score


@given(
    days=st.floats(0, 5_000),
    relevance=st.floats(0.01, 1),
    vouched=st.sampled_from(OriginKind),
    confidence=st.floats(0, 1),
    kind=st.sampled_from([EventType.TASK_RECORD, EventType.DISCUSSION]),
)
def test_fresh_chatter_never_passes_an_old_stated_preference_that_answers_as_well(
    days: float, relevance: float, vouched: OriginKind, confidence: float, kind: EventType
) -> None:
    """However old it is, and whoever vouches for either."""
    stated = a_memory(
        importance=initial_importance(Layer.EPISODIC, EventType.PREFERENCE),
        confidence=initial_confidence(vouched),
        occurred_at=NOW - timedelta(days=days),
    )
    chatter = a_memory(
        importance=initial_importance(Layer.EPISODIC, kind), confidence=confidence, occurred_at=NOW, recalled_at=NOW
    )
    old, fresh = (rank(memory, hit(), relevance, NOW, POLICY.decay) for memory in (stated, chatter))
    assert order(old) < order(fresh)


@given(importance=st.floats(0, 1), relevance=st.floats(0.01, 1))
def test_the_bonus_of_importance_is_bounded(importance: float, relevance: float) -> None:
    """It decides between answers that are about equally good, and never lifts a much worse one above a better one."""
    plain = rank(a_memory(importance=0.0), hit(), relevance, NOW, POLICY.decay).factors.score
    weighed = rank(a_memory(importance=importance), hit(), relevance, NOW, POLICY.decay).factors.score
    assert plain <= weighed <= 1.3 * plain


@pytest.mark.parametrize("mark", [Mark.POSSIBLY_OUTDATED, Mark.DENIED])
def test_doubts_rank_below_what_is_undoubted(mark: Mark) -> None:
    assert score(marks=frozenset({mark})) < score()


def test_what_has_expired_ranks_lower() -> None:
    assert score(valid_until=DAWN) < score(valid_until=NOW + timedelta(days=1))


def test_each_status_but_active_ranks_lower() -> None:
    assert all(score(status=status) < score() for status in Status if status is not Status.ACTIVE)


def test_of_two_equals_the_newer_event_comes_first() -> None:
    older = rank(a_memory(id="b", marks=frozenset({Mark.PINNED})), hit(), 1.0, NOW, POLICY.decay)
    newer = rank(a_memory(id="c", marks=frozenset({Mark.PINNED}), occurred_at=NOW), hit(), 1.0, NOW, POLICY.decay)
    assert order(newer) < order(older)


def test_the_time_that_the_question_names_is_preferred() -> None:
    window = DateSpan("on Monday", DAWN, DAWN + timedelta(days=1))
    asked = Rewritten(text="", terms=(), window=window)
    assert as_asked(1.0, a_memory(), asked) > 1.0
    assert as_asked(1.0, a_memory(occurred_at=NOW), asked) == 1.0
    assert as_asked(1.0, a_memory(), replace(asked, window=None)) == 1.0


def test_a_memory_of_the_kind_that_is_asked_for_gains() -> None:
    asked = Rewritten(text="", terms=(), window=None, kinds=frozenset({EventType.RISK}))
    assert as_asked(1.0, a_memory(event_type=EventType.RISK), asked) > as_asked(1.0, a_memory(), asked) == 1.0
    how = Rewritten(text="", terms=(), window=None, asks_how=True)
    assert as_asked(1.0, a_memory(layer=Layer.PROCEDURAL), how) > as_asked(1.0, a_memory(), how) == 1.0


def test_noise_is_far_in_meaning_without_a_word_and_weak_lies_between() -> None:
    far, near, between = hit(0.05), hit(0.4), hit(0.2)
    assert is_noise(far, POLICY, calibrated=True)
    assert not is_noise(far, POLICY, calibrated=False)
    assert not is_noise(hit(0.05, words=1.0, coverage=0.3), POLICY, calibrated=True)
    assert is_noise(hit(0.05, words=0.5, coverage=0.1), POLICY, calibrated=True)
    assert not is_noise(hit(None), POLICY, calibrated=True)
    assert is_weak(between, POLICY, calibrated=True)
    assert not is_weak(between, POLICY, calibrated=False)
    assert not is_weak(near, POLICY, calibrated=True)
    assert not is_weak(hit(0.05, words=4.0, coverage=0.8), POLICY, calibrated=True)
