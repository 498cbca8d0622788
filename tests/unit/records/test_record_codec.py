"""Memories as JSON: what is read back is what was written, anything else is refused."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.memory import Procedure, Triple
from mcp_memory.engine.domain.plain import UNREADABLE, memory_from_plain, memory_to_plain
from mcp_memory.engine.domain.vocabulary import Predicate
from mcp_memory.engine.records.codec import from_micros, memory_from_json, memory_to_json, to_micros
from mcp_memory.testing import a_memory

CHINESE = a_memory(content="灰度发布 ☕", details=Triple("团队", Predicate.PREFERS, "灰度发布"))


@pytest.mark.parametrize(
    "memory",
    [
        a_memory(),
        CHINESE,
        a_memory(details=Procedure(trigger="deploy", steps=("build", "ship"), inputs=("tag",))),
        a_memory(tags=("b", "a", "b"), recall_count=3, valid_until=datetime(2030, 1, 1, 0, 0, 0, 1, tzinfo=UTC)),
    ],
)
def test_a_memory_is_read_back_as_it_was(memory: object) -> None:
    """The contract suite tries random ones through a restart."""
    assert isinstance(memory, type(CHINESE))
    assert memory_from_json(memory_to_json(memory)) == memory


def test_text_is_stored_as_it_is_read() -> None:
    """So that whoever looks into the file, or searches it after a purge, sees it."""
    assert "灰度发布 ☕" in memory_to_json(CHINESE)


@pytest.mark.parametrize(
    "spoilt",
    [
        {"layer": "mythical"},
        {"content": None},
        {"content": "\ud800"},
        {"scope": "me"},
        {"occurred_at": "2026-03-02T09:00:00"},
        {"occurred_at": "yesterday"},
        {"importance": "much"},
        {"version": 1.5},
        {"tags": "art"},
        {"tags": [1]},
        {"details": {"kind": "poem"}},
        {"details": {"kind": "triple"}},
        {"marks": ["shiny"]},
    ],
)
def test_anything_else_is_refused(spoilt: dict[str, object]) -> None:
    """With one of a few errors, so that a damaged entry can be told from a fault of ours."""
    with pytest.raises(UNREADABLE):
        memory_from_plain({**memory_to_plain(a_memory()), **spoilt})


@given(st.datetimes(timezones=st.just(UTC)))
def test_times_are_whole_microseconds(moment: datetime) -> None:
    """Exact, in both directions, whatever the zone."""
    assert from_micros(to_micros(moment)) == moment


def test_a_moment_is_the_same_in_every_zone() -> None:
    """Only the instant is stored."""
    here = datetime(2026, 3, 2, 9, 0, tzinfo=timezone(timedelta(hours=8)))
    assert from_micros(to_micros(here)) == here
