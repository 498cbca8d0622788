"""The part of the façade that looks after sessions: what is observed, the working part, encoding, the timetable."""

from collections import deque
from contextlib import suppress
from dataclasses import replace

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.context.window import working_part
from mcp_memory.engine.domain.answers import Encoded, Observed, Report, Working
from mcp_memory.engine.domain.errors import SessionNotFound
from mcp_memory.engine.domain.jobs import JobRun
from mcp_memory.engine.domain.limits import check_length, check_names, check_task
from mcp_memory.engine.domain.memory import Episode, Principal
from mcp_memory.engine.domain.requests import Observe
from mcp_memory.engine.domain.sessions import Role, Session, Turn
from mcp_memory.engine.encoding.sessions import Encoding
from mcp_memory.engine.lookup import look_up
from mcp_memory.engine.parts import Parts
from mcp_memory.engine.principals import Principals
from mcp_memory.engine.privacy.access import reach_of
from mcp_memory.engine.privacy.gate import admit, admit_all
from mcp_memory.engine.privacy.keeping import keeping
from mcp_memory.engine.privacy.names import session_name
from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.engine.working.boundaries import Boundaries
from mcp_memory.engine.working.observing import Observing
from mcp_memory.engine.working.showing import Showing
from mcp_memory.engine.working.summarising import Summarising

ENCODING = "encoding"
"""Under this name the book of jobs keeps what encoding did last."""


_LOOKED_AT = 20
_SHOWN = 3
_GOAL_CHARS = 120


def unfinished(session: Session) -> str:
    """An open session, so that it can be resumed by its id."""
    return f'unfinished: "{cut_chars(session.goal, _GOAL_CHARS)}", session {session.id}; observe with resumes goes on'


