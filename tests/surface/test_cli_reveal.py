"""The command that gives personal data back."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from mcp_memory.__main__ import start
from mcp_memory.bootstrap import assemble
from mcp_memory.testing import HashingEmbedder


@dataclass(frozen=True, slots=True)
class Terminal:
    """A person at a terminal, with a data folder of their own."""

    home: Path
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        environment = {"MCP_MEMORY_HOME": str(self.home)}
        with pytest.raises(SystemExit) as left:
            start(arguments, environment, lambda settings: assemble(settings, HashingEmbedder()))
        captured = self.capsys.readouterr()
        return int(left.value.code or 0), captured.out, captured.err


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(tmp_path / "home", capsys)


def test_a_value_is_locked_away_and_given_back(terminal: Terminal) -> None:
    _, remembered, _ = terminal("remember", "李四的电话是13800138000")
    assert remembered.startswith("Remembered: 李四的电话是[phone:1]\n")
    assert "Taken out before storing: phone ×1" in remembered
    assert terminal("reveal", "phone:1") == (0, "13800138000\n", "")
    assert terminal("reveal", "[phone:1]") == (0, "13800138000\n", "")


def test_a_memory_is_shown_with_its_values(terminal: Terminal) -> None:
    remembered = json.loads(terminal("remember", "李四的电话是13800138000", "--json")[1])
    memory_id = remembered["outcome"]["memory"]["id"]
    assert terminal("reveal", memory_id)[1] == "李四的电话是13800138000\n"
    assert json.loads(terminal("reveal", memory_id, "--json")[1])["values"] == {"[phone:1]": "13800138000"}
    recalled = terminal("recall", "李四的电话", "--include", "personal")[1]
    assert recalled.startswith("1. 李四的电话是13800138000\n")


def test_what_is_not_kept_is_said(terminal: Terminal) -> None:
    assert terminal("reveal", "phone:9") == (1, "Nothing is kept for [phone:9]\n", "")
    remembered = json.loads(terminal("remember", "Tea at four", "--json")[1])
    code, out, _ = terminal("reveal", remembered["outcome"]["memory"]["id"])
    assert (code, out) == (0, "No personal data is kept for this memory.\n")


def test_the_log_says_who_was_given_what(terminal: Terminal) -> None:
    assert terminal("reveal", "--log")[1] == "Nothing was revealed so far.\n"
    terminal("remember", "call 13800138000")
    terminal("reveal", "phone:1")
    _, out, _ = terminal("reveal", "--log")
    assert out.endswith("[phone:1] to command line\n")
    assert [note["placeholder"] for note in json.loads(terminal("reveal", "--log", "--json")[1])] == ["[phone:1]"]


@pytest.mark.parametrize("arguments", [[], ["phone:1", "--log"]])
def test_one_thing_is_asked_at_a_time(terminal: Terminal, arguments: list[str]) -> None:
    assert terminal("reveal", *arguments)[0] == 2
