"""What the tests of real processes share: how a client starts one, and the lines between them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SERVE = ("-m", "mcp_memory", "serve")


def environment(home: Path, **more: str) -> dict[str, str]:
    """The least a process needs, and a data folder of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MCP_MEMORY_", "CLAUDE"))}
    return {**kept, "MCP_MEMORY_HOME": str(home), **more}


@contextmanager
def process(home: Path, *arguments: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """The server as a client starts it; never left behind."""
    with subprocess.Popen(
        [sys.executable, *(arguments or SERVE)],
        env=environment(home, **more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def send(running: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    """One message."""
    assert running.stdin is not None
    running.stdin.write(json.dumps(message).encode() + b"\n")
    running.stdin.flush()


def exchange(running: subprocess.Popen[bytes], message: dict[str, Any]) -> dict[str, Any]:
    """One message, one answer."""
    send(running, message)
    assert running.stdout is not None
    answer: dict[str, Any] = json.loads(running.stdout.readline())
    return answer


def left(running: subprocess.Popen[bytes]) -> tuple[int, list[str]]:
    """The exit code after the end of input, and the lines on stderr."""
    _, said = running.communicate(timeout=30)
    return running.returncode, said.decode().splitlines()
