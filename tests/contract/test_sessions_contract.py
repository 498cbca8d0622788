"""What the store of sessions owes working memory: all that was said is there, for every process, after everything."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records_kit import a_change, put
from sessions_kit import a_session, a_turn, after, contents_of, queue, say, sessions, start, turns

from mcp_memory.engine.domain.memory import Observation
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.sessions import Session, Turn
from mcp_memory.engine.ports.sessions import Priority, Sessions
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, CountedIds, a_memory


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    with closing(open_records(tmp_path, StorePolicy(lock_patience_seconds=1))) as records:
        yield records


@pytest.fixture
def store(records: SqliteRecords) -> Sessions:
    return records


def fail_halfway(store: Sessions) -> None:
    with store.sitting() as sitting:
        sitting.put_session(a_session())
        sitting.append("me", "s1", [a_turn("hello")])
        sitting.enqueue(a_session(), Priority.ROUND, 1, 1)
        sitting.put(a_change(a_memory()))
        raise ZeroDivisionError


class TestSessions:
    @settings(max_examples=40, deadline=None)
    @given(session=sessions)
    def test_any_session_comes_back_as_it_was_put(
        self, session: Session, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        """Also from another opening of the folder."""
        folder = tmp_path_factory.mktemp("sessions")
        with closing(open_records(folder, StorePolicy())) as records, records.sitting() as sitting:
            sitting.put_session(session)
            assert sitting.session(session.user, session.id) == session
        with closing(open_records(folder, StorePolicy())) as records:
            assert records.session(session.user, session.id) == session

    def test_an_unknown_session_is_none(self, store: Sessions) -> None:
        say(store, a_session(user="me"), "hello")
        assert store.session("you", "s1") is None
        assert store.session("me", "s2") is None
        assert store.turns("you", "s1") == ()
        assert store.sessions("you") == ()

    def test_a_session_that_is_put_again_is_changed_and_its_turns_are_not(self, store: Sessions) -> None:
        session = say(store, a_session(), "hello", "again")
        changed = replace(session, goal="ship it", steps=("build",), watermark=1, ended_at=after(9))
        with store.sitting() as sitting:
            sitting.put_session(changed)
        assert store.session("me", "s1") == changed
        assert contents_of(store.turns("me", "s1")) == ["hello", "again"]

    def test_the_latest_activity_comes_first(self, store: Sessions) -> None:
        with store.sitting() as sitting:
            for seconds, name in enumerate(("one", "two", "three")):
                sitting.put_session(a_session(name, active_at=after(seconds)))
        assert [session.id for session in store.sessions("me")] == ["three", "two", "one"]
        assert [session.id for session in store.sessions("me", limit=1)] == ["three"]

    def test_a_scene_is_the_one_that_was_noted_or_the_session_itself(self, store: Sessions) -> None:
        with store.sitting() as sitting:
            sitting.put_session(a_session("s2", scene="s1"))
            sitting.put_session(a_session("s3", scene=""))
        assert [store.scene_of("me", name) for name in ("s2", "s3", "s4", "")] == ["s1", "s3", "s4", ""]
        assert store.scene_of("you", "s2") == "s2"

    def test_the_same_goal_in_other_wording_is_found_while_it_is_recent(self, store: Sessions) -> None:
        """Same user, same project, the latest of them; an empty goal is no goal."""
        with store.sitting() as sitting:
            sitting.put_session(a_session("old", goal="Ship the billing page", project="billing", ended_at=after(1)))
            sitting.put_session(a_session("new", goal="ship the  Billing page.", project="billing", active_at=after(9)))
            sitting.put_session(a_session("without"))
        found = store.same_goal("me", "billing", "SHIP the billing page", DAWN)
        assert found is not None
        assert found.id == "new"
        assert store.same_goal("me", "billing", "ship the billing page", after(10)) is None
        assert store.same_goal("me", "", "ship the billing page", DAWN) is None
        assert store.same_goal("you", "billing", "ship the billing page", DAWN) is None
        assert store.same_goal("me", "", "  ", DAWN) is None

    def test_a_write_that_fails_leaves_nothing(self, store: Sessions) -> None:
        """Session, turns, queue and memory are one write."""
        with pytest.raises(ZeroDivisionError):
            fail_halfway(store)
        assert store.session("me", "s1") is None
        assert store.turns("me", "s1") == ()
        assert store.encoding_state().total == 0

    def test_memories_sessions_and_queue_change_in_one_transaction(self, records: SqliteRecords) -> None:
        """What is written first is seen by what follows, and one revision stands for all of it."""
        say(records, a_session(), "hello")
        before = records.revision()
        with records.writing() as writing:
            writing.put(a_change(a_memory()))
            writing.observe(Observation(a_memory().id, "s1", DAWN))
            writing.put_session(a_session(goal="ship it", turns=1))
            writing.note_encoded("me", "s1", [1])
            assert writing.unencoded("me", "s1", 1, 9) == ()
        assert records.revision() == before + 1
        assert records.get(a_memory().id) == a_memory()

    def test_every_change_of_a_session_moves_the_revision(self, records: SqliteRecords) -> None:
        """So that whoever watches the working part learns of it; what only the queue does moves nothing."""
        seen = [records.revision()]
        session = say(records, a_session(), "hello")
        seen.append(records.revision())
        with records.sitting() as sitting:
            sitting.append("me", "s1", [a_turn("more", 2)])
        seen.append(records.revision())
        with records.sitting() as sitting:
            sitting.archive("me", "s1")
        seen.append(records.revision())
        assert [later - earlier for earlier, later in pairwise(seen)] == [1, 1, 1]
        queue(records, session, (Priority.ROUND, 1, 1))
        records.note_recalled("me", "s1", [a_memory().id], DAWN)
        with records.sitting() as sitting:
            sitting.append("me", "s1", [])
        assert records.revision() == seen[-1]


class TestTurns:
    @settings(max_examples=40, deadline=None)
    @given(batches=st.lists(st.lists(turns, max_size=4), max_size=4), archived_after=st.integers(0, 4))
    def test_what_was_appended_is_read_in_order_also_from_the_archive(
        self, batches: list[list[Turn]], archived_after: int, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        """Numbers only grow; the session counts them."""
        with closing(open_records(tmp_path_factory.mktemp("turns"), StorePolicy())) as store:
            with store.sitting() as sitting:
                sitting.put_session(a_session())
            for place, batch in enumerate(batches):
                with store.sitting() as sitting:
                    sitting.append("me", "s1", batch)
                    if place == archived_after:
                        sitting.archive("me", "s1")
            said = [turn for batch in batches for turn in batch]
            found = store.turns("me", "s1")
            assert [replace(turn, n=0) for turn in found] == [replace(turn, n=0) for turn in said]
            numbers = [turn.n for turn in found]
            assert numbers == sorted(set(numbers))
            session = store.session("me", "s1")
            assert session is not None
            assert session.turns == max(numbers, default=0)

    def test_a_range_is_read_alone(self, store: Sessions) -> None:
        say(store, a_session(), "one", "two", "three", "four")
        assert contents_of(store.turns("me", "s1", 2)) == ["two", "three", "four"]
        assert contents_of(store.turns("me", "s1", 2, 3)) == ["two", "three"]
        assert store.turns("me", "s1", 5) == ()

    def test_numbers_that_are_taken_give_way(self, store: Sessions) -> None:
        """Two processes that append at the same time counted from the same state."""
        say(store, a_session(), "one")
        with store.sitting() as sitting:
            sitting.append("me", "s1", [a_turn("two", 2)])
            sitting.append("me", "s1", [a_turn("three", 2), a_turn("four", 3)])
        assert [turn.n for turn in store.turns("me", "s1")] == [1, 2, 3, 4]

    def test_a_stale_count_does_not_uncount_a_turn(self, store: Sessions) -> None:
        session = say(store, a_session(), "one")
        with store.sitting() as sitting:
            sitting.append("me", "s1", [a_turn("two", 2)])
            sitting.put_session(session)
        found = store.session("me", "s1")
        assert found is not None
        assert found.turns == 2

    def test_what_was_encoded_once_is_not_handed_out_again(self, store: Sessions) -> None:
        say(store, a_session(), "one", "two", "three")
        say(store, a_session("s2"), "elsewhere")
        with store.sitting() as sitting:
            sitting.note_encoded("me", "s1", [1, 3])
            assert contents_of(sitting.unencoded("me", "s1", 1, 3)) == ["two"]
            assert sitting.unencoded("me", "s1", 3, 3) == ()
            assert contents_of(sitting.unencoded("me", "s2", 1, 3)) == ["elsewhere"]
        assert contents_of(store.turns("me", "s1")) == ["one", "two", "three"]

    def test_the_archive_keeps_what_was_said_and_encodes_none_of_it(self, store: Sessions) -> None:
        session = say(store, a_session(), "one", "two")
        before = store.turns("me", "s1")
        with store.sitting() as sitting:
            sitting.put_session(replace(session, ended_at=after(5)))
            sitting.archive("me", "s1")
        assert store.turns("me", "s1") == before
        with store.sitting() as sitting:
            assert sitting.unencoded("me", "s1", 1, 9) == ()
            sitting.archive("me", "s1")
        assert store.turns("me", "s1") == before


class TestSweeps:
    def test_idle_are_open_sessions_with_turns_beyond_their_watermark(self, store: Sessions) -> None:
        """Of every user, the longest silent first."""
        say(store, a_session("longest", user="you", active_at=after(-9)), "hello")
        say(store, a_session("silent"), "hello")
        say(store, a_session("active", active_at=after(60)), "hello")
        say(store, a_session("encoded", watermark=1), "hello")
        say(store, a_session("ended", ended_at=DAWN), "hello")
        with store.sitting() as sitting:
            sitting.put_session(a_session("nothing said"))
        assert [session.id for session in store.idle(after(60))] == ["longest", "silent"]
        assert [session.id for session in store.idle(after(60), limit=1)] == ["longest"]
        assert store.idle(after(-9)) == ()

    def test_finished_are_ended_sessions_that_wait_for_no_encoding(self, store: Sessions) -> None:
        """A parked task waits too: its turns are not to be lost from sight."""
        say(store, a_session("open"), "hello")
        for place, name in enumerate(("first", "second", "queued", "archived")):
            say(store, a_session(name, ended_at=after(place)), "hello")
        queue(store, a_session("queued"), (Priority.BOUNDARY, 1, 1))
        queue(store, a_session("first", user="you"), (Priority.BOUNDARY, 1, 1))
        with store.sitting() as sitting:
            sitting.archive("me", "archived")
        assert [session.id for session in store.finished()] == ["first", "second"]
        assert [session.id for session in store.finished(limit=1)] == ["first"]


class TestRecalled:
    def test_what_a_session_was_shown_is_known_the_latest_last(self, records: SqliteRecords) -> None:
        new_id = CountedIds()
        shown = [a_memory(id=new_id()) for _ in range(3)]
        one, two, three = (memory.id for memory in shown)
        put(records, *shown)
        records.note_recalled("me", "s1", [one, two], DAWN)
        records.note_recalled("me", "s1", [three, "unknown"], after(1))
        records.note_recalled("me", "s1", [one], after(2))
        records.note_recalled("me", "s1", [one], after(-2))
        records.note_recalled("me", "s2", [two], DAWN)
        assert records.recalled_in("me", "s1") == (two, three, one)
        assert records.recalled_in("me", "s2") == (two,)
        assert records.recalled_in("you", "s1") == ()

    def test_it_is_bounded(self, records: SqliteRecords) -> None:
        """What is archived, or was shown long ago, is forgotten."""
        put(records, a_memory())
        records.note_recalled("me", "s1", [a_memory().id], DAWN)
        records.note_recalled("me", "s2", [a_memory().id], after(86_400))
        with records.sitting() as sitting:
            sitting.archive("me", "s2")
        assert (records.recalled_in("me", "s1"), records.recalled_in("me", "s2")) == ((a_memory().id,), ())
        assert records.forget_sights(DAWN) == 0
        assert (records.forgotten_sights(after(1)), records.forget_sights(after(1))) == (1, 1)
        assert records.recalled_in("me", "s1") == ()

    def test_an_answer_does_not_fail_over_it(self, records: SqliteRecords, tmp_path: Path) -> None:
        """Another process holds the write lock, or the file refuses."""
        put(records, a_memory())
        with (
            closing(open_records(tmp_path, StorePolicy())) as other,
            other.writing(),
        ):
            records.note_recalled("me", "s1", [a_memory().id], DAWN)
        with records._connections.writing() as connection:
            connection.exec_driver_sql("PRAGMA query_only = ON")
        records.note_recalled("me", "s1", [a_memory().id], DAWN)
        assert records.recalled_in("me", "s1") == ()


def test_processes_that_talk_in_one_session_lose_nothing(tmp_path: Path) -> None:
    """Every turn is there once, under a number of its own, and counted."""
    open_records(tmp_path, StorePolicy()).close()
    workers = [start("sessions_worker.py", "talk", tmp_path, 40) for _ in range(2)]
    said = [line.strip() for worker in workers for line in worker.communicate()[0].splitlines()]
    with closing(open_records(tmp_path, StorePolicy())) as records:
        found = records.turns("me", "s1")
        session = records.session("me", "s1")
    assert sorted(contents_of(found)) == sorted(said)
    assert [turn.n for turn in found] == list(range(1, 81))
    assert session is not None
    assert session.turns == 80


def test_a_killed_process_loses_no_turn_that_was_acknowledged(tmp_path: Path) -> None:
    open_records(tmp_path, StorePolicy()).close()
    worker = start("sessions_worker.py", "talk", tmp_path, 100_000)
    assert worker.stdout is not None
    said = [worker.stdout.readline().strip() for _ in range(20)]
    worker.kill()
    said += [line.strip() for line in worker.communicate()[0].splitlines(keepends=True) if line.endswith("\n")]
    with closing(open_records(tmp_path, StorePolicy())) as records:
        found = contents_of(records.turns("me", "s1"))
        session = records.session("me", "s1")
        assert all(finding.passed for finding in records.check())
    assert set(said) <= set(found)
    assert session is not None
    assert session.turns == len(found)
