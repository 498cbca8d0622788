"""The doctor's repairs: nothing is lost, the rest works, what follows from the memories is made anew."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from records_kit import EVERYTHING, put

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Dossier, Link, Observation
from mcp_memory.engine.domain.policies import EmbeddingPolicy, StorePolicy
from mcp_memory.engine.domain.vocabulary import LinkKind
from mcp_memory.engine.ports.embedder import ModelCard, Vector
from mcp_memory.engine.ports.upkeep import Unreadable
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, a_memory

GOOD = a_memory(content="good zebra on Kubernetes (K8s)")
BAD = a_memory(id="00000002-0000-7000-8000-000000000000", content="bad zebra", tags=("stripes",))
CARD = ModelCard(name="small", dim=4, space="small:1", calibrated=False)
ONE = Vector(b"\x00\x3c" * 4)
MINE = Reach("me", sessions=None)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    """A store with two memories, linked, observed and embedded."""
    records = open_records(tmp_path, StorePolicy())
    put(records, GOOD, BAD)
    with records.writing() as writing:
        writing.link(Link(GOOD.id, LinkKind.SUPPORTS, BAD.id, DAWN))
        writing.observe(Observation(BAD.id, "s1", DAWN))
    embed(records)
    yield records
    records.close()


def embed(records: SqliteRecords, space: str = CARD.space) -> int:
    """Give everything that waits a vector in this space; returns how many waited."""
    tasks = records.claim(space, DAWN, EmbeddingPolicy(batch=99))
    return records.fulfil(space, [(task, ONE) for task in tasks])


def damage(folder: Path, statement: str, *values: object) -> None:
    """Change the file behind the store's back, with foreign keys unchecked."""
    with closing(sqlite3.connect(folder / "memory.db")) as connection, connection:
        connection.execute(statement, values)


def ask(folder: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "memory.db")) as connection:
        return connection.execute(statement).fetchall()


def repair(records: SqliteRecords, card: ModelCard = CARD) -> dict[str, str]:
    """Run every step; returns what each said, and none failed."""
    steps = records.repair(card, DAWN)
    assert all(step.passed for step in steps)
    return {step.check: step.detail for step in steps}


def complaints(records: SqliteRecords) -> dict[str, str]:
    return {finding.check: finding.detail for finding in records.check() if not finding.passed}


def test_a_sound_file_stays_as_it_is(records: SqliteRecords, tmp_path: Path) -> None:
    before = ask(tmp_path, "SELECT * FROM memories"), ask(tmp_path, "SELECT * FROM vectors")
    assert not records.has_damage()
    repair(records)
    repair(records)
    assert (ask(tmp_path, "SELECT * FROM memories"), ask(tmp_path, "SELECT * FROM vectors")) == before
    assert records.quarantined() == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE memories SET layer = 'mythical' WHERE id = ?",
        "UPDATE memories SET content = x'ff' WHERE id = ?",
        "UPDATE memories SET content = CAST(x'ff' AS TEXT) WHERE id = ?",
        "UPDATE memories SET occurred_at = 'yesterday' WHERE id = ?",
        "UPDATE recalls SET recalled_at = 'yesterday' WHERE memory_id = ?",
    ],
)
def test_a_damaged_memory_is_made_anew_from_its_history(records: SqliteRecords, tmp_path: Path, statement: str) -> None:
    """Links and observations stay, the raw row is kept."""
    records.touch([BAD.id], DAWN)
    damage(tmp_path, statement, BAD.id)
    assert records.has_damage()
    assert records.get_many([BAD.id]) == {}
    repair(records)
    memory = records.get(BAD.id)
    assert memory is not None
    assert (memory.content, memory.tags) == (BAD.content, BAD.tags)
    dossier = records.dossier(BAD.id)
    assert dossier is not None
    assert (len(dossier.history), len(dossier.links), len(dossier.observations)) == (1, 1, 1)
    assert complaints(records) == {}
    assert records.quarantined() >= 1
    assert not records.has_damage()


