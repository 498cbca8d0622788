"""The one way from the event loop into the engine: who calls, in a thread, a bounded number at a time.

Handlers are coroutines and the engine is synchronous; they meet here and nowhere else. This module knows no tool and
no resource, translates no error, and does not build the engine: it calls what it was given for that.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeVar

import anyio
import anyio.to_thread
from mcp.server import ServerRequestContext

from mcp_memory.engine.domain.memory import Principal

if TYPE_CHECKING:
    from mcp_memory.engine.service import MemoryEngine

T = TypeVar("T")

THREADS = 8
"""Calls inside the engine at one time; more wait their turn. Python runs one thread at a time, so more of them would
answer no sooner, and a ping would wait behind every one that is busy."""

UNKNOWN_AGENT = "unknown"
_NAME_CHARS = 60
_NOT_IN_NAMES = re.compile(r"[^\w .:/@+-]+")
EVERYWHERE = frozenset({"global", "all", "any", "*"})
"""Words that name no project on purpose, where a call without one would mean the project of this server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Whose server this is, from the settings and the client's environment.

    `project` answers for calls that name none. `session` is the one the environment names, `connection` stands in
    where neither the call nor the environment does; leave it empty where connections mean nothing (stateless HTTP).
    """

    user: str
    project: str = ""
    session: str = ""
    connection: str = ""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is at the other end of one request: the client's name, and whether its person can be asked."""

    agent: str = UNKNOWN_AGENT
    can_ask: bool = False

    @classmethod
    def of(cls, request: ServerRequestContext[Any, Any]) -> Self:
        """Read the caller off a request, in either era of the protocol.

        The name ends up in answers to models, so it keeps only what a name needs.
        """
        session = request.session
        client = session.client_params.client_info.name if session.client_params else ""
        declared = session.client_capabilities
        asking = declared.elicitation if declared else None
        has_form = asking is not None and (asking.form is not None or asking.url is None)
        name = " ".join(_NOT_IN_NAMES.sub(" ", client).split())
        if len(name) > _NAME_CHARS:  # whole words only: the engine's gate does not know half a key as one
            name = name[: _NAME_CHARS + 1].rpartition(" ")[0]
        return cls(agent=name or UNKNOWN_AGENT, can_ask=has_form)


class Crossing:
    """Carries calls across. `engine` may block until the engine is built, and raises when it cannot be."""

    def __init__(
        self,
        engine: "Callable[[], MemoryEngine]",
        identity: Identity,
        *,
        changed: Callable[[], None],
        threads: int = THREADS,
    ) -> None:
        self.identity = identity
        self._engine = engine
        self._changed = changed
        self._limiter = anyio.CapacityLimiter(threads)
        self._caller: ContextVar[Caller] = ContextVar("caller")

    async def ask(self, question: "Callable[[MemoryEngine], T]") -> T:
        """Put a question to the engine in a thread.

        When the request is cancelled the thread finishes by itself and its answer is dropped: a write is whole or
        not there, and nobody waits for it.
        """

        def answer() -> T:
            engine = self._engine()
            with engine.answering():
                return question(engine)

        return await anyio.to_thread.run_sync(answer, abandon_on_cancel=True, limiter=self._limiter)

    async def tell(self, order: "Callable[[MemoryEngine], T]") -> T:
        """Give an order that may leave work for the background, and wake it."""
        answer = await self.ask(order)
        self._changed()
        return answer

    @contextmanager
    def called_by(self, caller: Caller) -> Iterator[None]:
        """Note the caller for the length of one request."""
        token = self._caller.set(caller)
        try:
            yield
        finally:
            self._caller.reset(token)

    @property
    def can_ask(self) -> bool:
        """Whether the person behind this request can be asked."""
        return self._caller.get(Caller()).can_ask

    def who(self, session: str = "", *, person: bool = False) -> Principal:
        """On whose behalf this request is made; `person` once the person has answered by their own hand."""
        identity = self.identity
        return Principal(
            user=identity.user,
            agent=self._caller.get(Caller()).agent,
            session=session.strip() or identity.session or identity.connection,
            person=person,
        )

    def project(self, named: str) -> str:
        """The project a call means: the one it names, none if it says so, else the one this server was started for."""
        name = named.strip()
        if name.casefold() in EVERYWHERE:
            return ""
        return name or self.identity.project
