"""Whole chats, fed turn by turn through a real client over stdio: what is kept of them, how fast, and is it right.

The chats are not part of this repository; `--evals FOLDER` names where `chat_*.json` lie. Every turn is one `observe`
with speaker and time; at the end the session is ended, and the clock runs until the server's encoding queue is empty.
Then each memory is held against the turns it names: the same speaker, the same day unless the text names another.

Why candidates were dropped is counted in a second run of the same turns inside this process, which keeps the same.
`--show N` prints as many memories, and as many turns that left none, to be judged by eye.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from kit import WHO, Tables, options, server
from mcp import Client

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.domain.memory import Episode, Memory, Principal
from mcp_memory.engine.domain.requests import Listing, Observe, Said
from mcp_memory.engine.domain.sessions import Role, Turn
from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.parts import Parts
from mcp_memory.engine.portability.transcripts import Conversation
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.engine.sittings import ENCODING
from mcp_memory.settings import Settings

PATIENCE_SECONDS = 120.0
"""How long the server may go on without emptying its queue any further."""

_LOOK_SECONDS = 0.2


@dataclass(frozen=True)
class Fed:
    """How a chat went in: seconds for all turns, then seconds until the queue was empty, and what was left in it."""

    feeding: float
    encoding: float
    waiting: int


@dataclass(frozen=True)
class Kept:
    """What is there afterwards."""

    memories: tuple[Memory, ...]
    turns: dict[int, Turn]

    def episodes(self) -> list[tuple[Memory, Episode, Turn]]:
        """The memories that name the turns they came from, each with the first of those; task records left out."""
        return [
            (memory, memory.details, self.turns[memory.details.turns[0]])
            for memory in self.memories
            if isinstance(memory.details, Episode)
            and memory.details.turns
            and memory.event_type is not EventType.TASK_RECORD
        ]

    def silent(self) -> list[Turn]:
        """The turns that left no memory."""
        heard = {number for _, episode, _ in self.episodes() for number in episode.turns}
        return [turn for number, turn in self.turns.items() if number not in heard]


def chat(file: Path) -> Conversation:
    """One chat as a conversation; who has no role is a person."""
    told = json.loads(file.read_text(encoding="utf-8"))
    people = told["session_meta"]["user_details"]
    turns = tuple(
        Said(
            role=Role(people.get(message["sender"], {}).get("role", "user")),
            content=message["content"],
            speaker=message["sender_name"],
            at=message["create_time"],
        )
        for message in told["conversation_list"]
        if message["content"].strip()
    )
    return Conversation(session=file.stem, agent=WHO.agent, turns=turns)


async def feed(client: Client, told: Conversation) -> Fed:
    """Every turn in a call of its own, then the end, then patience."""
    start = time.perf_counter()
    for turn in told.turns:
        given = {"role": turn.role.value, "content": turn.content, "speaker": turn.speaker, "at": turn.at}
        result = await client.call_tool("observe", {"session": told.session, "turns": [given]})
        if result.is_error:
            raise SystemExit(f"observe was refused: {result.content}")
    await client.call_tool("observe", {"session": told.session, "end": True})
    fed = time.perf_counter()
    waiting = least = await _waiting(client)
    progress = fed
    while waiting and time.perf_counter() - progress < PATIENCE_SECONDS:
        await anyio.sleep(_LOOK_SECONDS)
        waiting = await _waiting(client)
        if waiting < least:
            least, progress = waiting, time.perf_counter()
    return Fed(feeding=fed - start, encoding=time.perf_counter() - fed, waiting=waiting)


async def over_the_wire(told: Conversation) -> tuple[Fed, Kept]:
    """A chat in a folder of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        async with Client(server(Path(home), MCP_MEMORY_REASONER="rules")) as client:
            fed = await feed(client, told)
        parts = parts_of(_settings(home), shipped_embedder())
        engine = MemoryEngine(parts)
        while engine.encode().done:
            pass  # what the server has left waiting is still worth looking at
        kept = _kept(engine, parts, told)
        engine.close()
        return fed, kept


