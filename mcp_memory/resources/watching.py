"""Tells subscribers that a resource reads differently now, whichever process changed it.

The engine's revision is asked for only while somebody watches, and a resource is read again only when it has moved.
What has changed is not looked for in the engine: a resource has changed when its text has.
"""

import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from mcp.server import MCPServer, ServerRequestContext
from mcp.server.mcpserver.exceptions import ResourceError
from mcp.server.session import ServerSession
from mcp.server.subscriptions import ResourceUpdated, SubscriptionBus
from mcp.types import EmptyResult, SubscribeRequestParams, UnsubscribeRequestParams

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.errors import EngineError

Read = Callable[[str], Awaitable[str]]


@dataclass
class Watching:
    """Who watches what. Clients of the handshake era subscribe per address, later ones listen on a stream."""

    crossing: Crossing
    bus: SubscriptionBus
    read: Read
    _listened: Counter[str] = field(default_factory=Counter)
    _sessions: dict[str, list[ServerSession]] = field(default_factory=dict)
    _digests: dict[str, bytes] = field(default_factory=dict)
    _revision: int = -1

    @contextmanager
    def listening(self, addresses: Iterable[str]) -> Iterator[None]:
        """Watch for the length of one stream."""
        watched = Counter(addresses)
        self._listened += watched
        try:
            yield
        finally:
            self._listened -= watched

    def subscribe(self, address: str, session: ServerSession) -> None:
        """Watch for one session."""
        self._sessions.setdefault(address, []).append(session)

    def unsubscribe(self, address: str) -> None:
        """Stop watching for sessions; nothing happens where nobody did."""
        self._sessions.pop(address, None)

    async def look(self) -> None:
        """Announce what reads differently since the last look; a first look only learns how it reads."""
        addresses = {*self._listened, *self._sessions}
        for forgotten in self._digests.keys() - addresses:
            del self._digests[forgotten]
        if not addresses:
            return
        revision = await self.crossing.ask(lambda engine: engine.revision())
        new = addresses - self._digests.keys()
        for address in addresses if revision != self._revision else new:
            await self._compare(address)
        self._revision = revision

    async def _compare(self, address: str) -> None:
        try:
            text = await self.read(address)
        except ResourceError as gone:
            text = str(gone)
        digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
        before = self._digests.get(address)
        self._digests[address] = digest
        if before in (None, digest):
            return
        await self.bus.publish(ResourceUpdated(uri=address))
        for session in self._sessions.get(address, ()):
            await session.send_resource_updated(address)


def register(server: MCPServer, watching: Watching) -> None:
    """Serve subscriptions of the handshake era; the SDK leaves them to the low-level server."""
    low = server._lowlevel_server  # noqa: SLF001 (the SDK's own documentation takes this way)

    async def subscribe(request: ServerRequestContext[Any, Any], params: SubscribeRequestParams) -> EmptyResult:
        watching.subscribe(params.uri, request.session)
        with suppress(EngineError):
            await watching.look()
        return EmptyResult()

    async def unsubscribe(_: ServerRequestContext[Any, Any], params: UnsubscribeRequestParams) -> EmptyResult:
        watching.unsubscribe(params.uri)
        return EmptyResult()

    low.add_request_handler("resources/subscribe", SubscribeRequestParams, subscribe)
    low.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, unsubscribe)
