"""A call that asks nothing but narrows: what passes its filters, newest first."""

from typing import Any

import pytest

from mcp_memory.engine.domain.answers import Briefing, Recalled
from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.requests import Forget, Recall, Remember
from mcp_memory.engine.domain.vocabulary import EventType, Layer
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.engine.text.counting import count_tokens
from mcp_memory.testing import OWNER, FrozenClock


@pytest.fixture
def known(engine: MemoryEngine, clock: FrozenClock) -> dict[str, Memory]:
    """A few memories, each an hour younger than the one before."""
    memories = {}
    kinds: dict[str, dict[str, Any]] = {
        "old": {"content": "The party was loud.", "occurred_at": "2020-01-01"},
        "art": {"content": "Paint the bay.", "tags": ("art",), "project": "alpha", "event_type": EventType.DECISION},
        "cart": {"content": "The cart is broken.", "tags": ("cart",), "project": "beta", "event_type": EventType.TASK},
        "steps": {"content": "Release", "steps": ("build", "ship")},
        "rule": {"content": "Ships are slow.", "layer": Layer.SEMANTIC, "user_confirmed": True},
        "gone": {"content": "The bay is far.", "tags": ("art",)},
    }
    for name, wishes in kinds.items():
        memories[name] = engine.remember(OWNER, Remember(**wishes)).outcome.memory
        clock.advance(hours=1)
    engine.forget(OWNER, Forget(ids=(memories["gone"].id,)))
    return memories


def listed(engine: MemoryEngine, known: dict[str, Memory], **wishes: Any) -> list[str]:
    answer = engine.recall(OWNER, Recall(**wishes))
    assert isinstance(answer, Recalled)
    assert {found.why for found in answer.found} <= {("listed",)}
    assert answer.searched.legs == ("filters",)
    names = {memory.id: name for name, memory in known.items()}
    return [names[found.memory.id] for found in answer.found]


@pytest.mark.parametrize(
    ("wishes", "names"),
    [
        ({"tags": ("art",)}, ["art"]),
        ({"tags": ("ar",)}, []),
        ({"layer": Layer.PROCEDURAL}, ["steps"]),
        ({"event_type": EventType.TASK}, ["cart"]),
        ({"until": "2021-01-01"}, ["old"]),
        ({"since": "2026-01-01"}, ["rule", "steps", "cart", "art"]),
        ({"since": "2026-01-01", "limit": 2}, ["rule", "steps"]),
        ({"since": "2026-01-01", "project": "alpha"}, ["rule", "steps", "art"]),
        ({"tags": ("art",), "include": frozenset({"archived"})}, ["gone", "art"]),
    ],
)
def test_every_filter_narrows(
    engine: MemoryEngine, known: dict[str, Memory], wishes: dict[str, Any], names: list[str]
) -> None:
    assert listed(engine, known, **wishes) == names


def test_it_counts_what_is_not_shown_and_what_lies_elsewhere(engine: MemoryEngine, known: dict[str, Memory]) -> None:
    answer = engine.recall(OWNER, Recall(since="2026-01-01", project="alpha", limit=1))
    assert isinstance(answer, Recalled)
    assert (answer.total, answer.left_out, answer.searched.outside_scope) == (3, 2, 1)
    assert answer.found[0].memory == known["rule"]


def test_a_long_memory_is_shown_by_its_beginning_within_the_budget(engine: MemoryEngine) -> None:
    text = "The harbour lies in the north. " * 400
    engine.remember(OWNER, Remember(content=text, tags=("sea",)))
    engine.remember(OWNER, Remember(content="Short.", tags=("sea",)))
    answer = engine.recall(OWNER, Recall(tags=("sea",), max_tokens=800))
    assert isinstance(answer, Recalled)
    shown = {found.full_chars: found.text for found in answer.found}
    assert shown[6] == "Short."
    assert text.startswith(shown[len(text.strip())].removesuffix("…"))
    assert sum(count_tokens(found) for found in shown.values()) < 800


def test_a_project_alone_is_a_briefing(engine: MemoryEngine, known: dict[str, Memory]) -> None:
    """As are personal data in it."""
    assert known
    for ask in (Recall(project="alpha"), Recall(include=frozenset({"personal"}))):
        assert isinstance(engine.recall(OWNER, ask), Briefing)


def test_a_time_that_cannot_be_read_is_refused(engine: MemoryEngine) -> None:
    with pytest.raises(Invalid, match=r"^until"):
        engine.recall(OWNER, Recall(until="banana"))
