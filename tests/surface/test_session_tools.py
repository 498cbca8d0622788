"""Observe, promote and review as a client sees them, in both eras of the protocol."""

import json
from typing import Any

import pytest
from surface_kit import ERAS, Era, Person, call, refusal, talking

from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import FrozenClock

pytestmark = pytest.mark.anyio

RULE = "We always write the release notes before we tag a version."
OLD = "The staging gateway of Atlas listens on port 8443."
NEW = "The staging gateway of Atlas listens on port 9443."


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def encode(engine: MemoryEngine) -> None:
    while engine.encode().done:
        pass


async def conflict(client: Any, clock: FrozenClock) -> tuple[str, str]:
    """Ids of two contradicting memories, the older first."""
    old = (await call(client, "remember", content=OLD))["id"]
    clock.advance(days=1)
    answer = await call(client, "remember", content=NEW)
    assert (answer["outcome"], answer["conflicts_with"]) == ("conflict", [old])
    return old, answer["id"]


class TestObserve:
    @pytest.mark.parametrize("era", ERAS)
    async def test_turns_are_taken_however_they_are_spelled(self, engine: MemoryEngine, era: Era) -> None:
        turns: list[Any] = [
            {"role": "human", "text": "We decided to keep the sessions in Redis.", "name": "Betty"},
            {"role": "AI", "content": [{"type": "text", "text": "Noted."}]},
            {"role": "tool", "content": {"exit": 0}, "timestamp": "2026-03-01T10:00:00Z"},
            {"role": "function_call", "message": "pytest(tests)"},
        ]
        async with talking(engine, era) as client:
            answer = await call(client, "observe", turns=turns, goal="Choose a store", session="s9")
            assert answer["accepted"] == 4
            assert answer["marks"] == ["decision: We decided to keep the sessions in Redis."]
            assert answer["working"]["goal"] == "Choose a store"
            again = await call(client, "observe", turns=json.dumps(turns), session="s9")
            assert again["accepted"] == 0
            state = await call(client, "observe", session="s9")
            assert [turn["role"] for turn in state["working"]["rounds"]] == [
                "user",
                "assistant",
                "tool_result",
                "tool_call",
            ]

    async def test_one_turn_and_the_end(self, engine: MemoryEngine) -> None:
        async with talking(engine) as client:
            answer = await call(client, "observe", content="I prefer tea over coffee.", end="true")
            assert (answer["accepted"], bool(answer["working"]["ended"])) == (1, True)
        encode(engine)

    async def test_what_cannot_be_taken_is_refused_by_name(self, engine: MemoryEngine) -> None:
        async with talking(engine) as client:
            assert "turns[1].role" in await refusal(client, "observe", turns=[{"role": "ghost", "content": "boo"}])
            assert "turns[2]" in await refusal(client, "observe", turns=[{"content": "x"}, {"role": "user"}])
            assert "list of objects" in await refusal(client, "observe", turns=["just text"])

    async def test_the_working_memory_is_a_resource(self, engine: MemoryEngine) -> None:
        long = [{"role": "user", "content": f"round {number} " + "word " * 400} for number in range(30)]
        async with talking(engine) as client:
            await call(client, "observe", session="s9", turns=long, step="first", artifact="plan.md")
            [contents] = (await client.read_resource("memory://working/s9")).contents
            part = json.loads(contents.model_dump()["text"])
            assert (part["steps"], part["artifacts"], part["turns"]) == (["first"], ["plan.md"], 30)
            assert part["rounds"][-1]["text"].startswith("round 29")
            assert len(contents.model_dump()["text"].encode()) < 29_000


