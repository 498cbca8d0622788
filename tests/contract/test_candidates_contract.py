"""What the book of candidates owes consolidation: what is new, what was proposed, and nothing left after a purge."""

from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from records_kit import a_change, moments, put, texts

from mcp_memory.engine.domain.errors import StoreFailed
from mcp_memory.engine.domain.memory import Memory, Observation, Scope
from mcp_memory.engine.domain.policies import EmbeddingPolicy, FadingPolicy, StorePolicy
from mcp_memory.engine.domain.promotion import CandidateState, GateReport, GateResult, PromotionCandidate
from mcp_memory.engine.domain.vocabulary import Layer, Status, Tier
from mcp_memory.engine.ports.candidates import CandidateBook
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.records import schema
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, CountedIds, a_memory

gates = st.builds(GateResult, gate=texts, passed=st.booleans(), reason=texts)
CANDIDATES = st.builds(
    PromotionCandidate,
    id=texts.filter(bool),
    scope=st.builds(Scope, user=st.sampled_from(["me", "you"]), project=texts),
    layer=st.sampled_from([Layer.SEMANTIC, Layer.PROCEDURAL]),
    statement=texts,
    observations=st.lists(
        st.builds(Observation, memory_id=st.sampled_from(["a", "b", "c"]), scene=texts, at=moments),
        max_size=4,
        unique_by=lambda seen: (seen.memory_id, seen.scene),
    ).map(lambda seen: tuple(sorted(seen, key=lambda one: (one.at, one.memory_id, one.scene)))),
    report=st.builds(
        GateReport,
        results=st.lists(gates, max_size=3).map(tuple),
        passed=st.booleans(),
        waits=st.lists(texts, max_size=2).map(tuple),
    ),
    confidence=st.floats(0, 1),
    state=st.sampled_from(CandidateState),
    memory_id=texts,
    created_at=moments,
    changed_at=moments,
)


@pytest.fixture
def book(records: SqliteRecords) -> CandidateBook:
    return records


def a_candidate(name: str = "c1", *memory_ids: str, **changes: object) -> PromotionCandidate:
    seen = tuple(Observation(memory_id, "s1", DAWN) for memory_id in memory_ids)
    new = PromotionCandidate(
        id=name,
        scope=Scope("me"),
        layer=Layer.SEMANTIC,
        statement="kookaburra rule",
        observations=seen,
        created_at=DAWN,
        changed_at=DAWN,
    )
    return replace(new, **changes)  # type: ignore[arg-type]


def keep(book: CandidateBook, *candidates: PromotionCandidate) -> None:
    with book.consolidating() as writing:
        for candidate in candidates:
            writing.keep_candidate(candidate)


