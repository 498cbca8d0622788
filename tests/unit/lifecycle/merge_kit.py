"""What the tests of merging share: an engine with an embedder at work, memories put there directly, the whole state."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.domain.jobs import JobOutcome
from mcp_memory.engine.domain.memory import Change, Dossier, Link, Memory, Observation
from mcp_memory.engine.domain.policies import EmbeddingPolicy, MergePolicy, StorePolicy
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.engine.lifecycle.merge import Merging
from mcp_memory.engine.lifecycle.unmerge import Unmerging
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.records import EmbeddingTask
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, OWNER, CountedIds, FrozenClock, a_memory

SPACE = "test:1"
SAME = (
    "The port of the billing service is 8080.",
    "The billing service listens on port 8080.",
    "Billing service port: 8080",
)
SAME_ZH = ("计费服务的端口是9090。", "计费服务监听9090端口。")


class Kept:
    """Records with the job on them. Ids are counted; each memory is stored a minute after the one before."""

    def __init__(self, folder: Path, **parts: Any) -> None:
        self.records: SqliteRecords = open_records(folder, StorePolicy())
        self.clock = FrozenClock(DAWN + timedelta(days=30))
        self.new_id: Callable[[], str] = CountedIds()
        self.overview_ids = CountedIds(start=1_000_000)
        self.merging = self.job(**parts)
        self.unmerging = Unmerging(self.records, self.clock)

    def job(self, **parts: Any) -> Merging:
        """The job with some parts replaced."""
        usual: dict[str, Any] = {
            "records": self.records,
            "compare": compare,
            "vectors": self.records,
            "space": SPACE,
            "policy": MergePolicy(),
            "clock": self.clock,
            "new_id": self.overview_ids,
            "shared": True,
        }
        return Merging(**(usual | parts))

    def put(self, content: str, **fields: Any) -> Memory:
        """Store a memory as it is given, seen once in the session of its origin."""
        memory_id = self.new_id()
        at = DAWN + timedelta(minutes=int(memory_id[:8], 16))
        times = {"occurred_at": at, "stored_at": at, "changed_at": at}
        memory = a_memory(id=memory_id, content=content, **(times | fields))
        with self.records.writing() as writing:
            writing.put(Change(memory.id, memory.version, memory.changed_at, "test", "remember", "", None, memory))
            writing.observe(Observation(memory.id, memory.origin.session, memory.occurred_at))
        return memory

    def edit(self, memory: Memory | str, **fields: Any) -> Memory:
        """Change a memory by hand, a moment later."""
        self.clock.advance(seconds=1)
        before = self.now(memory)
        after = before.changed(self.clock(), **fields)
        with self.records.writing() as writing:
            writing.put(Change.made(OWNER, "edit", "", before, after))
        return after

    def link(self, source: Memory | str, kind: LinkKind, target: Memory | str) -> None:
        """Link two memories."""
        ids = [end if isinstance(end, str) else end.id for end in (source, target)]
        with self.records.writing() as writing:
            writing.link(Link(ids[0], kind, ids[1], DAWN))

    def alike(self, *contents: str, **fields: Any) -> list[Memory]:
        """Memories that are linked as near duplicates, each to all before it."""
        made: list[Memory] = []
        for content in contents:
            memory = self.put(content, **fields)
            for other in made:
                self.link(memory, LinkKind.SIMILAR_TO, other)
            made.append(memory)
        return made

    def embed(self, *memories: Memory) -> None:
        """Give memories a vector."""
        tasks = self.records.claim(SPACE, self.clock(), _PLENTY)
        wanted = {memory.id for memory in memories}
        done: list[tuple[EmbeddingTask, Vector]] = [
            (task, Vector(b"\x00\x3c\x00\x00")) for task in tasks if task.memory_id in wanted
        ]
        self.records.fulfil(SPACE, done)
        self.clock.advance(minutes=5)

    def merge(self) -> JobOutcome:
        """Run until a run has nothing to do, a minute between two; what the last run told."""
        while True:
            outcome = self.merging.run()
            if not (outcome.counts.get("overviews") or outcome.counts.get("archived")):
                return outcome
            self.clock.advance(minutes=1)

    def now(self, memory: Memory | str) -> Memory:
        """A memory as it stands."""
        found = self.records.get(memory if isinstance(memory, str) else memory.id)
        assert found is not None
        return found

    def dossier(self, memory: Memory) -> Dossier:
        """Everything about a memory."""
        found = self.records.dossier(memory.id)
        assert found is not None
        return found

    def statuses(self, *memories: Memory) -> list[Status]:
        """How they stand."""
        return [self.now(memory).status for memory in memories]

    def overviews(self, *sources: Memory) -> list[Memory]:
        """What these were merged into."""
        links = self.records.linked([source.id for source in sources], LinkKind.MERGED_INTO)
        return [self.now(target) for target in sorted({link.target for link in links})]

    def overview(self, *sources: Memory) -> Memory:
        """The one memory that these were merged into."""
        [found] = self.overviews(*sources)
        return found

    def close(self) -> None:
        """Let go of the folder."""
        self.records.close()


_PLENTY = EmbeddingPolicy(batch=1_000)
