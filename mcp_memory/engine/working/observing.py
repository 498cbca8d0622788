"""What happened in a session is written down, and what in it is worth keeping is marked for encoding.

A mark schedules encoding and does nothing else: no memory is made here, and no answer waits for one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from mcp_memory.engine.detection.brevity import brief
from mcp_memory.engine.detection.denials import denial
from mcp_memory.engine.detection.kinds import KEY_EVENTS
from mcp_memory.engine.detection.worth import worth_keeping
from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.engine.domain.limits import check_length
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Observe, Said
from mcp_memory.engine.domain.sessions import Marked, Role, Session, Turn
from mcp_memory.engine.ports.sessions import Priority, Sessions, SessionTransaction
from mcp_memory.engine.ports.world import Clock, Local
from mcp_memory.engine.text.moments import moment
from mcp_memory.engine.working.boundaries import reach_boundary

SAME_GOAL = timedelta(days=7)
"""Sessions with the same goal within this time are one scene (SPEC 1)."""

_RETRY = timedelta(seconds=60)
"""The very same turns again within this time are a client's retry."""

_NOBODY = frozenset({"user", "human", "assistant", "ai", "system", "tool"})
"""Names that only repeat a role."""

_SHORT_CHARS = 20
"""A person may well say so little twice."""

_MAX_KEPT = 200
"""Steps, artefacts and marks of one session that its working part keeps; older ones are in its turns and memories."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What one observe did: the session after it, how many turns were new, what was marked."""

    session: Session
    accepted: int
    marks: tuple[Marked, ...]


@dataclass(frozen=True, slots=True)
class _Heard:
    """A turn, what in it is worth keeping, and whether it denies something."""

    turn: Turn
    marks: tuple[Marked, ...]
    is_denial: bool

    @property
    def priority(self) -> Priority | None:
        """How urgent its encoding is; None when there is nothing to encode before the boundary."""
        if self.is_denial or any(mark.event_type in KEY_EVENTS for mark in self.marks):
            return Priority.KEY_EVENT
        return Priority.ROUND if self.marks else None


