"""What the resources show."""

from typing import Self

from pydantic import Field

from mcp_memory.engine.domain.answers import EngineStatus, Listed
from mcp_memory.engine.domain.jobs import JobState
from mcp_memory.engine.domain.memory import Dossier
from mcp_memory.views.memory import LIST_TOKENS, MemoryView, brief, fitting
from mcp_memory.views.shape import Shape, View
from mcp_memory.views.words import RECORDS, change, link, minute, sentences

_MANY = 50


class ListedView(View):
    """One page of memories, newest event first."""

    memories: tuple[MemoryView, ...]
    total: int

    @classmethod
    def of(cls, page: Listed) -> Self:
        """As many of a page as fit the budget of a list."""
        memories = fitting((brief(memory) for memory in page.memories), LIST_TOKENS)
        more = page.total - len(memories)
        return cls(
            memories=memories,
            total=page.total,
            hint=sentences(RECORDS if memories else "", f"{more} more; use recall to find them." if more else ""),
        )


class DossierView(View):
    """One memory whole, with its history and provenance."""

    memory: MemoryView
    history: tuple[str, ...]
    links: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()

    @classmethod
    def of(cls, file: Dossier) -> Self:
        """Everything known about one memory; of long histories the latest part."""
        return cls(
            memory=MemoryView.of(file.memory),
            history=tuple(change(entry) for entry in file.history[-_MANY:]),
            links=tuple(link(entry, file.memory.id) for entry in file.links[:_MANY]),
            seen=tuple(minute(observation.at) for observation in file.observations[-_MANY:]),
            hint=RECORDS,
        )


class JobView(Shape):
    """One job of the timetable, or a queue: how its last run went, why it did nothing, and when it is due next."""

    job: str
    outcome: str
    last: str = ""
    counts: dict[str, int] = Field(default_factory=dict)
    reason: str = ""
    next: str = ""

    @classmethod
    def of(cls, state: JobState) -> Self:
        """One job; a queue has no next time, and neither has what has not run yet."""
        last = state.last
        if last is None:
            return cls(job=state.name, outcome="has not run yet")
        return cls(
            job=state.name,
            outcome=last.outcome,
            last=minute(last.started_at),
            counts=dict(last.counts),
            reason=last.reason,
            next=minute(state.next_at) if state.next_at else "",
        )


class StatusView(View):
    """Counts and states, without any memory text."""

    user: str
    memories: dict[str, int]
    model: str
    model_ready: bool
    embedding_total: int
    embedding_waiting: int
    embedding_parked: int
    encoding_waiting: int
    encoding_parked: int
    revision: int
    schema_version: int
    size_bytes: int
    last_stored: str = ""
    jobs: tuple[JobView, ...] = ()

    @classmethod
    def of(cls, state: EngineStatus) -> Self:
        """The state of one data folder; counts read `layer status`."""
        return cls(
            user=state.user,
            memories={f"{layer} {status}": count for (layer, status), count in sorted(state.counts.items())},
            model=state.model,
            model_ready=state.model_ready,
            embedding_total=state.queue.total,
            embedding_waiting=state.queue.waiting,
            embedding_parked=state.queue.parked,
            encoding_waiting=state.encoding.waiting,
            encoding_parked=state.encoding.parked,
            revision=state.revision,
            schema_version=state.schema_version,
            size_bytes=state.size_bytes,
            last_stored=minute(state.last_stored_at) if state.last_stored_at else "",
            jobs=tuple(JobView.of(job) for job in state.jobs),
        )
