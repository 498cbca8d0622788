"""What a person says of memories, over a real client: corrected, taken back, forgotten, erased. English and Chinese.

    python benchmarks/feedback.py
    python benchmarks/feedback.py --json feedback.json

Each line is a step: what is expected, what the client saw, whether it held. The last part erases a text that came in on
every way there is, and looks for it in every byte of the data folder. Exits with 1 when a step does not hold.
"""

import asyncio
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from erasing import erase
from feedback_texts import STORIES, Story
from kit import Tables, options
from mcp import Client
from sitting import call, observe, talking, until_embedded, until_encoded


@dataclass
class Steps:
    """Rows of one language: the step, what is expected, what was seen, whether it held."""

    language: str
    rows: list[tuple[str, str, str, str, str]] = field(default_factory=list)

    def add(self, step: str, expected: str, seen: object, *, held: bool) -> None:
        """One row."""
        self.rows.append((self.language, step, expected, str(seen), "held" if held else "FAILED"))


@dataclass
class Talk:
    """A client, what it is told, and what is noted."""

    client: Client
    story: Story
    steps: Steps

    async def remember(self, content: str, **more: Any) -> str:
        """The id of a new memory."""
        stored = await call(self.client, "remember", content=content, **more)
        await until_embedded(self.client)
        return str(stored["id"])

    async def found(self, query: str, memory_id: str, **more: Any) -> dict[str, Any]:
        """The memory as recall offers it; empty when it does not."""
        answer = await call(self.client, "recall", query=query, limit=50, max_tokens=8_000, **more)
        return next((dict(one) for one in answer.get("memories", ()) if one["id"] == memory_id), {})

    async def shown(self, memory_id: str) -> dict[str, Any]:
        """The memory as it is shown to whoever names it."""
        return await self.found(memory_id, memory_id)

    async def waiting(self) -> dict[str, str]:
        """What waits for a person: kind by the id of each memory."""
        items = (await call(self.client, "review")).get("items", ())
        return {memory["id"]: item["kind"] for item in items for memory in item["memories"]}

    async def decide(self, action: str, memory_id: str) -> dict[str, Any]:
        """A decision of the person."""
        return await call(self.client, "review", action=action, id=memory_id, user_confirmed=True)

    async def becomes(self, step: str, memory_id: str, status: str) -> None:
        """Whether the memory is now in that state, offered or not."""
        seen = (await self.shown(memory_id)).get("status") or "active"
        self.steps.add(step, status, seen, held=seen == status)

    async def waits(self, expected: str, memory_id: str, kind: str) -> None:
        """Whether the memory waits for a person, as that kind."""
        seen = (await self.waiting()).get(memory_id, "nothing")
        self.steps.add("review", expected, seen, held=seen == kind)

    async def refused(self, tool: str, **arguments: Any) -> str:
        """What the tool says instead of doing it; empty when it does it."""
        answer = await self.client.call_tool(tool, arguments)
        return str(answer.content) if answer.is_error else ""

    async def sees(self, step: str, memory_id: str, query: str, **expected: Any) -> None:
        """Whether recall offers the memory in that state."""
        seen = await self.found(query, memory_id)
        held = bool(seen) and all(_same(seen.get(name), value) for name, value in expected.items())
        state = ", ".join(f"{name} {value}" for name, value in expected.items()) or "offered"
        self.steps.add(step, state, _state(seen), held=held)


def _same(seen: object, expected: object) -> bool:
    """What is empty is left out of an answer, and `active` is not said."""
    return (seen or None) == (expected or None) or (seen, expected) == (None, "active")


def _state(seen: Mapping[str, Any]) -> str:
    if not seen:
        return "not offered"
    return f"{seen.get('status', 'active')}, version {seen.get('version', 1)}, marks {list(seen.get('marks', ()))}"


async def overturned(talk: Talk) -> None:
    """Wrong and outdated: out of recall, shown on request, what was derived waits; undo brings all back."""
    story = talk.story
    episodes = [await talk.remember(text, session=f"visit {n}") for n, text in enumerate(story.episodes)]
    made = await call(talk.client, "promote", ids=episodes, statement=story.rule, user_confirmed=True)
    rule, episode = str(made["memory"]["id"]), episodes[0]
    talk.steps.add("promote", "a rule of three episodes", made["outcome"], held=made["outcome"] == "promoted")
    for verdict in ("wrong", "outdated"):
        await talk.sees(f"recall before {verdict}", episode, story.asked)
        said = await call(talk.client, "correct", id=episode, verdict=verdict, reason="the person said so")
        state = f"{said['status']}, for review {len(said.get('for_review', ()))}"
        held = said["status"] == "overturned" and rule in said.get("for_review", ())
        talk.steps.add(f"correct {verdict}", "overturned, its rule for review", state, held=held)
        seen = await talk.found(story.asked, episode)
        talk.steps.add("recall", "not offered", _state(seen), held=not seen)
        seen = await talk.found(story.asked, episode, include=["overturned"])
        held = seen.get("status") == "overturned"
        talk.steps.add("recall include=overturned", "offered as overturned", _state(seen), held=held)
        await talk.waits("the rule waits as a doubt", rule, "doubt")
        back = await talk.decide("undo", episode)
        held = {f"{episode} active", f"{rule} active"} <= set(back.get("decided", ()))
        talk.steps.add("undo", "episode and rule are back", f"{len(back['decided'])} put back", held=held)
        await talk.sees("recall", episode, story.asked, status="active")
        await talk.waits("the rule waits no more", rule, "nothing")


