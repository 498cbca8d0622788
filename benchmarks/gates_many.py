"""Consolidation among many episodes: how long a bounded run takes, and for how long it holds the write lock.

The store is full and consolidated by then; what each run can read is new, and repeats a few rules again and again.
"""

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import cast

from gate_texts import RULES
from gates import World, consolidating_of, records_of
from kit import Tables, TimedRecords, options, percentile

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.detection.kinds import kind_of
from mcp_memory.engine.domain.memory import Change, Memory, Observation, Principal, Scope
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.ports.candidates import CandidateBook
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.engine.text.normalise import duplicate_key
from mcp_memory.settings import Settings
from mcp_memory.testing import FrozenClock, a_memory


def large(tables: Tables, world: World, episodes: int, runs: int) -> None:
    """Bounded runs on a store with many episodes."""
    policy, records = ConsolidationPolicy(), records_of(world.parts)
    fill(world, episodes - runs * policy.max_episodes)
    with records.consolidating() as writing:
        writing.move_watermark(records.revision())
    fill(world, runs * policy.max_episodes)
    timed = TimedRecords(records)
    consolidating = replace(consolidating_of(world.parts), book=cast("CandidateBook", timed), policy=policy)
    rows = []
    for number in range(1, runs + 1):
        timed.milliseconds.clear()
        done = consolidating.run()
        held = timed.milliseconds or [0.0]
        counts = [done.counts.get(stage, 0) for stage in ("read", "promoted", "pending", "supported")]
        times = [f"{value:.1f}" for value in (done.milliseconds, percentile(held, 0.5), max(held))]
        rows.append([number, *counts, len(timed.milliseconds), *times, done.rests])
    head = ["run", "read", "active", "pending", "supported", "writes", "ms", "write p50 ms", "longest write", "more"]
    tables.add(f"Runs among {episodes:,} episodes", head, rows)


def fill(world: World, episodes: int) -> None:
    """Store many episodes, some of them rules of `RULES`, as remember would and without its comparisons."""
    chance = Random(episodes)  # noqa: S311 - the same texts in every run
    records = records_of(world.parts)
    for first in range(0, episodes, _BATCH):
        with records.writing() as writing:
            for _ in range(first, min(first + _BATCH, episodes)):
                world.clock.advance(minutes=7)
                words = " ".join(chance.choice(_SYLLABLES) + chance.choice(_SYLLABLES) for _ in range(5))
                is_new = chance.random() < _SHARE_NEW
                text = f"{chance.choice(_OPENINGS)} {words}" if is_new else chance.choice(RULES).wordings[0]
                now = world.clock()
                who = Principal(user="many", agent="benchmark", session=f"s{now:%Y-%m-%d-%H}")
                twins = writing.twins(Scope("many"), duplicate_key(text))
                memory = twins[0] if twins else episode(world.parts.new_id(), text, who, now)
                if not twins:
                    writing.put(Change.made(who, "remember", "", None, memory))
                writing.observe(Observation(memory.id, who.session, now))


def episode(memory_id: str, text: str, who: Principal, now: datetime) -> Memory:
    """What remembering a text makes of it."""
    return a_memory(
        id=memory_id,
        content=text,
        scope=Scope(who.user),
        event_type=kind_of(text),
        occurred_at=now,
        stored_at=now,
        changed_at=now,
    )


_BATCH = 20
_OPENINGS = ("We always check", "I prefer", "Never touch", "The release needs", "Use", "The team keeps")
_SYLLABLES = tuple(first + second for first in "bdfgklmnprstvz" for second in ("a", "e", "i", "o", "u", "an", "or"))
_SHARE_NEW = 0.97


def main(arguments: Sequence[str]) -> None:
    """Run it."""
    parser = options(__doc__)
    parser.add_argument("--episodes", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, Tables(asked.json) as tables:
        clock = FrozenClock()
        parts = replace(parts_of(Settings.read({"MCP_MEMORY_HOME": home}), shipped_embedder()), clock=clock)
        with MemoryEngine(parts) as engine:
            large(tables, World(engine, parts, clock), asked.episodes, asked.runs)


if __name__ == "__main__":
    main(sys.argv[1:])
