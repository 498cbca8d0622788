"""The explicit way in: one statement becomes one memory, at once, in the layer that was named.

It never overwrites: the same statement again is an observation, an overturned twin gives a new linked record.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mcp_memory.engine.domain.answers import Outcome, Pending, SeenAgain, Stored
from mcp_memory.engine.domain.errors import EmptyContent
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.limits import check_length
from mcp_memory.engine.domain.memory import (
    Change,
    Link,
    Memory,
    Observation,
    Origin,
    Principal,
    Scope,
)
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.domain.trust import initial_confidence, initial_importance
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Status
from mcp_memory.engine.encoding.event_types import event_type_of, standing_event
from mcp_memory.engine.ports.records import Records, Transaction
from mcp_memory.engine.ports.world import Clock, Local, NewId
from mcp_memory.engine.text.dates import DateSpan, find_spans, valid_until
from mcp_memory.engine.text.moments import end_of, moment
from mcp_memory.engine.text.normalise import duplicate_key
from mcp_memory.engine.text.procedures import settled_procedure, with_steps
from mcp_memory.engine.text.structure import structure

_RECENT = timedelta(days=62)
"""How far back a date in the text may lie to be read as the time of the event; older ones are its subject."""


@dataclass(frozen=True, slots=True)
class Remembering:
    """Encodes explicit statements."""

    records: Records
    clock: Clock
    new_id: NewId
    local: Local

    def remember(self, who: Principal, reach: Reach, ask: Remember) -> Outcome:
        """Store, or add an observation to the same statement. Raises `Invalid` before anything is written."""
        draft = self.draft(who, ask)
        with self.records.writing() as writing:
            twins = [twin for twin in writing.twins(draft.scope, duplicate_key(draft.content)) if reach.covers(twin)]
            outcome = _Settling(writing, who, draft, ask).settle(twins)
        if isinstance(outcome, SeenAgain):
            return replace(outcome, observations=self.records.observation_count(outcome.memory.id))
        return outcome

    def draft(self, who: Principal, ask: Remember) -> Memory:
        """The memory that a statement would become. Raises `Invalid` for what cannot be kept."""
        now = self.clock()
        content = _content(ask)
        layer = ask.layer or _layer_of(content, ask)
        details = structure(layer, content, ask.steps)
        event_type = ask.event_type or standing_event(details) or event_type_of(content)
        origin = Origin.of(who, confirmed=ask.user_confirmed)
        local = self.local(now)
        due = valid_until(content, local)
        said = None if ask.occurred_at.strip() else _when(content, local, due)
        confirmed = who.person or ask.user_confirmed
        return Memory(
            id=self.new_id(),
            layer=layer,
            content=content,
            scope=Scope(user=who.user, project=ask.project.strip()),
            status=Status.PENDING if layer is Layer.SEMANTIC and not confirmed else Status.ACTIVE,
            origin=origin,
            event_type=event_type,
            occurred_at=moment("occurred_at", ask.occurred_at, local) or _start(said, now),
            stored_at=now,
            changed_at=now,
            importance=initial_importance(layer, event_type),
            confidence=initial_confidence(origin.kind),
            details=details,
            tags=_distinct(ask.tags),
            when_said=said.wording if said else "",
            valid_until=end_of("valid_until", ask.valid_until, local) or (due.end if due else None),
        )


@dataclass(frozen=True, slots=True)
class _Settling:
    """One draft against its twins, inside one transaction."""

    writing: Transaction
    who: Principal
    draft: Memory
    ask: Remember

    def settle(self, twins: Sequence[Memory]) -> Outcome:
        """See the liveliest twin of the layer again; else store, and link to every other record of the statement."""
        same = [twin for twin in twins if self._is_same(twin)]
        for status in (Status.ACTIVE, Status.PENDING, Status.ARCHIVED):
            for twin in same:
                if twin.status is status:
                    return self._see_again(twin)
        overturned = next((twin for twin in same if twin.status is Status.OVERTURNED), None)
        note = f"The same statement was overturned before ({overturned.id}); this is a new one." if overturned else ""
        outcome = self._store(note)
        for twin in twins:
            self._link(twin)
        return outcome

    def _is_same(self, twin: Memory) -> bool:
        """An explicit layer asks for a record of that layer; a plain repeat is known in whatever layer holds it."""
        plain = self.ask.layer is None and self.draft.layer is Layer.EPISODIC
        return plain or twin.layer is self.draft.layer

    def _store(self, note: str) -> Outcome:
        self.writing.put(Change.made(self.who, "remember", note, None, self.draft))
        self._observe(self.draft)
        return Pending(self.draft) if self.draft.status is Status.PENDING else Stored(self.draft, note)

    def _see_again(self, known: Memory) -> Outcome:
        self._observe(known)
        after = self._absorb(known)
        if after != known:
            after = after.changed(self.draft.stored_at)
            self.writing.put(Change.made(self.who, "see again", "the same statement was remembered", known, after))
        if after.status is Status.PENDING:
            return Pending(after)
        if known.status is not after.status:
            return Stored(after, f"The same statement was {known.status} and is active again.")
        return SeenAgain(after, observations=0)

    def _absorb(self, known: Memory) -> Memory:
        """What a repeated statement adds: tags, validity, the person's word, and life to an archived one."""
        return replace(
            known,
            status=known.status if known.status is Status.ACTIVE else self.draft.status,
            origin=self.draft.origin if known.status is Status.PENDING else known.origin,
            confidence=max(known.confidence, self.draft.confidence),
            tags=_distinct((*known.tags, *self.draft.tags)),
            valid_until=self.draft.valid_until if self.ask.valid_until.strip() else known.valid_until,
        )

    def _observe(self, memory: Memory) -> None:
        self.writing.observe(Observation(memory_id=memory.id, scene=self.who.scene, at=self.draft.occurred_at))

    def _link(self, twin: Memory) -> None:
        risen = twin.layer is Layer.EPISODIC and self.draft.layer is not Layer.EPISODIC
        kind = LinkKind.DERIVED_FROM if risen else LinkKind.SIMILAR_TO
        self.writing.link(Link(source=self.draft.id, kind=kind, target=twin.id, at=self.draft.stored_at))


def _content(ask: Remember) -> str:
    content = with_steps(ask.content.strip(), ask.steps) if ask.steps else ask.content.strip()
    if not content:
        raise EmptyContent(argument="content")
    check_length(content)
    return content


def _layer_of(content: str, ask: Remember) -> Layer:
    """Never semantic: what is only said once is an episode, unless it settles a whole procedure."""
    return Layer.PROCEDURAL if ask.steps or settled_procedure(content) else Layer.EPISODIC


def _when(content: str, now: datetime, due: DateSpan | None) -> DateSpan | None:
    """The time the text gives for what it tells, when it is recent and past; a due date tells of no event."""
    spans = (span for span in find_spans(content, now) if due is None or span.wording not in due.wording)
    return next((span for span in spans if now - _RECENT <= span.start <= now), None)


def _start(said: DateSpan | None, now: datetime) -> datetime:
    """The beginning of the time that was said; a span that is not over yet, such as today, means now."""
    return said.start if said and said.end <= now else now


def _distinct(tags: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
