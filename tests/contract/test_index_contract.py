"""What every index owes recall, held over the real records. A new adapter joins by one line in `indexes_kit.INDEXES`."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from indexes_kit import INDEXES, MakeIndex, made
from store_kit import ALL_MINE, EMBEDDER, SPACE, Store, ask, cosine, ids

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Memory, Origin, Scope
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.vocabulary import EventType, Layer, OriginKind, Status, Tier
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hits, Index, IndexChanges, IndexRow, WordScore
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, CountedIds, a_memory


@pytest.fixture(scope="module", params=INDEXES)
def make_index(request: pytest.FixtureRequest) -> Iterator[MakeIndex]:
    yield from made(request)


@pytest.fixture
def store(records: SqliteRecords) -> Store:
    return Store(records)


@pytest.fixture
def index(make_index: MakeIndex, store: Store) -> Index:
    return make_index(store.records, store.records, SPACE)


def test_what_was_just_put_is_found_by_words_and_once_embedded_by_its_vector_too(store: Store, index: Index) -> None:
    memory = store.put("The team chose PostgreSQL.")
    first = ask(index, "which PostgreSQL?")
    assert ids(first.by_words) == [memory.id]
    assert first.by_vector == ()
    assert first.by_words[0].cosine is None
    store.embed()
    later = ask(index, "which PostgreSQL?")
    assert later.by_vector == later.by_words
    [hit] = later.by_vector
    assert hit.cosine == pytest.approx(
        cosine(EMBEDDER.embed_query("which PostgreSQL?"), EMBEDDER.embed_query("The team chose PostgreSQL."))
    )
    assert hit.words > 0
    assert 0 < hit.coverage <= 1


def test_a_write_of_another_connection_is_seen_by_the_next_search(index: Index, tmp_path: Path) -> None:
    assert ask(index, "tea") == Hits(by_vector=(), by_words=())
    with closing(open_records(tmp_path, StorePolicy())) as others_records:
        other = Store(others_records, CountedIds(start=500))
        memory = other.put("Tea is preferred.")
        other.embed()
        assert ids(ask(index, "tea").by_vector) == [memory.id]
        other.purge(memory)
        assert ask(index, "tea") == Hits(by_vector=(), by_words=())


def test_a_changed_text_is_found_by_its_new_words_and_its_new_vector_only(store: Store, index: Index) -> None:
    memory = store.put("The port is 8080.")
    store.embed()
    assert ids(ask(index, "8080").by_words) == [memory.id]
    store.change(memory, content="Entrance through the garden.")
    waiting = ask(index, "garden 8080")
    assert waiting.by_vector == ()
    assert [(hit.memory_id, hit.cosine) for hit in waiting.by_words] == [(memory.id, None)]
    store.embed()
    [hit] = ask(index, "garden").by_vector
    expected = cosine(EMBEDDER.embed_query("garden"), EMBEDDER.embed_query("Entrance through the garden."))
    assert hit.cosine == pytest.approx(expected)
    assert ask(index, "8080").by_words == ()


@pytest.mark.parametrize(
    ("changes", "now_within"),
    [
        ({"status": Status.ARCHIVED}, replace(ALL_MINE, statuses=frozenset({Status.ARCHIVED}))),
        ({"tags": ("drinks",)}, replace(ALL_MINE, tags=frozenset({"drinks"}))),
        ({"scope": Scope(user="me", project="kitchen")}, replace(ALL_MINE, project="kitchen")),
        ({"scope": Scope(user="you")}, Filter(reach=Reach(user="you", sessions=None))),
        ({"layer": Layer.SEMANTIC}, replace(ALL_MINE, layers=frozenset({Layer.SEMANTIC}))),
        ({"event_type": EventType.RISK}, replace(ALL_MINE, event_types=frozenset({EventType.RISK}))),
        ({"occurred_at": DAWN + timedelta(days=9)}, replace(ALL_MINE, since=DAWN + timedelta(days=8))),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_a_changed_field_is_seen_by_the_next_search(
    store: Store, index: Index, changes: Mapping[str, Any], now_within: Filter
) -> None:
    memory = store.put("Tea is preferred.", scope=Scope(user="me", project="elsewhere"))
    store.embed()
    before = ask(index, "tea", now_within)
    assert (before.by_vector, before.by_words) == ((), ())
    store.change(memory, **changes)
    after = ask(index, "tea", now_within)
    assert ids(after.by_vector) == ids(after.by_words) == [memory.id]
    assert after.by_vector == after.by_words


def test_what_was_purged_is_gone(store: Store, index: Index) -> None:
    kept, purged = store.put("Tea in the morning."), store.put("Tea in the evening.")
    store.embed()
    assert len(ask(index, "tea").by_vector) == 2
    store.purge(purged)
    hits = ask(index, "tea in the evening")
    assert ids(hits.by_vector) == ids(hits.by_words) == [kept.id]
    assert index.size() == 1


def test_a_tag_matches_whole_and_all_tags_must_be_there(store: Store, index: Index) -> None:
    art, cart = store.put("Tea with art.", tags=("art", "blue")), store.put("Tea on a cart.", tags=("cart", "blue"))
    store.embed()
    for tags, expected in [({"art"}, {art.id}), ({"art", "blue"}, {art.id}), ({"blue"}, {art.id, cart.id})]:
        hits = ask(index, "tea", replace(ALL_MINE, tags=frozenset(tags)))
        assert set(ids(hits.by_vector)) == set(ids(hits.by_words)) == expected
    for tags in ({"ar"}, {"art", "cart"}, {"Art"}):
        hits = ask(index, "tea", replace(ALL_MINE, tags=frozenset(tags)))
        assert (hits.by_vector, hits.by_words) == ((), ())


def test_a_chunk_that_one_leg_missed_is_scored_on_it_all_the_same(store: Store, index: Index) -> None:
    near = store.put("A cup of tea in the shade of the old oak.")
    wordy = store.put("Tea, tea, tea.")
    store.embed()
    question = EMBEDDER.embed_query(near.content)
    few = index.search(["tea"], question, ALL_MINE, 1)
    assert (ids(few.by_vector), ids(few.by_words)) == ([near.id], [wordy.id])
    all_scored = {hit.memory_id: hit for hit in index.search(["tea"], question, ALL_MINE, 2).by_vector}
    assert few.by_vector[0] == all_scored[near.id]
    assert few.by_words[0] == all_scored[wordy.id]
    assert few.by_vector[0].words > 0
    assert few.by_words[0].cosine == pytest.approx(cosine(question, EMBEDDER.embed_query(wordy.content)))


def test_a_chunk_that_no_word_hits_scores_nothing_by_words(store: Store, index: Index) -> None:
    store.put("A cup of tea.")
    store.embed()
    [hit] = index.search(["coffee"], EMBEDDER.embed_query("A cup of tea."), ALL_MINE, 5).by_vector
    assert (hit.words, hit.coverage) == (0, 0)


def test_the_chunks_of_a_long_memory_are_found_one_by_one(store: Store, index: Index) -> None:
    long = " ".join(f"Sentence {number} says nothing of interest to anybody." for number in range(200))
    memory = store.put(f"{long} The spare key lies under the third flower pot.")
    store.embed()
    assert index.size() > 1
    best = ask(index, "spare key flower pot").by_words[0]
    assert best.memory_id == memory.id
    assert best.chunk > 0
    assert "flower pot" in store.records.chunk_texts([(best.memory_id, best.chunk)])[best.memory_id, best.chunk]


def test_equal_vectors_are_told_apart_by_id_and_then_chunk(store: Store, index: Index) -> None:
    memories = [store.put("The same sentence.", scope=Scope(user="me", project=str(number))) for number in range(9)]
    store.embed()
    expected = [memory.id for memory in memories]
    assert ids(ask(index, "the same sentence").by_vector) == expected
    for limit in (1, 4, 8):
        assert ids(ask(index, "the same sentence", limit=limit).by_vector) == expected[:limit]


def test_limits_beyond_the_store_and_below_one_are_fine(store: Store, index: Index) -> None:
    store.put("Tea is preferred.")
    store.embed()
    assert len(ask(index, "tea", limit=10_000).by_vector) == 1
    assert ask(index, "tea", limit=0) == Hits(by_vector=(), by_words=())


def test_an_empty_store_has_no_hits(index: Index) -> None:
    assert ask(index, "anything") == Hits(by_vector=(), by_words=())
    assert (index.size(), index.rebuild()) == (0, 0)


@pytest.mark.parametrize("vector", [None, Vector(b""), Vector(b"\0"), Vector(b"\0\0" * 63), Vector(b"\xff\x7f" * 64)])
def test_without_a_usable_vector_only_words_answer(store: Store, index: Index, vector: Vector | None) -> None:
    memory = store.put("Tea is preferred.")
    store.embed()
    hits = index.search(["tea"], vector, ALL_MINE, 5)
    assert hits.by_vector == ()
    assert [(hit.memory_id, hit.cosine) for hit in hits.by_words] == [(memory.id, None)]


@pytest.mark.parametrize("terms", [[], ['"'], ["OR", "NEAR(", "*"], ["\x00"], ["茶"] * 2_000])
def test_any_terms_are_harmless(store: Store, index: Index, terms: list[str]) -> None:
    memory = store.put("Green is preferred.")
    store.embed()
    hits = index.search(terms, EMBEDDER.embed_query("green"), ALL_MINE, 5)
    assert ids(hits.by_vector) == [memory.id]
    assert hits.by_words == ()


def test_rebuilding_changes_no_answer(store: Store, index: Index) -> None:
    for number in range(20):
        store.put(f"Note {number} about tea.", tags=(f"t{number % 3}",))
    store.embed()
    before = ask(index, "note about tea", replace(ALL_MINE, tags=frozenset({"t1"})))
    assert index.rebuild() == index.size() == 20
    assert ask(index, "note about tea", replace(ALL_MINE, tags=frozenset({"t1"}))) == before


def test_saving_changes_no_answer(store: Store, index: Index) -> None:
    store.put("Tea is drunk at four.")
    store.embed()
    before = ask(index, "when is tea")
    index.save()
    assert ask(index, "when is tea") == before


def test_searches_beside_writes_find_all_that_was_acknowledged_before_them(store: Store, index: Index) -> None:
    def remember_and_ask(writer: int) -> None:
        own = Store(store.records, CountedIds(start=1_000 * (writer + 1)))
        for number in range(8):
            memory = own.put(f"Writer{writer} noted number{number}.")
            hits = ask(index, f"writer{writer} number{number}", limit=50)
            assert memory.id in ids(hits.by_words)
            own.embed()
            assert memory.id in ids(ask(index, f"Writer{writer} noted number{number}.", limit=50).by_vector)

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(remember_and_ask, writer) for writer in range(4)]:
            done.result()
    assert index.size() == 32


# Filters mean what the domain says

WORDS = st.sampled_from(["", "a", "b", "ab"])
MOMENTS = st.datetimes(datetime(2025, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - aware by the strategy
FILTERS = st.builds(
    Filter,
    reach=st.builds(Reach, user=WORDS, sessions=st.none() | st.frozensets(WORDS, max_size=2)),
    statuses=st.frozensets(st.sampled_from(Status)),
    project=WORDS,
    outside=st.booleans(),
    layers=st.frozensets(st.sampled_from(Layer), max_size=2),
    event_types=st.frozensets(st.sampled_from(EventType), max_size=3),
    tags=st.frozensets(WORDS, max_size=2),
    since=st.none() | MOMENTS,
    until=st.none() | MOMENTS,
    tiers=st.frozensets(st.sampled_from(Tier)),
)


def a_random_memory(rng: np.random.Generator, memory_id: str) -> Memory:
    def one_of(options: Sequence[Any]) -> Any:
        return options[int(rng.integers(len(options)))]

    words = ["", "a", "b", "ab"]
    return a_memory(
        id=memory_id,
        content=f"{one_of(words)} tea {rng.integers(1_000)}",
        layer=one_of(list(Layer)),
        scope=Scope(user=one_of(["a", "b"]), project=one_of(words)),
        status=one_of(list(Status)),
        event_type=one_of(list(EventType)),
        origin=Origin(kind=OriginKind.AGENT, agent="test", session=one_of(words)),
        tags=tuple(sorted({one_of(words) for _ in range(rng.integers(3))})),
        occurred_at=DAWN + timedelta(hours=int(rng.integers(-9_000, 9_000))),
        tier=one_of(list(Tier)),
    )


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, list[Memory]]]:
    """Three hundred memories of all kinds."""
    rng, new_id = np.random.default_rng(11), CountedIds()
    with closing(open_records(tmp_path_factory.mktemp("crowd"), StorePolicy())) as records:
        store = Store(records)
        memories = [a_random_memory(rng, new_id()) for _ in range(300)]
        for memory in memories:
            store.write(None, memory)
        store.embed()
        yield store, memories


@settings(max_examples=60, deadline=None)
@given(within=FILTERS, limit=st.sampled_from([1, 5, 400]))
def test_both_legs_range_over_exactly_what_the_filter_admits_and_vectors_over_its_tiers(
    make_index: MakeIndex, crowd: tuple[Store, list[Memory]], within: Filter, limit: int
) -> None:
    store, memories = crowd
    index = make_index(store.records, store.records, SPACE)
    question = EMBEDDER.embed_query("b tea 500")
    hits = index.search(["tea"], question, within, limit)
    admitted = {memory.id: memory for memory in memories if within.admits(memory)}
    nearest = sorted(
        (memory_id for memory_id, memory in admitted.items() if memory.tier in within.tiers),
        key=lambda memory_id: (-cosine(question, EMBEDDER.embed_query(admitted[memory_id].content)), memory_id),
    )
    assert ids(hits.by_vector) == nearest[:limit]
    assert len(hits.by_words) == min(limit, len(admitted))
    assert set(ids(hits.by_words)) <= admitted.keys()


# Size

DIM = 32


class Frozen:
    """A source of rows that never change, and a words leg that knows nothing."""

    def __init__(self, rows: Sequence[IndexRow]) -> None:
        self.rows = tuple(rows)

    def data_version(self) -> int:
        return 1

    def changes_after(
        self,
        revision: int,
        space: str,
        limit: int,  # noqa: ARG002 - one transaction is never divided
        *,
        without: frozenset[Tier] = frozenset(),
        fresh_to: int = 0,  # noqa: ARG002 - nothing changes
    ) -> IndexChanges:
        assert space == "frozen"
        rows = tuple(row for row in self.rows if row.tier not in without) if revision == 0 else ()
        return IndexChanges(revision=1, changed_ids=tuple(row.memory_id for row in rows), rows=rows)

    def vectors_of(self, chunks: Sequence[tuple[str, int]], space: str) -> dict[tuple[str, int], Vector]:
        assert space == "frozen"
        vectors = {(row.memory_id, row.chunk): row.vector for row in self.rows}
        return {key: vector for key in chunks if (vector := vectors.get(key)) is not None}

    def cold_chunks(self) -> int:
        return 0

    def search_words(self, terms: Sequence[str], within: Filter, limit: int) -> dict[tuple[str, int], WordScore]:  # noqa: ARG002 - the port's signature
        return {}

    def score_words(self, terms: Sequence[str], chunks: Sequence[tuple[str, int]]) -> dict[tuple[str, int], WordScore]:  # noqa: ARG002 - the port's signature
        return {}


def test_ten_thousand_rows_are_ranked_as_a_plain_loop_would(make_index: MakeIndex) -> None:
    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(10_000, DIM))
    vectors[5_000:5_050] = vectors[0]
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype("<f2")
    rows = [
        IndexRow(
            memory_id=f"{number:05}", chunk=number % 3, vector=Vector(vector.tobytes()), user="me", project="",
            layer=Layer.SEMANTIC, status=Status.ACTIVE if number % 4 else Status.PENDING, event_type=EventType.FACT,
            session="", occurred_at=0.0, tags=(),
        )
        for number, vector in enumerate(vectors)
    ]  # fmt: skip
    source = Frozen(rows)
    index = make_index(source, source, "frozen")
    assert index.size() == 10_000
    active = [row for row in rows if row.status == Status.ACTIVE]
    for question in (vectors[0], vectors[7], (-vectors[9]).astype("<f2")):
        asked = Vector(question.tobytes())
        scores = {row.memory_id: cosine(asked, row.vector or Vector(b"")) for row in active}
        expected = sorted(scores, key=lambda memory_id: (-scores[memory_id], memory_id))[:30]
        hits = index.search([], asked, ALL_MINE, 30).by_vector
        assert ids(hits) == expected
        assert [hit.cosine for hit in hits] == pytest.approx([scores[memory_id] for memory_id in expected], abs=1e-6)
