"""What the Qdrant tests share: one process's Qdrant index over real records, on Qdrant's memory mode or a live server."""

import os
import uuid
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from qdrant_client import QdrantClient
from records_kit import put

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import EmbeddingPolicy
from mcp_memory.engine.index.guarded import GuardedIndex
from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.index.qdrant import QdrantIndex
from mcp_memory.engine.index.qdrant_feed import QdrantFeed, QdrantParts
from mcp_memory.engine.index.qdrant_server import QdrantServer, connector
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.feeds import Feed
from mcp_memory.engine.ports.index import Hits, Index, IndexSource, WordIndex
from mcp_memory.engine.ports.world import Clock
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.engine.text.tokens import query_terms
from mcp_memory.testing import DAWN, CountedIds, FrozenClock, HashingEmbedder, a_memory

EMBEDDER = HashingEmbedder()
EMBEDDER.load()
CARD = EMBEDDER.card
ALL_MINE = Filter(reach=Reach(user="me", sessions=None))
AT_ONCE = EmbeddingPolicy(batch=10_000, lease_seconds=0, max_attempts=1_000)
LIVE_URL = os.environ.get("QDRANT_URL", "")
LIVE = pytest.mark.skipif(not LIVE_URL, reason="QDRANT_URL names no live Qdrant server")
LIVE_CONNECT = connector(LIVE_URL, os.environ.get("QDRANT_API_KEY"))
NOWHERE = "http://127.0.0.1:9"
"""The discard port, where nothing listens."""


@dataclass
class Stopwatch:
    """Seconds that pass when told to."""

    seconds: float = 0.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class Process:
    """The Qdrant index as one process has it: its own connection, lease holder and stopwatch, common records."""

    records: SqliteRecords
    connect: Callable[[], QdrantClient]
    holder: str = "one"
    space: str = CARD.space
    is_shared: bool = True
    clock: FrozenClock = field(default_factory=FrozenClock)
    time: Clock | None = None
    stopwatch: Stopwatch = field(default_factory=Stopwatch)
    new_id: Callable[[], str] = field(default_factory=CountedIds)

    def __post_init__(self) -> None:
        self.server = QdrantServer(self.connect, self.stopwatch, is_shared=self.is_shared)
        parts = QdrantParts(
            records=self.records, server=self.server, space=self.space, dim=CARD.dim, holder=self.holder,
            clock=self.time or self.clock, new_id=self.new_id,
        )  # fmt: skip
        self.feed = QdrantFeed(parts)
        self.index = QdrantIndex(parts, self.records, self.feed)
        self.guarded = GuardedIndex(self.index, LocalIndex(self.records, self.records, self.space))

    def feed_all(self) -> int:
        """Run until nothing is left; returns how many memories were sent."""
        sent = 0
        while done := self.feed.run().done:
            sent += done
        return sent


@dataclass
class FedIndex:
    """An index whose feed runs before every question, or only before some."""

    process: Process
    index: Index
    every: int = 1
    asked: int = 0

    def search(self, terms: Sequence[str], vector: Vector | None, within: Filter, limit: int) -> Hits:
        self._feed()
        return self.index.search(terms, vector, within, limit)

    def rebuild(self) -> int:
        return self.index.rebuild()

    def size(self) -> int:
        self._feed()
        return self.index.size()

    def save(self) -> bool:
        return self.index.save()

    def _feed(self) -> None:
        if self.asked % self.every == 0:
            self.process.feed_all()
        self.asked += 1


class Making:
    """Makes an index for the contract suite, once for each store."""

    def __init__(self, build: Callable[[SqliteRecords], Index]) -> None:
        self._build = build
        self._built: weakref.WeakKeyDictionary[IndexSource, Index] = weakref.WeakKeyDictionary()

    def __call__(self, source: IndexSource, words: WordIndex, space: str) -> Index:
        if not isinstance(source, SqliteRecords):
            pytest.skip("Qdrant is fed from real records; test_qdrant_index.py compares it with the local index")
        assert (words, space) == (source, CARD.space)
        if source not in self._built:
            self._built[source] = self._build(source)
        return self._built[source]


