"""The ports Records and Transaction, on a real file."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records_kit import EVERYTHING, a_change, filters, memories, put

from mcp_memory.engine.domain.errors import MemoryNotFound, StaleVersion
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Link, Memory, Observation, Scope
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Status
from mcp_memory.engine.records.migrate import migrations
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.engine.text.normalise import duplicate_key
from mcp_memory.testing import DAWN, CountedIds, a_memory

UNKNOWN = "ffffffff-0000-7000-8000-000000000000"


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    records = open_records(tmp_path / "home", StorePolicy())
    yield records
    records.close()


@pytest.fixture
def new_id() -> CountedIds:
    return CountedIds()


def other(new_id: CountedIds, content: str = "Another statement.", **changes: object) -> Memory:
    return a_memory(id=new_id(), content=content, **changes)


# Writing and reading back


@settings(max_examples=20, deadline=None)
@given(written=st.lists(memories, min_size=1, max_size=8, unique_by=lambda memory: memory.id))
def test_what_was_written_reads_the_same_after_a_restart(written: list[Memory]) -> None:
    """Write, restart, read gives the same value, in the row and in the history."""
    with tempfile.TemporaryDirectory() as folder:
        first = open_records(Path(folder), StorePolicy())
        put(first, *written)
        first.close()
        second = open_records(Path(folder), StorePolicy())
        dossiers = [second.dossier(memory.id) for memory in written]
        second.close()
    for memory, dossier in zip(written, dossiers, strict=True):
        assert dossier is not None
        assert dossier.memory == memory
        assert dossier.history == (a_change(memory),)


def test_an_unknown_id_is_nothing(records: SqliteRecords) -> None:
    """Asking for what is not there is no error."""
    assert records.get(UNKNOWN) is None
    assert records.get("\ud800") is None
    assert records.dossier(UNKNOWN) is None
    assert records.get_many([UNKNOWN]) == {}
    assert records.chunk_texts([(UNKNOWN, 0)]) == {}


def test_many_are_read_in_the_order_asked_for(records: SqliteRecords, new_id: CountedIds) -> None:
    """Unknown ids are left out, the others keep their order."""
    first, second = other(new_id), other(new_id)
    put(records, first, second)
    assert list(records.get_many([second.id, UNKNOWN, first.id])) == [second.id, first.id]


def test_ids_are_found_by_their_beginning(records: SqliteRecords, new_id: CountedIds) -> None:
    """At most `limit` ids, in order; a prefix that is no text of ours finds nothing."""
    put(records, *(other(new_id) for _ in range(4)))
    assert records.ids_with_prefix("00000002") == ("00000002-0000-7000-8000-000000000000",)
    assert len(records.ids_with_prefix("0000")) == 3
    assert len(records.ids_with_prefix("0000", limit=9)) == 4
    assert records.ids_with_prefix("9") == ()
    assert records.ids_with_prefix("\ud800") == ()


def test_chunks_are_read_by_number(records: SqliteRecords, new_id: CountedIds) -> None:
    """A long text has several chunks; only those asked for are read."""
    long = other(new_id, content=" ".join(f"Sentence number {n} tells of thing {n}." for n in range(400)))
    put(records, long)
    texts = records.chunk_texts([(long.id, 0), (long.id, 1), (long.id, 999)])
    assert set(texts) == {(long.id, 0), (long.id, 1)}
    assert long.content.startswith(texts[long.id, 0])
    assert records.chunk_count() > 2


def test_a_failing_block_leaves_nothing_behind(records: SqliteRecords) -> None:
    """A write is all or nothing, and the store works on afterwards."""

    def fail_half_way() -> None:
        with records.writing() as writing:
            writing.put(a_change(a_memory()))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()
    assert records.get(a_memory().id) is None
    assert records.revision() == 0
    put(records, a_memory())
    assert records.get(a_memory().id) == a_memory()


def test_a_transaction_sees_its_own_writes(records: SqliteRecords) -> None:
    """Others see them only when it ends."""
    with records.writing() as writing:
        writing.put(a_change(a_memory()))
        assert writing.get(a_memory().id) == a_memory()
        assert records.get(a_memory().id) is None
    assert records.get(a_memory().id) == a_memory()


def test_one_version_is_written_once(records: SqliteRecords) -> None:
    """Who changes what another changed meanwhile is told so, and nothing is lost."""
    put(records, a_memory())
    edited = a_memory().changed(DAWN, content="First edit.")
    put(records, edited)
    with pytest.raises(StaleVersion), records.writing() as writing:
        writing.put(a_change(a_memory().changed(DAWN, content="Second edit.")))
    assert records.get(edited.id) == edited


def test_each_transaction_has_one_revision(records: SqliteRecords, new_id: CountedIds) -> None:
    """Everything changed together bears the same revision; a new sighting moves it, a repeated one does not."""
    with records.writing() as writing:
        writing.put(a_change(other(new_id)))
        writing.put(a_change(other(new_id)))
    assert records.revision() == 1
    with records.writing() as writing:
        writing.observe(Observation(UNKNOWN.replace("ffffffff", "00000001"), "s1", DAWN))
    assert records.revision() == 2
    with records.writing() as writing:
        writing.observe(Observation(UNKNOWN.replace("ffffffff", "00000001"), "s1", DAWN))
    assert records.revision() == 2


# Finding


@settings(max_examples=20, deadline=None)
@given(
    stored=st.lists(memories, max_size=10, unique_by=lambda memory: memory.id),
    asked=st.lists(filters, min_size=1, max_size=8),
)
def test_every_path_agrees_with_the_filter(stored: list[Memory], asked: list[Filter]) -> None:
    """Listing, count and word search admit exactly what the domain's filter admits."""
    stored = [replace(memory, content=f"shared {memory.content}") for memory in stored]
    with tempfile.TemporaryDirectory() as folder:
        records = open_records(Path(folder), StorePolicy())
        put(records, *stored)
        for within in asked:
            admitted = {memory.id for memory in stored if within.admits(memory)}
            assert {memory.id for memory in records.listing(within, limit=100)} == admitted
            assert records.count(within) == len(admitted)
            assert {memory_id for memory_id, _ in records.search_words(["share"], within, 100)} == admitted
        records.close()


