"""What the tests of the command line share: a person at a terminal, with a model that loads at once."""

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mcp_memory.__main__ import start
from mcp_memory.bootstrap import assemble
from mcp_memory.testing import HashingEmbedder


@dataclass(frozen=True, slots=True)
class Ran:
    """One finished command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True, slots=True)
class Shell:
    """A person at a terminal, with a data folder of their own."""

    home: Path
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def __call__(self, *arguments: str, typed: str = "", **environ: str) -> Ran:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        environment = {"MCP_MEMORY_HOME": str(self.home), **environ}
        with pytest.raises(SystemExit) as left:
            start(arguments, environment, lambda settings: assemble(settings, HashingEmbedder()))
        captured = self.capsys.readouterr()
        return Ran(int(left.value.code or 0), captured.out, captured.err)

    def remember(self, text: str, *options: str) -> str:
        """Remember a text and return its id."""
        memory_id: str = self("remember", text, "--json", *options).json["outcome"]["memory"]["id"]
        return memory_id
