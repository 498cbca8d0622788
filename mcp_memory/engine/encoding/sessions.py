"""Turns become memories: one claimed task at a time, read outside the write lock, stored in one transaction.

At least once and idempotent: a turn is encoded once, whoever was killed in between; a lost claim writes nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from mcp_memory.engine.clashes import Clash, Clashes, among
from mcp_memory.engine.domain.answers import Encoded
from mcp_memory.engine.domain.errors import EngineError
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Change, Memory, Principal
from mcp_memory.engine.domain.policies import EncodingPolicy
from mcp_memory.engine.domain.sessions import Session, Turn
from mcp_memory.engine.domain.vocabulary import EventType, Layer, OriginKind
from mcp_memory.engine.encoding.denied import denied_memory, mark_denied
from mcp_memory.engine.encoding.episodes import Drafting, Dropped
from mcp_memory.engine.encoding.settle import Settling, Sighting, twins_of
from mcp_memory.engine.encoding.task_record import task_record
from mcp_memory.engine.ports.reasoner import Batch, Candidate, Extraction, Reasoner
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.sessions import EncodingTask, Priority, Sessions, SessionTransaction
from mcp_memory.engine.ports.world import Clock, Local, NewId


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """Works off the encoding queue. `clean` is the privacy gate, for what a reasoner wrote."""

    sessions: Sessions
    records: Records
    clashes: Clashes
    reasoner: Reasoner
    policy: EncodingPolicy
    clean: Callable[[str], str]
    reach: Callable[[Principal], Reach]
    clock: Clock
    local: Local
    new_id: NewId

    def run(self) -> Encoded | None:
        """Encode one task; None when none waits. A failure is data here: the task backs off, then is parked."""
        task = self.sessions.claim_encoding(self.clock(), self.policy)
        if task is None:
            return None
        try:
            return self._encode(task)
        except EngineError as failed:
            self.sessions.fail_encoding(task, failed.message, self.clock(), self.policy)
            return Encoded(failed=failed.message)

    def _encode(self, task: EncodingTask) -> Encoded:
        session = self.sessions.session(task.user, task.session)
        reading = _Reading(self, session, task) if session else None
        prepared = reading.prepare() if reading else None
        with self.sessions.sitting() as writing:
            if writing.settle(task) and reading and prepared:
                reading.store(writing, prepared)
        return reading.encoded(prepared) if reading and prepared else Encoded()


@dataclass(frozen=True, slots=True)
class _Drafted:
    """What became of one candidate, and what of the known it clashes with."""

    candidate: Candidate
    draft: Memory | Dropped
    clashes: tuple[Clash, ...] = ()


@dataclass(frozen=True, slots=True)
class _Prepared:
    """All that can be made ready before the write lock is held.

    `record` is the session's task record as it is to be now, `recorded` the one that it has. `denials` are turns that
    deny a memory, each with that.
    """

    extraction: Extraction
    drafts: tuple[_Drafted, ...]
    denials: tuple[tuple[Turn, Memory], ...]
    record: Memory | None
    recorded: Memory | None

    @property
    def how(self) -> str:
        """Who read the turns, for the history."""
        found = self.extraction
        return f"{found.reasoner}: {found.note}" if found.note else found.reasoner


@dataclass
class _Reading:
    """One task being read, then stored."""

    encoding: Encoding
    session: Session
    task: EncodingTask
    kept: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    stored: list[Memory] = field(default_factory=list)
    turns: tuple[Turn, ...] = field(init=False)
    before: tuple[Turn, ...] = field(init=False)
    shown: tuple[Memory, ...] = field(init=False)

    def __post_init__(self) -> None:
        sessions, user, name = self.encoding.sessions, self.task.user, self.task.session
        self.turns = sessions.unencoded(user, name, self.task.first, self.task.last)
        first_before = max(1, self.task.first - self.encoding.policy.context_turns)
        self.before = sessions.turns(user, name, first_before, self.task.first - 1)
        ids = sessions.recalled_in(user, name)
        known = self.encoding.records.get_many(ids)
        self.shown = tuple(known[memory_id] for memory_id in ids if memory_id in known)

    @property
    def who(self) -> Principal:
        """On whose behalf the session's turns are encoded."""
        return Principal(user=self.session.user, agent=self.session.agent, session=self.session.id)

    def prepare(self) -> _Prepared:
        """Read the turns, draft what they yield, seek what that contradicts: it may take long; nothing is locked."""
        extraction = self._extract()
        drafting = self._drafting()
        drafts = tuple(self._drafted(drafting, candidate) for candidate in extraction.candidates)
        record = self._record(drafting)
        return _Prepared(extraction, drafts, tuple(self._denials()), record, self._known_record() if record else None)

    def store(self, writing: SessionTransaction, prepared: _Prepared) -> None:
        """Store what no earlier encoding has taken, and note the turns as encoded."""
        task = self.task
        fresh = {turn.n for turn in writing.unencoded(task.user, task.session, task.first, task.last)}
        for one in prepared.drafts:
            if not fresh.issuperset(one.candidate.turns):
                self.dropped["encoded already"] += 1
            elif isinstance(one.draft, Dropped):
                self.dropped[one.draft.reason] += 1
            else:
                self._settle(writing, one.draft, one.clashes, prepared.how)
        self._deny(writing, [denial for denial in prepared.denials if denial[0].n in fresh])
        if prepared.record is not None:
            known = writing.get(prepared.recorded.id) if prepared.recorded else None
            self._keep_record(writing, prepared.record, known)
        writing.note_encoded(task.user, task.session, sorted(fresh))

    def encoded(self, prepared: _Prepared) -> Encoded:
        """What became of the task, once it is stored."""
        found = prepared.extraction
        return Encoded(kept=self.kept, dropped=self.dropped, reasoner=found.reasoner, note=found.note)

    def _extract(self) -> Extraction:
        """What the reasoner finds; its own words pass the gate like any others."""
        if not self.turns:
            return Extraction(reasoner=self.encoding.reasoner.name)
        batch = Batch(
            turns=self.turns,
            before=self.before,
            goal=self.session.goal,
            now=self.encoding.local(self.encoding.clock()),
        )
        found = self.encoding.reasoner.extract(batch)
        self.dropped.update(found.dropped)
        return replace(found, candidates=tuple(self._cleaned(candidate) for candidate in found.candidates))

    def _drafted(self, drafting: Drafting, candidate: Candidate) -> _Drafted:
        draft = drafting.draft(candidate)
        if isinstance(draft, Dropped) or self.session.is_imported:
            return _Drafted(candidate, draft)
        return _Drafted(candidate, draft, self.encoding.clashes.against(self.encoding.reach(self.who), draft))

    def _drafting(self) -> Drafting:
        return Drafting(
            session=self.session,
            turns={turn.n: turn for turn in self.turns},
            before=self.before,
            shown=[memory.content for memory in self.shown],
            layers=self.encoding.policy.layers,
            now=self.encoding.clock(),
            local=self.encoding.local,
            new_id=self.encoding.new_id,
        )

    def _settle(self, writing: SessionTransaction, draft: Memory, clashes: tuple[Clash, ...], how: str) -> None:
        """Store it, or see it again; of an imported session only what is not known yet, and in no scene."""
        twins = twins_of(writing, self.encoding.reach(self.who), draft)
        if self.session.is_imported:
            if not twins:
                writing.put(Change.made(self.who, f"import ({how})", "", None, draft))
                self.kept[draft.event_type.value] += 1
            return
        sighting = Sighting(
            who=self.who,
            scene=self.session.scene,
            draft=draft,
            verb=f"encode ({how})",
            clashes=(*clashes, *among(draft, self.stored)),
        )
        outcome = Settling(writing, sighting, self.encoding.clashes).settle(twins)
        if outcome.memory.id == draft.id:
            self.stored.append(outcome.memory)
        self.kept[draft.event_type.value] += 1

    def _denials(self) -> Iterator[tuple[Turn, Memory]]:
        """The turns in which the user denies a memory that the session was shown."""
        said = (*self.before, *self.turns)
        for place, turn in enumerate(said[len(self.before) :], len(self.before)):
            memory = denied_memory(turn, said[:place], self.shown)
            if memory is not None:
                yield turn, memory

    def _deny(self, writing: SessionTransaction, denials: Sequence[tuple[Turn, Memory]]) -> None:
        """Mark what the user denied, and note it in the session's working part."""
        for turn, memory in denials:
            mark_denied(writing, self.who, memory, turn, self.encoding.clock())
        session = writing.session(self.task.user, self.task.session) if denials else None
        if session is not None:
            denied = (*session.denied, *(memory.content for _, memory in denials))
            writing.put_session(replace(session, denied=tuple(dict.fromkeys(denied))))

    def _record(self, drafting: Drafting) -> Memory | None:
        """The session's task record as it is to be now, at the end of a boundary; None when it has no task."""
        is_last = self.task.priority is Priority.BOUNDARY and self.task.last == self.session.watermark
        if not is_last or Layer.EPISODIC not in self.encoding.policy.layers:
            return None
        turns = self.encoding.sessions.turns(self.task.user, self.task.session)
        recorded = task_record(self.session, turns)
        if recorded is None:
            return None
        text, episode = recorded
        candidate = Candidate(content=text, event_type=EventType.TASK_RECORD, turns=episode.turns)
        record = drafting.memory((Layer.EPISODIC, text, episode), candidate, turns[-1])
        told_by = record.origin if self.session.is_imported else replace(record.origin, kind=OriginKind.AGENT)
        return replace(record, occurred_at=turns[-1].at, when_said="", valid_until=None, origin=told_by)

    def _keep_record(self, writing: SessionTransaction, draft: Memory, known: Memory | None) -> None:
        """Write the session's one task record, or its next version."""
        if known is None:
            self._settle(writing, draft, (), _RECORD)
        elif (known.content, known.details) != (draft.content, draft.details):
            changes = {"content": draft.content, "details": draft.details, "occurred_at": draft.occurred_at}
            after = known.changed(draft.stored_at, **changes)
            writing.put(Change.made(self.who, f"encode ({_RECORD})", "the task went on", known, after))

    def _known_record(self) -> Memory | None:
        """The record that was made of the session before; told by its history from what was noted of tasks in it."""
        mine = Filter(
            reach=Reach(user=self.session.user, sessions=frozenset({self.session.id})),
            layers=frozenset({Layer.EPISODIC}),
            event_types=frozenset({EventType.TASK_RECORD}),
        )
        noted = self.encoding.records.listing(mine, limit=_MOST_NOTED)
        dossiers = map(self.encoding.records.dossier, (memory.id for memory in noted))
        made = (one for one in dossiers if one and one.history[0].verb == f"encode ({_RECORD})")
        return next((one.memory for one in made), None)

    def _cleaned(self, candidate: Candidate) -> Candidate:
        clean = self.encoding.clean
        return replace(
            candidate,
            content=clean(candidate.content),
            conclusion=clean(candidate.conclusion),
            stance=clean(candidate.stance),
            goal=clean(candidate.goal),
            topic=clean(candidate.topic),
            place=clean(candidate.place),
            open_tasks=_all(clean, candidate.open_tasks),
            subjects=_all(clean, candidate.subjects),
            objects=_all(clean, candidate.objects),
            steps=_all(clean, candidate.steps),
        )


_RECORD = "task record"
_MOST_NOTED = 200


def _all(clean: Callable[[str], str], texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(clean(text) for text in texts)