def test_the_listing_is_paged_newest_event_first(records: SqliteRecords, new_id: CountedIds) -> None:
    """Ties go by id, so that no page repeats or skips any."""
    old, same, twin = (other(new_id, occurred_at=DAWN - timedelta(hours=hours)) for hours in (2, 1, 1))
    put(records, old, twin, same)
    assert records.listing(EVERYTHING, limit=9) == (same, twin, old)
    assert records.listing(EVERYTHING, limit=2) == (same, twin)
    assert records.listing(EVERYTHING, limit=2, offset=2) == (old,)


def test_twins_are_the_same_statement_in_the_same_scope(records: SqliteRecords, new_id: CountedIds) -> None:
    """Whatever their status, and only there."""
    archived = other(new_id, content="Use  tabs.", status=Status.ARCHIVED)
    abroad = other(new_id, content="Use tabs.", scope=Scope(user="me", project="billing"))
    put(records, archived, abroad, other(new_id, content="Use spaces."))
    with records.writing() as writing:
        assert writing.twins(Scope(user="me"), duplicate_key("use tabs")) == (archived,)
        assert writing.twins(Scope(user="you"), duplicate_key("use tabs")) == ()


def test_projects_and_counts_are_those_of_the_user(records: SqliteRecords, new_id: CountedIds) -> None:
    """What is global has no project; another user's are never named."""
    put(
        records,
        other(new_id, scope=Scope(user="me", project="web")),
        other(new_id, scope=Scope(user="me", project="billing"), layer=Layer.SEMANTIC),
        other(new_id, stored_at=DAWN + timedelta(hours=1)),
        other(new_id, scope=Scope(user="you", project="secret")),
    )
    assert records.projects("me") == ("billing", "web")
    facts = records.facts("me")
    assert facts.counts == {(Layer.EPISODIC, Status.ACTIVE): 2, (Layer.SEMANTIC, Status.ACTIVE): 1}
    assert facts.last_stored_at == DAWN + timedelta(hours=1)
    assert (facts.revision, facts.schema_version) == (4, len(migrations()))
    assert facts.size_bytes > 0
    assert Path(facts.folder).name == "home"
    assert records.facts("nobody").last_stored_at is None


def test_other_names_are_known_by_word_and_by_token(records: SqliteRecords, new_id: CountedIds) -> None:
    """A name is found however it is asked for, in both directions, while the memory that defines it is active."""
    defining = other(new_id, content="We run K8s (Kubernetes). 我们采用灰度发布（金丝雀）。")
    put(records, defining)
    assert records.aliases("me", ["k8s"]) == ("Kubernetes",)
    assert records.aliases("me", ["Kubernetes"]) == ("K8s",)
    assert records.aliases("me", ["灰度", "度发", "发布"]) == ("金丝雀",)
    assert records.aliases("me", ["灰度"]) == ()
    assert records.aliases("you", ["k8s"]) == ()
    put(records, defining.changed(DAWN, status=Status.ARCHIVED))
    assert records.aliases("me", ["k8s"]) == ()
    put(records, replace(defining, version=3, content="We run K8s."))
    assert records.aliases("me", ["k8s"]) == ()


