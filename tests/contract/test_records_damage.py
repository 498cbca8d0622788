"""A damaged file: the rest works, and the doctor names what is wrong."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from records_kit import EVERYTHING, put

from mcp_memory.engine.domain.errors import StoreFailed
from mcp_memory.engine.domain.memory import Link, Scope
from mcp_memory.engine.domain.policies import EmbeddingPolicy, StorePolicy
from mcp_memory.engine.domain.vocabulary import LinkKind
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.engine.text.normalise import duplicate_key
from mcp_memory.testing import DAWN, a_memory

GOOD = a_memory(content="good zebra")
BAD = a_memory(id="00000002-0000-7000-8000-000000000000", content="bad zebra")
SPACE = "small:1"


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    """A store with two memories, embedded."""
    records = open_records(tmp_path, StorePolicy())
    put(records, GOOD, BAD)
    tasks = records.claim(SPACE, DAWN, EmbeddingPolicy())
    records.fulfil(SPACE, [(task, Vector(b"\x00\x3c" * 4)) for task in tasks])
    yield records
    records.close()


def damage(folder: Path, statement: str, *values: object) -> None:
    """Change the file behind the store's back, with foreign keys unchecked."""
    with closing(sqlite3.connect(folder / "memory.db")) as connection, connection:
        connection.execute(statement, values)


def complaints(records: SqliteRecords) -> dict[str, str]:
    """What the doctor found wrong."""
    return {finding.check: finding.detail for finding in records.check() if not finding.passed}


def test_a_sound_file_passes_every_check(records: SqliteRecords) -> None:
    """Twelve checks, each named."""
    assert complaints(records) == {}
    assert [finding.check for finding in records.check()] == [
        "integrity",
        "foreign keys",
        "memories",
        "history",
        "chunks",
        "words",
        "vectors",
        "embedding queue",
        "sessions",
        "turns",
        "encoding queue",
        "erasure",
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE memories SET layer = 'mythical' WHERE id = ?",
        "UPDATE memories SET details = '{' WHERE id = ?",
        'UPDATE memories SET details = \'{"kind": "poem"}\' WHERE id = ?',
        "UPDATE memories SET tags = '[1]' WHERE id = ?",
        "UPDATE memories SET tags = '{}' WHERE id = ?",
        "UPDATE memories SET marks = '[\"shiny\"]' WHERE id = ?",
        "UPDATE memories SET occurred_at = 'yesterday' WHERE id = ?",
        "UPDATE memories SET occurred_at = 9223372036854775807 WHERE id = ?",
        "UPDATE memories SET importance = 'much' WHERE id = ?",
        "UPDATE memories SET content = x'ff' WHERE id = ?",
        "UPDATE memories SET content = CAST(x'ff' AS TEXT) WHERE id = ?",
    ],
)
def test_one_malformed_row_does_not_hide_the_others(records: SqliteRecords, tmp_path: Path, statement: str) -> None:
    """Lists and searches skip it, asking for it says what is wrong, the doctor names it."""
    damage(tmp_path, statement, BAD.id)
    assert records.listing(EVERYTHING, limit=9) == (GOOD,)
    assert records.get_many([GOOD.id, BAD.id]) == {GOOD.id: GOOD}
    assert records.get(GOOD.id) == GOOD
    with pytest.raises(StoreFailed, match=BAD.id):
        records.get(BAD.id)
    assert complaints(records) == {"memories": f"memory {BAD.id} is unreadable"}
    with records.writing() as writing:
        assert writing.twins(Scope(user="me"), duplicate_key(BAD.content)) == ()
        writing.purge([BAD.id])
    records.after_purge()
    assert complaints(records) == {}


def test_unknown_layers_and_links_are_not_counted(records: SqliteRecords, tmp_path: Path) -> None:
    """What a later version may have written is left out of the numbers."""
    with records.writing() as writing:
        writing.link(Link(GOOD.id, LinkKind.SUPPORTS, BAD.id, DAWN))
    damage(tmp_path, "UPDATE memories SET layer = 'mythical' WHERE id = ?", BAD.id)
    damage(tmp_path, "UPDATE links SET kind = 'knows'")
    assert sum(records.facts("me").counts.values()) == 1
    dossier = records.dossier(GOOD.id)
    assert dossier is not None
    assert dossier.links == ()


@pytest.mark.parametrize("snapshot", ["[]", "{}", "{", "7", '{"scope": 1}'])
def test_a_malformed_history_entry_leaves_the_memory_readable(
    records: SqliteRecords, tmp_path: Path, snapshot: str
) -> None:
    """Its dossier lacks that entry, and the doctor names it."""
    damage(tmp_path, "UPDATE versions SET after = ? WHERE memory_id = ?", snapshot, GOOD.id)
    dossier = records.dossier(GOOD.id)
    assert dossier is not None
    assert dossier.memory == GOOD
    assert dossier.history == ()
    assert complaints(records) == {"history": f"version 1 of memory {GOOD.id} is unreadable"}


def test_derived_rows_are_checked_against_the_memories(records: SqliteRecords, tmp_path: Path) -> None:
    """Words without chunks, chunks without words or memory, vectors of another text, rows that refer to nothing."""
    damage(tmp_path, "DELETE FROM words WHERE rowid = (SELECT key FROM chunks WHERE memory_id = ?)", GOOD.id)
    damage(tmp_path, "INSERT INTO words (rowid, tokens) VALUES (99, 'nobody')")
    damage(tmp_path, "UPDATE vectors SET content_hash = 'other'")
    damage(tmp_path, "DELETE FROM chunks WHERE memory_id = ?", BAD.id)
    found = complaints(records)
    assert f"a chunk of memory {GOOD.id} is not in the word index" in found["words"]
    assert "word row 99 belongs to no chunk" in found["words"]
    assert f"memory {BAD.id} has no chunk" in found["chunks"]
    assert "of another text" in found["vectors"]
    assert "refers to a missing row of chunks" in found["foreign keys"]


def test_long_findings_are_cut_short(records: SqliteRecords, tmp_path: Path) -> None:
    """Five are shown, the others counted."""
    for key in range(100, 108):
        damage(tmp_path, "INSERT INTO words (rowid, tokens) VALUES (?, 'x')", key)
    assert complaints(records)["words"].endswith("and 3 more")


def test_a_torn_file_fails_its_checks_and_not_the_doctor(tmp_path: Path) -> None:
    """Pages overwritten by something else."""
    records = open_records(tmp_path, StorePolicy())
    put(records, *(a_memory(id=f"{n:08}-0000-7000-8000-000000000000", content=f"word{n} " * 200) for n in range(1, 40)))
    records.close()
    file = tmp_path / "memory.db"
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] + b"\xa5" * (len(whole) // 4) + whole[len(whole) * 3 // 4 :])
    torn = open_records(tmp_path, StorePolicy())
    assert "integrity" in complaints(torn)
    torn.close()