def answering(records: SqliteRecords) -> Index:
    """Qdrant alone, fed before every question: nobody else answers."""
    client = QdrantClient(":memory:")
    process = Process(records, lambda: client)
    return FedIndex(process, process.index)


def behind(records: SqliteRecords) -> Index:
    """Fed before every third question, so that the others meet what has not arrived."""
    client = QdrantClient(":memory:")
    process = Process(records, lambda: client)
    return FedIndex(process, process.guarded, every=3)


def away(records: SqliteRecords) -> Index:
    """A server that is not there, with the local index behind it."""
    process = Process(records, connector(NOWHERE, None))
    return FedIndex(process, process.guarded)


class LiveMaking(Making):
    """The same on a live server; the collections are erased at the end."""

    def __init__(self) -> None:
        self._given: list[str] = []
        self._connect = LIVE_CONNECT
        super().__init__(self._answering)

    def close(self) -> None:
        client = self._connect()
        for found in client.get_collections().collections:
            if found.name.endswith(tuple(self._given)):
                client.delete_collection(found.name)
        client.close()

    def _answering(self, records: SqliteRecords) -> Index:
        process = Process(records, self._connect, new_id=self._new_id)
        return FedIndex(process, process.index)

    def _new_id(self) -> str:
        self._given.append(str(uuid.uuid4()))
        return self._given[-1]


# Memories to feed


def embed(records: SqliteRecords) -> None:
    """Give every waiting chunk its vector."""
    tasks = records.claim(CARD.space, DAWN, AT_ONCE)
    vectors = EMBEDDER.embed_passages([task.text for task in tasks])
    records.fulfil(CARD.space, tuple(zip(tasks, vectors, strict=True)))


def remember(records: SqliteRecords, *contents: str, start: int = 0, **changes: Any) -> list[Memory]:
    """Store and embed some memories; `start` keeps their ids apart from others'."""
    new_id = CountedIds(start)
    memories = [a_memory(id=new_id(), content=content, **changes) for content in contents]
    put(records, *memories)
    embed(records)
    return memories


def change(records: SqliteRecords, before: Memory, **changes: Any) -> Memory:
    """Another version of a memory, embedded."""
    after = before.changed(DAWN, **changes)
    put(records, after)
    embed(records)
    return after


def purge(records: SqliteRecords, memory: Memory) -> None:
    with records.writing() as writing:
        writing.purge([memory.id])


def ask(index: Index, question: str, within: Filter = ALL_MINE, limit: int = 10) -> Hits:
    return index.search(query_terms(question), EMBEDDER.embed_query(question), within, limit)


def found(index: Index, question: str) -> list[str]:
    """The ids of the vector leg, best first."""
    return [hit.memory_id for hit in ask(index, question).by_vector]


def contents_of(client: QdrantClient, collection: str) -> dict[str, Any]:
    """Everything that a collection holds, revisions left out: they tell when, not what."""
    points, rest = client.scroll(collection, limit=10_000, with_payload=True, with_vectors=True)
    assert rest is None
    return {
        str(point.id): ({**(point.payload or {}), "revision": None}, point.model_dump()["vector"]) for point in points
    }


def feed_of(process: Process) -> Feed:
    feed = process.feed.current()
    assert feed is not None
    return feed


def collections_of(client: QdrantClient) -> set[str]:
    return {collection.name for collection in client.get_collections().collections}


INDEXES = [
    pytest.param(lambda: Making(answering), id="qdrant"),
    pytest.param(lambda: Making(behind), id="qdrant behind"),
    pytest.param(lambda: Making(away), id="qdrant away"),
    pytest.param(LiveMaking, id="qdrant live", marks=LIVE),
]
"""What the contract suite runs on."""
