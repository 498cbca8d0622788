"""A purge leaves nothing of a memory in what sessions said and noted, and spares what says something else."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from records_kit import a_change, put
from sessions_kit import a_session, after, contents_of, queue, say

from mcp_memory.engine.domain.memory import Episode, Memory, Origin
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.sessions import Marked, Session
from mcp_memory.engine.domain.vocabulary import EventType, OriginKind
from mcp_memory.engine.ports.embedder import ModelCard
from mcp_memory.engine.ports.sessions import Priority
from mcp_memory.engine.ports.vault import Sealed
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, a_memory

TEXT = 'The launch code is "quokkazebra"\n翡翠航线'
SECRET = a_memory(id="99999999-0000-7000-8000-000000000000", content=TEXT)
CARD = ModelCard(name="small", dim=4, space="small:1", calibrated=False)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    with closing(open_records(tmp_path / "home", StorePolicy())) as records:
        yield records


def from_turns(*turns: int, session: str = "s1", **changes: Any) -> Memory:
    """The secret memory, as it was encoded from these turns."""
    origin = Origin(kind=OriginKind.AGENT, agent="test", session=session)
    return replace(SECRET, origin=origin, details=Episode(turns=turns), **changes)


def purge(records: SqliteRecords, *memories: Memory) -> None:
    with records.writing() as writing:
        writing.purge([memory.id for memory in memories])
    records.after_purge()


def noted(records: SqliteRecords, **changes: Any) -> None:
    """Put the session "s1" with these fields over what it has."""
    session = records.session("me", "s1") or a_session()
    with records.sitting() as sitting:
        sitting.put_session(replace(session, **changes))


def seen(records: SqliteRecords, name: str = "s1", user: str = "me") -> Session:
    session = records.session(user, name)
    assert session is not None
    return session


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())


def test_no_byte_of_the_text_is_left_wherever_it_was_said(records: SqliteRecords, tmp_path: Path) -> None:
    """Turns of other sessions, an archive, tool calls in JSON, goals, steps, artefacts, marks, denials, summaries."""
    put(records, SECRET)
    with records.writing() as writing:
        writing.put(a_change(SECRET.changed(after(1), content="The code was numbatstep."), SECRET, "edit"))
    for name in ("s1", "s2", "archived"):
        say(
            records,
            a_session(name),
            f"I say: {TEXT}!",
            "well",
            json.dumps({"content": TEXT}),
            "The code was numbatstep.",
        )
    with records.sitting() as sitting:
        sitting.append("you", "s9", [])
        sitting.archive("me", "archived")
    noted(
        records,
        goal=f"keep {TEXT}",
        steps=("first", f"second {TEXT}"),
        artifacts=(TEXT, "report.md"),
        marked=(Marked(EventType.FACT, TEXT, 2), Marked(EventType.FACT, "well", 9)),
        denied=(f"{TEXT} is wrong", "rain"),
        summary=f"He said {TEXT}",
        summarised_to=2,
    )
    records.note_recalled("me", "s1", [SECRET.id], DAWN)
    traces = [word.encode() for word in ("quokkazebra", "翡翠", "numbatstep")]
    assert all(trace in bytes_of(tmp_path) for trace in traces)
    purge(records, SECRET)
    assert not any(trace in bytes_of(tmp_path) for trace in traces)
    for name in ("s1", "s2", "archived"):
        assert contents_of(records.turns("me", name)) == ["", "well", "", ""]
    session = seen(records)
    assert (session.goal, session.summary, session.summarised_to) == ("", "", 0)
    assert (session.steps, session.artifacts, session.denied) == (("first",), ("report.md",), ("rain",))
    assert session.marked == (Marked(EventType.FACT, "well", 9),)
    assert records.same_goal("me", "", f"keep {TEXT}", DAWN) is None
    assert records.recalled_in("me", "s1") == ()
    assert all(finding.passed for finding in records.check())


def test_the_turns_it_came_from_are_emptied_in_whatever_words(records: SqliteRecords) -> None:
    """With what was marked or denied in them, and a summary that covers them; the turns around them stay."""
    say(records, a_session(), "before", "we take the green route", "after")
    noted(
        records,
        steps=("look at the green route",),
        marked=(Marked(EventType.DECISION, "green route", 2), Marked(EventType.FACT, "after", 3)),
        denied=("the green route", "rain"),
        summary="A route was chosen.",
        summarised_to=2,
    )
    put(records, from_turns(2))
    purge(records, SECRET)
    assert contents_of(records.turns("me", "s1")) == ["before", "", "after"]
    session = seen(records)
    assert session.marked == (Marked(EventType.FACT, "after", 3),)
    assert (session.denied, session.summary, session.summarised_to) == (("rain",), "", 0)
    assert session.steps == ("look at the green route",)


def test_a_summary_that_ends_before_them_stays(records: SqliteRecords) -> None:
    say(records, a_session(), "before", "we take the green route")
    noted(records, summary="It began.", summarised_to=1)
    put(records, from_turns(2))
    purge(records, SECRET)
    assert (seen(records).summary, seen(records).summarised_to) == ("It began.", 1)


def test_turns_that_an_earlier_version_came_from_are_emptied_too(records: SqliteRecords) -> None:
    say(records, a_session(), "one", "two", "three")
    first = from_turns(1)
    put(records, first)
    with records.writing() as writing:
        writing.put(a_change(first.changed(after(1), details=Episode(turns=(3,))), first, "edit"))
        writing.archive("me", "s1")
    purge(records, SECRET)
    assert contents_of(records.turns("me", "s1")) == ["", "two", ""]


def test_what_was_emptied_is_not_encoded_any_more(records: SqliteRecords) -> None:
    """Also by a worker that has read it already: it asks again before it writes."""
    session = say(records, a_session(), "one", TEXT)
    queue(records, session, (Priority.ROUND, 1, 2))
    put(records, SECRET)
    purge(records, SECRET)
    with records.sitting() as sitting:
        assert contents_of(sitting.unencoded("me", "s1", 1, 2)) == ["one"]


def test_other_users_and_other_texts_are_left_alone(records: SqliteRecords) -> None:
    """Same session id, same numbers, same words: another user's are another's; an unknown id erases nothing."""
    say(records, a_session(user="you", goal=TEXT), TEXT, "two")
    say(records, a_session("s2"), "The launch code is secret", "two")
    put(records, from_turns(1, 2))
    with records.writing() as writing:
        writing.purge(["nobody"])
    before = [records.turns("you", "s1"), records.turns("me", "s2"), seen(records, user="you"), seen(records, "s2")]
    purge(records, SECRET)
    assert [
        records.turns("you", "s1"),
        records.turns("me", "s2"),
        seen(records, user="you"),
        seen(records, "s2"),
    ] == before


def test_damaged_rows_and_those_set_aside_are_searched_as_well(records: SqliteRecords, tmp_path: Path) -> None:
    """Lists that cannot be read, bytes in the place of text, a memory and a history that cannot be read."""
    put(records, from_turns(3))
    for name in ("s1", "s2", "s3"):
        say(records, a_session(name, steps=(TEXT,)), TEXT, "two", "three", TEXT)
    kept = json.dumps([TEXT], ensure_ascii=False).removesuffix("]")
    damage(records, "UPDATE sessions SET steps = ?, marked = 'x', summarised_to = 'x' WHERE id = 's1'", kept)
    damage(records, "UPDATE turns SET role = 'mythical', content = ? WHERE n = 1", f"\xff{TEXT}".encode())
    damage(records, "UPDATE sessions SET denied = ?, marked = ? WHERE id = 's2'", "7", json.dumps([TEXT, [1, 2]]))
    damage(records, "UPDATE turns SET at = 'noon' WHERE session = 's3'")
    damage(records, "UPDATE turns SET at = 'noon' WHERE session = 's1' AND n = 3")
    damage(records, "UPDATE sessions SET steps = ? WHERE id = 's3'", kept)
    records.repair(CARD, DAWN)
    damage(records, "UPDATE sessions SET steps = ?, artifacts = '{' WHERE id = 's1'", kept)
    damage(records, "UPDATE turns SET role = 'mythical' WHERE session = 's2'")
    damage(records, "UPDATE memories SET layer = 'mythical', details = '{'")
    damage(records, "UPDATE versions SET before = 'x'")
    assert records.quarantined() > 0
    assert b"quokkazebra" in bytes_of(tmp_path)
    purge(records, SECRET)
    assert b"quokkazebra" not in bytes_of(tmp_path)
    assert ask(records, "SELECT steps, artifacts FROM sessions WHERE id = 's1'") == [("[]", "{")]
    set_aside = [json.loads(str(columns)) for (columns,) in ask(records, "SELECT columns FROM quarantine")]
    assert all((row["session"], row["n"]) != ("s1", 3) for row in set_aside if "n" in row)
    assert any(row.get("content") == "two" for row in set_aside)


def test_rows_whose_very_names_are_damaged_are_searched_as_well(records: SqliteRecords, tmp_path: Path) -> None:
    """Of a session, of the owner of what was set aside, of a memory's owner."""
    put(records, SECRET, a_memory(content="of nobody"))
    for name in ("s1", "s2", "s3"):
        say(records, a_session(name, summary=TEXT), TEXT, "two")
    damage(records, "UPDATE turns SET user = CAST(x'ff' AS TEXT) WHERE session = 's2'")
    damage(records, "UPDATE turns SET session = x'ff', role = '' WHERE session = 's3'")
    damage(records, "UPDATE sessions SET user = x'ff' WHERE id = 's2'")
    damage(records, "UPDATE turns SET user = 'you', at = 'noon', content = 'yours' WHERE session = 's1' AND n = 2")
    damage(records, "UPDATE turns SET at = 'noon' WHERE user != 'me'")
    records.repair(CARD, DAWN)
    damage(records, "UPDATE turns SET session = CAST(x'ff' AS TEXT)")
    damage(records, "UPDATE sessions SET id = CAST(x'ff' AS TEXT) WHERE id = 's1'")
    damage(records, "UPDATE memories SET user = CAST(x'ff' AS TEXT) WHERE id != ?", SECRET.id)
    purge(records, SECRET, a_memory())
    assert b"quokkazebra" not in bytes_of(tmp_path)
    assert len(ask(records, "SELECT 1 FROM quarantine WHERE columns LIKE '%yours%'")) == 1
    assert ask(records, "SELECT 1 FROM memories") == []