class TestPromote:
    async def test_without_arguments_it_consolidates_and_lists(self, engine: MemoryEngine) -> None:
        async with talking(engine) as client:
            for session in ("a", "b"):
                await call(client, "observe", session=session, content=RULE, end=True)
            encode(engine)
            answer = await call(client, "promote")
            assert answer["outcome"] == "ran"
            [candidate] = answer["candidates"]
            assert any("more than one scene: not passed" in gate for gate in candidate["gates"])
            preview = await call(client, "promote", ids=candidate["ids"], dry_run=True)
            assert preview["outcome"] == "preview"
            held = await call(client, "promote", ids=candidate["ids"])
            assert (held["outcome"], bool(held["gates"])) == ("held", True)

    @pytest.mark.parametrize("era", ERAS)
    async def test_the_person_is_asked_and_their_yes_makes_the_rule(self, engine: MemoryEngine, era: Era) -> None:
        person = Person()
        async with talking(engine, era, person=person) as client:
            answer = await call(client, "promote", statement=RULE, user_confirmed=True)
            assert (answer["outcome"], answer["memory"].get("status", "active")) == ("promoted", "active")
            assert "release notes" in person.asked[0]
            again = await call(client, "promote", statement=RULE)
            assert "known already" in again["hint"].lower()

    async def test_a_no_leaves_nothing(self, engine: MemoryEngine) -> None:
        async with talking(engine, person=Person("decline")) as client:
            answer = await call(client, "promote", statement=RULE, user_confirmed=True)
            assert answer["outcome"] == "declined"
            assert (await call(client, "recall", query="release notes"))["memories"] == []

    async def test_what_waits_is_named_and_goes_on_waiting(self, engine: MemoryEngine) -> None:
        async with talking(engine) as client:
            waiting = await call(client, "remember", content=RULE, layer="semantic")
            answer = await call(client, "promote", ids=[waiting["id"]])
            assert (answer["outcome"], answer["memory"]["status"]) == ("pending", "pending")


class TestReview:
    @pytest.mark.parametrize("era", ERAS)
    async def test_the_person_sees_both_sides_and_decides(
        self, engine: MemoryEngine, clock: FrozenClock, era: Era
    ) -> None:
        person = Person()
        async with talking(engine, era, person=person) as client:
            old, new = await conflict(client, clock)
            [item] = (await call(client, "review"))["items"]
            assert (item["kind"], [memory["id"] for memory in item["memories"]]) == ("conflict", [new, old])
            decided = await call(client, "review", action="keep_new", id=item["id"])
            assert set(decided["decided"]) == {f"{new} active", f"{old} superseded"}
            assert all(port in person.asked[0] for port in ("8443", "9443", "keep_new"))
            undone = await call(client, "review", action="undo", id=new, user_confirmed=True)
            assert set(undone["decided"]) == {f"{new} active", f"{old} active"}

    async def test_where_nothing_waits_the_list_is_empty_and_there(self, engine: MemoryEngine) -> None:
        async with talking(engine) as client:
            nothing = await call(client, "review")
            assert (nothing["outcome"], nothing["items"]) == ("listed", [])

    async def test_without_a_word_of_the_person_nothing_is_decided(
        self, engine: MemoryEngine, clock: FrozenClock
    ) -> None:
        async with talking(engine) as client:
            old, _ = await conflict(client, clock)
            assert "user_confirmed" in await refusal(client, "review", action="keep_old", id=old)
        async with talking(engine, person=Person("decline")) as client:
            assert (await call(client, "review", action="keep_old", id=old))["outcome"] == "declined"
            assert (await call(client, "review"))["total"] == 1

    async def test_the_queue_is_a_resource(self, engine: MemoryEngine, clock: FrozenClock) -> None:
        async with talking(engine) as client:
            [nothing] = (await client.read_resource("memory://review")).contents
            assert "Nothing waits" in nothing.model_dump()["text"]
            await conflict(client, clock)
            [contents] = (await client.read_resource("memory://review")).contents
            assert json.loads(contents.model_dump()["text"])["items"][0]["kind"] == "conflict"

    async def test_a_long_queue_stays_below_the_cap(self, engine: MemoryEngine) -> None:
        async with talking(engine) as client:
            for number in range(60):
                text = f"Rule {number} of the house: " + f"door {number} stays shut at night. " * 20
                await call(client, "remember", content=text, layer="semantic")
            answer = await client.call_tool("review", {"limit": 50})
            assert len(json.dumps(answer.structured_content).encode()) < 30_000
            assert "more wait" in str(answer.structured_content)

    async def test_a_person_can_walk_through_it_by_a_prompt(self, engine: MemoryEngine) -> None:
        async with talking(engine) as client:
            shown = await client.get_prompt("review_memories")
            assert "review" in str(shown.messages[0].content)