def dropped(told: Conversation) -> tuple[Counter[str], Counter[str]]:
    """Kept by type and dropped by reason, as the encoding of every task tells it."""
    counts: Counter[str] = Counter()
    who = Principal(user=WHO.user, agent=WHO.agent, session=told.session)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        parts = parts_of(_settings(home), shipped_embedder())
        engine = MemoryEngine(parts)
        for turn in told.turns:
            engine.observe(who, Observe(turns=(turn,)))
        engine.observe(who, Observe(end=True))
        while engine.encode().done:
            counts.update(next((run.counts for run in parts.jobs.job_runs() if run.name == ENCODING), {}))
        engine.close()
    kept = {name.removeprefix("kept "): count for name, count in counts.items() if name.startswith("kept ")}
    left_out = {name.removeprefix("dropped: "): count for name, count in counts.items() if name.startswith("dropped: ")}
    return Counter(kept), Counter(left_out)


def checked(kept: Kept) -> tuple[int, int, int]:
    """How many memories name their turns; of those, with another speaker; with another day though none was said."""
    episodes = kept.episodes()
    speakers = sum(episode.speaker != turn.speaker for _, episode, turn in episodes)
    days = sum(memory.occurred_at.date() != turn.at.date() and not memory.when_said for memory, _, turn in episodes)
    return len(episodes), speakers, days


def show(name: str, kept: Kept, count: int) -> None:
    """Some memories and some turns that left none, spread over the whole chat."""
    print(f"\n#### {name}: kept")
    for memory, episode, turn in _spread(kept.episodes(), count):
        print(
            f"- {turn.at:%Y-%m-%d} {episode.speaker} [{memory.event_type}] {memory.content!r}\n    of {turn.content!r}"
        )
    print(f"\n#### {name}: left nothing")
    for turn in _spread(kept.silent(), count):
        print(f"- {turn.at:%Y-%m-%d} {turn.speaker}: {turn.content!r}")


def main() -> None:
    """Run every chat, and print the tables."""
    given = _arguments()
    files = sorted(given.evals.glob("chat_*.json"))
    if not files:
        raise SystemExit(f"there is no chat_*.json in {given.evals}")
    speed: list[Sequence[object]] = []
    types: list[Sequence[object]] = []
    reasons: list[Sequence[object]] = []
    right: list[Sequence[object]] = []
    with Tables(given.json) as tables:
        for file in files:
            told = chat(file)
            fed, kept = anyio.run(over_the_wire, told)
            by_type = Counter(memory.event_type.value for memory in kept.memories)
            _, left_out = dropped(told)
            turns, silent = len(told.turns), len(kept.silent())
            per_turn = 1000 * fed.feeding / max(turns, 1)
            speed.append(
                (file.stem, turns, f"{per_turn:.0f}", f"{fed.encoding:.1f}", fed.waiting, sum(by_type.values()))
            )
            types += [(file.stem, kind, count) for kind, count in by_type.most_common()]
            reasons += [(file.stem, reason, count) for reason, count in left_out.most_common()]
            right.append((file.stem, *checked(kept), turns - silent, silent))
            if given.show:
                show(file.stem, kept, given.show)
        tables.add("Speed", ("chat", "turns", "ms per turn", "s until encoded", "still waiting", "memories"), speed)
        tables.add("Kept, by type", ("chat", "type", "memories"), types)
        tables.add("Dropped, by reason", ("chat", "reason", "candidates"), reasons)
        head = ("chat", "memories with turns", "other speaker", "other day", "turns with memories", "turns without")
        tables.add("Held against their turns", head, right)


async def _waiting(client: Client) -> int:
    """How many tasks wait to be encoded, as the server tells."""
    (page,) = (await client.read_resource("memory://status")).contents
    return int(json.loads(getattr(page, "text", ""))["encoding_waiting"])


def _kept(engine: MemoryEngine, parts: Parts, told: Conversation) -> Kept:
    page = engine.listing(WHO, Listing(limit=10_000))
    turns = parts.sessions.turns(WHO.user, told.session)
    return Kept(page.memories, {turn.n: turn for turn in turns})


def _settings(home: str) -> Settings:
    return Settings.read({"MCP_MEMORY_HOME": home, "MCP_MEMORY_REASONER": "rules"})


def _spread(items: Sequence[Any], count: int) -> Sequence[Any]:
    return items[:: max(1, len(items) // count)][:count]


def _arguments() -> argparse.Namespace:
    parser = options(__doc__)
    parser.add_argument("--evals", type=Path, required=True, metavar="FOLDER", help="where chat_*.json lie")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print so many of each kind")
    return parser.parse_args()


if __name__ == "__main__":
    main()
