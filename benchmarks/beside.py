"""What a question waits for while consolidation or merging runs among many episodes.

    python benchmarks/beside.py
    python benchmarks/beside.py --episodes 2000 --rounds 1

Questions are asked as long as a run goes on, in turn while the job is held and while it is not, so that whatever else
the machine does meets both alike. In the "same process" they are asked in another thread than the job's, as in a
server; from "another" one by a real client over stdio, while the command line runs the job. Vectors are made up: the
time of a search does not depend on what they mean.
"""

import gc
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path
from typing import Protocol, Self

from anyio.from_thread import start_blocking_portal
from gate_texts import RULES
from gates import World, records_of
from gates_many import episode, fill
from kit import Tables, TimedRecords, options, percentile, server
from latency import RandomVectors
from mcp import Client, StdioServerParameters
from merge import made_pairs

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.domain.memory import Change, Link, Memory, Principal
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.requests import Recall
from mcp_memory.engine.domain.vocabulary import LinkKind
from mcp_memory.engine.precedence import Precedence
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.engine.timekeeping import CONSOLIDATION, MERGE
from mcp_memory.settings import Settings
from mcp_memory.stdio import SWITCH_SECONDS
from mcp_memory.testing import FrozenClock

Ask = Callable[[], object]
JOBS = (CONSOLIDATION, MERGE)
NEVER_BY_ITSELF = {"MCP_MEMORY_CONSOLIDATE_EPISODES": "10000", "MCP_MEMORY_MERGE_DAYS": "0"}
"""The server that is asked leaves the jobs to the command line."""

WHO = Principal(user="many", agent="benchmark", session="asks")
QUESTIONS = [rule.wordings[0] for rule in RULES[:12]] + ["What do we always check?", "What must never be touched?"]
_BETWEEN_SECONDS = (0.01, 0.06)
_LONGEST_STEP_SECONDS = 1.0
_WARMING = 50
_SAME, _APART = 300, 3_000
"""Pairs that merging looks at: such that say the same, and such that do not."""


class Stoppable(Protocol):
    """A job that may be held for a while."""

    def hold(self) -> None:
        """Let it stand still."""

    def let_go(self) -> None:
        """Let it go on."""


class Held(Precedence):
    """Gives way as usual, and on demand at every step for as long as one likes."""

    def __init__(self) -> None:
        super().__init__()
        self._free, self._still = threading.Event(), threading.Event()
        self._free.set()

    def give_way(self) -> None:
        """Stand still while it is held."""
        if not self._free.is_set():
            self._still.set()
            self._free.wait()
        super().give_way()

    def hold(self) -> None:
        """Let whoever computes stand still at the next step."""
        self._still.clear()
        self._free.clear()
        self._still.wait(_LONGEST_STEP_SECONDS)

    def let_go(self) -> None:
        """Let them go on."""
        self._free.set()


@dataclass
class Asked:
    """Milliseconds of questions, each asked once while the job stood still and once while it ran."""

    alone: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)

    def by_turns(self, ask: Ask, job: Stoppable, goes_on: Callable[[], bool]) -> None:
        """Ask as long as a run goes on, which may be met anywhere."""
        chance = random.Random(len(self.alone))  # noqa: S311 (what is drawn guards nothing)
        while goes_on():
            job.hold()
            alone = _taken(ask)
            job.let_go()
            time.sleep(chance.uniform(*_BETWEEN_SECONDS))
            beside = _taken(ask)
            if goes_on():
                self.alone.append(alone)
                self.beside.append(beside)

    def row(self) -> list[object]:
        """Cells for `HEAD`."""
        alone, beside = ([percentile(each, share) for share in (0.5, 0.95, 1.0)] for each in (self.alone, self.beside))
        more = [one - other for one, other in zip(beside, alone, strict=True)]
        return [len(self.beside), *(" / ".join(f"{value:.0f}" for value in told) for told in (alone, beside, more))]


HEAD = ("job", "asked from", "questions", "alone: p50 / p95 / longest", "beside it", "more")


def _taken(ask: Ask) -> float:
    started = time.perf_counter()
    ask()
    return (time.perf_counter() - started) * 1_000


