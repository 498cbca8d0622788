"""How many remembers a second 1, 4 and 8 processes get through on one data folder, and how fairly they share it.

    python benchmarks/writers.py
    python benchmarks/writers.py --processes 8 --seconds 10 --durability full

Each process is one of its own with an engine of its own, and remembers short statements one after the other for some
seconds; all begin at the same moment. Nothing is embedded meanwhile. Afterwards every acknowledged id must stand in the
records, once. `normal` survives a crash of the program, `full` one of the machine too.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE

from kit import Tables, options, percentile

from mcp_memory.bootstrap import build_engine
from mcp_memory.engine.domain.errors import EngineError
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Listing, Remember
from mcp_memory.settings import Settings

Row = tuple[object, ...]
HEAD = ("durability", "processes", "remembers/s", "fairness", "errors", "p50 ms", "p99 ms", "longest ms", "lost")
_DURABILITIES = ("normal", "full")
_PAGE = 1_000
_READER = Principal(user="me", agent="benchmark", session="reader")


@dataclass(frozen=True, slots=True)
class Written:
    """What one process got through: the ids acknowledged, the milliseconds each took, and what failed, by kind."""

    ids: list[str]
    milliseconds: list[float]
    errors: list[str]


def write(home: Path, name: str, seconds: float) -> Written:
    """Remember for so many seconds, once a line has come on standard input."""
    who = Principal(user="me", agent="benchmark", session=name)
    written = Written([], [], [])
    with build_engine(_settings(home)) as engine:
        engine.remember(who, Remember(content=f"Writer {name} is ready."))
        print("ready", flush=True)
        sys.stdin.readline()
        end = time.perf_counter() + seconds
        while (started := time.perf_counter()) < end:
            content = f"Writer {name} counted to {len(written.milliseconds)}."
            try:
                written.ids.append(engine.remember(who, Remember(content=content)).outcome.memory.id)
            except EngineError as failed:
                written.errors.append(type(failed).__name__)
            written.milliseconds.append((time.perf_counter() - started) * 1_000)
    return written


def measure(durability: str, count: int, seconds: float) -> Row:
    """One row: so many processes at once on a new folder; `lost` counts what was acknowledged and is not there."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        (home / "config.toml").write_text(f'durability = "{durability}"\n', encoding="utf-8")
        written = _race(home, count, seconds)
        stored = _stored(home)
    shares = [len(one.ids) for one in written]
    acknowledged = [name for one in written for name in one.ids]
    waits = [wait for one in written for wait in one.milliseconds]
    lost = len(acknowledged) - len(set(acknowledged) & stored)
    errors = sum(len(one.errors) for one in written)
    rate = round(len(acknowledged) / seconds)
    times = (percentile(waits, 0.5), percentile(waits, 0.99), max(waits))
    return (durability, count, rate, min(shares) / max(1, *shares), errors, *times, lost)


def _race(home: Path, count: int, seconds: float) -> list[Written]:
    command = [sys.executable, __file__, "--write", str(home)]
    processes = [
        subprocess.Popen([*command, f"w{number}", str(seconds)], stdin=PIPE, stdout=PIPE, text=True)
        for number in range(count)
    ]
    for process in processes:
        assert process.stdout is not None  # noqa: S101 (a pipe was asked for)
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None  # noqa: S101 (a pipe was asked for)
        process.stdin.write("go\n")
        process.stdin.flush()
    return [Written(**json.loads(process.communicate()[0])) for process in processes]


def _stored(home: Path) -> set[str]:
    with build_engine(_settings(home)) as engine:
        ids: set[str] = set()
        while page := engine.listing(_READER, Listing(limit=_PAGE, offset=len(ids))).memories:
            ids |= {memory.id for memory in page}
        return ids


def _settings(home: Path) -> Settings:
    return Settings.read({"MCP_MEMORY_HOME": str(home)})


def main() -> None:
    """Measure every pair of durability and number of processes, or write when told to by one of them."""
    parser = options(__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 4, 8])
    parser.add_argument("--durability", nargs="+", choices=_DURABILITIES, default=_DURABILITIES)
    parser.add_argument("--seconds", type=float, default=5.0, help="of writing for each row")
    parser.add_argument("--write", nargs=3, metavar=("HOME", "NAME", "SECONDS"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.write:
        home, name, seconds = asked.write
        written = write(Path(home), name, float(seconds))
        print(json.dumps({"ids": written.ids, "milliseconds": written.milliseconds, "errors": written.errors}))
        return
    with Tables(asked.json) as tables:
        rows = [measure(kind, count, asked.seconds) for kind in asked.durability for count in asked.processes]
        tables.add("Processes that remember at once; fairness is the least busy over the busiest", HEAD, rows)
    sys.exit(1 if _failed(rows) else 0)


def _failed(rows: Sequence[Row]) -> bool:
    return any(row[HEAD.index("errors")] or row[HEAD.index("lost")] for row in rows)


if __name__ == "__main__":
    main()
