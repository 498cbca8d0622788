"""Real records for the suites of indexes: how a memory gets there, and how an index over them is asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Change, Memory
from mcp_memory.engine.domain.policies import EmbeddingPolicy
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hit, Hits, Index
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.engine.text.tokens import query_terms
from mcp_memory.testing import DAWN, OWNER, CountedIds, HashingEmbedder, a_memory

EMBEDDER = HashingEmbedder()
EMBEDDER.load()
SPACE = EMBEDDER.card.space
ALL_MINE = Filter(reach=Reach(user="me", sessions=None))
AT_ONCE = EmbeddingPolicy(batch=1_000, lease_seconds=0, max_attempts=1_000)


@dataclass
class Store:
    """The real records of a folder, and the two steps by which a memory gets there: put, then embedded."""

    records: SqliteRecords
    new_id: Callable[[], str] = field(default_factory=CountedIds)

    def put(self, content: str, **changes: Any) -> Memory:
        memory = a_memory(id=self.new_id(), content=content, **changes)
        self.write(None, memory)
        return memory

    def change(self, before: Memory, **changes: Any) -> Memory:
        after = before.changed(DAWN, **changes)
        self.write(before, after)
        return after

    def write(self, before: Memory | None, after: Memory) -> None:
        with self.records.writing() as transaction:
            transaction.put(Change.made(OWNER, "remember", "", before, after))

    def purge(self, memory: Memory) -> None:
        with self.records.writing() as transaction:
            transaction.purge([memory.id])

    def embed(self) -> None:
        tasks = self.records.claim(SPACE, DAWN, AT_ONCE)
        vectors = EMBEDDER.embed_passages([task.text for task in tasks])
        self.records.fulfil(SPACE, tuple(zip(tasks, vectors, strict=True)))


def ask(index: Index, question: str, within: Filter = ALL_MINE, limit: int = 10) -> Hits:
    return index.search(query_terms(question), EMBEDDER.embed_query(question), within, limit)


def ids(hits: Sequence[Hit]) -> list[str]:
    return [hit.memory_id for hit in hits]


def cosine(one: Vector, other: Vector) -> float:
    return float(np.frombuffer(one, "<f2").astype(np.float64) @ np.frombuffer(other, "<f2").astype(np.float64))