async def confirmed_and_pinned(talk: Talk) -> None:
    """Confirmed raises confidence; pin and unpin; undo of each."""
    rule = await talk.remember(talk.story.pinned, layer="semantic", user_confirmed=True)
    before = (await talk.shown(rule))["confidence"]
    await call(talk.client, "correct", id=rule, verdict="confirmed", user_confirmed=True)
    after = (await talk.shown(rule))["confidence"]
    talk.steps.add("correct confirmed", "more confidence", f"{before} to {after}", held=after > before)
    await talk.decide("undo", rule)
    undone = (await talk.shown(rule))["confidence"]
    talk.steps.add("undo", "the confidence from before", undone, held=undone == before)
    for verdict, marks, undone_marks in (("pin", ["pinned"], []), ("pin", ["pinned"], None), ("unpin", [], ["pinned"])):
        await call(talk.client, "correct", id=rule, verdict=verdict, user_confirmed=True)
        await talk.sees(f"correct {verdict}", rule, talk.story.pinned_asked, marks=marks)
        if undone_marks is not None:
            await talk.decide("undo", rule)
            await talk.sees("undo", rule, talk.story.pinned_asked, marks=undone_marks)


async def edited(talk: Talk) -> None:
    """An edit is a version: the new text is offered, the old one is not; another layer; undo of both."""
    story = talk.story
    memory = await talk.remember(story.before)
    said = await call(talk.client, "correct", id=memory, content=story.after, expected_version=1)
    talk.steps.add("correct edit", "version 2", f"version {said['version']}", held=said["version"] == 2)
    text = (await talk.found(story.edit_asked, memory)).get("text", "")
    held = story.new_value in text and story.old_value not in text
    talk.steps.add("recall", f"{story.new_value}, not {story.old_value}", text, held=held)
    seen = await talk.found(story.old_value, memory)
    by_words = "words" in str(seen.get("why", ""))
    talk.steps.add("recall by the old value", "no word of it is found", seen.get("why", "nothing"), held=not by_words)
    stale = await talk.refused("correct", id=memory, content=story.before, expected_version=1)
    talk.steps.add("correct an old version", "refused", stale, held=bool(stale))
    await talk.decide("undo", memory)
    text = (await talk.found(story.edit_asked, memory)).get("text", "")
    held = story.old_value in text and story.new_value not in text
    talk.steps.add("undo", f"{story.old_value} again", text, held=held)
    refused = await talk.refused("correct", id=memory, layer="semantic")
    talk.steps.add("correct layer=semantic", "refused without the person", refused, held=bool(refused))
    said = await call(talk.client, "correct", id=memory, layer="semantic", user_confirmed=True)
    talk.steps.add("the same, confirmed", "semantic", said["layer"], held=said["layer"] == "semantic")
    await talk.decide("undo", memory)
    layer = (await talk.shown(memory)).get("layer", "")
    talk.steps.add("undo", "episodic", layer, held=layer == "episodic")


async def denied(talk: Talk) -> None:
    """A denial within a session lowers and marks what was recalled, and opens an item."""
    story = talk.story
    memory = await talk.remember(story.denied)
    await talk.found(story.denied_asked, memory, session="dispute")
    await observe(talk.client, "dispute", story.denial)
    await until_encoded(talk.client)
    await talk.sees("a denial in the session", memory, story.denied_asked, marks=["denied"])
    await talk.waits("it waits as denied", memory, "denied")
    working = (await call(talk.client, "observe", session="dispute"))["working"]
    talk.steps.add("working part", "the denial", working.get("denied", ""), held=bool(working.get("denied")))
    for action, status in (("reject", "overturned"), ("approve", "active")):
        await talk.decide(action, memory)
        await talk.becomes(f"review {action}", memory, status)
        await talk.decide("undo", memory)
        await talk.sees("undo", memory, story.denied_asked, marks=["denied"], status="active")


async def expired(talk: Talk) -> None:
    """What held until yesterday is marked and leaves the briefing; what holds until next year stays in it."""
    for until, marks in (("2020-01-01", ["expired"]), ("2099-01-01", [])):
        memory = await talk.remember(f"{talk.story.task} ({until})", event_type="task", valid_until=until)
        await talk.sees(f"valid until {until}", memory, talk.story.task, marks=marks)
        briefing = await call(talk.client, "recall", max_tokens=8_000)
        is_there = memory in {one["id"] for one in briefing.get("memories", ())}
        expected = "not in the briefing" if marks else "in the briefing"
        talk.steps.add("briefing", expected, "there" if is_there else "not there", held=is_there is not bool(marks))


