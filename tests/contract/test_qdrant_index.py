"""Qdrant beside the local index: the same answers, whatever has arrived there; and nothing in it that is not needed."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from qdrant_client import QdrantClient, models
from qdrant_kit import (
    ALL_MINE,
    CARD,
    EMBEDDER,
    LIVE,
    LIVE_CONNECT,
    NOWHERE,
    Process,
    ask,
    change,
    contents_of,
    embed,
    found,
    purge,
    remember,
)
from records_kit import put

from mcp_memory.engine.domain.errors import IndexAway, IndexBehind
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Memory, Origin, Scope
from mcp_memory.engine.domain.vocabulary import EventType, Layer, OriginKind, Status
from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.index.qdrant_points import DENSE, WORDS
from mcp_memory.engine.index.qdrant_server import connector
from mcp_memory.engine.index.word_weights import passage_weights
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hits
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.engine.text.tokens import query_terms
from mcp_memory.testing import DAWN, CountedIds, a_memory


@pytest.fixture
def client() -> Iterator[QdrantClient]:
    client = QdrantClient(":memory:")
    yield client
    client.close()


@pytest.fixture
def process(records: SqliteRecords, client: QdrantClient) -> Process:
    return Process(records, lambda: client)


def collection_of(process: Process) -> str:
    feed = process.feed.current()
    assert feed is not None
    return feed.collection


# Agreement

SAID = [
    "the",
    "team",
    "喝咖啡",
    "tea",
    "prefers",
    "灰度发布",
    "release",
    "port",
    "8080",
    "数据库",
    "backup",
    "never",
    "asks",
]
PROJECTS = ["", "atlas", "网站"]
SESSIONS = ["", "s1", "s2"]
TAGS = ["art", "cart", "a b", "数据"]


def a_random_memory(chance: Random, memory_id: str) -> Memory:
    length = 250 if chance.random() < 0.05 else chance.randint(3, 12)
    return a_memory(
        id=memory_id,
        content=" ".join(chance.choices(SAID, k=length)) + f" {memory_id[:8]}",
        layer=chance.choice(list(Layer)),
        scope=Scope(user=chance.choice(["me", "me", "you"]), project=chance.choice(PROJECTS)),
        status=chance.choice([Status.ACTIVE, *Status]),
        event_type=chance.choice(list(EventType)),
        origin=Origin(kind=OriginKind.AGENT, agent="test", session=chance.choice(SESSIONS)),
        tags=tuple(chance.sample(TAGS, chance.randint(0, 3))),
        occurred_at=DAWN + timedelta(days=chance.randint(-300, 300)),
    )


def a_random_filter(chance: Random) -> Filter:
    def maybe(values: Sequence[Any], most: int) -> frozenset[Any]:
        return frozenset(chance.sample(values, chance.randint(1, most))) if chance.random() < 0.4 else frozenset()

    return Filter(
        reach=Reach(user="me", sessions=chance.choice([None, None, maybe(SESSIONS, 2)])),
        statuses=maybe(list(Status), 3) or frozenset({Status.ACTIVE}),
        project=chance.choice(PROJECTS),
        outside=chance.random() < 0.2,
        layers=maybe(list(Layer), 2),
        event_types=maybe(list(EventType), 5),
        tags=maybe(TAGS, 1),
        since=DAWN + timedelta(days=chance.randint(-300, 0)) if chance.random() < 0.3 else None,
        until=DAWN + timedelta(days=chance.randint(0, 300)) if chance.random() < 0.3 else None,
    )


@pytest.mark.parametrize("connect", [lambda: QdrantClient(":memory:"), pytest.param(LIVE_CONNECT, marks=LIVE)])
def test_two_hundred_questions_have_the_same_hits_as_from_the_local_index(
    records: SqliteRecords, connect: Callable[[], QdrantClient]
) -> None:
    """Ids, order and every score; with most of it fed, some changed or purged since, and some not embedded yet."""
    client = connect()
    process = Process(records, lambda: client, new_id=lambda: str(uuid.uuid4()))
    chance, new_id = Random(7), CountedIds()  # noqa: S311 - repeatable on purpose
    memories = [a_random_memory(chance, new_id()) for _ in range(120)]
    put(records, *memories)
    embed(records)
    assert process.feed_all() == 120
    for memory in chance.sample(memories, 15):
        change(records, memory, status=Status.ACTIVE, tags=("art",), content=memory.content + " tea")
    for memory in chance.sample(memories, 5):
        purge(records, memory)
    put(records, *(a_random_memory(chance, new_id()) for _ in range(10)))
    local = LocalIndex(records, records, CARD.space)
    hits = 0
    for _ in range(200):
        question, within = " ".join(chance.choices(SAID, k=4)), a_random_filter(chance)
        expected = ask(local, question, within, limit=30)
        assert ask(process.index, question, within, limit=30) == expected
        hits += len(expected.by_vector)
    assert hits > 500
    assert process.index.size() == local.size()
    client.delete_collection(collection_of(process))
    client.close()


# What has not arrived


def test_before_the_first_feeding_the_index_says_that_it_is_behind(records: SqliteRecords, process: Process) -> None:
    [tea] = remember(records, "Tea is preferred.")
    for question in (lambda: ask(process.index, "tea"), process.index.size):
        with pytest.raises(IndexBehind):
            question()
    assert found(process.guarded, "tea") == [tea.id]
    assert process.guarded.size() == 1


def test_when_too_much_waits_the_index_says_that_it_is_behind(records: SqliteRecords, process: Process) -> None:
    process.feed_all()
    remember(records, *(f"Note {number} about tea." for number in range(255)))
    assert len(ask(process.index, "note about tea", limit=300).by_vector) == 255
    remember(records, "One note more.", start=1_000)
    with pytest.raises(IndexBehind):
        ask(process.index, "note about tea")
    assert len(ask(process.guarded, "note about tea", limit=300).by_vector) == 256
    assert process.guarded.size() == 256


def test_questions_that_need_no_vector_need_no_qdrant(records: SqliteRecords) -> None:
    process = Process(records, connector(NOWHERE, None))
    [tea] = remember(records, "Tea is preferred.")
    hits = process.index.search(["tea"], None, ALL_MINE, 5)
    assert [hit.memory_id for hit in hits.by_words] == [tea.id]
    assert process.index.search(["tea"], Vector(b"of another model"), ALL_MINE, 5) == hits
    assert process.index.search(["tea"], EMBEDDER.embed_query("tea"), ALL_MINE, 0) == Hits((), ())


def test_an_index_that_is_away_is_stood_in_for(records: SqliteRecords) -> None:
    process = Process(records, connector(NOWHERE, None))
    [tea] = remember(records, "Tea is preferred.")
    report = process.feed.run()
    assert report.done == 0
    assert len(report.failed) == 1
    assert "local index answers" in report.failed[0]
    assert found(process.guarded, "tea") == [tea.id]
    assert (process.guarded.size(), process.guarded.rebuild()) == (1, 1)
    with pytest.raises(IndexAway):
        process.index.size()


# What Qdrant is told


def test_points_hold_what_filters_need_and_no_text(
    records: SqliteRecords, process: Process, client: QdrantClient
) -> None:
    [memory] = remember(
        records, "The spare key lies under the third flower pot.", tags=("house",), scope=Scope("me", "atlas")
    )
    process.feed_all()
    held = contents_of(client, collection_of(process))
    payloads = [payload for payload, _ in held.values() if "memory_id" in payload]
    assert payloads == [
        {
            "memory_id": memory.id,
            "chunk": 0,
            "revision": None,
            "user": "me",
            "project": "atlas",
            "layer": "episodic",
            "status": "active",
            "event_type": "fact",
            "session": "s1",
            "occurred_at": DAWN.timestamp(),
            "tags": ["house"],
            "tier": "hot",
        }
    ]
    assert "flower" not in repr(held)
    assert len(held) == 2  # and the marker


def test_words_can_be_asked_for_in_qdrant_itself(
    records: SqliteRecords, process: Process, client: QdrantClient
) -> None:
    """For whoever has the collection but not the records."""
    coffee, tea = remember(records, "小明喜欢喝咖啡 in the morning.", "Tea in the morning, tea at night.")
    remember(records, *(f"Nothing but note {number}." for number in range(20)), start=100)
    process.feed_all()

    def by_words(question: str) -> list[str]:
        words = list(passage_weights(query_terms(question)))
        asked = models.SparseVector(indices=words, values=[1.0] * len(words))
        points = client.query_points(collection_of(process), query=asked, using=WORDS, limit=5).points
        return [(point.payload or {})["memory_id"] for point in points]

    assert by_words("谁喝咖啡") == [coffee.id]
    assert by_words("tea in the mornings") == [tea.id, coffee.id]


def test_a_point_that_the_records_do_not_know_is_never_shown(
    records: SqliteRecords, process: Process, client: QdrantClient
) -> None:
    [tea] = remember(records, "Tea is preferred.")
    process.feed_all()
    [known] = [point for point in client.scroll(collection_of(process))[0] if point.payload and "user" in point.payload]
    ghost = models.PointStruct(
        id=7, vector={DENSE: [1.0] * CARD.dim}, payload={**(known.payload or {}), "memory_id": "gone"}
    )
    client.upsert(collection_of(process), [ghost])
    assert found(process.index, "tea") == [tea.id]


def test_an_answer_about_other_things_is_no_answer(
    records: SqliteRecords, process: Process, client: QdrantClient
) -> None:
    """Somebody else writes into the collection: the local index answers."""
    [tea] = remember(records, "Tea is preferred.")
    process.feed_all()
    stray = models.PointStruct(id=7, vector={DENSE: [1.0] * CARD.dim}, payload={"user": "me", "status": "active"})
    client.upsert(collection_of(process), [stray])
    with pytest.raises(IndexAway):
        ask(process.index, "tea")
    assert found(process.guarded, "tea") == [tea.id]
