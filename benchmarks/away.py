"""Qdrant is away for a minute while two clients work: what is lost, what is slow, and when it has caught up.

    python benchmarks/away.py
    python benchmarks/away.py --seconds 10 --fault slow

There is no real Qdrant here but a STUB: HTTP on the loopback with the client library's own memory mode behind it, the
one that the tests use. It tells how the server behaves when Qdrant fails, and nothing about how fast Qdrant is.
"""

import asyncio
import itertools
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from busy import HEAD, Diary, be_busy, told
from kit import WHO, Tables, options

from mcp_memory.bootstrap import build_engine
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import Settings

# the stub belongs to the tests, which are no package
sys.path.append(str(Path(__file__).parents[1] / "tests" / "contract"))

from loopback_qdrant import Fault, Loopback, loopback

_CLIENTS = ("Ada", "Noor")
_BEFORE_SECONDS = 10
_PATIENCE_SECONDS = 300
_FAULTS = ("disconnect", "error", "rubbish", "slow")


@dataclass
class Outage:
    """A folder, the stub beside it, and what came of it."""

    home: Path
    stub: Loopback
    fault: Fault
    seconds: float
    diary: Diary = field(default_factory=lambda: Diary([]))
    requests: list[int] = field(default_factory=list)
    markers: int = 0
    caught_up_after: float = 0.0

    def fill(self, count: int) -> None:
        """Remember so many, and feed them to the stub."""
        with self._engine() as engine:
            for number in range(count):
                engine.remember(WHO, Remember(content=told(number)))
        self.settle()
        self.markers = self.points() - self.chunks()

    def settle(self) -> None:
        """Embed and feed all that waits."""
        with self._engine() as engine:
            engine.warm()
            while engine.work().done:
                pass

    def points(self) -> int:
        """How many points the stub holds, those of the feed itself among them."""
        with self.stub.turn:
            names = [collection.name for collection in self.stub.client.get_collections().collections]
            return sum(self.stub.client.count(name).count for name in names)

    def chunks(self) -> int:
        """How many chunks the records hold."""
        with closing(open_records(self.home, StorePolicy())) as records:
            return records.chunk_count()

    def lost(self) -> int:
        """How many acknowledged memories the records do not hold."""
        ids = set(self.diary.acknowledged)
        with closing(open_records(self.home, StorePolicy())) as records:
            return len(ids) - len(records.get_many(tuple(ids)))

    async def run(self) -> None:
        """The clients at work before, during and after; they go on until the stub has all, or patience ends."""
        self._turn("before", "")
        async with asyncio.TaskGroup() as clients:
            for name in _CLIENTS:
                clients.create_task(be_busy(self.home, name, self.diary, {"MCP_MEMORY_QDRANT_URL": self.stub.url}))
            await asyncio.sleep(_BEFORE_SECONDS)
            self._turn("away", self.fault)
            await asyncio.sleep(self.seconds)
            self._turn("back, until caught up", "")
            self.stub.released.set()
            await self._catch_up(self.chunks())
            self._turn("caught up", "")
            await asyncio.sleep(_BEFORE_SECONDS)
            self._turn("", "")
            self.diary.phases.pop()
            self.diary.is_over = True

    async def _catch_up(self, wanted: int) -> None:
        returned = time.perf_counter()
        while self.points() - self.markers < wanted and self.caught_up_after < _PATIENCE_SECONDS:
            await asyncio.sleep(0.2)
            self.caught_up_after = time.perf_counter() - returned

    def _turn(self, name: str, fault: Fault) -> None:
        self.requests.append(len(self.stub.requests))
        self.stub.fault = fault
        self.diary.turn(name)

    def _engine(self) -> MemoryEngine:
        return build_engine(Settings.read({"MCP_MEMORY_HOME": str(self.home), "MCP_MEMORY_QDRANT_URL": self.stub.url}))


def measure(tables: Tables, outage: Outage) -> bool:
    """Run it and tell; whether nothing failed, nothing is lost and all has arrived."""
    asyncio.run(outage.run())
    diary = outage.diary
    sent = [after - before for before, after in itertools.pairwise(outage.requests)]
    rows = [(*row, requests) for row, requests in zip(diary.rows(), sent, strict=True)]
    title = f"Two clients while a STUB of Qdrant is away ({outage.fault})"
    tables.add(title, (*HEAD, "requests to the stub"), rows)
    outage.settle()
    lost, missing = outage.lost(), outage.chunks() - (outage.points() - outage.markers)
    tables.add(
        "Afterwards",
        ("", "seen"),
        [
            ("remembers acknowledged, of them lost", f"{len(diary.acknowledged)}, {lost}"),
            ("seconds from the return until all from before it had arrived", outage.caught_up_after),
            ("chunks that the stub lacks at the end", missing),
        ],
    )
    return diary.is_clean() and not lost and not missing


def main() -> None:
    """Print both tables."""
    parser = options(__doc__)
    parser.add_argument("--memories", type=int, default=1_000, help="there before the clients begin, 200 at least")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long Qdrant is away")
    parser.add_argument("--fault", choices=_FAULTS, default="disconnect", help="what a request meets meanwhile")
    asked = parser.parse_args()
    with (
        Tables(asked.json) as tables,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        loopback() as stub,
    ):
        outage = Outage(Path(folder), stub, asked.fault, asked.seconds)
        outage.fill(asked.memories)
        passed = measure(tables, outage)
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
