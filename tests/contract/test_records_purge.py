"""A purge leaves nothing anywhere in the data folder."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from records_kit import EVERYTHING, a_change, put, start

from mcp_memory.engine.domain.memory import Link, Memory, Observation, Origin, Procedure
from mcp_memory.engine.domain.policies import EmbeddingPolicy, StorePolicy
from mcp_memory.engine.domain.vocabulary import LinkKind, OriginKind
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.records.schema import metadata
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, CountedIds, a_memory

SPACE = "small:1"
VECTOR = b"\x5a\x3b" * 192
SECRETS = ("quokkazebra", "wombatsession", "numbatstep", "翡翠航线", "kookaburra", "potoroo", "bilbyreason")


def remember_the_secret(records: SqliteRecords) -> Memory:
    """A memory with a word of its own in every place that can hold text, edited, linked, recalled, embedded."""
    first = a_memory(
        id="99999999-0000-7000-8000-000000000000",
        content="The password hint is quokkazebra, aka Quokka7. " + "翡翠航线 " * 900,
        tags=("kookaburra",),
        details=Procedure(trigger="numbatstep", steps=("numbatstep",)),
        origin=Origin(kind=OriginKind.AGENT, agent="potoroo", session="wombatsession"),
    )
    put(records, first)
    edited = first.changed(DAWN, content=first.content + " Edited quokkazebra.")
    with records.writing() as writing:
        writing.put(replace(a_change(edited, first, "edit"), reason="bilbyreason"))
        writing.observe(Observation(first.id, "wombatsession", DAWN))
    records.touch([first.id], DAWN)
    while tasks := records.claim(SPACE, DAWN, EmbeddingPolicy(batch=50)):
        records.fulfil(SPACE, [(task, Vector(VECTOR)) for task in tasks])
    return edited


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def test_no_byte_of_a_purged_memory_is_left(tmp_path: Path) -> None:
    """Not in rows, words, vectors, history or log; of the memory itself only the bare id remains."""
    records = open_records(tmp_path, StorePolicy())
    new_id = CountedIds()
    others = [a_memory(id=new_id(), content=f"ordinary note {n} about the release") for n in range(60)]
    secret = remember_the_secret(records)
    put(records, *others)
    with records.writing() as writing:
        writing.link(Link(others[0].id, LinkKind.DERIVED_FROM, secret.id, DAWN))
    before = bytes_of(tmp_path)
    traces = [VECTOR, *(word.encode() for word in (*SECRETS, "翡翠", "quokka"))]
    assert all(trace in before for trace in traces)
    with records.writing() as writing:
        writing.purge([secret.id])
    records.after_purge()
    after = bytes_of(tmp_path)
    assert not any(trace in after for trace in traces)
    assert records.count(EVERYTHING) == 60
    assert all(finding.passed for finding in records.check())
    with closing(sqlite3.connect(tmp_path / "memory.db")) as connection:
        assert connection.execute("SELECT memory_id FROM tombstones").fetchall() == [(secret.id,)]
    records.close()
    assert not any(trace in bytes_of(tmp_path) for trace in traces)


def test_an_empty_store_after_a_purge_has_no_rows(tmp_path: Path) -> None:
    """Every table that can hold a memory's text is empty."""
    records = open_records(tmp_path, StorePolicy())
    secret = remember_the_secret(records)
    with records.writing() as writing:
        writing.purge([secret.id])
    kept = {"meta", "tombstones", "vector_spaces"}
    with records._connections.reading() as connection:
        for name in {"words", *metadata.tables} - kept:
            rows = sa.select(sa.func.count()).select_from(sa.table(name))
            assert connection.execute(rows).scalar_one() == 0, name
    assert records.get(secret.id) is None
    records.close()


def test_the_same_text_can_be_stored_again(tmp_path: Path) -> None:
    """A tombstone blocks nothing."""
    records = open_records(tmp_path, StorePolicy())
    put(records, a_memory())
    with records.writing() as writing:
        writing.purge([a_memory().id])
    records.after_purge()
    put(records, a_memory())
    assert records.get(a_memory().id) == a_memory()
    records.close()


def test_a_reader_in_the_way_of_a_purge_is_told(tmp_path: Path) -> None:
    """While another process still reads the old state its bytes must stay; that is said, not hidden."""
    records = open_records(tmp_path, StorePolicy(lock_patience_seconds=0.05))
    put(records, a_memory())
    with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM memories").fetchone()
        with records.writing() as writing:
            writing.purge([a_memory().id])
        assert not records.after_purge()
        owed = next(finding for finding in records.check() if finding.check == "erasure")
        assert (owed.passed, "remain until" in owed.detail) == (False, True)
        reader.execute("COMMIT")
    assert records.after_purge()
    assert all(finding.passed for finding in records.check())
    records.close()


def test_a_writer_in_the_way_of_a_purge_is_waited_for_by_nobody(tmp_path: Path) -> None:
    """Then the word index is merged later, too."""
    records = open_records(tmp_path, StorePolicy())
    secret = remember_the_secret(records)
    with records.writing() as writing:
        writing.purge([secret.id])
    with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert not records.after_purge(patience_seconds=0.0)
        other.execute("ROLLBACK")
    assert records.after_purge(patience_seconds=0.0)
    assert not any(word.encode() in bytes_of(tmp_path) for word in SECRETS)
    records.close()


@pytest.mark.parametrize("is_read_meanwhile", [False, True])
def test_what_a_killed_process_left_is_wiped_by_the_next(tmp_path: Path, *, is_read_meanwhile: bool) -> None:
    """Killed between the purge and the wiping, also while somebody reads: whoever opens the file next finishes it."""
    records = open_records(tmp_path, StorePolicy())
    remember_the_secret(records)
    put(records, *(a_memory(id=f"0000000{n}-0000-7000-8000-000000000000", content=f"note {n}") for n in range(9)))
    with (
        closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as reader,
        start("purge", tmp_path) as one,
    ):
        if is_read_meanwhile:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM memories").fetchone()
        assert one.stdout
        assert one.stdout.readline() == "purged\n"
        one.kill()
        one.wait()
        assert any(word.encode() in bytes_of(tmp_path) for word in SECRETS)
        with closing(open_records(tmp_path, StorePolicy())) as next_one:
            if is_read_meanwhile:
                assert b"quokkazebra" in bytes_of(tmp_path)
                reader.execute("COMMIT")
                assert next_one.after_purge(patience_seconds=0.0)
            assert not any(word.encode() in bytes_of(tmp_path) for word in SECRETS)
    records.close()
