"""The explicit way in: one statement becomes one memory, at once, in the layer that was named.

It never overwrites: the same statement again is an observation, an overturned twin gives a new linked record.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.detection.kinds import kind_of
from mcp_memory.engine.detection.settled import settled
from mcp_memory.engine.domain.answers import Outcome, SeenAgain
from mcp_memory.engine.domain.errors import EmptyContent
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.limits import check_length
from mcp_memory.engine.domain.memory import Memory, Origin, Principal, Scope
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.domain.trust import initial_confidence, initial_importance
from mcp_memory.engine.domain.vocabulary import Layer, Status
from mcp_memory.engine.encoding.echo import echoes
from mcp_memory.engine.encoding.settle import Settling, Sighting, twins_of
from mcp_memory.engine.encoding.when import event_span, event_start, validity
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock, Local, NewId
from mcp_memory.engine.text.moments import end_of, moment
from mcp_memory.engine.text.procedures import with_steps
from mcp_memory.engine.text.structure import structure
from mcp_memory.engine.text.triples import standing_event


@dataclass(frozen=True, slots=True)
class Remembering:
    """Encodes explicit statements."""

    records: Records
    clashes: Clashes
    clock: Clock
    new_id: NewId
    local: Local

    def remember(self, who: Principal, reach: Reach, ask: Remember, scene: str, shown: Sequence[str] = ()) -> Outcome:
        """Store, or add an observation in `scene` to the same statement. Raises `Invalid` with nothing written.

        What an agent only repeats of the texts it was `shown` is no observation: it would be evidence for itself.
        """
        draft = self.draft(who, ask)
        sighting = replace(_sighting(who, scene, draft, ask), clashes=self.clashes.against(reach, draft))
        sighting = replace(sighting, is_echo=not sighting.decides and echoes(draft.content, shown))
        with self.records.writing() as writing:
            outcome = Settling(writing, sighting, self.clashes).settle(twins_of(writing, reach, draft))
        if isinstance(outcome, SeenAgain):
            return replace(outcome, observations=self.records.observation_count(outcome.memory.id))
        return outcome

    def draft(self, who: Principal, ask: Remember) -> Memory:
        """The memory that a statement would become. Raises `Invalid` for what cannot be kept."""
        now = self.clock()
        content = _content(ask)
        steps = ask.steps or next((procedure.steps for procedure in settled(content)), ())
        layer = ask.layer or (Layer.PROCEDURAL if steps else Layer.EPISODIC)
        details = structure(layer, content, steps)
        event_type = ask.event_type or standing_event(details) or kind_of(content)
        origin = Origin.of(who, confirmed=ask.user_confirmed)
        local = self.local(now)
        due = validity("", content, event_type, local)
        said = None if ask.occurred_at.strip() else event_span(content, local, due)
        confirmed = who.person or ask.user_confirmed
        return Memory(
            id=self.new_id(),
            layer=layer,
            content=content,
            scope=Scope(user=who.user, project=ask.project.strip()),
            status=Status.PENDING if layer is Layer.SEMANTIC and not confirmed else Status.ACTIVE,
            origin=origin,
            event_type=event_type,
            occurred_at=moment("occurred_at", ask.occurred_at, local) or event_start(said, now),
            stored_at=now,
            changed_at=now,
            importance=initial_importance(layer, event_type),
            confidence=initial_confidence(origin.kind),
            details=details,
            tags=_distinct(ask.tags),
            when_said=said.wording if said else "",
            valid_until=end_of("valid_until", ask.valid_until, local) or (due.end if due else None),
        )


def _sighting(who: Principal, scene: str, draft: Memory, ask: Remember) -> Sighting:
    return Sighting(
        who=who,
        scene=scene,
        draft=draft,
        any_layer=ask.layer is None,
        renews_validity=bool(ask.valid_until.strip()),
        decides=who.person or ask.user_confirmed,
    )


def _content(ask: Remember) -> str:
    content = with_steps(ask.content.strip(), ask.steps) if ask.steps else ask.content.strip()
    if not content:
        raise EmptyContent(argument="content")
    check_length(content)
    return content


def _distinct(tags: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
