"""One table of what appears where: a memory's state, its user and its session decide, and nothing else does."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest
from mcp import Client, MCPError
from mcp.types import ResourceTemplateReference
from surface_kit import ME, call, talking

from mcp_memory.engine.domain.answers import Briefing
from mcp_memory.engine.domain.errors import MemoryNotFound
from mcp_memory.engine.domain.memory import Change, Memory, Origin, Procedure, Scope
from mcp_memory.engine.domain.requests import Listing, Recall
from mcp_memory.engine.domain.vocabulary import EventType, Layer, OriginKind, Status, Tier
from mcp_memory.engine.privacy.access import Grants
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.hook_events import briefing_text
from mcp_memory.testing import DAWN, OWNER, CountedIds, a_memory, an_engine

pytestmark = pytest.mark.anyio

STATES = {
    "active": a_memory(),
    "pending": a_memory(status=Status.PENDING),
    "superseded": a_memory(status=Status.SUPERSEDED),
    "archived": a_memory(status=Status.ARCHIVED),
    "overturned": a_memory(status=Status.OVERTURNED),
    "expired": a_memory(valid_until=DAWN - timedelta(days=1)),
    "warm": a_memory(tier=Tier.WARM),
    "cold": a_memory(tier=Tier.COLD),
    "another session": a_memory(origin=Origin(OriginKind.AGENT, "test", "s2")),
    "another user": a_memory(scope=Scope(user="you")),
}
PATHS = (
    "id",
    "resource",
    "show",
    "export",
    "listing",
    "complete",
    "briefing",
    "hook",
    "review",
    "recall",
    "own",
    "cold",
    "archived",
    "overturned",
    "pending",
)
TABLE = """
                   id resource show export listing complete briefing hook review recall own cold archived overturned pending
active             x  x        x    x      x       x        x        x    .      x      x   x    x        x          x
pending            x  x        x    x      .       .        .        .    x      .      .   .    .        .          x
superseded         x  x        x    x      .       .        .        .    .      .      .   .    .        .          .
archived           x  x        x    x      .       .        .        .    .      .      .   .    x        .          .
overturned         x  x        x    x      .       .        .        .    .      .      .   .    .        x          .
expired            x  x        x    x      x       x        .        .    .      x      x   x    x        x          x
warm               x  x        x    x      x       x        x        x    .      x      x   x    x        x          x
cold               x  x        x    x      x       x        x        x    .      .      x   x    x        x          .
another session    .  .        .    .      .       .        .        .    .      .      .   .    .        .          .
another user       .  .        .    .      .       .        .        .    .      .      .   .    .        .          .
"""
"""`own` asks with a word that only this memory holds; the columns after it include what they are named by."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@dataclass
class House:
    """An engine in which other sessions need a grant, and one memory in each state."""

    engine: MemoryEngine
    memories: dict[str, Memory]

    def named(self, ids: set[str]) -> set[str]:
        """The states whose memories have these ids."""
        return {state for state, memory in self.memories.items() if memory.id in ids}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """All of them open tasks about a lantern, each with a word of its own."""
    new_id, memories = CountedIds(), {}
    with an_engine(tmp_path, grants=Grants(user_sessions=False)) as engine:
        for number, (state, memory) in enumerate(STATES.items()):
            content = f"Hang up the lantern w{number}word."
            made = replace(memory, id=new_id(), content=content, event_type=EventType.TASK)
            with engine._parts.records.writing() as writing:
                writing.put(Change.made(OWNER, "remember", "", None, made))
            memories[state] = made
        yield House(engine, memories)


async def test_what_appears_where(house: House) -> None:
    async with talking(house.engine, identity=replace(ME, connection="s1")) as client:
        columns = {path: await appearing(house, client, path) for path in PATHS}
    assert drawn(columns) == drawn(expected())


async def test_no_prompt_carries_a_memory_but_an_active_procedure(house: House) -> None:
    """Of procedures no other is offered."""
    with house.engine._parts.records.writing() as writing:
        for number, (state, memory) in enumerate(STATES.items()):
            steps = Procedure(trigger=f"Hang {state}", steps=("take the hook", "hang it up"))
            made = replace(
                memory, id=f"9999{number:04}-0000-7000-8000-000000000000", layer=Layer.PROCEDURAL, details=steps
            )
            writing.put(Change.made(OWNER, "remember", "", None, made))
    async with talking(house.engine, identity=replace(ME, connection="s1")) as client:
        titles = {prompt.title for prompt in (await client.list_prompts()).prompts}
        assert {title for title in titles if title and title.startswith("Hang")} == {
            "Hang active",
            "Hang expired",
            "Hang warm",
            "Hang cold",
            "Hang another session",
        }
    async with talking(house.engine, identity=replace(ME, connection="s1")) as client:
        for prompt in (await client.list_prompts()).prompts:
            arguments = {argument.name: "lamp" for argument in prompt.arguments or []}
            assert "lantern" not in str(await client.get_prompt(prompt.name, arguments))


