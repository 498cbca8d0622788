"""One memory and the values it is made of. Frozen: a change is a new value with a new version."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self

from mcp_memory.engine.domain.vocabulary import (
    EventType,
    Layer,
    LinkKind,
    Mark,
    OriginKind,
    Predicate,
    Status,
    Tier,
)


@dataclass(frozen=True, slots=True)
class Scope:
    """Whom and what a memory concerns. An empty project means: global to the user."""

    user: str
    project: str = ""


@dataclass(frozen=True, slots=True)
class Principal:
    """On whose behalf a call is made.

    `person` is true when a person acts directly (command line, web page, elicitation), false when an agent
    speaks. `session` is empty when it is unknown; all unknown sessions together are one scene.
    """

    user: str
    agent: str
    session: str = ""
    person: bool = False

    @property
    def scene(self) -> str:
        """The scene in which this principal sees things."""
        return self.session or "unknown"


@dataclass(frozen=True, slots=True)
class Origin:
    """Who vouches for a memory, through which agent, in which session."""

    kind: OriginKind
    agent: str
    session: str = ""

    @classmethod
    def of(cls, who: Principal, *, confirmed: bool) -> Self:
        """A person directly, a person as asserted by an agent, or the agent alone."""
        kind = OriginKind.AGENT
        if confirmed:
            kind = OriginKind.ASSERTED
        if who.person:
            kind = OriginKind.PERSON
        return cls(kind=kind, agent=who.agent, session=who.session)


@dataclass(frozen=True, slots=True)
class Triple:
    """A semantic memory taken apart: subject, predicate, object."""

    subject: str
    predicate: Predicate
    object: str


@dataclass(frozen=True, slots=True)
class Procedure:
    """A reusable procedure: when it applies, what it takes, its ordered steps, what it yields."""

    trigger: str
    steps: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """One step that was taken in an episode: what was called with which redacted arguments, and what came of it."""

    name: str
    arguments: str = ""
    outcome: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """An episode taken apart (SPEC 4). `turns` are the numbers of those it came from, in the session of its origin.

    `inferred` names the fields that were not said but taken from principal, scope or clock.
    """

    speaker: str = ""
    goal: str = ""
    conclusion: str = ""
    stance: str = ""
    open_tasks: tuple[str, ...] = ()
    place: str = ""
    subjects: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    topic: str = ""
    intent: str = ""
    actions: tuple[Action, ...] = ()
    turns: tuple[int, ...] = ()
    inferred: tuple[str, ...] = ()


Details = Triple | Procedure | Episode | None
"""What a memory holds beside its sentence: a triple (semantic), a procedure (procedural), what was taken out of its
turns (episodic, when it was encoded from a session).
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One record. `occurred_at` is the time of the event, `stored_at` of the first write, both UTC.

    `tier` says where it lies, not what it is: it is no part of a version, of the history or of an export.
    """

    id: str
    layer: Layer
    content: str
    scope: Scope
    status: Status
    origin: Origin
    event_type: EventType
    occurred_at: datetime
    stored_at: datetime
    changed_at: datetime
    importance: float
    confidence: float
    version: int = 1
    details: Details = None
    marks: frozenset[Mark] = frozenset()
    tags: tuple[str, ...] = ()
    when_said: str = ""
    valid_until: datetime | None = None
    confirmed_at: datetime | None = None
    recalled_at: datetime | None = None
    recall_count: int = 0
    tier: Tier = Tier.HOT

    def changed(self, at: datetime, **fields: Any) -> "Memory":
        """The next version, with these fields changed at that time. What is written lies near at hand again."""
        return replace(self, version=self.version + 1, changed_at=at, tier=Tier.HOT, **fields)

    def is_expired(self, now: datetime) -> bool:
        """Whether the text's own validity has passed."""
        return self.valid_until is not None and self.valid_until < now

    @property
    def speaker(self) -> str:
        """Who said it in a session with several people; "" for the user, and for what no session said."""
        return self.details.speaker if isinstance(self.details, Episode) else ""

    def as_of(self, now: datetime) -> "Memory":
        """The memory as it is to be seen now: marked as expired when its validity has passed."""
        return self.marked(Mark.EXPIRED) if self.is_expired(now) else self

    def marked(self, mark: Mark) -> "Memory":
        """The same memory with one mark more."""
        return replace(self, marks=self.marks | {mark})

    def unmarked(self, mark: Mark) -> "Memory":
        """The same memory without that mark."""
        return replace(self, marks=self.marks - {mark})


@dataclass(frozen=True, slots=True)
class Link:
    """`source KIND target`, for example a rule `derived_from` an episode."""

    source: str
    kind: LinkKind
    target: str
    at: datetime

    @property
    def ends(self) -> tuple[str, str]:
        """Both ids, the source first."""
        return self.source, self.target


@dataclass(frozen=True, slots=True)
class Observation:
    """One (scene, time) at which a memory's statement was seen."""

    memory_id: str
    scene: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of a memory's history: who, when, why, from what to what.

    `before` is None for the first entry. Both sides are whole memories, so that any change can be undone.
    """

    memory_id: str
    version: int
    at: datetime
    actor: str
    verb: str
    reason: str
    before: Memory | None
    after: Memory

    @classmethod
    def made(cls, who: Principal, verb: str, reason: str, before: Memory | None, after: Memory) -> Self:
        """The entry for a change that made `after`; who says whether a person or an agent did it."""
        return cls(
            memory_id=after.id,
            version=after.version,
            at=after.changed_at,
            actor=f"{who.agent} (person)" if who.person else who.agent,
            verb=verb,
            reason=reason,
            before=before,
            after=after,
        )


@dataclass(frozen=True, slots=True)
class Dossier:
    """Everything known about one memory, for a person who wants to see why it is there."""

    memory: Memory
    history: tuple[Change, ...]
    links: tuple[Link, ...]
    observations: tuple[Observation, ...]

    @property
    def standing(self) -> Status:
        """The memory's status; of an archived one the status that it had before, as far as the history tells.

        Bringing something back restores this: what a person has decided is not undone by archiving.
        """
        known = (self.memory, *(change.before for change in reversed(self.history)))
        standings = (memory.status for memory in known if memory is not None)
        return next((status for status in standings if status is not Status.ARCHIVED), Status.ACTIVE)
