"""Damaged sessions and turns: others are read, the doctor names them, a repair keeps what can be read."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sessions_kit import a_session, a_turn, after, contents_of, say

from mcp_memory.engine.domain.errors import StoreFailed
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.ports.embedder import ModelCard
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, a_memory

CARD = ModelCard(name="small", dim=4, space="small:1", calibrated=False)
NOTED = {"goal": "ship it", "steps": ("build",), "summary": "It began.", "summarised_to": 1, "watermark": 1}


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    """Two sessions with two turns each; "bad" is the one that tests damage."""
    with closing(open_records(tmp_path, StorePolicy())) as records:
        for name in ("bad", "good"):
            say(records, a_session(name, **NOTED), "one", "two")
        yield records


def damage(records: SqliteRecords, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(records._connections.file)) as connection, connection:
        connection.execute(statement, values)


def complaints(records: SqliteRecords) -> dict[str, str]:
    return {finding.check: finding.detail for finding in records.check() if not finding.passed}


def repair(records: SqliteRecords) -> dict[str, str]:
    return {step.check: step.detail for step in records.repair(CARD, DAWN)}


@pytest.mark.parametrize(
    "fault",
    [
        "steps = '{'",
        "steps = '[1]'",
        "artifacts = '{}'",
        "denied = x'ff'",
        'marked = \'[["mythical", "x", 1]]\'',
        'marked = \'[["fact", "x"]]\'',
        "opened_at = 'yesterday'",
        "active_at = 9223372036854775807",
        "ended_at = 'never'",
        "goal = CAST(x'ff' AS TEXT)",
        "turns = 'many'",
        "watermark = 'high'",
        "summary = x'00'",
        "summarised_to = 'x'",
    ],
)
def test_one_damaged_session_hides_no_other_and_is_mended(records: SqliteRecords, fault: str) -> None:
    """Lists skip it, asking for it says what is wrong, the doctor names it; what can be read of it stays."""
    damage(records, f"UPDATE sessions SET {fault} WHERE id = 'bad'")  # noqa: S608
    good = records.session("me", "good")
    assert good is not None
    assert records.sessions("me") == (good,)
    assert records.sessions("me", limit=1) == (good,)
    assert records.idle(after(9), limit=1) == (good,)
    assert records.finished() == ()
    assert records.same_goal("me", "", "ship it", DAWN) == good
    assert contents_of(records.turns("me", "bad")) == ["one", "two"]
    assert records.scene_of("me", "bad") == "bad"
    with pytest.raises(StoreFailed, match="session bad"):
        records.session("me", "bad")
    assert complaints(records) == {"sessions": "session bad is unreadable"}
    assert records.has_damage()
    assert repair(records)["sessions"] == "1 made anew from what could be read, 0 set aside"
    mended = records.session("me", "bad")
    assert mended is not None
    assert (mended.turns, mended.scene, mended.opened_at) == (2, "bad", DAWN)
    assert complaints(records) == {}
    assert records.quarantined() == 1
    assert not records.has_damage()


def test_what_is_lost_of_a_session_is_read_again(records: SqliteRecords) -> None:
    """A summary without its place is dropped with it; without a watermark all turns go to be encoded."""
    damage(records, "UPDATE sessions SET summary = x'ff', watermark = 'x', opened_at = 'x', active_at = 'x'")
    repair(records)
    mended = records.session("me", "bad")
    assert mended is not None
    assert (mended.summary, mended.summarised_to, mended.watermark) == ("", 0, 0)
    assert (mended.goal, mended.steps, mended.turns) == ("ship it", ("build",), 2)
    assert mended.opened_at < DAWN


def test_a_session_of_nobody_is_set_aside(records: SqliteRecords) -> None:
    damage(records, "UPDATE sessions SET user = CAST(x'ff' AS TEXT) WHERE id = 'bad'")
    assert repair(records)["sessions"] == "0 made anew from what could be read, 1 set aside"
    assert records.session("me", "bad") is None
    assert records.quarantined() == 1
    assert complaints(records) == {}


@pytest.mark.parametrize(
    "fault", ["role = 'mythical'", "content = x'ff'", "speaker = CAST(x'ff' AS TEXT)", "at = 'noon'", "n = 'first'"]
)
def test_a_damaged_turn_hides_no_other_and_is_set_aside(records: SqliteRecords, fault: str) -> None:
    """Its number is not given again while the session counts it."""
    with records.sitting() as sitting:
        sitting.archive("me", "good")
    for table in ("turns", "archived_turns"):
        damage(records, f"UPDATE {table} SET {fault} WHERE n = 1")  # noqa: S608
    for name in ("bad", "good"):
        assert contents_of(records.turns("me", name)) == ["two"]
    assert "of session bad is unreadable" in complaints(records)["turns"]
    assert "of session good is unreadable" in complaints(records)["turns"]
    with records.sitting() as sitting:
        assert contents_of(sitting.unencoded("me", "bad", 1, 9)) == ["two"]
        sitting.append("me", "bad", [a_turn("three", 3)])
    repair(records)
    assert complaints(records) == {}
    assert records.quarantined() == 2
    assert contents_of(records.turns("me", "bad")) == ["two", "three"]


def test_the_last_turn_gone_leaves_its_number_taken(records: SqliteRecords) -> None:
    """Numbers stand in memories as where they came from, so the count of the session rules."""
    damage(records, "UPDATE turns SET role = 'mythical' WHERE session = 'bad' AND n = 2")
    repair(records)
    session = records.session("me", "bad")
    assert session is not None
    grown = say(records, session, "three")
    assert grown.turns == 3
    assert [turn.n for turn in records.turns("me", "bad")] == [1, 3]


def test_what_a_session_was_shown_of_a_lost_memory_is_dropped(records: SqliteRecords) -> None:
    damage(records, "INSERT INTO session_recalls VALUES ('me', 'bad', 'nobody', 1)")
    assert "session_recalls" in complaints(records)["foreign keys"]
    repair(records)
    assert complaints(records) == {}


def test_the_rest_of_the_store_does_not_mind(records: SqliteRecords) -> None:
    """Counts are of memories; a backup carries sessions as they are."""
    damage(records, "UPDATE sessions SET steps = '{'")
    assert records.facts("me").counts == {}
    with records.writing() as writing:
        writing.put_session(replace(a_session("new"), goal="other"))
        assert writing.get(a_memory().id) is None
    copy = records.back_up(DAWN)
    with closing(sqlite3.connect(copy.path)) as connection:
        kept = connection.execute("SELECT id, steps FROM sessions ORDER BY id").fetchall()
    assert kept == [("bad", "{"), ("good", "{"), ("new", json.dumps([]))]