class TestPersonalData:
    """A value outlives the purge of what does not mention it, as long as a session does."""

    def seal(self, records: SqliteRecords, mark: bytes) -> int:
        return records.seal(Sealed(user="me", kind="phone", mark=mark, box=b"box", key="key"))

    def test_what_only_a_turn_mentions_outlives_the_purge_of_something_else(self, records: SqliteRecords) -> None:
        """The turn is still to be encoded, and its placeholder would stand for nothing."""
        assert [self.seal(records, mark) for mark in (b"1", b"2", b"3")] == [1, 2, 3]
        say(records, a_session(goal="call [phone:2]"), "my number is [phone:1]")
        put(records, SECRET)
        purge(records, SECRET)
        assert [records.sealed("me", "phone", number) is not None for number in (1, 2, 3)] == [True, True, False]

    def test_what_the_purged_memory_mentions_goes_unless_another_memory_does(self, records: SqliteRecords) -> None:
        """What a session says of it may be the same statement in other words."""
        self.seal(records, b"1")
        self.seal(records, b"2")
        say(records, a_session(), "remember that my number is [phone:1], at work [phone:2]")
        other = a_memory(content="The office has [phone:2].")
        put(records, replace(SECRET, content="His number is [phone:1], at work [phone:2]."), other)
        purge(records, SECRET)
        assert records.sealed("me", "phone", 1) is None
        assert records.sealed("me", "phone", 2) is not None
        purge(records, other)
        assert records.sealed("me", "phone", 2) is None

    def test_what_an_emptied_turn_mentioned_is_mentioned_no_more(self, records: SqliteRecords) -> None:
        self.seal(records, b"1")
        say(records, a_session(), f"{TEXT} or call [phone:1]", "fine")
        put(records, SECRET)
        purge(records, SECRET)
        assert records.sealed("me", "phone", 1) is None

    def test_a_value_that_a_purge_took_in_between_is_put_back(self, records: SqliteRecords) -> None:
        """Sealed before the turn is written, held after."""
        number = self.seal(records, b"1")
        value = records.sealed("me", "phone", number)
        assert value is not None
        put(records, SECRET)
        purge(records, SECRET)
        records.hold_sealed(number, value)
        assert records.sealed("me", "phone", number) is None
        say(records, a_session(), "my number is [phone:1]")
        records.hold_sealed(number, value)
        assert records.sealed("me", "phone", number) == value


