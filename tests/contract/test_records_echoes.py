"""A purge leaves nothing of a memory in what other memories repeat of it, and names the files that people made of it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from records_kit import a_change, put

from mcp_memory.bootstrap import INDEX, MODELS
from mcp_memory.engine.domain.memory import Action, Change, Episode, Link, Memory, Origin, Procedure
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, OriginKind
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.engine.records.strays import NO_COPIES
from mcp_memory.testing import DAWN, OWNER, CountedIds, a_memory

TEXT = 'The launch code is "quokkazebra"\n翡翠航线'
SECRET = a_memory(id="99999999-0000-7000-8000-000000000000", content=TEXT)
TRACES = [word.encode() for word in ("quokkazebra", "翡翠")]
new_id = CountedIds()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def records(home: Path) -> Iterator[SqliteRecords]:
    with closing(open_records(home, StorePolicy())) as records:
        yield records


def another(content: str = "The garden is green.", session: str = "s1", user: str = "me", **changes: object) -> Memory:
    origin = Origin(kind=OriginKind.AGENT, agent="test", session=session)
    memory = a_memory(id=new_id(), content=content, origin=origin)
    return replace(memory, scope=replace(memory.scope, user=user), **changes)  # type: ignore[arg-type]


def purge(records: SqliteRecords) -> None:
    with records.writing() as writing:
        writing.purge([SECRET.id])
    records.after_purge()


def has_traces(folder: Path) -> bool:
    content = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
    return any(trace in content for trace in TRACES)


def test_what_memories_of_the_same_session_say_of_its_goal_and_actions_goes(records: SqliteRecords, home: Path) -> None:
    """From the memory and from its history; the rest of the details and the memory's own words stay."""
    details = Episode(
        goal=f"Keep: {TEXT}",
        conclusion="It is done.",
        open_tasks=(TEXT, "water the garden"),
        actions=(Action(name="note", arguments=f"text={TEXT}", outcome="ok"),),
    )
    first = another(details=details)
    edited = first.changed(
        DAWN, content="The garden is blue.", layer=Layer.PROCEDURAL, details=Procedure(trigger=TEXT, steps=("dig",))
    )
    elsewhere = another(session="s2", details=Episode(goal="Rain"))
    put(records, replace(SECRET, origin=first.origin), first, elsewhere)
    with records.writing() as writing:
        writing.put(a_change(edited, first, "edit"))
    assert has_traces(home)
    purge(records)
    assert not has_traces(home)
    dossier = records.dossier(first.id)
    assert dossier is not None
    assert dossier.memory == replace(edited, details=Procedure(trigger="", steps=("dig",)))
    [made, change] = dossier.history
    kept = Episode(
        conclusion="It is done.",
        open_tasks=("water the garden",),
        actions=(Action(name="note", arguments="", outcome="ok"),),
    )
    assert made.after == change.before == replace(first, details=kept)
    assert records.get(elsewhere.id) == elsewhere
    assert all(finding.passed for finding in records.check())


def test_a_memory_that_says_it_itself_and_other_users_are_left_alone(records: SqliteRecords) -> None:
    quoting = another(f"Somebody wrote: {TEXT}")
    theirs = another(user="you", details=Episode(goal=TEXT))
    put(records, replace(SECRET, origin=quoting.origin), quoting, theirs)
    purge(records)
    assert records.get(quoting.id) == quoting
    assert records.get(theirs.id) == theirs


@pytest.mark.parametrize("is_older", [True, False])
def test_reasons_that_quote_both_sides_of_a_contradiction_go(
    records: SqliteRecords, home: Path, *, is_older: bool
) -> None:
    """Whichever of them was there first; what a person gave as a reason stays."""
    other = another("The launch code is potoroo.")
    old, new = (SECRET, other) if is_older else (other, SECRET)
    quoted = "quokkazebra against potoroo"
    put(records, old)
    with records.writing() as writing:
        writing.put(Change.made(OWNER, "remember", quoted, None, new))
        writing.put(Change.made(OWNER, "conflict", f"contradicts {new.id}: {quoted}", old, old.changed(DAWN)))
        writing.link(Link(new.id, LinkKind.CONFLICTS_WITH, old.id, DAWN))
    current = records.get(other.id)
    assert current is not None
    with records.writing() as writing:
        writing.put(Change.made(OWNER, "pin", "it matters", current, current.changed(DAWN)))
    purge(records)
    assert not has_traces(home)
    dossier = records.dossier(other.id)
    assert dossier is not None
    assert {change.reason for change in dossier.history} == {"", "it matters"}


@pytest.mark.parametrize(("damaged", "left"), [(f"{{{TEXT}", "{}"), ("[1]", "[1]")])
def test_details_that_cannot_be_read_are_emptied_when_they_hold_it(
    records: SqliteRecords, home: Path, damaged: str, left: str
) -> None:
    memory = another()
    put(records, replace(SECRET, origin=memory.origin), memory)
    with closing(sqlite3.connect(home / "memory.db")) as connection, connection:
        connection.execute("UPDATE memories SET details = ? WHERE id = ?", (damaged, memory.id))
        connection.execute("UPDATE versions SET after = ? WHERE memory_id = ?", (damaged, memory.id))
    purge(records)
    with closing(sqlite3.connect(home / "memory.db")) as connection:
        seen = connection.execute("SELECT details, after FROM memories JOIN versions ON memory_id = id").fetchall()
    assert (left, left) in seen
    assert not has_traces(home)


def test_files_that_hold_it_are_named_wherever_they_lie_in_the_folder(records: SqliteRecords, home: Path) -> None:
    """By its id or by its longest line, in JSON too; what holds nothing of it is not, nor what is no copy."""
    (home / "notes").mkdir()
    (home / INDEX).mkdir()
    held = {
        home / "export.jsonl": f'{{"id":"{SECRET.id}"}}',
        home / "page.md": f"# Mine\n{TEXT}\n",
        home / "notes" / "one.json": r'"The launch code is \"quokkazebra\""',
        home / "large.bin": "x" * (2**20 - 20) + TEXT,
    }
    others = {home / "other.md": "The garden is green.", home / INDEX / "snapshot.rows": SECRET.id}
    for path, content in {**held, **others}.items():
        path.write_text(content, encoding="utf-8")
    (home / "elsewhere").symlink_to(home / "page.md")
    assert set(records.copies_of([SECRET.id], [TEXT, "short", ""])) == set(map(str, held))
    assert records.copies_of(["nobody"], ["short"]) == ()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may read everything can read this too")
def test_a_file_that_cannot_be_read_is_named(records: SqliteRecords, home: Path) -> None:
    (home / "locked.txt").touch(mode=0o000)
    assert records.copies_of(["nobody"]) == (str(home / "locked.txt"),)


def test_no_copy_is_sought_where_none_can_be() -> None:
    assert set(NO_COPIES) == {INDEX, MODELS}
