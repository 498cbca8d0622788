"""Of two memories that may tell of one thing at two times, the newer event comes first."""

from dataclasses import replace

import pytest
from test_search import recall, stored, texts

from mcp_memory.engine.domain.requests import Correct, Forget
from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock

_OLD = "I read 12 novels of the long winter list."
_NEW = "I have now read 15 novels, and I enjoyed them."
_ASKED = "how many novels of the long winter list?"


def _told_both(engine: MemoryEngine, clock: FrozenClock) -> None:
    stored(engine, _OLD)
    clock.advance(hours=5)
    stored(engine, _NEW)


def test_what_is_newer_comes_first_though_the_older_is_nearer_to_the_question(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    _told_both(engine, clock)
    answer = recall(engine, _ASKED)
    assert texts(answer)[:2] == [_NEW, _OLD]
    assert "newer" in answer.found[0].why
    assert "newer" not in answer.found[1].why


def test_who_asks_how_it_was_before_gets_the_nearest(engine: MemoryEngine, clock: FrozenClock) -> None:
    _told_both(engine, clock)
    assert texts(recall(engine, f"originally, {_ASKED}"))[:2] == [_OLD, _NEW]


def test_a_weak_match_is_told_before_the_strong_one_that_it_may_replace(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    _told_both(engine, clock)
    found = recall(engine, "is the long winter list of novels?").found
    assert [(item.memory.content, item.weak) for item in found][:2] == [(_NEW, False), (_OLD, False)]


def test_of_one_moment_what_was_told_later_is_newer(engine: MemoryEngine) -> None:
    stored(engine, _OLD)
    stored(engine, _NEW)
    assert texts(recall(engine, _ASKED))[:2] == [_NEW, _OLD]


@pytest.mark.parametrize("later", ["Twelve is a round number.", "The long winter list is on the shelf."])
def test_what_is_only_later_stays_where_it_ranks(engine: MemoryEngine, clock: FrozenClock, later: str) -> None:
    stored(engine, _OLD)
    clock.advance(hours=5)
    stored(engine, later, replace(OWNER, session="other"))
    assert texts(recall(engine, _ASKED))[0] == _OLD


def test_nothing_newer_passes_what_is_pinned(engine: MemoryEngine, clock: FrozenClock) -> None:
    old = stored(engine, _OLD)
    engine.correct(OWNER, Correct(id=old.id, verdict="pin"))
    clock.advance(hours=5)
    stored(engine, _NEW)
    assert texts(recall(engine, _ASKED))[:2] == [_OLD, _NEW]


def test_fresh_chatter_does_not_pass_what_is_more_important(engine: MemoryEngine, clock: FrozenClock) -> None:
    stored(engine, f"Remember: {_OLD}", event_type=EventType.PREFERENCE)
    clock.advance(hours=5)
    stored(engine, _NEW, event_type=EventType.FACT)
    assert texts(recall(engine, _ASKED))[1] == _NEW


def test_what_was_archived_is_not_brought_back_by_it(engine: MemoryEngine, clock: FrozenClock) -> None:
    _told_both(engine, clock)
    engine.forget(OWNER, Forget(ids=(recall(engine, _ASKED).found[0].memory.id,)))
    assert texts(recall(engine, _ASKED)) == [_OLD]