class TestCopies:
    """A purge names every copy that still holds the text."""

    def test_one_that_holds_only_the_turns_is_named(self, records: SqliteRecords) -> None:
        """It was made after the statement and before its encoding."""
        empty = records.back_up(DAWN)
        say(records, a_session(), "we take the green route", "two")
        spoken = records.back_up(DAWN)
        with records.sitting() as sitting:
            sitting.archive("me", "s1")
        archived = records.back_up(DAWN)
        put(records, from_turns(1))
        encoded = records.back_up(DAWN)
        purge(records, SECRET)
        purged = records.back_up(DAWN)
        named = records.copies_of([SECRET.id])
        assert set(named) == {spoken.path, archived.path, encoded.path}
        assert not {empty.path, purged.path} & set(named)
        assert records.copies_of(["nobody"]) == ()

    def test_one_that_holds_only_what_was_noted_is_named(self, records: SqliteRecords) -> None:
        """And one that knows no sessions yet is not asked for them."""
        say(records, a_session(goal=TEXT), "two")
        spoken = records.back_up(DAWN)
        old = records.back_up(DAWN)
        with closing(sqlite3.connect(old.path)) as copy, copy:
            copy.executescript("DROP TABLE turns; DROP TABLE archived_turns; DROP TABLE sessions")
        put(records, SECRET)
        purge(records, SECRET)
        assert records.copies_of([SECRET.id]) == (spoken.path,)


def damage(records: SqliteRecords, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(records._connections.file)) as connection, connection:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute(statement, values)


def ask(records: SqliteRecords, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(records._connections.file)) as connection:
        return connection.execute(statement).fetchall()
