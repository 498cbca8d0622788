"""Another embedding model by its name, at the terminal: never downloaded there, and words answer meanwhile."""

import io
from collections.abc import Mapping
from pathlib import Path

import pytest

from mcp_memory.__main__ import start
from mcp_memory.bootstrap import MODELS, build_engine
from mcp_memory.engine.domain.errors import ModelUnavailable
from mcp_memory.settings import Settings


def ran(arguments: list[str], environ: Mapping[str, str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit code and output of one command with the real engine."""
    with pytest.raises(SystemExit) as left:
        start(arguments, environ)
    return int(left.value.code or 0), capsys.readouterr().out


@pytest.fixture
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return {"MCP_MEMORY_HOME": str(tmp_path / "home"), "MCP_MEMORY_MODEL": "BAAI/bge-m3"}


def test_words_answer_and_nothing_is_downloaded(
    environ: Mapping[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(["remember", "Tea is served at four"], environ, capsys)[0] == 0
    code, out = ran(["recall", "when is tea served?"], environ, capsys)
    assert code == 0
    assert out.startswith("1. Tea is served at four\n")
    assert "only words were searched" in out
    assert not (tmp_path / "home" / MODELS).exists()


def test_status_and_doctor_say_what_is_missing(environ: Mapping[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    ran(["remember", "Tea is served at four"], environ, capsys)
    status = ran(["status"], environ, capsys)[1]
    assert "BAAI/bge-m3" in status
    assert "0 of 1 done, 1 waiting" in status
    code, out = ran(["doctor"], environ, capsys)
    assert code == 1
    assert "✗ model: BAAI/bge-m3 is not on this machine yet: a running server downloads it in the background." in out


def test_an_unknown_model_is_named_with_the_closest(
    environ: Mapping[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = ran(["doctor"], {**environ, "MCP_MEMORY_MODEL": "BAAI/bge-m4"}, capsys)
    assert code == 1
    assert "fastembed knows no model BAAI/bge-m4; did you mean BAAI/bge-m3?" in out


def test_the_background_has_it_fetched_and_goes_on_without_it(
    environ: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No hub can be reached; the reason is told, and the rest of the work is done."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with build_engine(Settings.read(environ)) as engine:
        with pytest.raises(ModelUnavailable, match="BAAI/bge-m3 cannot be downloaded"):
            engine.warm()
        assert engine.work().failed == ()
