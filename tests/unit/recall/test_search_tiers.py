"""Recall over tiers, through the real engine: what is found where, and what is said about it."""

from typing import Any

import pytest

from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.requests import Correct, Forget, Include, Recall, Remember
from mcp_memory.engine.domain.vocabulary import EventType, Tier
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock

FACT = "The spare key of the boathouse hangs behind the third paddle."
QUESTION = "Where does the spare key of the boathouse hang?"


def stored(engine: MemoryEngine, content: str, **wishes: Any) -> Memory:
    memory = engine.remember(OWNER, Remember(content=content, **wishes)).outcome.memory
    while engine.work().done:
        pass
    return memory


def recall(engine: MemoryEngine, query: str, *include: Include, limit: int = 8) -> Recalled:
    answer = engine.recall(OWNER, Recall(query=query, include=frozenset(include), limit=limit))
    assert isinstance(answer, Recalled)
    return answer


def age(engine: MemoryEngine, clock: FrozenClock, days: int) -> None:
    clock.advance(days=days)
    assert engine.run_job("decay").passed


def fill(engine: MemoryEngine) -> None:
    """Hot memories that share letters with every question."""
    for number in range(8):
        stored(engine, f"Harbour tour number {number} began with the bells.")


def texts(answer: Recalled) -> list[str]:
    return [found.text for found in answer.found]


def test_where_hot_suffices_nothing_else_is_named(engine: MemoryEngine, clock: FrozenClock) -> None:
    stored(engine, "Harbour tours are cheap in winter.")
    age(engine, clock, 400)
    fill(engine)
    answer = recall(engine, "harbour tour bells number")
    assert answer.searched.tiers == ("hot",)
    assert "Harbour tours are cheap in winter." not in texts(answer)


@pytest.mark.parametrize(("days", "tiers"), [(31, ("hot", "warm")), (400, ("hot", "cold"))])
def test_an_old_fact_is_first_for_its_question_however_much_is_hot(
    engine: MemoryEngine, clock: FrozenClock, days: int, tiers: tuple[str, ...]
) -> None:
    """Words have found it, and its vector counts too, wherever it lies."""
    stored(engine, FACT)
    age(engine, clock, days)
    fill(engine)
    answer = recall(engine, QUESTION)
    assert texts(answer)[0] == FACT
    assert answer.searched.tiers == tiers
    assert answer.found[0].factors.cosine is not None
    assert answer.found[0].factors.cosine > 0


def test_before_nothing_is_said_the_cold_tier_is_looked_into(engine: MemoryEngine, clock: FrozenClock) -> None:
    stored(engine, FACT)
    age(engine, clock, 400)
    answer = recall(engine, "boathouses")
    assert answer.searched.tiers == ("hot", "cold")
    assert texts(answer) == [FACT]


def test_cold_can_be_asked_for(engine: MemoryEngine, clock: FrozenClock) -> None:
    stored(engine, "Harbour tours are cheap in winter.")
    age(engine, clock, 400)
    fill(engine)
    answer = recall(engine, "harbour tour bells number", "cold", limit=20)
    assert answer.searched.tiers == ("hot", "warm", "cold")
    assert "Harbour tours are cheap in winter." in texts(answer)


def test_what_was_put_away_is_sought_in_every_tier(engine: MemoryEngine, clock: FrozenClock) -> None:
    archived = stored(engine, FACT)
    engine.forget(OWNER, Forget(ids=(archived.id,)))
    age(engine, clock, 400)
    assert engine.dossier(OWNER, archived.id).memory.tier is Tier.COLD
    fill(engine)
    answer = recall(engine, "spare paddle", "archived")
    assert FACT in texts(answer)
    assert answer.searched.tiers == ("hot", "warm", "cold")


def test_forgetting_by_query_finds_what_is_cold(engine: MemoryEngine, clock: FrozenClock) -> None:
    cold = stored(engine, FACT)
    age(engine, clock, 400)
    fill(engine)
    preview = engine.forget(OWNER, Forget(query="spare key boathouse third paddle"))
    assert [memory.id for memory in preview.done] == [cold.id]


def test_a_preference_is_found_after_years_of_chatter(engine: MemoryEngine, clock: FrozenClock) -> None:
    """It is always hot, and fresh chatter in the same words stands below it."""
    stored(engine, "Marta prefers window seats on night trains.", event_type=EventType.PREFERENCE)
    age(engine, clock, 3_000)
    stored(engine, "Marta looked at window seats on night trains.", event_type=EventType.DISCUSSION)
    found = texts(recall(engine, "window seats on night trains, Marta"))
    assert found[0] == "Marta prefers window seats on night trains."


def test_what_was_recalled_is_hot_for_the_next_question(engine: MemoryEngine, clock: FrozenClock) -> None:
    memory = stored(engine, FACT)
    age(engine, clock, 400)
    recall(engine, QUESTION)
    engine.work()
    answer = recall(engine, QUESTION)
    assert answer.searched.tiers == ("hot",)
    assert answer.found[0].memory.id == memory.id


def test_a_pinned_fact_stays_at_hand(engine: MemoryEngine, clock: FrozenClock) -> None:
    memory = stored(engine, FACT)
    engine.correct(OWNER, Correct(id=memory.id, verdict="pin"))
    age(engine, clock, 3_000)
    fill(engine)
    answer = recall(engine, QUESTION)
    assert texts(answer)[0] == FACT
    assert answer.searched.tiers == ("hot",)
