"""The demo: what its history holds, and that it comes out as expected on the real engine."""

import io
import re
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

from mcp_memory.__main__ import start
from mcp_memory.bootstrap import assemble
from mcp_memory.demo import bundled_history, play
from mcp_memory.engine.domain.vocabulary import EventType, Layer
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import Settings
from mcp_memory.testing import HashingEmbedder

HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the demo makes its folder."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_the_history_holds_what_it_promises() -> None:
    """Several weeks of one project: every kind of event, rules, procedures, both languages, two differing values."""
    history = bundled_history()
    layers = Counter(told.layer for told in history.memories)
    chinese = sum(bool(HAN.search(told.content)) for told in history.memories)
    assert len(history.memories) >= 36
    assert {told.event_type for told in history.memories} == set(EventType)
    assert layers[Layer.SEMANTIC] >= 3
    assert sum(bool(told.steps) for told in history.memories) == 2
    assert min(chinese, len(history.memories) - chinese) >= 12
    assert max(told.days_ago for told in history.memories) >= 28


def test_the_history_names_its_memories_once_and_asks_for_those_alone() -> None:
    history = bundled_history()
    keys = [told.key for told in history.memories]
    asked = {key for question in history.questions for key in question.finds}
    assert len(set(keys)) == len(keys)
    assert asked | {history.correction.key, history.forgetting.key} <= set(keys)


@pytest.mark.model
def test_all_comes_out_as_expected_on_one_screen(temporary: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the shipped model: every step as expected, at most 50 lines of 80 cells, and nothing left behind."""
    with pytest.raises(SystemExit, match=r"^0$"):
        start(["demo"], {})
    out = capsys.readouterr().out
    assert "✗" not in out
    assert "All as expected. Nothing left this machine." in out
    assert len(out.splitlines()) <= 50
    assert max(map(len, out.splitlines())) <= 80
    assert list(temporary.iterdir()) == []


def test_what_does_not_come_out_is_marked_and_the_folder_can_be_kept(temporary: Path) -> None:
    """A model that knows letters only finds no paraphrase: the demo says so instead of claiming success."""
    screen = io.StringIO()
    opened: list[Settings] = []

    def open_engine(settings: Settings) -> MemoryEngine:
        opened.append(settings)
        return assemble(settings, HashingEmbedder())

    passed = play(open_engine, Console(file=screen, width=100), keep=True)
    assert not passed
    assert "✗ paraphrase" in screen.getvalue()
    assert "did not come out as expected." in screen.getvalue()
    assert f"Kept in {opened[0].home}" in screen.getvalue()
    assert opened[0].home.parent == temporary


def test_the_exit_code_tells(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^1$"):
        start(["demo"], {}, lambda settings: assemble(settings, HashingEmbedder()))
    assert "✗" in capsys.readouterr().out
