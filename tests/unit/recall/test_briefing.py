"""The start of a task, from the records alone."""

from typing import Any

from mcp_memory.engine.domain.answers import Briefing
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.promotion import Promote
from mcp_memory.engine.domain.requests import Observe, Recall, Remember, Said
from mcp_memory.engine.domain.sessions import IMPORTED, Role
from mcp_memory.engine.domain.vocabulary import EventType, Layer
from mcp_memory.engine.recall.fit import FRAME_TOKENS
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.engine.text.counting import count_tokens
from mcp_memory.testing import OWNER, FrozenClock


def stored(engine: MemoryEngine, content: str, who: Principal = OWNER, **wishes: Any) -> Memory:
    return engine.remember(who, Remember(content=content, **wishes)).outcome.memory


def brief(engine: MemoryEngine, **wishes: Any) -> Briefing:
    answer = engine.recall(OWNER, Recall(query="  ", **wishes))
    assert isinstance(answer, Briefing)
    return answer


def contents(memories: tuple[Memory, ...]) -> list[str]:
    return [memory.content for memory in memories]


def test_an_empty_memory_gives_an_empty_briefing(engine: MemoryEngine) -> None:
    assert brief(engine) == Briefing(
        scope="", standing=(), said_once=(), procedures=(), open_tasks=(), last_session=(), waiting=0
    )


def test_each_kind_stands_in_its_section(engine: MemoryEngine, clock: FrozenClock) -> None:
    stored(engine, "Reviews need two people.", layer=Layer.SEMANTIC, user_confirmed=True)
    stored(engine, "Deploys never happen on Friday.", layer=Layer.SEMANTIC)
    stored(engine, "Release", steps=("build", "ship"))
    stored(engine, "Maya prefers tea.", Principal(user="me", agent="test", session="old"))
    clock.advance(hours=1)
    stored(engine, "Someone needs to update the README.")
    stored(engine, "The office is on the third floor.")
    briefing = brief(engine)
    assert contents(briefing.standing) == ["Reviews need two people."]
    assert contents(briefing.said_once) == ["Maya prefers tea."]
    assert contents(briefing.procedures) == ["Release\n1. build\n2. ship"]
    assert contents(briefing.open_tasks) == ["Someone needs to update the README."]
    assert contents(briefing.last_session) == ["The office is on the third floor."]
    assert briefing.waiting == 1


def test_what_a_rule_says_is_not_said_once(engine: MemoryEngine) -> None:
    """Neither where the rule waits; what it rests on stands behind it."""
    for number in range(3):
        who = Principal(user="me", agent="test", session=f"s{number}")
        for text in ("Never deploy on Fridays.", f"I prefer tea number {number}."):
            stored(engine, text, who)
    engine.promote(OWNER, Promote())
    briefing = brief(engine)
    assert [memory.content for memory in briefing.standing] == ["Never deploy on Fridays."]
    assert set(contents(briefing.said_once)) == {f"I prefer tea number {number}." for number in range(3)}


def test_the_same_words_are_told_once_whoever_said_them(engine: MemoryEngine, clock: FrozenClock) -> None:
    for speaker in ("Ada", "Ben"):
        who = Principal(user="me", agent="test", session=speaker)
        said = Said(role=Role.USER, content="We must never log customer names.", speaker=speaker)
        engine.observe(who, Observe(turns=(said,), end=True))
        clock.advance(minutes=1)
    while engine.encode().done:
        pass
    assert contents(brief(engine).said_once) == ["Ben: We must never log customer names."]


def test_what_was_brought_in_is_not_the_last_session(engine: MemoryEngine, clock: FrozenClock) -> None:
    """It was held elsewhere, however late it came."""
    stored(engine, "The office is on the third floor.")
    clock.advance(hours=1)
    copy = Principal(user="me", agent=f"{IMPORTED}chat.jsonl", session="copy")
    engine.observe(copy, Observe(turns=(Said(role=Role.USER, content="Maya works in the Munich office."),), end=True))
    while engine.encode().done:
        pass
    assert contents(brief(engine).last_session) == ["The office is on the third floor."]


def test_what_has_expired_leaves_the_briefing(engine: MemoryEngine, clock: FrozenClock) -> None:
    stored(engine, "Someone needs to call the bank.", valid_until="2026-03-03")
    assert len(brief(engine).open_tasks) == 1
    clock.advance(days=3)
    assert brief(engine).open_tasks == ()


def test_standing_memories_come_by_confidence_within_their_share(engine: MemoryEngine) -> None:
    for number in range(60):
        stored(engine, f"Rule {number}: " + "keep it simple and short " * 6, layer=Layer.SEMANTIC, user_confirmed=True)
    person = Principal(user="me", agent="command line", person=True)
    stored(engine, "The person's own rule.", person, layer=Layer.SEMANTIC)
    briefing = brief(engine, max_tokens=10_000)
    assert briefing.standing[0].content == "The person's own rule."
    assert sum(count_tokens(memory.content) + FRAME_TOKENS for memory in briefing.standing) <= 2_000
    assert briefing.left_out == 61 - len(briefing.standing)


def test_a_small_budget_is_kept(engine: MemoryEngine) -> None:
    for number in range(20):
        stored(engine, f"Maya prefers tea number {number}.", event_type=EventType.PREFERENCE)
    briefing = brief(engine, max_tokens=300)
    shown = briefing.said_once + briefing.last_session
    assert 0 < len(shown) <= 300 // FRAME_TOKENS


def test_a_briefing_for_a_project_holds_it_and_what_is_global(engine: MemoryEngine) -> None:
    stored(engine, "Maya prefers tea.", project="atlas")
    stored(engine, "Noor prefers coffee.", project="borealis")
    stored(engine, "Everyone prefers lunch at noon.")
    assert set(contents(brief(engine, project="atlas").said_once)) == {
        "Maya prefers tea.",
        "Everyone prefers lunch at noon.",
    }