@dataclass(frozen=True, slots=True)
class Observing:
    """Writes sessions."""

    sessions: Sessions
    clock: Clock
    local: Local

    def observe(self, who: Principal, ask: Observe, still_open: tuple[str, ...] = ()) -> Noted:
        """Write down turns, goal, step and artefact, in one transaction. Raises `Invalid` with nothing written.

        `still_open` are the statements of the session it resumes that nothing has settled yet.
        """
        now = self.clock()
        heard = [_heard(self._read(turn, now)) for turn in ask.turns]
        with self.sessions.sitting() as writing:
            session = writing.session(who.user, who.session)
            if session is None:
                before = self._before(writing, who, ask, heard[0].turn.at if heard else now)
                session = self._opened(who, ask, before, still_open)
            taken = [] if self._is_retry(session, heard) else _numbered(heard, session.turns + 1)
            turns = [one.turn for one in taken]
            marks = tuple(mark for one in taken for mark in one.marks)
            session = _updated(session, ask, turns, marks, now)
            writing.append(session.user, session.id, turns)
            _enqueue(writing, session, taken)
            if ask.end:
                session = reach_boundary(writing, replace(session, ended_at=now))
            writing.put_session(session)
        return Noted(session, len(turns), marks)

    def _read(self, said: Said, now: datetime) -> Turn:
        check_length(said.content)
        if not said.content.strip():
            raise Invalid("a turn needs some content", argument="content")
        at = moment("at", said.at, self.local(now)) or now
        name = said.speaker.strip()
        speaker = "" if name.casefold() in _NOBODY else name
        return Turn(n=0, role=said.role, content=said.content, at=at.astimezone(UTC), speaker=speaker)

    def _before(self, writing: SessionTransaction, who: Principal, ask: Observe, begun_at: datetime) -> Session | None:
        """The session that a new one goes on from: the one it resumes, else one with the same goal not long before.

        How long is told by what was said in them: a conversation may be noted down long after it was held.
        """
        if ask.resumes and (resumed := writing.session(who.user, ask.resumes)):
            return resumed
        same = self.sessions.same_goal(who.user, ask.project, ask.goal, self.clock() - SAME_GOAL) if ask.goal else None
        if same is None:
            return None
        last = self.sessions.turns(same.user, same.id, same.turns)
        ended_at = last[-1].at if last else same.active_at
        return same if abs(begun_at - ended_at) <= SAME_GOAL else None

    def _opened(self, who: Principal, ask: Observe, before: Session | None, still_open: tuple[str, ...]) -> Session:
        """A new session; its scene is that of the session it goes on from, and what was open there is open here."""
        now = self.clock()
        resumed = before if before and before.id == ask.resumes else None
        opened = Session(
            id=who.session,
            user=who.user,
            agent=who.agent,
            scene=before.scene if before else who.scene,
            opened_at=now,
            active_at=now,
            project=ask.project or (before.project if before else ""),
            goal=before.goal if before else "",
            resumes=ask.resumes if resumed else "",
        )
        if resumed is None:
            return opened
        open_marks = tuple(replace(mark, turn=0) for mark in resumed.marked if mark.text in still_open)
        return replace(
            opened, steps=resumed.steps, artifacts=resumed.artifacts, denied=resumed.denied, marked=open_marks
        )

    def _is_retry(self, session: Session, heard: Sequence[_Heard]) -> bool:
        """Whether a client only repeats its last call: none of its turns is taken again."""
        if not heard or session.turns < len(heard) or self.clock() - session.active_at > _RETRY:
            return False
        said = [one.turn for one in heard]
        latest = self.sessions.turns(session.user, session.id, session.turns - len(said) + 1)
        is_repeated = [(turn.role, turn.content) for turn in latest] == [(turn.role, turn.content) for turn in said]
        return is_repeated and any(turn.role is not Role.USER or len(turn.content) > _SHORT_CHARS for turn in said)


def _updated(session: Session, ask: Observe, turns: Sequence[Turn], marks: Sequence[Marked], now: datetime) -> Session:
    """The session after an observe; one that had ended goes on under its id."""
    return replace(
        session,
        goal=ask.goal.strip() or session.goal,
        project=ask.project or session.project,
        steps=_added(session.steps, ask.step),
        artifacts=_added(session.artifacts, ask.artifact),
        marked=(*session.marked, *marks)[-_MAX_KEPT:],
        turns=session.turns + len(turns),
        active_at=max(now, session.active_at),
        ended_at=None,
    )


def _heard(turn: Turn) -> _Heard:
    """Read a turn, before anything is locked: a long one takes a while."""
    notices = worth_keeping(turn.content, turn.role.value, turn.speaker)
    marks = tuple(Marked(notice.event_type, brief(notice.statement.text), turn.n) for notice in notices)
    return _Heard(turn, marks, is_denial=turn.role is Role.USER and denial(turn.content))


def _numbered(heard: Sequence[_Heard], first: int) -> list[_Heard]:
    """The turns under their numbers in the session, and their marks with them."""
    return [
        replace(one, turn=replace(one.turn, n=number), marks=tuple(replace(mark, turn=number) for mark in one.marks))
        for number, one in enumerate(heard, first)
    ]


def _enqueue(writing: SessionTransaction, session: Session, heard: Sequence[_Heard]) -> None:
    """Queue the turns that hold something: key events and denials ahead of everything, plain facts in their turn."""
    for one in heard:
        if one.priority is not None:
            writing.enqueue(session, one.priority, one.turn.n, one.turn.n)


def _added(kept: tuple[str, ...], new: str) -> tuple[str, ...]:
    """With the new entry last; the same entry again only moves there."""
    text = new.strip()
    return (*(entry for entry in kept if entry != text), text)[-_MAX_KEPT:] if text else kept