# What belongs to a memory


def test_the_dossier_tells_the_whole_story(records: SqliteRecords, new_id: CountedIds) -> None:
    """History in order, links from both ends, every scene once."""
    memory, source = other(new_id, layer=Layer.SEMANTIC), other(new_id)
    put(records, memory, source)
    edited = memory.changed(DAWN + timedelta(days=1), content="A better statement.")
    link = Link(source=memory.id, kind=LinkKind.DERIVED_FROM, target=source.id, at=DAWN)
    with records.writing() as writing:
        writing.put(a_change(edited, memory, "edit"))
        writing.link(link)
        writing.link(replace(link, at=DAWN + timedelta(days=9)))
        assert writing.observe(Observation(memory.id, "s1", DAWN))
        assert not writing.observe(Observation(memory.id, "s1", DAWN + timedelta(hours=1)))
        assert writing.observe(Observation(memory.id, "s2", DAWN + timedelta(hours=2)))
        inside = writing.dossier(memory.id)
    dossier = records.dossier(memory.id)
    assert inside == dossier
    assert dossier is not None
    assert dossier.memory == edited
    assert dossier.history == (a_change(memory), a_change(edited, memory, "edit"))
    assert dossier.links == (link,)
    assert [observation.scene for observation in dossier.observations] == ["s1", "s2"]
    assert records.observation_count(memory.id) == 2
    other_end = records.dossier(source.id)
    assert other_end is not None
    assert other_end.links == (link,)


def test_what_a_memory_is_linked_to_is_known_within_the_write(records: SqliteRecords, new_id: CountedIds) -> None:
    new, old = other(new_id, "new"), other(new_id, "old")
    put(records, new, old)
    with records.writing() as writing:
        writing.link(Link(new.id, LinkKind.SUPERSEDES, old.id, DAWN))
        writing.link(Link(new.id, LinkKind.SIMILAR_TO, old.id, DAWN))
        assert writing.links_from(new.id, LinkKind.SUPERSEDES) == (old.id,)
        assert writing.links_from(old.id, LinkKind.SUPERSEDES) == ()


def test_what_was_derived_is_found_from_its_source(records: SqliteRecords, new_id: CountedIds) -> None:
    """Only by `derived_from`, and only directly."""
    rule, source, friend = (other(new_id) for _ in range(3))
    put(records, rule, source, friend)
    with records.writing() as writing:
        writing.link(Link(rule.id, LinkKind.DERIVED_FROM, source.id, DAWN))
        writing.link(Link(friend.id, LinkKind.SIMILAR_TO, source.id, DAWN))
    assert records.derived_from([source.id, friend.id]) == (rule.id,)
    assert records.derived_from([rule.id]) == ()


def test_nothing_hangs_on_a_memory_that_is_not_there(records: SqliteRecords) -> None:
    """A link or observation of an unknown memory is refused, naming what to do."""
    put(records, a_memory())
    with pytest.raises(MemoryNotFound), records.writing() as writing:
        writing.link(Link(a_memory().id, LinkKind.SUPPORTS, UNKNOWN, DAWN))
    with pytest.raises(MemoryNotFound), records.writing() as writing:
        writing.observe(Observation(UNKNOWN, "s1", DAWN))


# Recalls


def test_touching_counts_recalls_and_nothing_else(records: SqliteRecords) -> None:
    """Neither revision nor version moves, time never goes back, unknown ids are no trouble."""
    put(records, a_memory())
    records.touch([a_memory().id, UNKNOWN], DAWN + timedelta(days=2))
    records.touch([a_memory().id], DAWN + timedelta(days=1))
    touched = records.get(a_memory().id)
    assert touched == a_memory(recalled_at=DAWN + timedelta(days=2), recall_count=2)
    assert records.revision() == 1


def test_a_write_never_takes_recalls_back(records: SqliteRecords) -> None:
    """A memory read before it was recalled and written after keeps the recall."""
    put(records, a_memory())
    records.touch([a_memory().id], DAWN)
    put(records, a_memory().changed(DAWN, recall_count=0))
    put(records, a_memory(version=3, recalled_at=DAWN - timedelta(days=1), recall_count=1))
    kept = records.get(a_memory().id)
    assert kept is not None
    assert (kept.recalled_at, kept.recall_count) == (DAWN, 1)


def test_counting_stops_where_it_is_told_to(records: SqliteRecords, new_id: CountedIds) -> None:
    with records.writing() as writing:
        for _ in range(5):
            writing.put(a_change(other(new_id)))
    everything = Filter(reach=Reach("me", sessions=None))
    assert (records.count(everything), records.count(everything, 3), records.count(everything, 9)) == (5, 3, 5)
