"""MemoryEngine, the façade: one method per thing a surface may ask.

Every text that comes in passes the privacy gate here, before anything else sees it; every call carries a principal,
whose reach is decided by one function. The façade holds no rules of its own.
"""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Self

from mcp_memory.engine.domain.answers import (
    Briefing,
    Corrected,
    EngineStatus,
    Finding,
    Forgotten,
    Listed,
    Recalled,
    Remembered,
    Report,
)
from mcp_memory.engine.domain.errors import MemoryNotFound, ModelUnavailable
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.limits import MAX_CONTENT_CHARS, check_length
from mcp_memory.engine.domain.memory import Dossier, Memory, Principal
from mcp_memory.engine.domain.policies import EmbeddingPolicy, RecallPolicy
from mcp_memory.engine.domain.requests import Correct, Forget, Include, Listing, Recall, Remember
from mcp_memory.engine.encoding.remember import Remembering
from mcp_memory.engine.lifecycle.correct import Correcting, waits_for_person
from mcp_memory.engine.lifecycle.forget import Forgetting
from mcp_memory.engine.lifecycle.vectors import Vectorising
from mcp_memory.engine.lookup import look_up
from mcp_memory.engine.ports.embedder import Embedder
from mcp_memory.engine.ports.index import Index
from mcp_memory.engine.ports.records import EmbeddingQueue, Records
from mcp_memory.engine.ports.world import Clock, NewId
from mcp_memory.engine.privacy.access import Grants, reach_of
from mcp_memory.engine.privacy.gate import admit, admit_all
from mcp_memory.engine.recall.briefing import Briefer
from mcp_memory.engine.recall.search import Searching

_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
"""A whole id. A shorter beginning could as well be a word, so recall takes it for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What an engine is put together from: ports, policies, the world."""

    records: Records
    queue: EmbeddingQueue
    index: Index
    embedder: Embedder
    clock: Clock
    new_id: NewId
    stopwatch: Callable[[], float]
    grants: Grants
    recall_policy: RecallPolicy = field(default_factory=RecallPolicy)
    embedding_policy: EmbeddingPolicy = field(default_factory=EmbeddingPolicy)