def build(home: Path, episodes: int, runs: int) -> None:
    """A store whose last episodes wait for so many runs of consolidation; merging has pairs to look at."""
    clock, unread = FrozenClock(), runs * ConsolidationPolicy().max_episodes
    settings = Settings.read({"MCP_MEMORY_HOME": str(home), "MCP_MEMORY_EMBEDDING_BATCH": "64"})
    parts = replace(parts_of(settings, RandomVectors()), clock=clock)
    with MemoryEngine(parts) as engine:
        world, records = World(engine, parts, clock), records_of(parts)
        engine.warm()
        fill(world, max(0, episodes - unread))
        _add_pairs(world)
        _embed(engine)
        with records.consolidating() as writing:
            writing.move_watermark(records.revision())
        fill(world, min(episodes, unread))
        _embed(engine)


def _embed(engine: MemoryEngine) -> None:
    while engine.work().done:
        pass


def _add_pairs(world: World) -> None:
    now, stored = world.clock(), []
    with records_of(world.parts).writing() as writing:
        for texts in (*made_pairs(_SAME, same=True), *made_pairs(_APART, same=False)):
            pair: list[Memory] = [episode(world.parts.new_id(), text, WHO, now) for text in texts]
            for memory in pair:
                writing.put(Change.made(WHO, "remember", "", None, memory))
            stored.append(pair)
        for one, other in stored:
            writing.link(Link(other.id, LinkKind.SIMILAR_TO, one.id, now))


def in_one_process(home: Path, rounds: int) -> tuple[dict[str, Asked], list[float]]:
    """What is asked by job, in threads of one process; for how many milliseconds each write held the lock."""
    sys.setswitchinterval(SWITCH_SECONDS)
    parts = parts_of(Settings.read({"MCP_MEMORY_HOME": str(home)}), shipped_embedder())
    timed, held, questions = TimedRecords(parts.records), Held(), cycle(QUESTIONS)
    with MemoryEngine(replace(parts, records=timed, candidates=timed, precedence=held)) as engine:
        engine.warm()
        gc.freeze()

        def ask() -> None:
            with engine.answering():
                engine.recall(WHO, Recall(query=next(questions)))

        asked = {job: Asked() for job in JOBS}
        for job, times in asked.items():
            for _ in range(rounds):
                run = threading.Thread(target=engine.run_job, args=(job,))
                run.start()
                times.by_turns(ask, held, run.is_alive)
                run.join()
    return asked, timed.milliseconds


@dataclass
class ByHand:
    """A job that the command line runs in a process of its own."""

    process: subprocess.Popen[bytes]

    @classmethod
    def begun(cls, like: StdioServerParameters, job: str) -> Self:
        """Begin a run on the same folder."""
        command = [like.command, "-m", "mcp_memory", "jobs", job, "--run"]
        return cls(subprocess.Popen(command, env=like.env, stdout=subprocess.DEVNULL))

    def goes_on(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def hold(self) -> None:
        """Stop the process wherever it is."""
        self.process.send_signal(signal.SIGSTOP)

    def let_go(self) -> None:
        """Let it go on."""
        self.process.send_signal(signal.SIGCONT)


def from_another(home: Path, rounds: int) -> dict[str, Asked]:
    """What a client sees by job while another process runs it."""
    asked, questions = {job: Asked() for job in JOBS}, cycle(QUESTIONS)
    by_hand, started = (server(home, MCP_MEMORY_USER=WHO.user, **more) for more in ({}, NEVER_BY_ITSELF))
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(started, mode="legacy")) as client:

        def ask() -> None:
            portal.call(client.call_tool, "recall", {"query": next(questions)})

        for _ in range(_WARMING):
            ask()
        for job, times in asked.items():
            for _ in range(rounds):
                run = ByHand.begun(by_hand, job)
                times.by_turns(ask, run, run.goes_on)
    return asked


def main() -> None:
    """Build a folder, ask, and print."""
    parser = options(__doc__)
    parser.add_argument("--episodes", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=2, help="runs of each job beside each way of asking")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, Tables(wishes.json) as tables:
        home = Path(folder)
        build(home, wishes.episodes, 2 * wishes.rounds)
        same, held = in_one_process(home, wishes.rounds)
        another = from_another(home, wishes.rounds)
        rows = [
            [job, whence, *asked[job].row()]
            for job in JOBS
            for whence, asked in (("the same process", same), ("another", another))
        ]
        tables.add(f"Questions among {wishes.episodes:,} episodes, milliseconds", HEAD, rows)
        times = [f"{percentile(held, share):.1f}" for share in (0.5, 0.95, 1.0)]
        tables.add("The write lock, milliseconds", ("writes", "p50", "p95", "longest"), [(len(held), *times)])


if __name__ == "__main__":
    main()
