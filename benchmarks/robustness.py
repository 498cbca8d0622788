"""What several processes, kill -9 and a stopped client do to one data folder. Real processes, real files.

Each check prints what it counted; a lost record or a dirty `doctor` makes the program exit with 1.
"""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
from kit import Tables, options, server
from mcp import Client

from mcp_memory.bootstrap import build_engine
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Listing, Remember
from mcp_memory.settings import Settings

Row = tuple[str, str, bool]
_READER = Principal(user="me", agent="benchmark", session="reader")


def write(home: Path, name: str, count: int) -> None:
    """Remember `count` statements and print the id of each as soon as it is acknowledged."""
    who = Principal(user="me", agent="benchmark", session=name)
    with build_engine(Settings.read({"MCP_MEMORY_HOME": str(home)})) as engine:
        for number in range(count):
            memory = engine.remember(who, Remember(content=f"Writer {name} counted to {number}.")).outcome.memory
            sys.stdout.write(f"{memory.id}\n")
            sys.stdout.flush()


def _writer(home: Path, name: str, count: int) -> "subprocess.Popen[str]":
    command = [sys.executable, __file__, "--write", str(home), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _stored(home: Path) -> tuple[set[str], list[str]]:
    """Ids in the folder, and what the doctor has against it."""
    with build_engine(Settings.read({"MCP_MEMORY_HOME": str(home)})) as engine:
        ids: set[str] = set()
        while page := engine.listing(_READER, Listing(limit=1_000, offset=len(ids))).memories:
            ids |= {memory.id for memory in page}
        return ids, [finding.check for finding in engine.diagnose() if not finding.passed]


def writers(home: Path) -> Row:
    """8 processes x 200 remembers: 1,600 records, ids unique."""
    start = time.perf_counter()
    processes = [_writer(home, f"w{number}", 200) for number in range(8)]
    acknowledged = [line for process in processes for line in (process.communicate()[0] or "").split()]
    seconds = time.perf_counter() - start
    ids, complaints = _stored(home)
    passed = len(acknowledged) == len(set(acknowledged)) == len(ids) == 1_600 and not complaints
    return (
        "8 processes x 200 remembers",
        f"{len(ids)} records, {seconds:.1f} s, doctor: {complaints or 'clean'}",
        passed,
    )


def kills(home: Path, rounds: int) -> Row:
    """Kill -9 in the middle of writing, again and again: what was acknowledged is there."""
    acknowledged: set[str] = set()
    for number in range(rounds):
        process = _writer(home, f"k{number}", 10_000)
        assert process.stdout is not None  # noqa: S101 (a pipe was asked for)
        for _ in range(1 + number % 7):
            acknowledged.add(process.stdout.readline().strip())
        process.kill()
        # Only whole lines count: the last one may have been cut by the kill.
        acknowledged |= {line.strip() for line in process.stdout.readlines() if line.endswith("\n")}
        process.wait()
    ids, complaints = _stored(home)
    lost = len({name for name in acknowledged if name} - ids)
    told = f"{len(acknowledged)} acknowledged, {lost} lost, doctor: {complaints or 'clean'}"
    return f"kill -9 while writing, {rounds} rounds", told, lost == 0 and not complaints


async def two_servers(home: Path) -> Row:
    """What one server stores, the other recalls in its next call, both ways."""
    async with Client(server(home), mode="legacy") as one, Client(server(home), mode="legacy") as other:
        await one.call_tool("remember", {"content": "The lighthouse keeper is called Ottilie."})
        seen = await other.call_tool("recall", {"query": "lighthouse keeper"})
        await other.call_tool("remember", {"content": "灯塔管理员每周三休息。"})
        back = await one.call_tool("recall", {"query": "灯塔"})
    both = "Ottilie" in str(seen.structured_content) and "周三" in str(back.structured_content)
    return "two servers, next call", "each sees the other's write" if both else "not seen", both


async def stopped_client(home: Path) -> Row:
    """A second client starts while the server of the first is stopped (SIGSTOP), also while it writes."""
    if not hasattr(signal, "SIGSTOP"):
        return "second client while the first is stopped", "no SIGSTOP on this system", True
    process = _writer(home, "stopped", 100_000)
    assert process.stdout is not None  # noqa: S101 (a pipe was asked for)
    process.stdout.readline()
    os.kill(process.pid, signal.SIGSTOP)
    start = time.perf_counter()
    try:
        with anyio.fail_after(15):
            async with Client(server(home), mode="legacy") as client:
                seconds = time.perf_counter() - start
                answer = await client.call_tool("recall", {"query": "Writer stopped counted"})
    finally:
        process.kill()
        process.wait()
    told = f"initialize after {seconds:.2f} s, recall {'failed' if answer.is_error else 'answered'}"
    return "second client while the first is stopped", told, not answer.is_error


def main() -> None:
    """Run every check, or write when told to by one of them."""
    parser = options(__doc__)
    parser.add_argument("--kills", type=int, default=200, help="rounds of kill -9")
    parser.add_argument("--write", nargs=3, metavar=("HOME", "NAME", "COUNT"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.write:
        home, name, count = asked.write
        write(Path(home), name, int(count))
        return
    with Tables(asked.json) as tables:
        rows = [
            _apart(writers),
            _apart(lambda home: kills(home, asked.kills)),
            _apart_async(two_servers),
            _apart_async(stopped_client),
        ]
        tables.add("Several processes on one folder", ["", "seen", "passed"], rows)
    sys.exit(0 if all(passed for _, _, passed in rows) else 1)


def _apart(check: Callable[[Path], Row]) -> Row:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        return check(Path(home))


def _apart_async(check: Callable[[Path], Awaitable[Row]]) -> Row:
    async def run(home: Path) -> Row:
        return await check(home)

    return _apart(lambda home: asyncio.run(run(home)))


if __name__ == "__main__":
    main()