class Sittings(Principals):
    """What may be asked about sessions. Safe from many threads at once."""

    def _sit(self, parts: Parts) -> None:
        """Put together what looks after sessions."""
        self._observing = Observing(parts.sessions, parts.clock, parts.local)
        self._boundaries = Boundaries(parts.sessions, parts.encoding_policy, parts.clock)
        self._summarising = Summarising(parts.sessions, parts.reasoner, parts.context_policy)
        self._encoding = Encoding(
            sessions=parts.sessions,
            records=parts.records,
            clashes=Clashes(parts.records, parts.words),
            reasoner=parts.reasoner,
            policy=parts.encoding_policy,
            clean=lambda text: admit(text).text,
            reach=lambda who: reach_of(who, parts.grants),
            clock=parts.clock,
            local=parts.local,
            new_id=parts.new_id,
        )
        self._policy = parts.context_policy
        self._showing = Showing(parts.records, parts.sessions, parts.clock)
        self._to_summarise: deque[tuple[str, str]] = deque()

    def observe(self, who: Principal, ask: Observe) -> Observed:
        """Write down what happened in the principal's session. Raises with nothing written.

        That is `Invalid`, `RedactionFailed`, or `Unavailable`.
        """
        who = self._known(who)
        resumes = session_name(self._parts.vault, who.user, ask.resumes, "resumes")
        check_names("project", (ask.project,))
        check_task(ask.goal, ask.step, ask.artifact)
        for turn in ask.turns:
            check_length(turn.content)
        with keeping(self._parts.vault, who.user) as name:
            spoken = (part for turn in ask.turns for part in (turn.content, turn.speaker))
            texts = (ask.goal, ask.step, ask.artifact, ask.project, *spoken)
            (goal, step, artifact, project, *parts), redactions, notes = admit_all(texts, name=name)
            said = zip(ask.turns, parts[::2], parts[1::2], strict=True)
            turns = tuple(replace(turn, content=content, speaker=speaker) for turn, content, speaker in said)
            before = self._resumed(who, resumes)
            clean = Observe(
                turns=turns,
                goal=goal,
                step=step,
                artifact=artifact,
                resumes=before.session.id if before else "",
                project=project,
                end=ask.end,
            )
            noted = self._observing.observe(who, clean, before.open_tasks if before else ())
        self._showing.observe(noted.session)
        self._summarise_later(noted.session)
        told = (ask.turns, ask.goal, ask.step, ask.artifact, ask.end)
        if resumes or not any(told):
            working, found = self._state(noted.session, resumes, before)
            notes = (*notes, *found)
        else:
            working = working_part(replace(noted.session, marked=()), (), "", self._policy)
        return Observed(accepted=noted.accepted, marks=noted.marks, working=working, redactions=redactions, notes=notes)

    def _resumed(self, who: Principal, resumes: str) -> Working | None:
        """The working part of the session it goes on from, when there is one that the principal may see."""
        mine = self._reach(who).sessions
        is_seen = resumes and (mine is None or resumes in mine)
        before = self._parts.sessions.session(who.user, resumes) if is_seen else None
        return self._working(before) if before else None

    def _state(self, session: Session, resumes: str, before: Working | None) -> tuple[Working, tuple[str, ...]]:
        """The state of a task: that of the session it resumes, if one is named; else which may be meant."""
        if before is not None:
            return replace(before, session=replace(session, marked=before.session.marked)), ()
        if resumes:
            return self._working(session), ("there is no session of that id to resume",)
        if session.turns or session.goal or session.steps:
            return self._working(session), ()
        return self._working(session), tuple(unfinished(one) for one in self._unfinished(session))

    def _unfinished(self, session: Session) -> list[Session]:
        """The latest open sessions of the same project that have a goal."""
        latest = self._parts.sessions.sessions(session.user, _LOOKED_AT)
        return [
            one
            for one in latest
            if one.id != session.id and one.ended_at is None and one.goal and one.project in {"", session.project}
        ][:_SHOWN]

    def working(self, who: Principal) -> Working:
        """The working part of the principal's session. Raises `SessionNotFound`."""
        return self._working(self._session(who))

    def sessions(self, who: Principal, limit: int = 20) -> tuple[Session, ...]:
        """The sessions that the principal may see, latest activity first."""
        who = self._known(who)
        mine = self._reach(who).sessions
        if mine is None:
            return self._parts.sessions.sessions(who.user, limit)
        found = (self._parts.sessions.session(who.user, name) for name in mine)
        seen = [session for session in found if session is not None]
        return tuple(sorted(seen, key=lambda session: session.active_at, reverse=True)[:limit])

    def unencoded(self, who: Principal) -> int:
        """How many turns of the principal's session no encoding has taken yet. Raises `SessionNotFound`."""
        session = self._session(who)
        return len(self._parts.sessions.unencoded(session.user, session.id, 1, session.turns))

    def source_turns(self, who: Principal, memory_id: str) -> tuple[Turn, ...]:
        """The turns that an episode came from, as they were said, also archived ones; none for any other memory.

        Raises what looking up an id raises.
        """
        who = self._known(who)
        memory = look_up(self._parts.records, self._reach(who), memory_id)
        if not isinstance(memory.details, Episode) or not memory.details.turns:
            return ()
        numbers = memory.details.turns
        turns = self._parts.sessions.turns(who.user, memory.origin.session, min(numbers), max(numbers))
        return tuple(turn for turn in turns if turn.n in numbers)

    def pause(self, who: Principal) -> None:
        """The principal's session has reached a boundary, and may go on."""
        who = self._known(who)
        self._boundaries.pause(who.user, who.session)

    def disconnect(self) -> None:
        """The connection is closed: what the sessions of this process hold beyond their watermark is queued."""
        for user, session in self._showing.observed():
            self._boundaries.pause(user, session)

    def sweep(self) -> dict[str, int]:
        """Queue what idle sessions hold, whichever process they belonged to; counts by what was done."""
        return self._boundaries.sweep()

    def encode(self) -> Report:
        """Encode one task of the queue, else bring one summary up to date; `done` 0 when there was nothing to do."""
        self._showing.note()
        encoded = self._encoding.run()
        if encoded is None:
            return Report(done=int(self._summarise()))
        self._note_encoding(encoded)
        return Report(done=1, skipped=sum(encoded.dropped.values()), failed=(encoded.failed,) if encoded.failed else ())

    def _summarise_later(self, session: Session) -> None:
        """Once, however often it is observed until then."""
        key = (session.user, session.id)
        if key not in self._to_summarise:
            self._to_summarise.append(key)

    def _summarise(self) -> bool:
        with suppress(IndexError):  # another thread took the last one
            while not self._summarising.run(*self._to_summarise.popleft()):
                pass
            return True
        return False

    def _note_encoding(self, encoded: Encoded) -> None:
        now = self._parts.clock()
        counts = {f"kept {kind}": count for kind, count in encoded.kept.items()}
        counts |= {f"dropped: {reason}": count for reason, count in encoded.dropped.items()}
        reason = encoded.failed or encoded.note or ("" if encoded.kept else "nothing worth keeping was said")
        self._parts.jobs.note_job(
            JobRun(
                name=ENCODING, started_at=now, finished_at=now, passed=not encoded.failed, counts=counts, reason=reason
            )
        )

    def _session(self, who: Principal) -> Session:
        """The principal's session, when it may be seen."""
        who = self._known(who)
        found = self._parts.sessions.session(who.user, who.session)
        reach = self._reach(who)
        if found is None or (reach.sessions is not None and found.id not in reach.sessions):
            raise SessionNotFound(f"{who.session[:40]!r}", argument="session")
        return found

    def _working(self, session: Session) -> Working:
        turns = self._parts.sessions.turns(session.user, session.id)
        question = next((turn.content for turn in reversed(turns) if turn.role is Role.USER), "")
        return working_part(session, turns, question, self._policy)