async def decided(talk: Talk) -> None:
    """Each decision on a contradiction, and on what is proposed; undo of each."""
    old, new = [await talk.remember(text) for text in talk.story.contradiction]
    kinds = await talk.waiting()
    held = kinds.get(old) == kinds.get(new) == "conflict"
    talk.steps.add("a contradiction", "both wait", f"{kinds.get(old)}, {kinds.get(new)}", held=held)
    before = [await talk.shown(one) for one in (old, new)]
    left = {"keep_new": ["superseded", ""], "keep_old": ["", "overturned"], "keep_both": ["", ""]}
    for action, states in left.items():
        await talk.decide(action, old)
        seen = [(await talk.shown(one)).get("status", "") for one in (old, new)]
        held = [state.replace("active", "") for state in seen] == states
        talk.steps.add(f"review {action}", " and ".join(state or "active" for state in states), seen, held=held)
        await talk.decide("undo", new)
        seen_again = [await talk.shown(one) for one in (old, new)]
        same = [one.get("marks") for one in seen_again] == [one.get("marks") for one in before]
        talk.steps.add("undo", "both wait again", [_state(one) for one in seen_again], held=same)
    rule = await talk.remember(talk.story.proposal, layer="semantic")
    for action, status in (("reject", "overturned"), ("approve", "active")):
        await talk.decide(action, rule)
        await talk.becomes(f"{action} a proposal", rule, status)
        await talk.decide("undo", rule)
        await talk.becomes("undo", rule, "pending")


async def forgotten(talk: Talk) -> None:
    """Archive hides, restore brings back; a purge by query only previews, by id wants to be confirmed."""
    story = talk.story
    memory = await talk.remember(story.forgotten)
    for arguments, name in (({"ids": [memory]}, "by id"), ({"query": story.forgotten, "confirm": True}, "by query")):
        await call(talk.client, "forget", **arguments)
        seen = await talk.found(story.forgotten, memory)
        talk.steps.add(f"archive {name}", "not offered", _state(seen), held=not seen)
        seen = await talk.found(story.forgotten, memory, include=["archived"])
        held = seen.get("status") == "archived"
        talk.steps.add("recall include=archived", "offered as archived", _state(seen), held=held)
        await call(talk.client, "forget", ids=[memory], mode="restore")
        await talk.sees("restore", memory, story.forgotten, status="active")
    empty = await talk.refused("forget", mode="purge", confirm=True)
    talk.steps.add("purge of nothing named", "refused", empty, held=bool(empty))
    previews: tuple[tuple[str, dict[str, Any]], ...] = (
        ("purge by query", {"query": story.forgotten}),
        ("purge by query, confirmed", {"query": story.forgotten, "confirm": True}),
        ("purge by id", {"ids": [memory]}),
    )
    for name, arguments in previews:
        answer = await call(talk.client, "forget", mode="purge", **arguments)
        held = answer["outcome"] == "preview" and memory in {one["id"] for one in answer.get("preview", ())}
        talk.steps.add(name, "a preview", answer["outcome"], held=held and bool(await talk.shown(memory)))
    answer = await call(talk.client, "forget", mode="purge", ids=[memory], confirm=True)
    talk.steps.add("purge by id, confirmed", "done", answer["outcome"], held=answer["outcome"] == "done")
    seen = await talk.found(story.forgotten, memory, include=["archived", "overturned", "pending", "cold"])
    talk.steps.add("recall everywhere", "nothing", _state(seen), held=not seen)


SCENES = (overturned, confirmed_and_pinned, edited, denied, expired, decided, forgotten)


async def walk(story: Story) -> Steps:
    """Every scene of one language, each on a data folder of its own."""
    steps = Steps(story.language)
    for scene in SCENES:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            async with talking(home) as client:
                try:
                    await scene(Talk(client, story, steps))
                except RuntimeError as refused:
                    steps.add(scene.__name__, "an answer", refused, held=False)
    return steps


def main() -> None:
    """Walk through both languages, then erase."""
    asked = options(__doc__).parse_args()
    head = ("language", "step", "expected", "seen", "")
    with Tables(asked.json) as tables:
        rows = [row for story in STORIES for row in asyncio.run(walk(story)).rows]
        tables.add("What a person says of memories", head, rows)
        erased = [(story.language, *row) for story in STORIES for row in asyncio.run(erase(story.secret))]
        tables.add("Erased, in every byte of the data folder", head, erased)
    sys.exit(any(row[-1] == "FAILED" for row in (*rows, *erased)))


if __name__ == "__main__":
    main()
