"""The stdio transport: every line is answered or understood, and the end is clean, also in the middle of work."""

import gc
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import anyio
import pytest
from mcp.server import MCPServer
from mcp.types import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR
from surface_kit import HELLO, ME, Gate, asking, cannot_build

from mcp_memory import stdio
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.lines import NotUnderstood, understood
from mcp_memory.server import build_server
from mcp_memory.stdio import Occasions, Wire, converse

pytestmark = pytest.mark.anyio

CALL = b'{"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"arguments": {"limit": '
NINES = b"9" * 5_000
NESTED = b"[" * 100_000 + b"]" * 100_000
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_what_a_warm_engine_has_loaded_is_looked_at_by_no_collection(engine: MemoryEngine) -> None:
    """A look at all of it stops every thread for a tenth of a second, questions among them."""
    [warm] = [queue.warm for queue in stdio._QUEUES if queue.name == "embedding"]
    before = gc.get_freeze_count()
    try:
        warm(engine)
        assert gc.get_freeze_count() > before
    finally:
        gc.unfreeze()


@dataclass
class Talk:
    """The client's end of a wire, raw."""

    to_server: int
    from_server: Any
    marks: list[str] = field(default_factory=list)
    closed: bool = False

    async def send(self, *lines: dict[str, Any] | bytes) -> None:
        """Write lines; values become JSON."""
        for line in lines:
            raw = line if isinstance(line, bytes) else json.dumps(line).encode()
            await anyio.to_thread.run_sync(os.write, self.to_server, raw + b"\n")

    async def receive(self) -> Any:
        """The next line, as JSON; None at the end."""
        with anyio.fail_after(60):
            line = await anyio.to_thread.run_sync(self.from_server.readline, abandon_on_cancel=True)
        return json.loads(line) if line else None

    async def ask(self, line: dict[str, Any] | bytes) -> Any:
        """Send one line and take the next."""
        await self.send(line)
        return await self.receive()

    def close(self) -> None:
        """Close the client's side, once: its number may belong to another file by now."""
        if not self.closed:
            os.close(self.to_server)
        self.closed = True


@asynccontextmanager
async def talk_to(server: MCPServer, *, introduced: bool = True) -> AsyncIterator[Talk]:
    """A conversation over two pipes; it has to end by itself once the client closes its side."""
    (to_read, to_write), (from_read, from_write) = os.pipe(), os.pipe()
    talk = Talk(to_write, os.fdopen(from_read, "rb"))
    wire = Wire(os.fdopen(to_read, "rb"), os.fdopen(from_write, "wb"))
    occasions = Occasions(started=lambda: talk.marks.append("started"), ending=lambda: talk.marks.append("ending"))

    async def serve() -> None:
        await converse(server, wire, occasions)
        with suppress(BrokenPipeError):
            wire.outgoing.close()

    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(serve)
            if introduced:
                await talk.ask(HELLO)
                await talk.send(READY)
            yield talk
            talk.close()
    finally:
        talk.close()
        wire.incoming.close()
        talk.from_server.close()


@pytest.fixture
def server(engine: MemoryEngine) -> MCPServer:
    return build_server(lambda: engine, ME)


async def test_the_engine_is_started_after_the_first_answer() -> None:
    """Nothing is loaded while the client waits for its introduction; the end is announced once."""
    async with talk_to(build_server(cannot_build(AssertionError()), ME), introduced=False) as talk:
        assert talk.marks == []
        answer = await talk.ask(HELLO)
        assert answer["result"]["serverInfo"]["name"] == "mcp-memory"
        await talk.ask({"jsonrpc": "2.0", "id": 2, "method": "ping"})
        assert talk.marks == ["started"]
    assert talk.marks == ["started", "ending"]


@pytest.mark.parametrize(
    ("line", "code", "known"),
    [
        (b"not json", PARSE_ERROR, None),
        (b'{"jsonrpc": "2.0", "id": 9, "method":', PARSE_ERROR, None),
        (b"\xff\xfe\x00", PARSE_ERROR, None),
        (b"[" * 100_000, PARSE_ERROR, None),
        (b'{"x": ' + b"9" * 5_000 + b"}", PARSE_ERROR, None),
        (CALL + NINES + b"}}}", PARSE_ERROR, 9),
        (CALL + NESTED + b"}}}", PARSE_ERROR, 9),
        (CALL + b"[" * 110 + b"]" * 110 + b"}}}", PARSE_ERROR, 9),
        (CALL.replace(b"9", b'"n-1"') + NINES + b"}}}", PARSE_ERROR, "n-1"),
        (b'{"params": {"limit": ' + NINES + b'}, "method": "tools/call", "id": 9, "jsonrpc": "2.0"}', PARSE_ERROR, 9),
        (b'{"params": {"limit": ' + NINES + b', "id": 7}, "method": "tools/call"}', PARSE_ERROR, None),
        (b'{"jsonrpc": "2.0", "id": 9, "result": ' + NESTED + b"}", PARSE_ERROR, None),
        (b'{"jsonrpc": "2.0", "id": true, "method": "x", "params": ' + NESTED + b"}", PARSE_ERROR, None),
        (b"[]", INVALID_REQUEST, None),
        (b'[{"jsonrpc": "2.0", "id": 3, "method": "ping"}]', INVALID_REQUEST, None),
        (b"7", INVALID_REQUEST, None),
        (b"{}", INVALID_REQUEST, None),
        (b'{"jsonrpc": "2.0", "id": 3, "method": 7}', INVALID_REQUEST, 3),
        (b'{"jsonrpc": "2.0", "id": "a", "method": "ping", "params": []}', INVALID_REQUEST, "a"),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', INVALID_REQUEST, None),
    ],
)
async def test_a_line_without_a_message_is_answered(
    server: MCPServer, line: bytes, code: int, known: str | int | None
) -> None:
    """Malformed lines and batches cost one error each; the server goes on."""
    async with talk_to(server) as talk:
        answer = await talk.ask(line)
        assert (answer["error"]["code"], answer["id"]) == (code, known)
        assert (await talk.ask({"jsonrpc": "2.0", "id": 4, "method": "ping"}))["id"] == 4


