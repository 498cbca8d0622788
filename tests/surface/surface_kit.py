"""What the tests of the surface share: a server over an engine, and a client that talks to it in either era."""

import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn

import anyio
from mcp import Client
from mcp.client import ClientRequestContext
from mcp.types import (
    CallToolResult,
    ElicitRequestParams,
    ElicitResult,
    EmptyResult,
    Implementation,
    PingRequest,
    Request,
    SubscribeRequest,
    SubscribeRequestParams,
    TextContent,
    UnsubscribeRequest,
    UnsubscribeRequestParams,
)

from mcp_memory.crossing import Identity
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.server import build_server

Era = Literal["legacy", "auto"]
ERAS: tuple[Era, ...] = ("legacy", "auto")
"""The handshake of 2025, and what comes after it."""

ME = Identity(user="me", connection="c1")
CLAUDE = Implementation(name="claude-code", version="3")


HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
"""The first line of a client of the handshake era."""


Filled = dict[str, str | int | float | bool | list[str] | None]
"""What a person fills into a form."""


@dataclass
class Person:
    """The person behind a client: what they answer, and what they were asked."""

    action: Literal["accept", "decline", "cancel"] = "accept"
    content: Filled | None = field(default_factory=lambda: Filled(agree=True))
    asked: list[str] = field(default_factory=list)
    meanwhile: Callable[[], object] = lambda: None

    async def __call__(
        self,
        context: ClientRequestContext,  # noqa: ARG002 (the client names it)
        params: ElicitRequestParams,
    ) -> ElicitResult:
        self.asked.append(params.message)
        self.meanwhile()
        return ElicitResult(action=self.action, content=self.content if self.action == "accept" else None)


@asynccontextmanager
async def talking(
    engine: MemoryEngine | Callable[[], MemoryEngine],
    era: Era = "auto",
    *,
    identity: Identity = ME,
    person: Person | None = None,
    message_handler: Any = None,
    **options: Any,
) -> AsyncIterator[Client]:
    """A client that talks to a server over this engine, in this process."""
    source: Callable[[], MemoryEngine] = engine if callable(engine) else lambda: engine
    server = build_server(source, identity, **options)
    async with Client(
        server,
        mode=era,
        client_info=CLAUDE,
        elicitation_callback=person,
        message_handler=message_handler,
        raise_exceptions=True,
    ) as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """A call that succeeds; its text and its structure say the same."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text_of(result)
    structured: dict[str, Any] | None = result.structured_content
    assert structured is not None
    assert json.loads(text_of(result)) == structured
    return structured


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """The text of a call that fails."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, text_of(result)
    return text_of(result)


def text_of(result: CallToolResult) -> str:
    """The one text block of an answer."""
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


async def read(client: Client, address: str) -> dict[str, Any]:
    """A resource as JSON."""
    (page,) = (await client.read_resource(address)).contents
    assert page.mime_type == "application/json"
    shown: dict[str, Any] = json.loads(getattr(page, "text", ""))
    return shown


async def handshake_era(client: Client, method: Literal["ping", "subscribe", "unsubscribe"], address: str = "") -> None:
    """A request that only clients of the handshake era make; the SDK's own client warns about its methods for them."""
    requests: dict[str, Request[Any, Any]] = {
        "ping": PingRequest(),
        "subscribe": SubscribeRequest(params=SubscribeRequestParams(uri=address)),
        "unsubscribe": UnsubscribeRequest(params=UnsubscribeRequestParams(uri=address)),
    }
    await client.session.send_request(requests[method], EmptyResult)


@dataclass
class Gate:
    """An engine behind a gate: whoever asks for it waits until it opens."""

    engine: MemoryEngine
    opened: threading.Event = field(default_factory=threading.Event)
    waiting: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def __call__(self) -> MemoryEngine:
        self.waiting.release()
        assert self.opened.wait(30)
        return self.engine

    async def reached(self, times: int = 1) -> None:
        """Wait until somebody stands before the gate."""
        for _ in range(times):
            await anyio.to_thread.run_sync(self.waiting.acquire)


def cannot_build(reason: Exception) -> Callable[[], NoReturn]:
    """An engine that cannot be built."""

    def build() -> NoReturn:
        raise reason

    return build


def asking(tool: str, request_id: int = 2, **arguments: Any) -> dict[str, Any]:
    """A call of a tool."""
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": params}
