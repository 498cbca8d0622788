"""The stdio transport: one connection, on the process's own standard streams, until it closes or a signal comes.

File descriptor 1 belongs to the protocol: whatever else prints lands on stderr. Every line is answered or understood,
none ends the server. The end is swift whatever threads are doing, because what was acknowledged is stored already.
The SDK's own transport does not do this; its server, dispatcher and message types are used as they are.
"""

import asyncio
import gc
import io
import logging
import os
import secrets
import signal
import sys
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, NoReturn, Self

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server import MCPServer, NotificationOptions
from mcp.shared.message import SessionMessage
from mcp.types import (
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

from mcp_memory.bootstrap import EngineOnce, build_engine
from mcp_memory.crossing import Identity
from mcp_memory.engine.domain.errors import Unavailable
from mcp_memory.failures import frames
from mcp_memory.lines import NotUnderstood, understood
from mcp_memory.scheduler.background import Background
from mcp_memory.scheduler.slices import Queue
from mcp_memory.server import build_server
from mcp_memory.settings import Settings

if TYPE_CHECKING:
    from mcp_memory.engine.service import MemoryEngine

log = logging.getLogger(__name__)

SETTLE_SECONDS = 0.8
"""How long calls in flight may still be answered once the client has closed its side."""

STOP_SECONDS = 0.7
"""How long the background may still finish the slice it is in; what takes longer is left, and taken up next time."""

LEAVE_SECONDS = 1.7
"""When the process is gone at the latest, counted from when the client closed its side, even if something hangs: a
pipe that nobody reads, a lock, a computation."""

SWITCH_SECONDS = 0.001
"""How long a busy thread may keep the interpreter while others want it. The event loop asks for it several times per
message, so a fifth of the usual makes a ping during fifty calls several times faster."""

_STDIN, _STDOUT, _STDERR = 0, 1, 2
_BLOCK_BYTES = 65_536
_OPEN_ENDED = "subscriptions/listen"


def serve(settings: Settings) -> NoReturn:
    """Serve the memories these settings name on this process's standard streams, then end the process.

    The engine is built and warmed in a thread, once the first answer is on the wire; calls that come earlier wait for
    it. The process leaves without waiting for its threads: one stands in a read that nothing ends, others compute.
    """
    wire = Wire.of_process()
    sys.setswitchinterval(SWITCH_SECONDS)
    log_to_stderr(settings.log_level)
    if settings.warnings:
        log.warning("%s", "; ".join(settings.warnings))
    code = 1
    deadline = threading.Timer(LEAVE_SECONDS, os._exit, (0,))
    deadline.daemon = True
    try:
        engine = EngineOnce(lambda: _built(settings))
        pause = settings.background_pause_seconds
        background = Background(engine, _QUEUES, jobs=lambda built: built, pause_seconds=pause)
        server = build_server(engine, _identity(settings), changed=background.wake, prefix=settings.tool_prefix)
        occasions = Occasions(started=lambda: _begin(background), ending=deadline.start, interrupted=_on_signals)
        anyio.run(converse, server, wire, occasions)
        engine.disconnect()
        if background.stop(STOP_SECONDS):
            engine.close()
        else:
            engine.leave()
        code = 0
    finally:
        deadline.cancel()
        surprise = sys.exception()
        if surprise is not None:
            log.critical("the server ended unexpectedly", exc_info=surprise)
        os._exit(code)


def _warm(engine: "MemoryEngine") -> None:
    """Load what the first question would wait for.

    It stays for good too, and a collection that looks at all of it would stop every thread for a tenth of a second.
    """
    engine.warm()
    gc.freeze()


_QUEUES: "tuple[Queue[MemoryEngine], ...]" = (
    Queue(name="embedding", work=lambda engine: engine.work(), warm=_warm),
    Queue(name="encoding", work=lambda engine: engine.encode()),
)


def _begin(background: "Background[MemoryEngine]") -> None:
    """The client has its answer: now load what is heavy.

    What was loaded so far stays for good, so the collector need not look at it again; a caller may have kept it off
    until here, which saves a tenth of the start.
    """
    gc.freeze()
    gc.enable()
    background.start()


def _built(settings: Settings) -> "MemoryEngine":
    """Build the engine. What is missing on this machine is a reason to name, not a fault of ours to trace."""
    try:
        return build_engine(settings)
    except (ImportError, OSError) as missing:
        raise Unavailable(f"the engine cannot start: {missing}") from missing


def _identity(settings: Settings) -> Identity:
    """On whose behalf this process is called. A process serves one connection, so it can name it."""
    return Identity(
        user=settings.user,
        project=settings.project,
        session=settings.session,
        connection=f"connection-{secrets.token_hex(8)}",
    )


@dataclass(frozen=True, slots=True)
class Wire:
    """The two streams of the protocol, as bytes: no code page, no line-end translation."""

    incoming: io.BufferedReader
    outgoing: io.BufferedWriter

    @classmethod
    def of_process(cls) -> Self:
        """Take the standard streams for the protocol alone, and point stray reads and prints elsewhere."""
        while (nothing := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
            pass  # one of the three was closed, and leads nowhere from now on
        incoming, outgoing = os.dup(_STDIN), os.dup(_STDOUT)
        for descriptor in (incoming, outgoing):
            _as_bytes(descriptor)
        os.dup2(nothing, _STDIN)
        os.dup2(_STDERR, _STDOUT)
        os.close(nothing)
        return cls(os.fdopen(incoming, "rb"), os.fdopen(outgoing, "wb"))

    def take(self) -> bytes:
        """Read what is there, or wait for it; nothing at the end."""
        return self.incoming.read1(_BLOCK_BYTES)

    def put(self, line: bytes) -> None:
        """Write one line at once."""
        self.outgoing.write(line)
        self.outgoing.flush()


if sys.platform == "win32":
    import msvcrt

    def _as_bytes(descriptor: int) -> None:
        msvcrt.setmode(descriptor, os.O_BINARY)

    _ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGBREAK)
else:

    def _as_bytes(_: int) -> None:
        """Descriptors are bytes here."""

    _ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasions:
    """What is done when: the first answer is out; the end begins. `interrupted` is told how to call for the end."""

    started: Callable[[], None]
    ending: Callable[[], None] = lambda: None
    interrupted: Callable[[Callable[[], None]], None] = lambda _: None


async def converse(server: MCPServer, wire: Wire, occasions: Occasions) -> None:
    """Carry messages between a wire and the server until the wire closes or an interruption comes.

    At the end no more is read, and calls in flight are given a moment to be answered.
    """
    to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, to_wire = anyio.create_memory_object_stream[SessionMessage](0)
    line = _Line(wire, occasions, _Unanswered())
    occasions.interrupted(line.hang_up)
    low = server._lowlevel_server  # noqa: SLF001 (the SDK's own documentation takes this way)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(line.write, to_wire)
        tasks.start_soon(line.read, to_server, outgoing.clone())
        await low.run(incoming, outgoing, low.create_initialization_options(NotificationOptions()))


@dataclass
class _Line:
    """Both directions of one wire. Reading and writing each have a thread of their own to wait in."""

    wire: Wire
    occasions: Occasions
    unanswered: "_Unanswered"
    _reading: anyio.CancelScope = field(default_factory=anyio.CancelScope)

    def hang_up(self) -> None:
        """Read no more."""
        self._reading.cancel()

    async def read(
        self,
        server: MemoryObjectSendStream[SessionMessage | Exception],
        replies: MemoryObjectSendStream[SessionMessage],
    ) -> None:
        """Pass on every message; answer at once what is none."""
        async with server, replies:
            with self._reading:
                async for line in self._lines():
                    try:
                        message = understood(line)
                    except NotUnderstood as refused:
                        await replies.send(SessionMessage(refused.reply))
                        continue
                    if message is not None:
                        self.unanswered.asked(message)
                        await server.send(SessionMessage(message))
            self.occasions.ending()
            await self.unanswered.settled()

    async def _lines(self) -> AsyncGenerator[bytes, None]:
        """Line by line, but read in blocks: many calls at once cost one visit to the reading thread."""
        limiter = anyio.CapacityLimiter(1)
        parts: list[bytes] = []
        while block := await anyio.to_thread.run_sync(self.wire.take, abandon_on_cancel=True, limiter=limiter):
            *ended, open_end = block.split(b"\n")
            for end in ended:
                yield b"".join((*parts, end))
                parts.clear()
            parts.append(open_end)
        yield b"".join(parts)

    async def write(self, messages: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Write every message; once the client reads no more, let them go by until the conversation ends."""
        limiter = anyio.CapacityLimiter(1)
        is_open, is_first = True, True
        async with messages:
            async for message in messages:
                text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                self.unanswered.answered(message.message)
                if is_open:
                    is_open = await self._put(text.encode() + b"\n", limiter)
                if is_first:
                    is_first = False
                    self.occasions.started()

    async def _put(self, line: bytes, limiter: anyio.CapacityLimiter) -> bool:
        try:
            await anyio.to_thread.run_sync(self.wire.put, line, abandon_on_cancel=True, limiter=limiter)
        except OSError:
            self.hang_up()
            return False
        return True


class _Unanswered:
    """Which requests still wait for their answer, so that a client that closes early gets them."""

    def __init__(self) -> None:
        self._ids: set[RequestId] = set()
        self._none_left = anyio.Event()

    def asked(self, message: JSONRPCMessage) -> None:
        """Note a request; a cancelled one is not answered, and a stream has no end of its own."""
        match message:
            case JSONRPCRequest(id=request_id, method=method) if method != _OPEN_ENDED:
                self._ids.add(request_id)
            case JSONRPCNotification(method="notifications/cancelled", params={"requestId": str() | int() as gone}):
                self._done(gone)
            case _:
                pass

    def answered(self, message: JSONRPCMessage) -> None:
        """Note an answer."""
        match message:
            case JSONRPCResponse(id=request_id) | JSONRPCError(id=request_id) if request_id is not None:
                self._done(request_id)
            case _:
                pass

    async def settled(self) -> None:
        """Wait until all are answered, but not for long."""
        with anyio.move_on_after(SETTLE_SECONDS):
            while self._ids:
                self._none_left = anyio.Event()
                await self._none_left.wait()

    def _done(self, request_id: RequestId) -> None:
        self._ids.discard(request_id)
        self._none_left.set()


def _on_signals(hang_up: Callable[[], None]) -> None:
    """Hang up on an interrupt or a request to terminate, from now until the process is gone.

    Handlers of the interpreter are used, not those of the event loop, because Windows has only the former.
    """
    loop = asyncio.get_running_loop()

    def handle(_: int, __: FrameType | None) -> None:
        with suppress(RuntimeError):  # the loop is closed: the end is under way already
            loop.call_soon_threadsafe(hang_up)

    for number in _ENDING:
        signal.signal(number, handle)


class _WithoutText(logging.Formatter):
    """Formats exceptions without their text, which may quote a memory."""

    def formatException(  # noqa: N802 (the name is the library's)
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Where it happened, and of what kind it was."""
        return frames(ei[1]) if ei[1] else ""


def log_to_stderr(level: str) -> None:
    """Send the log of this process to stderr, one plain line per record; nothing of it goes to the client."""
    handler = logging.StreamHandler()
    handler.setFormatter(_WithoutText("mcp-memory: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
