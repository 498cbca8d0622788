"""The terminal's exports, imports, backups and repairs, against the real engine on a folder of its own."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from cli_kit import Shell


@pytest.fixture
def fresh(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path / "fresh", capsys, monkeypatch)


class TestExport:
    def test_to_a_file_and_back_is_the_same(self, shell: Shell, fresh: Shell, tmp_path: Path) -> None:
        shell.remember("Releases go out on Tuesdays 发布")
        first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
        ran = shell("export", str(first))
        assert (ran.code, ran.out) == (0, "")
        assert ran.err == f"Wrote 1 memories to {first}.\n"
        assert fresh("import", str(first)).out.startswith("Brought in 1 memories from our own export.\n")
        fresh("export", str(second))
        assert first.read_bytes() == second.read_bytes()
        assert first.stat().st_mode & 0o077 == 0

    def test_to_standard_output_only_the_export_goes(self, shell: Shell) -> None:
        shell.remember("Tea at four")
        lines = shell("export").out.splitlines()
        assert (lines[0], len(lines)) == ('{"format":"mcp-memory","version":1}', 2)

    def test_a_page_says_what_it_leaves_out(self, shell: Shell, tmp_path: Path) -> None:
        shell("forget", shell.remember("Tea at four"))
        ran = shell("export", str(tmp_path / "page.md"), "--format", "markdown")
        assert "1 that no longer count were left out" in ran.err
        assert "# Memories of me" in (tmp_path / "page.md").read_text(encoding="utf-8")

    def test_a_file_that_is_there_is_not_written_over(self, shell: Shell, tmp_path: Path) -> None:
        mine = tmp_path / "mine.txt"
        mine.write_text("mine")
        assert shell("export", str(mine)).code == 1
        assert mine.read_text() == "mine"

    def test_a_place_that_cannot_be_written_is_one_line(self, shell: Shell, tmp_path: Path) -> None:
        ran = shell("export", str(tmp_path / "nowhere" / "x.jsonl"))
        assert (ran.code, ran.err.count("\n")) == (1, 1)

    def test_what_cannot_be_read_is_named(self, shell: Shell, tmp_path: Path) -> None:
        shell.remember("Tea at four")
        damage(shell)
        ran = shell("export", str(tmp_path / "x.jsonl"))
        assert ran.code == 1
        assert "Cannot be read: memory" in ran.err


class TestImport:
    def test_a_list_comes_in_and_is_found(self, shell: Shell, tmp_path: Path) -> None:
        (tmp_path / "CLAUDE.md").write_text("# Rules\n\n- Use tabs\n- The key is AKIAIOSFODNN7EXAMPLE\n")
        shell.remember("Tea at four")
        rehearsed = shell("import", str(tmp_path / "CLAUDE.md"), "--dry-run")
        assert rehearsed.out.startswith("Would bring in 2 memories from a Markdown list.\n")
        ran = shell("import", str(tmp_path / "CLAUDE.md"), "--project", "atlas")
        assert "Taken out before storing" in ran.out
        assert "A backup was made before: " in ran.out
        assert "Use tabs" in shell("recall", "tabs", "--project", "atlas").out
        assert "2 were known already." in shell("import", str(tmp_path / "CLAUDE.md"), "--project", "atlas").out

    def test_bad_lines_are_told_and_the_exit_code_says_so(self, shell: Shell, tmp_path: Path) -> None:
        """A hundred are told one by one; bytes that are no UTF-8 cost their line only."""
        whole = shell("export").out
        (tmp_path / "x.jsonl").write_bytes(whole.encode() + b'{"type": "\xff"}\n' + b"{\n" * 150)
        ran = shell("import", str(tmp_path / "x.jsonl"))
        assert ran.code == 1
        assert "151 lines could not be brought in.\n   line 2: " in ran.out
        assert "and so on" in ran.out

    def test_a_conflict_is_told(self, shell: Shell) -> None:
        memory_id = shell.remember("Tea at four")
        whole = shell("export").out
        shell("correct", memory_id, "Tea at five")
        ran = shell("import", "-", "--json", typed=whole)
        assert (ran.code, ran.json["conflicts"], ran.json["form"]) == (1, 1, "own")
        assert "left as they are" in shell("import", "-", typed=whole).out

    def test_a_file_that_is_not_there_is_one_line(self, shell: Shell, tmp_path: Path) -> None:
        ran = shell("import", str(tmp_path / "nowhere"))
        assert (ran.code, ran.err.count("\n")) == (1, 1)


class TestBackupAndRestore:
    def test_a_copy_is_made_listed_and_put_back(self, shell: Shell) -> None:
        shell.remember("Tea at four")
        assert shell("restore").out == "There are no backups yet.\n"
        path = shell("backup", "--json").json["path"]
        assert "Copied the records to" in shell("backup").out
        shell.remember("Tea at five")
        assert path in shell("restore").out
        ran = shell("restore", path, typed="y\n")
        assert "Restored 1 memories from " in ran.out
        assert "What stood there before is at" in ran.out
        assert "Tea at five" not in shell("list").out

    def test_nothing_is_put_back_unasked(self, shell: Shell) -> None:
        shell.remember("Tea at four")
        path = shell("backup", "--json").json["path"]
        shell.remember("Tea at five")
        assert shell("restore", path, typed="n\n").code == 1
        assert "Tea at five" in shell("list").out
        assert shell("restore", path, "--yes", "--json").json["memories"] == 1

    def test_of_what_is_no_backup_it_says_where_backups_are(self, shell: Shell, tmp_path: Path) -> None:
        notes = tmp_path / "notes.txt"
        notes.write_text("title: notes", encoding="utf-8")
        for other in (notes, tmp_path / "nowhere", shell.home):
            ran = shell("restore", str(other), "--yes")
            assert ran.code == 1
            assert str(shell.home / "backups") in ran.err
            assert "Backups are called memory-DATE.db; `mcp-memory restore` without a file lists them." in ran.err

    def test_erasing_names_the_copies(self, shell: Shell) -> None:
        memory_id = shell.remember("Tea at four")
        path = shell("backup", "--json").json["path"]
        assert f"A copy may remain in {path}" in shell("forget", memory_id, "--purge", "--yes").out


class TestRepair:
    def test_a_damaged_row_is_mended_and_the_rest_works(self, shell: Shell) -> None:
        shell.remember("Tea at four")
        damage(shell)
        assert shell("doctor").code == 1
        ran = shell("doctor", "--repair")
        assert ran.code == 0
        assert "1 memories made anew from their history" in ran.out
        assert "A backup was made before: " in ran.out
        assert "1 damaged rows set aside" in ran.out
        assert "Tea at four" in shell("list").out

    def test_in_json_the_findings_come_after_the_repair(self, shell: Shell) -> None:
        shell.remember("Tea at four")
        damage(shell)
        assert all(finding["passed"] for finding in shell("doctor", "--repair", "--json").json["findings"])


def damage(shell: Shell) -> None:
    """Make every memory unreadable."""
    with closing(sqlite3.connect(shell.home / "memory.db")) as connection, connection:
        connection.execute("UPDATE memories SET layer = 'mythical'")
