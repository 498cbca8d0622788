"""What the resources show."""

from collections.abc import Iterable
from typing import Self

from pydantic import Field

from mcp_memory.engine.domain.answers import EngineStatus, Listed
from mcp_memory.engine.domain.jobs import JobState
from mcp_memory.engine.domain.memory import Dossier
from mcp_memory.views.memory import LIST_TOKENS, MemoryView, brief, fitting, within_bytes
from mcp_memory.views.shape import MAX_BYTES, Shape, View
from mcp_memory.views.words import CUT, RECORDS, change, link, minute, sentences

_MANY = 50
_HISTORY_BYTES = 9_000


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
        """Everything known about one memory, within the cap; of long histories the latest part."""
        history = _latest((change(entry) for entry in reversed(file.history[-_MANY:])), _HISTORY_BYTES)
        beside = cls(
            memory=MemoryView.of(file.memory, ""),
            history=history,
            links=tuple(link(entry, file.memory.id) for entry in file.links[:_MANY]),
            seen=tuple(minute(observation.at) for observation in file.observations[-_MANY:]),
        )
        memory = within_bytes(MemoryView.of(file.memory), MAX_BYTES - len(beside.line().encode()))
        missing = len(file.history) - len(history)
        earlier = f"{missing} earlier versions are not shown" if missing else ""
        cut = CUT if memory.full_chars else ""
        return beside.model_copy(update={"memory": memory, "hint": sentences(RECORDS, cut, earlier)})


def _latest(lines: Iterable[str], max_bytes: int) -> tuple[str, ...]:
    """As many lines as fit, given latest first and returned in order."""
    kept: list[str] = []
    for line in lines:
        max_bytes -= len(line.encode())
        if max_bytes < 0:
            break
        kept.append(line)
    return tuple(reversed(kept))


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
    stored_this_week: int = 0
    tiers: dict[str, int] = Field(default_factory=dict)
    waiting_for_review: dict[str, int] = Field(default_factory=dict)
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
            stored_this_week=state.stored_this_week,
            tiers={tier.value: count for tier, count in sorted(state.tiers.items())},
            waiting_for_review=dict(state.waiting),
            jobs=tuple(JobView.of(job) for job in state.jobs),
        )