async def test_many_short_lists_are_no_deep_ones(server: MCPServer) -> None:
    """Only nesting is limited, not how much a message holds."""
    async with talk_to(server) as talk:
        answer = await talk.ask(asking("recall", tags=[[] for _ in range(500)], query="{[" * 500))
        assert answer["result"]["structuredContent"]["memories"] == []


async def test_a_request_for_no_prompt_is_refused(server: MCPServer) -> None:
    """What is malformed is the client's error."""
    async with talk_to(server) as talk:
        for params in ({}, {"name": 7}, {"name": "start_task", "arguments": [1]}):
            answer = await talk.ask({"jsonrpc": "2.0", "id": 5, "method": "prompts/get", "params": params})
            assert answer["error"]["code"] == INVALID_PARAMS


async def test_empty_lines_and_byte_order_marks_are_passed_over(server: MCPServer) -> None:
    """Windows line ends, blank lines and a mark at the start of a line mean nothing."""
    ping = b'{"jsonrpc": "2.0", "id": 5, "method": "ping"}'
    async with talk_to(server) as talk:
        await talk.send(b"", b"   ", b"\r", b"\xef\xbb\xbf")
        assert (await talk.ask(b"\xef\xbb\xbf" + ping + b"\r"))["id"] == 5


async def test_lone_surrogates_are_answered(server: MCPServer) -> None:
    """In content, in names of arguments and of tools; what is stored can be read again."""
    async with talk_to(server) as talk:
        stored = await talk.ask(
            b'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"remember",'
            b'"arguments":{"content":"Half \\ud83d of it, whole \\ud83d\\ude00","\\udc00":1}}}'
        )
        assert stored["result"]["structuredContent"]["outcome"] == "stored"
        found = await talk.ask(asking("recall", 3, query="half of it"))
        assert found["result"]["structuredContent"]["memories"][0]["text"] == "Half � of it, whole 😀"
        unknown = await talk.ask(b'{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"\\ud800"}}')
        assert "Unknown tool" in unknown["result"]["content"][0]["text"]


async def test_the_wire_is_one_utf8_line_per_message(server: MCPServer) -> None:
    """Line feeds inside texts are escaped, and no carriage return ends a line."""
    async with talk_to(server) as talk:
        await talk.send(asking("remember", content="第一行\n第二行\u2028\r\nthird"))
        raw = await anyio.to_thread.run_sync(talk.from_server.readline)
        assert raw.endswith(b"}\n")
        assert json.loads(raw)["id"] == 2


async def test_a_client_that_closes_at_once_is_answered(engine: MemoryEngine) -> None:
    """What was asked before the end of input is still done and answered."""
    gate = Gate(engine)
    async with talk_to(build_server(gate, ME)) as talk:
        await talk.send(asking("remember", content="The last word."))
        await gate.reached()
        talk.close()
        gate.opened.set()
        answer = await talk.receive()
        assert answer["result"]["structuredContent"]["outcome"] == "stored"


async def test_the_end_does_not_wait_for_ever(engine: MemoryEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that is not answered in time is told that the connection is closed."""
    monkeypatch.setattr(stdio, "SETTLE_SECONDS", 0.01)
    gate = Gate(engine)
    async with talk_to(build_server(gate, ME)) as talk:
        await talk.send(asking("recall"))
        await gate.reached()
        talk.close()
        assert (await talk.receive())["error"]["message"] == "Connection closed"
        gate.opened.set()


async def test_cancelled_calls_and_streams_are_not_waited_for(engine: MemoryEngine) -> None:
    """Neither has an answer that a closing client could be owed."""
    gate = Gate(engine)
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
    async with talk_to(build_server(gate, ME)) as talk:
        await talk.send(asking("recall"))
        await gate.reached()
        await talk.send(cancelled, {"jsonrpc": "2.0", "method": "notifications/cancelled"})
        talk.close()
        assert await talk.receive() is None
        gate.opened.set()
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    addresses: list[Any] = ["memory://status", 7]
    wanted = {"notifications": {"resourceSubscriptions": addresses}, "_meta": meta}
    async with talk_to(build_server(lambda: engine, ME), introduced=False) as talk:
        refused = await talk.ask({"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": wanted})
        assert "error" in refused
        del addresses[1]
        await talk.ask({"jsonrpc": "2.0", "id": 2, "method": "subscriptions/listen", "params": wanted})


async def test_a_client_that_reads_no_more_ends_the_conversation(engine: MemoryEngine) -> None:
    """A broken pipe is an end like any other; answers that are still due go by."""
    gate = Gate(engine)
    async with talk_to(build_server(gate, ME)) as talk:
        await talk.send(asking("recall"))
        await gate.reached()
        talk.from_server.close()
        await talk.send({"jsonrpc": "2.0", "id": 3, "method": "ping"})
        with anyio.fail_after(30):
            while "ending" not in talk.marks:
                await anyio.lowlevel.checkpoint()
        gate.opened.set()


def test_what_a_client_answers_is_understood() -> None:
    """Errors that a client sends are messages, not refusals of ours."""
    message = understood(b'{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no"}}')
    assert message is not None
    with pytest.raises(NotUnderstood, match="JSON"):
        understood(b"{")
