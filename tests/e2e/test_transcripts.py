"""A conversation held before this program was there is brought in from its transcript, and found."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SAID = (
    ("user", "Morning! Let's look at billing."),
    ("assistant", [{"type": "text", "text": "Sure."}, {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}]),
    ("user", [{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]),
    ("user", "We decided to use PostgreSQL 16 for the billing service, because MySQL loses our decimals."),
    ("assistant", [{"type": "text", "text": "Understood."}]),
)


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    """A file as Claude Code keeps it."""
    file = tmp_path / "0f1e2d3c.jsonl"
    lines: list[dict[str, Any]] = [{"type": "summary", "summary": "Billing", "leafUuid": "u0"}]
    for number, (role, content) in enumerate(SAID):
        about = {"sessionId": "0f1e2d3c", "cwd": "/srv/atlas", "uuid": f"u{number}", "isSidechain": False}
        at = f"2026-01-05T10:0{number}:00.000Z"
        lines.append({"type": role, "message": {"role": role, "content": content}, "timestamp": at, **about})
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return file


def program(home: Path, *arguments: str) -> dict[str, Any]:
    """What the program prints as JSON."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MCP_MEMORY_", "CLAUDE"))}
    environ = {**kept, "MCP_MEMORY_HOME": str(home)}
    command = [sys.executable, "-m", "mcp_memory", *arguments, "--json"]
    done = subprocess.run(command, env=environ, capture_output=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_a_transcript_becomes_memories(tmp_path: Path, transcript: Path) -> None:
    """Once, dated as it was said, in the project it was said in."""
    home = tmp_path / "home"
    tried = program(home, "import", str(transcript), "--dry-run")
    assert (tried["sessions"], tried["added"]) == (1, 6)
    assert program(home, "list")["total"] == 0
    assert program(home, "import", str(transcript))["added"] == 6
    listed = program(home, "list")
    (decision,) = (found for found in listed["memories"] if "PostgreSQL 16" in found["content"])
    assert decision["event_type"] == "decision"
    assert decision["scope"]["project"] == "atlas"
    assert decision["occurred_at"].startswith("2026-01-05T10:03")
    again = program(home, "import", str(transcript))
    assert (again["added"], again["known"]) == (0, 6)
    assert program(home, "list")["total"] == listed["total"]