@settings(max_examples=40, deadline=None)
@given(candidate=CANDIDATES)
def test_a_candidate_comes_back_as_it_was_kept(
    candidate: PromotionCandidate, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("candidates")
    with closing(open_records(folder, StorePolicy())) as book:
        keep(book, candidate)
        keep(book, candidate)
    with closing(open_records(folder, StorePolicy())) as book:
        (found,) = book.candidates(candidate.scope.user, {candidate.state})
        assert replace(found, observations=()) == replace(candidate, observations=())
        assert set(found.observations) == set(candidate.observations)
        assert found.signature == candidate.signature
        with book.consolidating() as writing:
            assert writing.candidate(candidate.id) == found


def test_the_signature_is_of_memories_and_scenes() -> None:
    """Neither order nor times count."""
    one, other = Observation("a", "s1", DAWN), Observation("b", "s2", DAWN)
    later = replace(one, at=DAWN.replace(year=2027))
    candidate = a_candidate(observations=(one, other))
    assert candidate.signature == replace(candidate, observations=(other, later)).signature
    assert candidate.signature != replace(candidate, observations=(one,)).signature
    assert candidate.evidence == ("a", "b")


def test_candidates_are_listed_by_user_and_state_latest_first(book: CandidateBook) -> None:
    keep(
        book,
        a_candidate("c1"),
        a_candidate("c2", changed_at=DAWN.replace(year=2027)),
        a_candidate("c3", scope=Scope("you")),
        a_candidate("c4", state=CandidateState.REJECTED),
    )
    assert [one.id for one in book.candidates("me", {CandidateState.OPEN})] == ["c2", "c1"]
    assert [one.id for one in book.candidates("me", {CandidateState.OPEN}, 1)] == ["c2"]
    assert [one.id for one in book.candidates("me", set(CandidateState))] == ["c2", "c1", "c4"]


def test_candidates_are_found_by_what_they_rest_on_and_what_they_became(book: CandidateBook) -> None:
    keep(book, a_candidate("c1", "a", "b"), a_candidate("c2", "b"), a_candidate("c3", "d", memory_id="m"))
    assert [one.id for one in book.candidates_on(["a"])] == ["c1"]
    assert [one.id for one in book.candidates_on(["b", "m"])] == ["c1", "c2", "c3"]
    assert book.candidates_on(["z"]) == ()
    assert book.candidates_on([]) == ()


def test_nothing_is_kept_of_a_write_that_fails(book: CandidateBook) -> None:
    def fail() -> None:
        with book.consolidating() as writing:
            writing.keep_candidate(a_candidate())
            writing.move_watermark(9)
            raise StoreFailed

    with pytest.raises(StoreFailed):
        fail()
    assert (book.candidates("me", {CandidateState.OPEN}), book.watermark()) == ((), 0)


def test_the_watermark_never_goes_back_and_moves_no_revision(records: SqliteRecords) -> None:
    before = records.revision()
    for revision in (7, 3):
        with records.consolidating() as writing:
            writing.move_watermark(revision)
            writing.keep_candidate(a_candidate())
    assert (records.watermark(), records.revision()) == (7, before)


def test_what_is_new_comes_in_order_and_no_transaction_is_cut(records: SqliteRecords) -> None:
    """Active episodes and procedures only; a page ends with a whole transaction."""
    new_id = CountedIds()
    first = [a_memory(id=new_id(), content=f"note {n}") for n in range(3)]
    put(records, *first)
    together = [a_memory(id=new_id(), content=f"more {n}") for n in range(3)]
    with records.writing() as writing:
        for memory in together:
            writing.put(a_change(memory))
    put(records, a_memory(id=new_id(), content="a rule", layer=Layer.SEMANTIC))
    put(records, a_memory(id=new_id(), content="waits", layer=Layer.PROCEDURAL, status=Status.PENDING))
    page = records.unconsolidated(0, 4)
    assert [memory.id for _, memory in page.memories] == [memory.id for memory in (*first, *together)]
    assert page.revision == page.memories[-1][0]
    rest = records.unconsolidated(page.revision, 4)
    assert (rest.memories, rest.revision) == ((), records.revision())
    assert records.unconsolidated_episodes(99) == 6
    assert records.unconsolidated_episodes(2) == 2
    with records.consolidating() as moving:
        moving.move_watermark(page.revision)
    assert records.unconsolidated_episodes(99) == 0


def test_a_new_scene_makes_a_memory_new_again_and_a_repeat_does_not(records: SqliteRecords) -> None:
    put(records, a_memory())
    seen = Observation(a_memory().id, "s1", DAWN)
    with records.writing() as writing:
        assert writing.observe(seen)
    revision = records.revision()
    with records.writing() as writing:
        assert not writing.observe(seen)
    assert records.unconsolidated(revision, 9).memories == ()
    with records.writing() as writing:
        assert writing.observe(replace(seen, scene="s2"))
    assert [memory for _, memory in records.unconsolidated(revision, 9).memories] == [a_memory()]


def test_a_vector_that_arrives_and_a_tier_that_moves_tell_nothing_new(records: SqliteRecords) -> None:
    """Indexes learn of both; consolidation would read every memory again after a change of the model."""
    put(records, a_memory())
    page = records.unconsolidated(0, 9)
    with records.consolidating() as moving:
        moving.move_watermark(page.revision)
    tasks = records.claim("test:1", DAWN, EmbeddingPolicy())
    assert records.fulfil("test:1", [(task, Vector(b"\x00\x3c")) for task in tasks]) == 1
    assert records.revision() > page.revision
    assert (records.unconsolidated(page.revision, 9).memories, records.unconsolidated_episodes(9)) == ((), 0)
    later = DAWN + timedelta(days=100)
    assert records.move([a_memory().id], Tier.WARM, later, FadingPolicy()) == 1
    assert (records.unconsolidated(page.revision, 9).memories, records.unconsolidated_episodes(9)) == ((), 0)
    with records.writing() as writing:
        assert writing.observe(Observation(a_memory().id, "s2", DAWN))
    assert records.unconsolidated_episodes(9) == 1


def test_observations_of_several_are_read_at_once(records: SqliteRecords) -> None:
    put(records, a_memory())
    seen = [Observation(a_memory().id, scene, DAWN) for scene in ("s1", "s2")]
    with records.writing() as writing:
        for one in seen:
            writing.observe(one)
    assert records.observations_of([a_memory().id, "unknown"]) == {a_memory().id: tuple(seen)}
    assert records.observations_of([]) == {}


def rows_left(records: SqliteRecords) -> int:
    with records._connections.reading() as connection:
        tables = (schema.candidates, schema.candidate_evidence)
        counts = (connection.execute(sa.select(sa.func.count()).select_from(table)) for table in tables)
        return sum(count.scalar_one() for count in counts)


@pytest.mark.parametrize("became", ["", "the memory"])
def test_a_purge_erases_what_quotes_or_rests_on_the_purged(tmp_path: Path, became: str) -> None:
    """Also a candidate that became the purged memory; no byte of its statement is left."""
    records = open_records(tmp_path, StorePolicy())
    new_id = CountedIds()
    gone, other = a_memory(id=new_id(), content="gone"), a_memory(id=new_id(), content="stays")
    put(records, gone, other)
    resting = a_candidate("c1", *((other.id,) if became else (gone.id, other.id)), memory_id=gone.id if became else "")
    keep(records, resting, a_candidate("c2", other.id, statement="wombat"))
    with records.writing() as writing:
        writing.purge([gone.id])
    records.after_purge()
    assert [one.id for one in records.candidates_on([gone.id, other.id])] == ["c2"]
    assert rows_left(records) == 2
    records.close()
    assert b"kookaburra" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("report", ["{", "[]", '{"gates": [[1]], "passed": 1, "waits": []}'])
def test_a_damaged_candidate_is_left_out_and_the_others_are_there(records: SqliteRecords, report: str) -> None:
    keep(records, a_candidate("c1", "a"), a_candidate("c2", "a"))
    with records._connections.writing() as connection:
        connection.exec_driver_sql("UPDATE candidates SET report = ? WHERE id = 'c1'", (report,))
    assert [one.id for one in records.candidates_on(["a"])] == ["c2"]


def test_a_write_of_both_is_one(records: SqliteRecords) -> None:
    """A memory and its candidate, or neither."""
    memory = a_memory()

    def write(*, fails: bool) -> Memory:
        with records.consolidating() as writing:
            writing.put(a_change(memory))
            writing.keep_candidate(a_candidate(memory_id=memory.id))
            if fails:
                raise StoreFailed
        return memory

    with pytest.raises(StoreFailed):
        write(fails=True)
    assert (records.get(memory.id), records.candidates_on([memory.id])) == (None, ())
    write(fails=False)
    assert (records.get(memory.id), len(records.candidates_on([memory.id]))) == (memory, 1)
