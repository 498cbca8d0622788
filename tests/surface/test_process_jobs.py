"""The timetable of real servers: several on one folder, and still each thing is done once."""

import sqlite3
from contextlib import closing
from pathlib import Path

from process_kit import exchange, left, process
from surface_kit import HELLO, asking


def noted(home: Path) -> tuple[int, int] | None:
    """Whether the last backup passed, and how many there were; None until one has ended."""
    with closing(sqlite3.connect(home / "memory.db")) as book:
        ended: tuple[int, int] | None = book.execute(
            "SELECT passed, runs FROM job_runs WHERE name = 'backup' AND finished_at IS NOT NULL"
        ).fetchone()
        return ended


def test_two_servers_make_one_backup_and_leave_quietly(tmp_path: Path) -> None:
    """Neither is told to: it is due as soon as they run, since none was ever made."""
    home = tmp_path / "home"
    with process(home) as one, process(home) as two:
        for server in (one, two):
            exchange(server, HELLO)
        exchange(one, asking("remember", content="Tea at four."))
        number = 3
        while not noted(home):
            for server in (one, two):
                exchange(server, asking("recall", number, query="tea"))
            number += 1
        assert [left(server) for server in (one, two)] == [(0, []), (0, [])]
    assert noted(home) == (1, 1)
    assert len(list((home / "backups").glob("daily-*.db"))) == 1
