"""Clients that ask and remember all the time over stdio, and a diary of what they saw, phase by phase."""

import asyncio
import itertools
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kit import percentile, server
from mcp import Client

HEAD = ("phase", "seconds", "recalls", "remembers", "errors", "empty", "missed", "p50 ms", "p99 ms", "longest ms")
_ASKED_PER_TOLD = 4
_KNOWN = 200
"""Questions are about so many of the memories that were there before, in turn."""


def told(number: int) -> str:
    """One of the memories that are there before the clients begin; its number stands in no other."""
    side, row = ("north", "south", "east", "west")[number % 4], ("first", "second", "third")[number % 3]
    return f"Sensor {number} stands on the {side} side of the greenhouse in the {row} row."


@dataclass
class Phase:
    """What all clients saw in one phase. `missed` counts recalls that had answers but not the one asked for."""

    name: str
    began: float = field(default_factory=time.perf_counter)
    recalls: list[float] = field(default_factory=list)
    remembers: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    empty: int = 0
    missed: int = 0

    def row(self, until: float) -> tuple[object, ...]:
        """A row for `HEAD`: the times are those of recalls."""
        times = [percentile(self.recalls, share) for share in (0.5, 0.99, 1.0)] if self.recalls else ["", "", ""]
        counts = (len(self.recalls), len(self.remembers), len(self.errors), self.empty, self.missed)
        return (self.name, round(until - self.began), *counts, *times)


@dataclass
class Diary:
    """All phases, the ids of what was acknowledged, and what clients are told: to start their server anew, to end."""

    phases: list[Phase]
    acknowledged: list[str] = field(default_factory=list)
    generation: dict[str, int] = field(default_factory=dict)
    is_over: bool = False

    def turn(self, name: str) -> None:
        """Begin the next phase."""
        self.phases.append(Phase(name))

    def restart(self, client: str) -> None:
        """Have that client end its server after the call in hand and start another."""
        self.generation[client] = self.generation.get(client, 0) + 1

    def goes_on(self, client: str, generation: int) -> bool:
        """Whether that client is to go on with the server it has."""
        return not self.is_over and self.generation.get(client, 0) == generation

    def rows(self) -> list[tuple[object, ...]]:
        """One row for each phase."""
        ends = [phase.began for phase in self.phases[1:]] + [time.perf_counter()]
        return [phase.row(end) for phase, end in zip(self.phases, ends, strict=True)]

    def is_clean(self) -> bool:
        """Whether no call failed and no answer was empty."""
        return not any(phase.errors or phase.empty for phase in self.phases)


async def be_busy(home: Path, name: str, diary: Diary, environ: Mapping[str, str]) -> None:
    """Recall, recall, …, remember, until the diary says that it is over."""
    rounds = itertools.count()
    while not diary.is_over:
        generation = diary.generation.get(name, 0)
        async with Client(server(home, **environ), mode="legacy") as client:
            while diary.goes_on(name, generation):
                number = next(rounds)
                await _recall(client, number, diary)
                if number % _ASKED_PER_TOLD == 0:
                    await _remember(client, f"{name} walked through the greenhouse, round {number + 100_000}.", diary)
                await asyncio.sleep(0)


async def _recall(client: Client, number: int, diary: Diary) -> None:
    wanted = number * 7 % _KNOWN
    started = time.perf_counter()
    answer = await client.call_tool("recall", {"query": f"Where does sensor {wanted} stand?"})
    phase = diary.phases[-1]
    phase.recalls.append((time.perf_counter() - started) * 1_000)
    if answer.is_error:
        phase.errors.append(str(answer.content))
        return
    memories = (answer.structured_content or {}).get("memories", [])
    phase.empty += not memories
    phase.missed += bool(memories) and f"Sensor {wanted} " not in str(memories)


async def _remember(client: Client, content: str, diary: Diary) -> None:
    started = time.perf_counter()
    answer = await client.call_tool("remember", {"content": content})
    phase = diary.phases[-1]
    phase.remembers.append((time.perf_counter() - started) * 1_000)
    if answer.is_error or not answer.structured_content:
        phase.errors.append(str(answer.content))
    else:
        diary.acknowledged.append(answer.structured_content["id"])
