"""How the program starts: what goes to the runner, what to the command line, and how a bad start looks."""

import io
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from mcp_memory import __version__
from mcp_memory.__main__ import main, start

BAD = {"MCP_MEMORY_DURABILITY": "sometimes"}


class TypingPerson(io.StringIO):
    """A standard input with a person at the other end."""

    def isatty(self) -> bool:
        return True


def exit_code(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """Start the program in this process, and return what it leaves with."""
    with pytest.raises(SystemExit) as left:
        start(arguments, environ)
    return int(left.value.code or 0)


def program(
    *arguments: str, home: Path, given: str | None = None, **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a process of its own; without `given` its standard input is empty."""
    environment = os.environ | {"MCP_MEMORY_HOME": str(home)} | environ
    command = [sys.executable, "-m", "mcp_memory", *arguments]
    return subprocess.run(command, input=(given or "").encode(), env=environment, capture_output=True, check=False)


class TestWhereItGoes:
    def test_a_client_that_starts_the_bare_program_is_served(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Serving reads the settings first, and without a terminal; a bad one shows that it got there."""
        for stdin in (io.StringIO(), None):
            monkeypatch.setattr("sys.stdin", stdin)
            assert exit_code([], BAD) == 2
            assert capsys.readouterr().out == ""

    def test_a_person_without_an_argument_gets_help(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("sys.stdin", TypingPerson())
        assert exit_code([], {}) == 0
        out = capsys.readouterr().out
        assert all(command in out for command in ("serve", "remember", "recall", "doctor", "demo"))

    def test_the_version_is_ours(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setattr("sys.argv", ["mcp-memory", "--version"])
        with pytest.raises(SystemExit, match="0"):
            main()
        assert capsys.readouterr().out == f"mcp-memory {__version__}\n"

    def test_help_of_a_command_ends_with_an_example(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert exit_code(["recall", "--help"], {}) == 0
        assert "Example: mcp-memory recall" in capsys.readouterr().out

    def test_the_way_to_the_runner_imports_no_terminal_library(self, tmp_path: Path) -> None:
        code = (
            "import sys, mcp_memory.__main__, mcp_memory.stdio;"
            "heavy = {'typer', 'rich.console', 'numpy', 'sqlalchemy', 'onnxruntime', 'anthropic'};"
            "print(sorted(heavy & set(sys.modules)))"
        )
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=tmp_path)
        assert ran.stdout.decode().strip() == "[]"

    @pytest.mark.parametrize("arguments", [["serve"], [], ["serve", "--"]])
    def test_serving_ends_when_the_client_goes(self, tmp_path: Path, arguments: list[str]) -> None:
        ran = program(*arguments, home=tmp_path)
        assert (ran.returncode, ran.stdout) == (0, b"")

    def test_another_programs_stream_is_left_as_it_is(self) -> None:
        screen = io.StringIO()
        with redirect_stdout(screen):
            assert exit_code(["--version"], {}) == 0
        assert screen.getvalue() == f"mcp-memory {__version__}\n"


class TestBadStart:
    @pytest.mark.parametrize("arguments", [["serve"], ["serve", "--"], ["recall", "x"]])
    def test_an_invalid_setting_is_one_line_and_exit_code_2(
        self, arguments: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert exit_code(arguments, BAD) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("mcp-memory: MCP_MEMORY_DURABILITY must be normal or full.")
        assert captured.err.count("\n") == 1

    def test_the_doctor_tells_an_invalid_setting_as_a_finding(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert exit_code(["doctor"], BAD) == 2
        captured = capsys.readouterr()
        assert captured.out.startswith("✗ settings: MCP_MEMORY_DURABILITY must be normal or full.")
        assert captured.err == ""

    def test_a_folder_that_cannot_be_opened_is_one_line_and_exit_code_1(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "home").write_text("a file, not a folder")
        assert exit_code(["status"], {"MCP_MEMORY_HOME": str(tmp_path / "home")}) == 1
        captured = capsys.readouterr()
        assert (captured.out, captured.err.count("\n")) == ("", 1)

    def test_a_wrong_command_line_is_a_usage_error(self, capsys: pytest.CaptureFixture[str]) -> None:
        for arguments in (["remembr", "x"], ["recall", "--limit", "many"], ["show"]):
            assert exit_code(arguments, {}) == 2
            assert "Usage: mcp-memory" in capsys.readouterr().err


def test_a_narrow_code_page_costs_no_answer(tmp_path: Path) -> None:
    """Piped on a system with an old code page, the output is UTF-8 and nothing is lost."""
    assert program("remember", "每周二发布 → ✓", home=tmp_path, PYTHONIOENCODING="cp1252").returncode == 0
    ran = program("list", home=tmp_path, PYTHONIOENCODING="cp1252", NO_COLOR="1")
    assert "每周二发布 → ✓" in ran.stdout.decode("utf-8")
    assert b"\x1b" not in ran.stdout
