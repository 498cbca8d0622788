"""From what a reasoner found to the memory it becomes: an episode, or the procedure that the conversation settled.

It never makes a semantic memory (iron rule 1). What is not grounded, says nothing, or repeats what memory said, becomes
nothing, and the reason is counted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.detection.brevity import brief
from mcp_memory.engine.domain.memory import Details, Episode, Memory, Origin, Scope
from mcp_memory.engine.domain.sessions import Role, Session, Turn
from mcp_memory.engine.domain.trust import initial_confidence, initial_importance
from mcp_memory.engine.domain.vocabulary import Layer, OriginKind, Status
from mcp_memory.engine.encoding.echo import echoes
from mcp_memory.engine.encoding.when import event_span, event_start, validity
from mcp_memory.engine.ports.reasoner import Candidate
from mcp_memory.engine.ports.world import Local, NewId
from mcp_memory.engine.text.grounding import ungrounded
from mcp_memory.engine.text.person import without_speaker
from mcp_memory.engine.text.procedures import procedure_of, with_steps
from mcp_memory.engine.text.tokens import query_terms

LEAST_TERMS = 2
"""A statement with fewer terms that tell something has no subject, or says nothing of it."""

_PROCEDURE_WORDS = 300
_TAKEN_OUT = "[secret:"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A candidate that became nothing, and why."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafting:
    """Drafts the memories of one session. `shown` are the memories the session was shown, `layers` may be made.

    `turns` are those that were read, `before` those that went before them.
    """

    session: Session
    turns: dict[int, Turn]
    before: Sequence[Turn]
    shown: Sequence[str]
    layers: frozenset[Layer]
    now: datetime
    local: Local
    new_id: NewId

    def draft(self, candidate: Candidate) -> Memory | Dropped:
        """The memory a candidate becomes, not stored yet."""
        turns = [self.turns[number] for number in candidate.turns if number in self.turns]
        if not turns:
            return Dropped("its turns are not there")
        if _TAKEN_OUT in candidate.content:
            return Dropped("told a secret")
        if ungrounded(candidate, turns, self._around(turns)):
            return Dropped("not grounded in its turns")
        if self._is_turned_round(candidate, turns):
            return Dropped("says the contrary of its turns")
        if len(set(query_terms(candidate.content))) < LEAST_TERMS:
            return Dropped("says nothing by itself")
        if all(turn.role is not Role.USER for turn in turns) and echoes(candidate.content, self.shown):
            return Dropped("repeats a memory")
        layer, content, details = self._shape(candidate, turns)
        if layer not in self.layers:
            return Dropped(f"{layer} memories are switched off")
        return self.memory((layer, content, details), candidate, turns[0])

    def _is_turned_round(self, candidate: Candidate, turns: Sequence[Turn]) -> bool:
        """Whether a statement in a reasoner's own words stands against what it was drawn from."""
        told = without_speaker(candidate.content, candidate.speaker)
        if any(told in turn.content for turn in turns):
            return False
        return any(compare(turn.content, told).relation is Relation.CONTRADICTS for turn in turns)

    def _around(self, turns: Sequence[Turn]) -> Iterator[str]:
        """What was there to be referred to: the session's goal and project, what was said before."""
        last = max(turn.n for turn in turns)
        yield from (self.session.goal, self.session.project)
        yield from (f"{turn.speaker} {turn.content}" for turn in (*self.before, *self.turns.values()) if turn.n < last)

    def memory(self, shape: tuple[Layer, str, Details], candidate: Candidate, said: Turn) -> Memory:
        """The record, dated by the turn it came from and by what that says of time."""
        layer, content, details = shape
        local = self.local(said.at)
        due = validity(candidate.valid_until, content, candidate.event_type, local)
        told = event_span(f"{candidate.when} {content}", local, due)
        vouching = OriginKind.ASSERTED if said.role is Role.USER else OriginKind.AGENT
        if self.session.is_imported:
            vouching = OriginKind.IMPORT
        return Memory(
            id=self.new_id(),
            layer=layer,
            content=content,
            scope=Scope(user=self.session.user, project=self.session.project),
            status=Status.ACTIVE,
            origin=Origin(kind=vouching, agent=self.session.agent, session=self.session.id),
            event_type=candidate.event_type,
            occurred_at=event_start(told, local),
            stored_at=self.now,
            changed_at=self.now,
            importance=initial_importance(layer, candidate.event_type),
            confidence=initial_confidence(vouching),
            details=details,
            when_said=told.wording if told else "",
            valid_until=due.end if due else None,
        )

    def _shape(self, candidate: Candidate, turns: Sequence[Turn]) -> tuple[Layer, str, Details]:
        """A procedure when a person settled one, else an episode: an assistant alone settles nothing."""
        if candidate.steps and any(turn.role is Role.USER for turn in turns):
            content = brief(with_steps(candidate.content, candidate.steps), _PROCEDURE_WORDS)
            return Layer.PROCEDURAL, content, procedure_of(candidate.content, candidate.steps)
        return Layer.EPISODIC, brief(candidate.content), self._episode(candidate)

    def _episode(self, candidate: Candidate) -> Episode:
        """What the candidate tells, and in its place what session and scope tell, noted as inferred."""
        said = Episode(
            speaker=candidate.speaker,
            goal=candidate.goal,
            conclusion=brief(candidate.conclusion),
            stance=brief(candidate.stance),
            open_tasks=candidate.open_tasks,
            place=candidate.place,
            subjects=candidate.subjects,
            objects=candidate.objects,
            topic=candidate.topic,
            intent=candidate.intent,
            turns=candidate.turns,
        )
        inferred = {
            "subjects": () if said.subjects else (candidate.speaker or self.session.user,),
            "place": "" if said.place else self.session.project,
            "goal": "" if said.goal else brief(self.session.goal, 30),
        }
        missing = {name: value for name, value in inferred.items() if value}
        return replace(said, **missing, inferred=tuple(missing))  # type: ignore[arg-type]  # each value fits its field