async def appearing(house: House, client: Client, path: str) -> set[str]:
    """The states that appear on a path; one that has no way of its own is a recall."""
    if path in WAYS:
        return await WAYS[path](house, client)
    include = [] if path == "recall" else [path]
    answer = await call(client, "recall", query="lantern", include=include, limit=50, max_tokens=4_000)
    return house.named({memory["id"] for memory in answer.get("memories", [])})


async def by_id(house: House, client: Client) -> set[str]:
    return {state for state, memory in house.memories.items() if await holds(client, memory.id, memory)}


async def by_resource(house: House, client: Client) -> set[str]:
    return {state for state, memory in house.memories.items() if await opens(client, memory)}


async def shown(house: House, _: Client) -> set[str]:
    """Everything known of one, as the terminal shows it."""
    found = set()
    for state, memory in house.memories.items():
        with suppress(MemoryNotFound):
            found |= house.named({house.engine.dossier(OWNER, memory.id).memory.id}) & {state}
    return found


async def exported(house: House, _: Client) -> set[str]:
    lines: list[str] = []
    house.engine.export(OWNER, "jsonl", lines.append)
    return house.named({json.loads(line).get("memory", {}).get("id", "") for line in lines})


async def listed(house: House, _: Client) -> set[str]:
    return house.named({memory.id for memory in house.engine.listing(OWNER, Listing()).memories})


async def completed(house: House, client: Client) -> set[str]:
    reference = ResourceTemplateReference(type="ref/resource", uri="memory://episodic/{id}")
    return house.named(set((await client.complete(reference, {"name": "id", "value": ""})).completion.values))


async def in_briefing(house: House, client: Client) -> set[str]:
    said = json.dumps(await call(client, "recall"))
    return {state for state, memory in house.memories.items() if memory.content in said}


async def in_hook(house: House, _: Client) -> set[str]:
    """What a host's hook puts before a session."""
    briefing = house.engine.recall(OWNER, Recall())
    assert isinstance(briefing, Briefing)
    said = briefing_text(briefing, "", 4_000)
    return {state for state, memory in house.memories.items() if memory.content in said}


async def in_review(house: House, client: Client) -> set[str]:
    items = (await call(client, "review", limit=50)).get("items", [])
    return house.named({memory["id"] for item in items for memory in item["memories"]})


async def by_own_word(house: House, client: Client) -> set[str]:
    asked = {state: memory.content.split()[-1] for state, memory in house.memories.items()}
    return {state for state, word in asked.items() if await holds(client, word, house.memories[state])}


WAYS = {
    "id": by_id,
    "resource": by_resource,
    "show": shown,
    "export": exported,
    "listing": listed,
    "complete": completed,
    "briefing": in_briefing,
    "hook": in_hook,
    "review": in_review,
    "own": by_own_word,
}


async def holds(client: Client, query: str, memory: Memory) -> bool:
    """Whether an answer holds that memory."""
    answer = await call(client, "recall", query=query)
    return memory.id in {found["id"] for found in answer.get("memories", [])}


async def opens(client: Client, memory: Memory) -> bool:
    """Whether its address can be read."""
    with suppress(MCPError):
        return bool((await client.read_resource(f"memory://{memory.layer}/{memory.id}")).contents)
    return False


def expected() -> dict[str, set[str]]:
    """The columns of the table."""
    head, *rows = [line for line in TABLE.splitlines() if line.strip()]
    assert tuple(head.split()) == PATHS
    cells = {match[1]: match[2].split() for row in rows if (match := re.match(r"(\S+(?: \S+)*)\s{2,}(.*)", row))}
    return {path: {state for state, row in cells.items() if row[place] == "x"} for place, path in enumerate(PATHS)}


def drawn(columns: dict[str, set[str]]) -> list[str]:
    """The table as lines, for a readable difference."""
    return [
        f"{state:<16}" + " ".join(f"{'x' if state in columns[path] else '.':<{len(path)}}" for path in PATHS)
        for state in STATES
    ]
