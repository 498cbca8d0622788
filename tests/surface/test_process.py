"""The server as a process: started by a client, talked to over real pipes, ended in every way a client may end it."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from process_kit import SERVE, environment, exchange, left, process, send
from surface_kit import CLAUDE, ERAS, HELLO, Era, asking, call, refusal


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "数据 home"


@pytest.mark.model
@pytest.mark.parametrize("era", ERAS)
@pytest.mark.anyio
async def test_a_real_client(home: Path, era: Era) -> None:
    """The whole way over a real process, in English and Chinese, offline."""
    parameters = StdioServerParameters(
        command=sys.executable, args=list(SERVE), env=environment(home, MCP_MEMORY_TOOL_PREFIX="m_")
    )
    async with Client(parameters, mode=era, client_info=CLAUDE) as client:
        stored = await call(client, "m_remember", content="数据库端口改为 6432。", session="s1")
        await call(client, "m_remember", content="The launch moved to Friday.")
        assert (await call(client, "m_recall", query="端口"))["memories"][0]["id"] == stored["id"]
        edited = await call(client, "m_correct", id=stored["id"], content="数据库端口改为 7432。")
        assert edited["version"] == 2
        assert (await call(client, "m_recall", query="端口"))["memories"][0]["text"] == "数据库端口改为 7432。"
        assert (await call(client, "m_forget", ids=[stored["id"]]))["forgotten"] == [stored["id"]]
        assert all(found["id"] != stored["id"] for found in (await call(client, "m_recall", query="端口"))["memories"])
        assert "No memory has that id" in await refusal(
            client, "m_correct", id="0199c3f2-7a10-7000-8000-000000000000", verdict="pin"
        )


@pytest.mark.parametrize("how", ["end of input", "SIGTERM", "SIGINT"])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals for a child")
def test_the_process_leaves(home: Path, how: str) -> None:
    """With exit code 0 and a quiet stderr, on the end of input and on either signal."""
    with process(home) as running:
        assert exchange(running, HELLO)["id"] == 1
        if how != "end of input":
            running.send_signal(signal.Signals[how])
            assert running.wait(30) == 0
        assert left(running) == (0, [])


def test_the_process_leaves_in_the_middle_of_waiting(home: Path) -> None:
    """A write that waits for a lock held elsewhere, for up to twenty seconds, does not keep the process."""
    with process(home) as running:
        exchange(running, HELLO)
        assert "result" in exchange(running, asking("remember", content="A fact."))
        (database,) = home.glob("*.db")
        other = sqlite3.connect(database)
        other.execute("BEGIN IMMEDIATE")
        send(running, asking("remember", 3, content="Another fact."))
        code, said = left(running)
        assert code == 0
        assert len(said) <= 1
        other.close()


def test_a_data_folder_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    """The server stays up, answers with the reason, and writes one line about it."""
    home = tmp_path / "file"
    home.write_text("not a folder")
    with process(home) as running:
        exchange(running, HELLO)
        answer = exchange(running, asking("recall"))
        assert answer["result"]["isError"]
        assert "cannot be used" in answer["result"]["content"][0]["text"]
        code, said = left(running)
        assert (code, len(said)) == (0, 1)


def test_a_library_that_is_missing_is_said(home: Path) -> None:
    """So is an engine whose libraries cannot be loaded on this machine."""
    script = (
        "import sys; sys.modules['sqlalchemy'] = None; sys.argv[1:] = ['serve']\n"
        "from mcp_memory.__main__ import main; main()"
    )
    with process(home, "-c", script) as running:
        exchange(running, HELLO)
        answer = exchange(running, asking("recall"))
        assert "the engine cannot start" in answer["result"]["content"][0]["text"]
        assert left(running)[0] == 0


def test_a_setting_nobody_knows_is_named_in_one_line(home: Path) -> None:
    """The server starts all the same."""
    with process(home, MCP_MEMORY_COLOUR="blue", MCP_MEMORY_HOMES="x") as running:
        exchange(running, HELLO)
        code, said = left(running)
        assert code == 0
        (line,) = said
        assert "MCP_MEMORY_COLOUR" in line
        assert "MCP_MEMORY_HOMES" in line


def test_a_surprise_ends_the_process_with_its_place(home: Path) -> None:
    """An exit code that is not 0, and where it happened, without the exception's text."""
    script = (
        "import mcp_memory.stdio as stdio, os\n"
        "from mcp_memory.settings import Settings\n"
        "def broken(*_, **__): raise ValueError('the text of a memory')\n"
        "stdio.build_server = broken\n"
        "stdio.serve(Settings.read(os.environ))"
    )
    with process(home, "-c", script) as running:
        code, said = left(running)
        assert code == 1
        assert said[-1] == "builtins.ValueError"


@pytest.mark.parametrize("closed", ["", "os.close(2)\n"])
def test_nothing_strays_onto_the_wire(closed: str) -> None:
    """Prints, native writes and child processes go to stderr if there is one; the wire carries what is put on it."""
    script = (
        "import os, subprocess, sys\n"
        "from mcp_memory.stdio import Wire\n"
        f"{closed}"
        "wire = Wire.of_process()\n"
        "print('printed', flush=True)\n"
        "os.write(1, b'native\\n')\n"
        "subprocess.run([sys.executable, '-c', 'print(input())'], check=False)\n"
        "wire.put(wire.take())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], input=b"line\n", capture_output=True, check=True, timeout=60)
    assert done.stdout == b"line\n"
    assert (b"printed" in done.stderr, b"native" in done.stderr) == (not closed, not closed)
