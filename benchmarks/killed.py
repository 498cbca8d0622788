"""Kill -9 in the middle of consolidation and of merging, again and again: nothing is lost, and the end is the same.

    python benchmarks/killed.py
    python benchmarks/killed.py --kills 50 --json killed.json

One folder is filled and copied. On the copy the job runs undisturbed. On the other a process of its own begins the job,
says that it is at work and is killed a moment later, drawn by chance; then the next begins, and the last may finish.
While merging goes on, this process asks for every fact that is being merged, over and over: each has to be found at
every moment, in an active memory. At the end the records must pass their checks and say the same as the copy.

A fact that is not found, a row that is gone, a check that fails or another end than the copy's ends the program with 1.
"""

import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from gates import World, consolidating_of, records_of
from gates_many import fill
from kit import Tables, options
from merge import Folder

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.domain.vocabulary import LinkKind
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import Settings
from mcp_memory.testing import FrozenClock

AT_WORK = "at work"
_LONGEST_SECONDS = 0.8
_TURN = timedelta(days=1)
"""By how much the clock of each process that merges is ahead of the one before."""

State = tuple[int, list[tuple[str, ...]]]


@contextmanager
def opened(home: Path) -> Iterator[World]:
    """An engine on a folder, with a clock that stands where that of `fill` begins."""
    clock = FrozenClock()
    parts = replace(parts_of(Settings.read({"MCP_MEMORY_HOME": str(home)}), shipped_embedder()), clock=clock)
    with MemoryEngine(parts) as engine:
        yield World(engine, parts, clock)


def work(job: str, home: Path, turn: int = 0, begin: Callable[[], None] = lambda: None) -> None:
    """What a process does that may be killed: the job, from where it stands to its end."""
    if job == "consolidation":
        with opened(home) as world:
            begin()
            consolidating_of(world.parts).run()
        return
    folder = Folder(home)
    folder.now += turn * _TURN
    begin()
    folder.run_to_rest()
    folder.parts.records.close()


@contextmanager
def worker(job: str, home: Path, turn: int) -> Iterator[subprocess.Popen[str]]:
    """Such a process, at work; it is killed at the end if it still is."""
    command = [sys.executable, __file__, "--work", job, "--home", str(home), "--turn", str(turn)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None or process.stdout.readline().strip() != AT_WORK:
            raise SystemExit(f"{job} did not begin")
        yield process
        process.kill()


def kill_again_and_again(job: str, home: Path, kills: int, look: Callable[[], None]) -> int:
    """Let processes begin and kill them, then let one finish; how many were killed at work."""
    chance, killed = random.Random(kills), 0  # noqa: S311 (what is drawn guards nothing)
    for turn in range(kills):
        with worker(job, home, turn) as process:
            ends_at = time.monotonic() + chance.uniform(0.0, _LONGEST_SECONDS)
            while process.poll() is None and time.monotonic() < ends_at:
                look()
            killed += process.poll() is None
    with worker(job, home, kills) as process:
        while process.poll() is None:
            look()
    look()
    return killed


def state_of(records: SqliteRecords) -> State:
    """How many observations there are, and each memory without its id and its times."""
    rows, seen = [], 0
    for dossier in map(records.dossier, records.ids_with_prefix("", limit=1_000_000)):
        if dossier is None:
            continue
        memory, links = dossier.memory, dossier.links
        seen += len(dossier.observations)
        numbers = [sum(link.kind is kind for link in links) for kind in LinkKind]
        told = (memory.layer, memory.status, memory.content, f"{memory.confidence:.6f}", *sorted(memory.marks))
        rows.append((*map(str, told), *map(str, numbers), str(memory.version)))
    return seen, sorted(rows)


def checks_pass(records: SqliteRecords) -> bool:
    """Whether the records are sound."""
    return all(finding.passed for finding in records.check())


class Watch:
    """Asks for facts while others merge them."""

    def __init__(self, home: Path, memories: int) -> None:
        self.folder = Folder(home)
        self.made = self.folder.fill(memories, planted=0.1)
        self.asked = self.missed = 0
        self._chance = random.Random(memories)  # noqa: S311 (what is drawn guards nothing)

    def look(self) -> None:
        """Ask for one fact of a pair that says the same."""
        memory = self._chance.choice(self._chance.choice(self.made.same))
        self.asked += 1
        self.missed += not self.folder.finds(memory)


def consolidation(base: Path, episodes: int, kills: int) -> tuple[list[object], bool]:
    """The row of consolidation, and whether it is as it should be."""
    undisturbed, home = base / "undisturbed", base / "killed"
    with opened(home) as world:
        fill(world, episodes)
    shutil.copytree(home, undisturbed)
    work("consolidation", undisturbed)
    killed = kill_again_and_again("consolidation", home, kills, lambda: time.sleep(0.01))
    with opened(home) as one, opened(undisturbed) as other:
        records = records_of(one.parts)
        same, sound = state_of(records) == state_of(records_of(other.parts)), checks_pass(records)
    return ["consolidation", episodes, killed, "", "", sound, same], same and sound


def merging(base: Path, memories: int, kills: int) -> tuple[list[object], bool]:
    """The row of merging, and whether it is as it should be."""
    undisturbed, home = base / "undisturbed", base / "killed"
    watch = Watch(home, memories)
    watch.folder.parts.records.back_up(watch.folder.now, base / "copy.db")
    undisturbed.mkdir()
    shutil.copy(base / "copy.db", undisturbed / "memory.db")
    work("merge", undisturbed)
    killed = kill_again_and_again("merge", home, kills, watch.look)
    judged = watch.folder.judge(watch.made)
    other = Folder(undisturbed)
    records, others = records_of(watch.folder.parts), records_of(other.parts)
    same, sound = state_of(records) == state_of(others), checks_pass(records)
    records.close()
    others.close()
    fine = same and sound and not watch.missed and not (judged["false"] or judged["lost"] or judged["unfound"])
    return ["merging", memories, killed, watch.asked, watch.missed, sound, same], fine


_HEAD = ("job", "memories", "killed at work", "facts asked for", "not found", "checks pass", "same as undisturbed")


def main() -> None:
    """Fill, kill, compare."""
    parser = options(__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--episodes", type=int, default=2_000)
    parser.add_argument("--memories", type=int, default=600, help="for merging")
    parser.add_argument("--work", choices=["consolidation", "merge"], help="do this job; what a process is begun with")
    parser.add_argument("--home", type=Path)
    parser.add_argument("--turn", type=int, default=0)
    asked = parser.parse_args()
    if asked.work:
        work(asked.work, asked.home, asked.turn, lambda: print(AT_WORK, flush=True))
        return
    with Tables(asked.json) as tables, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as base:
        rows = [
            consolidation(Path(base) / "consolidation", asked.episodes, asked.kills),
            merging(Path(base) / "merging", asked.memories, asked.kills),
        ]
        tables.add("Killed again and again", _HEAD, [row for row, _ in rows])
    sys.exit(0 if all(fine for _, fine in rows) else 1)


if __name__ == "__main__":
    main()