def test_without_a_history_it_is_set_aside_with_all_that_was_its(records: SqliteRecords, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE versions SET after = '{' WHERE memory_id = ?", BAD.id)
    damage(tmp_path, "UPDATE memories SET content = x'ff00' WHERE id = ?", BAD.id)
    repair(records)
    assert records.listing(EVERYTHING, limit=9) == (GOOD,)
    assert records.get(BAD.id) is None
    assert complaints(records) == {}
    kept = {
        str(source): json.loads(str(columns))
        for source, columns in ask(tmp_path, "SELECT source, columns FROM quarantine")
    }
    assert set(kept) == {"memories", "versions", "observations", "links"}
    assert kept["memories"]["content"] == {"hex": "ff00"}
    assert kept["versions"]["after"] == "{"
    assert BAD.id in records.changes_after(0, CARD.space, 99).changed_ids


def test_a_purge_erases_what_was_set_aside(records: SqliteRecords, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE memories SET layer = 'mythical' WHERE id = ?", BAD.id)
    repair(records)
    with records.writing() as writing:
        writing.purge([BAD.id])
    assert records.quarantined() == 0


def test_damaged_rows_beside_a_memory_are_set_aside(records: SqliteRecords, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE versions SET before = '[]', after = '[]' WHERE memory_id = ?", GOOD.id)
    damage(tmp_path, "UPDATE links SET kind = 'knows'")
    damage(tmp_path, "UPDATE observations SET at = 'noon'")
    damage(tmp_path, "INSERT INTO observations VALUES ('nobody', 's9', 1)")
    damage(tmp_path, "INSERT INTO links VALUES ('nobody', 'supports', 'nothing', 1)")
    damage(tmp_path, "INSERT INTO memory_tags VALUES ('nobody', 'x')")
    said = repair(records)["damaged rows"]
    assert "5 other rows" in said
    assert complaints(records) == {}
    assert records.quarantined() == 5
    assert records.get(GOOD.id) == GOOD


def test_chunks_words_and_names_are_made_anew(records: SqliteRecords, tmp_path: Path) -> None:
    """Missing, of another text, of other tokens, or of nobody."""
    damage(
        tmp_path,
        "UPDATE words SET tokens = 'nonsense' WHERE rowid = (SELECT key FROM chunks WHERE memory_id = ?)",
        GOOD.id,
    )
    damage(tmp_path, "DELETE FROM aliases")
    damage(tmp_path, "UPDATE chunks SET text = 'other' WHERE memory_id = ?", BAD.id)
    damage(tmp_path, "INSERT INTO words (rowid, tokens) VALUES (99, 'nobody')")
    damage(tmp_path, "DELETE FROM memory_tags")
    assert repair(records)["words"] == "2 memories were derived anew"
    assert complaints(records) == {}
    assert set(records.search_words(["zebra"], EVERYTHING, 9)) == {(GOOD.id, 0), (BAD.id, 0)}
    assert ask(tmp_path, "SELECT count(*) FROM aliases") != [(0,)]
    assert ask(tmp_path, "SELECT tag FROM memory_tags") == [("stripes",)]
    assert embed(records) == 1, "a text that stayed the same keeps its vector"


def test_a_word_index_that_contradicts_itself_is_made_from_nothing(records: SqliteRecords, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE words_data SET block = x'00' WHERE id > 10")
    assert repair(records)["words"] == "2 memories were derived anew"
    assert set(records.search_words(["zebra"], EVERYTHING, 9)) == {(GOOD.id, 0), (BAD.id, 0)}
    assert complaints(records) == {}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE vectors SET content_hash = 'other'",
        "UPDATE vectors SET vector = x'3c00'",
        "UPDATE vectors SET vector = zeroblob(8)",
        "DELETE FROM vectors",
    ],
)
def test_vectors_that_do_not_fit_are_made_anew(records: SqliteRecords, tmp_path: Path, statement: str) -> None:
    revision = records.revision()
    damage(tmp_path, statement)
    damage(tmp_path, "INSERT INTO vectors VALUES (99, 'small:1', 'x', x'00')")
    repair(records)
    assert complaints(records) == {}
    assert embed(records) == 2
    assert records.state(CARD.space).waiting == 0
    assert statement.startswith("DELETE") or records.revision() > revision


def test_vectors_of_other_models_go_once_everything_has_one_of_this(records: SqliteRecords, tmp_path: Path) -> None:
    new = ModelCard(name="large", dim=4, space="large:1", calibrated=False)
    assert "kept" in repair(records, new)["other models"]
    assert ask(tmp_path, "SELECT count(*) FROM vectors") == [(2,)]
    embed(records, new.space)
    assert "2 vectors of other models were dropped" in repair(records, new)["other models"]
    assert ask(tmp_path, "SELECT DISTINCT space FROM vectors") == [("large:1",)]


def test_parked_chunks_get_another_chance(records: SqliteRecords) -> None:
    policy = EmbeddingPolicy(batch=9, max_attempts=1)
    put(records, a_memory(id="00000003-0000-7000-8000-000000000000", content="a third zebra"))
    records.fail(CARD.space, records.claim(CARD.space, DAWN, policy), "it is too striped", DAWN, policy)
    assert records.state(CARD.space).parked == 1
    assert repair(records)["queue"] == "1 parked chunks are tried again"
    assert embed(records) == 1


def test_an_index_of_the_file_is_built_again(records: SqliteRecords, tmp_path: Path) -> None:
    """Entries that are missing from an index of SQLite's own."""
    records.close()
    with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'memories_by_revision'"
        ).fetchone()
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, '(revision)', '(version)') WHERE rootpage = ?", (root,)
        )
    broken = open_records(tmp_path, StorePolicy())
    assert repair(broken)["file"] == "its indexes were built again"
    assert complaints(broken) == {}
    broken.close()


def test_torn_pages_cannot_be_mended_and_say_so(tmp_path: Path) -> None:
    records = open_records(tmp_path, StorePolicy())
    put(records, *(a_memory(id=f"{n:08}-0000-7000-8000-000000000000", content=f"word{n} " * 200) for n in range(1, 40)))
    records.close()
    file = tmp_path / "memory.db"
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] + b"\xa5" * (len(whole) // 4) + whole[len(whole) * 3 // 4 :])
    torn = open_records(tmp_path, StorePolicy())
    failed = [step for step in torn.repair(CARD, DAWN) if not step.passed]
    torn.close()
    assert any("restore a backup" in step.detail for step in failed)


def test_what_cannot_be_read_is_named_in_an_export(records: SqliteRecords, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE memories SET layer = 'mythical' WHERE id = ?", BAD.id)
    damage(tmp_path, "UPDATE versions SET after = '{' WHERE memory_id = ?", GOOD.id)
    damage(tmp_path, "UPDATE links SET kind = 'knows'")
    parts = list(records.whole(MINE, "id"))
    assert [part.memory for part in parts if isinstance(part, Dossier)] == [GOOD]
    assert {part.name for part in parts if isinstance(part, Unreadable)} == {
        f"memory {BAD.id}",
        f"version 1 of memory {GOOD.id}",
        f"a link of memory {GOOD.id}",
    }
