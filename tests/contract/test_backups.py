"""Copies of the records: consistent while others write, checked, put back, never in the place of what is in use."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from records_kit import EVERYTHING, put, start

from mcp_memory.engine.domain.errors import Invalid, NoBackup, StoreBusy, StoreFailed, StoreNewer
from mcp_memory.engine.domain.jobs import JobRun
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.records.replacing import restore
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, a_memory

OLD = a_memory(content="old")
NEW = a_memory(id="00000002-0000-7000-8000-000000000000", content="new")
POLICY = StorePolicy()


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    records = open_records(tmp_path / "home", POLICY)
    put(records, OLD)
    yield records
    records.close()


def contents(folder: Path) -> list[str]:
    """What the records of a folder hold."""
    records = open_records(folder, POLICY)
    try:
        return sorted(memory.content for memory in records.listing(EVERYTHING, limit=99))
    finally:
        records.close()


class TestMaking:
    def test_a_copy_is_one_whole_file_for_its_owner(self, records: SqliteRecords, tmp_path: Path) -> None:
        backup = records.back_up(DAWN)
        path = Path(backup.path)
        assert path == tmp_path / "home" / "backups" / "memory-20260302T090000Z.db"
        assert [entry.name for entry in path.parent.iterdir()] == [path.name]
        assert path.stat().st_mode & 0o077 == 0
        with closing(sqlite3.connect(path)) as copy:
            assert copy.execute("SELECT content FROM memories").fetchall() == [("old",)]
            assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)

    def test_two_in_one_second_do_not_meet(self, records: SqliteRecords) -> None:
        first, second = records.back_up(DAWN), records.back_up(DAWN)
        assert first.path != second.path
        assert {backup.path for backup in records.backups()} == {first.path, second.path}

    def test_a_copy_holds_one_moment_while_others_write(self, records: SqliteRecords) -> None:
        """Each transaction writes a memory with its chunk: in no copy is one without the other."""
        stop = threading.Event()

        def write() -> None:
            number = 10
            while not stop.is_set():
                put(records, a_memory(id=f"{number:08}-0000-7000-8000-000000000000", content=f"word{number}"))
                number += 1

        writer = threading.Thread(target=write)
        writer.start()
        try:
            copies = [records.back_up(DAWN + timedelta(seconds=second)) for second in range(5)]
        finally:
            stop.set()
            writer.join()
        for backup in copies:
            with closing(sqlite3.connect(backup.path)) as copy:
                counts = {
                    copy.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 (our own names)
                    for table in ("memories", "chunks", "versions")
                }
            assert len(counts) == 1

    def test_a_file_that_is_there_is_not_written_over(self, records: SqliteRecords, tmp_path: Path) -> None:
        mine = tmp_path / "mine.txt"
        mine.write_text("mine")
        with pytest.raises(Invalid, match="exists already"):
            records.back_up(DAWN, mine)
        assert mine.read_text() == "mine"

    def test_a_place_that_cannot_be_written_is_named(self, records: SqliteRecords, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(StoreFailed, match="cannot be written"):
            records.back_up(DAWN, tmp_path / "file" / "copy.db")

    def test_copies_made_elsewhere_are_listed_while_they_are_there(
        self, records: SqliteRecords, tmp_path: Path
    ) -> None:
        away = records.back_up(DAWN, tmp_path / "away" / "copy.db")
        assert [backup.path for backup in records.backups()] == [away.path]
        assert records.copies_of([OLD.id]) == (away.path,)
        Path(away.path).rename(tmp_path / "moved.db")
        assert records.back_up(DAWN, Path(away.path)).path == away.path
        Path(away.path).unlink()
        assert records.backups() == ()
        assert records.copies_of([OLD.id]) == (away.path,)


class TestRotating:
    """The copies that the timetable makes."""

    def test_the_newest_stay_and_so_does_what_others_made(self, records: SqliteRecords, tmp_path: Path) -> None:
        mine, away = records.back_up(DAWN).path, records.back_up(DAWN, tmp_path / "away.db").path
        aside = Path(mine).with_name("replaced-20200101T000000Z.db")
        aside.write_bytes(b"")
        made = []
        for day in range(4):
            put(records, a_memory(id=f"{day + 10:08}-0000-7000-8000-000000000000", content=f"day {day}"))
            backup = records.back_up_routinely(DAWN + timedelta(days=day))
            assert backup is not None
            made.append(backup.path)
        assert records.drop_routine_backups(9) == ()
        assert set(records.drop_routine_backups(2)) == set(made[:2])
        assert {backup.path for backup in records.backups()} == {*made[2:], mine, away, str(aside)}
        assert records.copies_of([OLD.id]) != ()

    def test_what_has_not_changed_is_not_copied_again(self, records: SqliteRecords) -> None:
        """A server that idles for weeks must not push every older state out."""
        assert records.back_up_routinely(DAWN) is not None
        records.note_job(JobRun(name="backup", started_at=DAWN))
        assert records.back_up_routinely(DAWN + timedelta(days=1)) is None
        put(records, NEW)
        assert records.back_up_routinely(DAWN + timedelta(days=1)) is not None

    def test_a_copy_that_cannot_be_read_does_not_count(self, records: SqliteRecords) -> None:
        first = records.back_up_routinely(DAWN)
        assert first is not None
        Path(first.path).write_bytes(b"overwritten by something else" * 100)
        assert records.back_up_routinely(DAWN + timedelta(days=1)) is not None

    def test_an_old_state_that_went_on_is_another_one(self, records: SqliteRecords, tmp_path: Path) -> None:
        """After a restore revisions are counted on from an old one; the same number then says nothing."""
        old = Path(records.back_up(DAWN).path)
        put(records, NEW)
        assert records.back_up_routinely(DAWN) is not None
        records.close()
        restore(tmp_path / "home", old, DAWN, POLICY)
        with closing(open_records(tmp_path / "home", POLICY)) as restored:
            put(restored, replace(NEW, content="newer", changed_at=DAWN + timedelta(days=1)))
            assert restored.back_up_routinely(DAWN + timedelta(days=1)) is not None

    def test_what_a_killed_process_left_is_cleared_away(self, records: SqliteRecords, tmp_path: Path) -> None:
        folder = tmp_path / "home" / "backups"
        folder.mkdir()
        (folder / "daily-20260301T090000Z.db.unfinished").write_bytes(b"half")
        (folder / "memory-20260301T090000Z.db.unfinished").write_bytes(b"somebody is at it")
        backup = records.back_up_routinely(DAWN)
        assert backup is not None
        names = {entry.name for entry in folder.iterdir()}
        assert names == {Path(backup.path).name, "memory-20260301T090000Z.db.unfinished"}

    def test_one_that_cannot_be_removed_is_named(self, records: SqliteRecords, tmp_path: Path) -> None:
        (tmp_path / "home" / "backups" / "daily-folder.db").mkdir(parents=True)
        with pytest.raises(StoreFailed, match=r"daily-folder\.db cannot be removed"):
            records.drop_routine_backups(0)


class TestRestoring:
    @pytest.fixture
    def backup(self, records: SqliteRecords) -> Path:
        """A backup of the old state; the records have moved on and are closed."""
        path = Path(records.back_up(DAWN).path)
        put(records, NEW)
        records.close()
        return path

    def test_the_copy_takes_the_place_and_the_present_is_moved_aside(self, backup: Path, tmp_path: Path) -> None:
        home = tmp_path / "home"
        restored = restore(home, backup, DAWN, POLICY)
        assert (restored.memories, contents(home)) == (1, ["old"])
        assert Path(restored.set_aside).parent == home / "backups"
        assert contents(restore_elsewhere(Path(restored.set_aside), tmp_path)) == ["new", "old"]
        assert backup.is_file()

    def test_it_works_on_an_empty_folder(self, backup: Path, tmp_path: Path) -> None:
        restored = restore(tmp_path / "fresh", backup, DAWN, POLICY)
        assert restored.set_aside == ""
        assert contents(tmp_path / "fresh") == ["old"]

    def test_another_process_keeps_its_records(self, backup: Path, tmp_path: Path) -> None:
        """It is refused while anybody has the file open, with everything left as it was."""
        other = start("hold", tmp_path / "home")
        assert other.stdout is not None
        assert other.stdin is not None
        other.stdout.readline()
        with pytest.raises(StoreBusy, match="another program has the records open"):
            restore(tmp_path / "home", backup, DAWN, POLICY)
        other.stdin.close()
        other.wait()
        other.stdout.close()
        assert contents(tmp_path / "home") == ["new", "old"]

    def test_one_that_only_waits_keeps_them_too(self, backup: Path, tmp_path: Path) -> None:
        """A server that has just read something holds no lock that a writer would meet."""
        idle = open_records(tmp_path / "home", POLICY)
        assert idle.count(EVERYTHING) == 2
        with pytest.raises(StoreBusy):
            restore(tmp_path / "home", backup, DAWN, POLICY)
        idle.close()
        assert restore(tmp_path / "home", backup, DAWN, POLICY).memories == 1

    def test_a_newer_one_is_refused(self, backup: Path, tmp_path: Path) -> None:
        with closing(sqlite3.connect(backup)) as copy, copy:
            copy.execute("UPDATE meta SET value = 999 WHERE name = 'schema_version'")
        with pytest.raises(StoreNewer, match="version 999"):
            restore(tmp_path / "home", backup, DAWN, POLICY)
        assert contents(tmp_path / "home") == ["new", "old"]

    def test_what_is_no_backup_is_refused(self, backup: Path, tmp_path: Path) -> None:
        home, other = tmp_path / "home", tmp_path / "other.db"
        with pytest.raises(NoBackup, match="not a file"):
            restore(home, tmp_path / "nowhere.db", DAWN, POLICY)
        with pytest.raises(Invalid, match="the present records"):
            restore(home, home / "memory.db", DAWN, POLICY)
        for content in (b"", b"title: notes\n"):
            other.write_bytes(content)
            with pytest.raises(NoBackup, match=r"other\.db is no database"):
                restore(home, other, DAWN, POLICY)
        other.unlink()
        with closing(sqlite3.connect(other)) as foreign:
            foreign.execute("VACUUM")
            with pytest.raises(NoBackup, match="empty"):
                restore(home, other, DAWN, POLICY)
            foreign.execute("CREATE TABLE songs (title)")
        with pytest.raises(NoBackup, match=r"other\.db was made by another program"):
            restore(home, other, DAWN, POLICY)
        whole = backup.read_bytes()
        other.write_bytes(whole[: len(whole) // 2] + b"\xa5" * (len(whole) // 2))
        with pytest.raises(StoreFailed, match=r"other\.db"):
            restore(home, other, DAWN, POLICY)
        assert contents(home) == ["new", "old"]
        assert [path.name for path in home.iterdir() if "incoming" in path.name] == []

    def test_records_that_are_no_database_any_more_are_moved_aside_too(self, backup: Path, tmp_path: Path) -> None:
        home = tmp_path / "home"
        (home / "memory.db").write_bytes(b"overwritten by something else" * 100)
        (home / "memory.db-wal").write_bytes(b"its log")
        restored = restore(home, backup, DAWN, POLICY)
        assert contents(home) == ["old"]
        assert Path(restored.set_aside).read_bytes().startswith(b"overwritten")
        assert Path(f"{restored.set_aside}-wal").read_bytes() == b"its log"

    def test_an_older_copy_is_brought_up_to_date(self, tmp_path: Path) -> None:
        """A copy of the first version ever."""
        from mcp_memory.engine.records.migrate import migrations  # noqa: PLC0415

        old = tmp_path / "old.db"
        with closing(sqlite3.connect(old)) as first, first:
            first.executescript(migrations()[0])
            first.execute("UPDATE meta SET value = 1 WHERE name = 'schema_version'")
        assert restore(tmp_path / "home", old, DAWN, POLICY).memories == 0
        assert contents(tmp_path / "home") == []


def restore_elsewhere(copy: Path, folder: Path) -> Path:
    """A folder of its own with that copy in it."""
    restore(folder / "elsewhere", copy, DAWN, POLICY)
    return folder / "elsewhere"