class MemoryEngine:
    """All that can be asked of one data folder. Calls are safe from many threads at once."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._remembering = Remembering(parts.records, parts.clock, parts.new_id)
        self._correcting = Correcting(parts.records, parts.clock)
        self._forgetting = Forgetting(parts.records, parts.clock)
        self._vectorising = Vectorising(parts.queue, parts.embedder, parts.embedding_policy, parts.clock)
        self._briefer = Briefer(parts.records, parts.recall_policy)
        self._searching = Searching(
            records=parts.records,
            index=parts.index,
            embedder=parts.embedder,
            policy=parts.recall_policy,
            clock=parts.clock,
            stopwatch=parts.stopwatch,
        )
        self._recalled: deque[str] = deque()

    def remember(self, who: Principal, ask: Remember) -> Remembered:
        """Keep one statement. Raises `Invalid`, `RedactionFailed`, or `Unavailable` with nothing written."""
        check_length(ask.content)
        content = admit(ask.content)
        others, redactions, notes = admit_all((ask.project, *ask.tags, *ask.steps))
        project, tags = others[0], others[1 : 1 + len(ask.tags)]
        clean = replace(ask, content=content.text, project=project, tags=tags, steps=others[1 + len(ask.tags) :])
        outcome = self._remembering.remember(who, self._reach(who), clean)
        return Remembered(outcome, (*content.redactions, *redactions), (*content.notes, *notes))

    def recall(self, who: Principal, ask: Recall) -> Recalled | Briefing:
        """Answer a question; without one, brief; for an id, show that memory whole. Raises `Invalid`."""
        query = admit(ask.query[-MAX_CONTENT_CHARS:]).text.strip()
        clean = replace(ask, query=query, limit=max(1, min(ask.limit, self._parts.recall_policy.max_limit)))
        if not query:
            return self._briefer.brief(self._reach(who), clean, self._parts.clock())
        if _ID.fullmatch(query):
            return self._searching.show(look_up(self._parts.records, self._reach(who), query), clean)
        answer = self._searching.search(who, self._reach(who), clean)
        self._recalled.extend(found.memory.id for found in answer.found if not found.weak)
        return answer

    def correct(self, who: Principal, ask: Correct) -> Corrected:
        """Edit, overturn, confirm, pin. Raises `MemoryNotFound`, `PersonNeeded`, `StaleVersion`, `Invalid`."""
        check_length(ask.content)
        content, reason = admit(ask.content), admit(ask.reason)
        clean = replace(ask, content=content.text, reason=reason.text)
        corrected = self._correcting.correct(who, self._reach(who), clean)
        return replace(corrected, redactions=(*content.redactions, *reason.redactions))

    def needs_person(self, who: Principal, ask: Correct) -> bool:
        """Whether `correct` would raise `PersonNeeded`, so that a surface can ask the person first."""
        memory = look_up(self._parts.records, self._reach(who), ask.id)
        return waits_for_person(who, memory, ask)

    def forget(self, who: Principal, ask: Forget) -> Forgotten:
        """Archive, restore or purge by ids or by a query. Raises `EmptyFilter`, `AmbiguousId`."""
        clean = replace(ask, query=admit(ask.query).text.strip(), reason=admit(ask.reason).text)
        return self._forgetting.forget(who, self._reach(who), clean, self._matches(who, clean))

    def dossier(self, who: Principal, memory_id: str) -> Dossier:
        """One memory with history, links and observations. Raises `MemoryNotFound`."""
        memory = look_up(self._parts.records, self._reach(who), memory_id)
        dossier = self._parts.records.dossier(memory.id)
        if dossier is None:
            raise MemoryNotFound(memory_id, argument="id")
        return dossier

    def listing(self, who: Principal, ask: Listing) -> Listed:
        """One page of memories, newest event first."""
        within = Filter(
            reach=self._reach(who),
            statuses=ask.statuses,
            project=ask.project,
            layers=ask.layers,
            tags=ask.tags,
        )
        memories = self._parts.records.listing(within, limit=ask.limit, offset=ask.offset)
        return Listed(memories, total=self._parts.records.count(within))

    def projects(self, who: Principal) -> tuple[str, ...]:
        """The principal's projects, by name."""
        return self._parts.records.projects(who.user)

    def revision(self) -> int:
        """A number that grows with every write of any process; cheap enough to poll."""
        return self._parts.records.revision()

    def status(self, who: Principal) -> EngineStatus:
        """Counts and states, without any memory text."""
        facts = self._parts.records.facts(who.user)
        card = self._parts.embedder.card
        return EngineStatus(
            user=who.user,
            counts=facts.counts,
            queue=self._parts.queue.state(card.space),
            model=card.name,
            model_ready=self._parts.embedder.is_ready,
            revision=facts.revision,
            schema_version=facts.schema_version,
            data_folder=facts.folder,
            size_bytes=facts.size_bytes,
            last_stored_at=facts.last_stored_at,
        )

    def diagnose(self) -> tuple[Finding, ...]:
        """Check the records, the index against them, the queue and the model."""
        return (*self._parts.records.check(), self._check_index(), self._check_queue(), self._check_model())

    def rebuild(self) -> int:
        """Derive the index again from the records; returns its rows."""
        return self._parts.index.rebuild()

    def warm(self) -> None:
        """Load what the first question would wait for. Raises `ModelUnavailable`; words answer all the same."""
        self._parts.index.size()
        self._parts.embedder.load()

    def work(self) -> Report:
        """One bounded slice of background work; `done` 0 means that there was nothing to do."""
        self._note_recalls()
        return self._vectorising.run()

    def close(self) -> None:
        """Write down what is still to be noted, and let go of the data folder."""
        self._note_recalls()
        self._parts.records.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _reach(self, who: Principal) -> Reach:
        return reach_of(who, self._parts.grants)

    def _matches(self, who: Principal, ask: Forget) -> tuple[Memory, ...]:
        """What a forget by query is about: the clear matches only, among what the mode can act on."""
        if not ask.query:
            return ()
        include: frozenset[Include] = frozenset({"archived", "overturned"} if ask.mode != "archive" else ())
        answer = self._searching.search(who, self._reach(who), Recall(query=ask.query, limit=20, include=include))
        return tuple(found.memory for found in answer.found if not found.weak and "standing" not in found.why)

    def _note_recalls(self) -> None:
        ids: dict[str, None] = {}
        while self._recalled:
            ids[self._recalled.popleft()] = None
        if ids:
            self._parts.records.touch(tuple(ids), self._parts.clock())

    def _check_index(self) -> Finding:
        rows, chunks = self._parts.index.size(), self._parts.records.chunk_count()
        return Finding("index", rows == chunks, f"{rows} rows for {chunks} chunks; if they differ, rebuild the index")

    def _check_queue(self) -> Finding:
        queue = self._parts.queue.state(self._parts.embedder.card.space)
        reasons = f" ({'; '.join(queue.reasons)})" if queue.reasons else ""
        return Finding("queue", queue.parked == 0, f"{queue.waiting} waiting, {queue.parked} parked{reasons}")

    def _check_model(self) -> Finding:
        try:
            self._parts.embedder.load()
        except ModelUnavailable as unavailable:
            return Finding("model", passed=False, detail=unavailable.message)
        return Finding("model", passed=True, detail=self._parts.embedder.card.space)
