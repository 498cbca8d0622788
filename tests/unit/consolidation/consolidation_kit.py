"""What the tests of consolidation share: a data folder in which things are said and done, and consolidation on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.consolidation.consolidate import Consolidating
from mcp_memory.engine.consolidation.promote import Promoting
from mcp_memory.engine.consolidation.promotions import note_decision
from mcp_memory.engine.domain.answers import Reviewed
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Action, Change, Episode, Memory, Observation, Principal
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.promotion import CandidateState, Promote, PromotionCandidate, PromotionOutcome
from mcp_memory.engine.domain.requests import Correct, Remember, Review, ReviewAction
from mcp_memory.engine.domain.vocabulary import EventType, Layer, LinkKind, Status
from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.lifecycle.review import Reviewing
from mcp_memory.engine.lifecycle.sampling import Sampling
from mcp_memory.engine.reasoning.rules import RulesReasoner
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.engine.text.normalise import duplicate_key
from mcp_memory.testing import CountedIds, FrozenClock, ScriptedReasoner, a_memory, an_engine

SPACE = "none:1"
"""A vector space in which nothing is embedded: words answer."""

REACH = Reach(user="me", sessions=None)
RULES, PROCEDURES = frozenset({Layer.SEMANTIC}), frozenset({Layer.PROCEDURAL})


@dataclass
class Life:
    """One user's life in one data folder."""

    engine: MemoryEngine
    records: SqliteRecords
    clock: FrozenClock
    new_id: CountedIds = field(default_factory=lambda: CountedIds(start=50_000))
    seconds: float = 0.0
    policy: ConsolidationPolicy = field(default_factory=ConsolidationPolicy)
    shared: bool = True

    @classmethod
    def on(cls, folder: Path, **fields: Any) -> "Life":
        """A life on a folder."""
        clock = FrozenClock()
        engine = an_engine(folder, clock=clock)
        records = engine._parts.records
        assert isinstance(records, SqliteRecords)
        return cls(engine, records, clock, **fields)

    def say(self, text: str, session: str, **ask: Any) -> Memory:
        """Remember what is said in a session, five hours after the last thing; the scene is the session."""
        self.clock.advance(hours=5)
        agent = ask.pop("agent", "test")
        who = Principal(user="me", agent=agent, session=session)
        return self.engine.remember(who, Remember(content=text, **ask)).outcome.memory

    def say_in_scenes(self, *texts: str) -> list[Memory]:
        """Each in a session of its own."""
        return [self.say(text, f"scene-{place}") for place, text in enumerate(texts)]

    def do(self, goal: str, steps: Sequence[Action], session: str, **fields: Any) -> Memory:
        """The record of a task."""
        self.clock.advance(hours=5)
        record = a_memory(
            id=self.new_id(),
            content=f"Task: {goal}\nSteps: {'; '.join(step.name for step in steps)}\n{session}",
            event_type=EventType.TASK_RECORD,
            details=Episode(goal=goal, actions=tuple(steps)),
            occurred_at=self.clock(),
            stored_at=self.clock(),
            changed_at=self.clock(),
            **fields,
        )
        who = Principal(user="me", agent="test", session=session)
        with self.records.writing() as writing:
            writing.put(Change.made(who, "encode", "", None, record))
            writing.observe(Observation(record.id, session, self.clock()))
        return record

    def consolidating(self, **parts: Any) -> Consolidating:
        """Consolidation on this folder, by words."""
        usual = {
            "records": self.records,
            "book": self.records,
            "index": LocalIndex(self.records, self.records, SPACE),
            "vectors": self.records,
            "space": SPACE,
            "compare": compare,
            "reasoner": RulesReasoner(),
            "clean": str,
            "policy": self.policy,
            "clock": self.clock,
            "new_id": self.new_id,
            "stopwatch": lambda: self.seconds,
            "shared": self.shared,
        }
        return Consolidating(**{**usual, **parts})

    def reasoner(self, says: Callable[..., str | bool]) -> ScriptedReasoner:
        """A reasoner that understands what it reads, and says this of it."""
        made = ScriptedReasoner()
        made.says = says
        return made

    def promote(self, *ids: str, person: bool = False, reach: Reach = REACH, **ask: Any) -> PromotionOutcome:
        """Ask for a promotion, as an agent or as a person."""
        who = Principal(user="me", agent="test", session="asking", person=person)
        return Promoting(self.consolidating(), self.consolidating().run, self.decide).promote(
            who, reach, Promote(ids=ids, **ask)
        )

    def decide(self, who: Principal, reach: Reach, ask: Review) -> Reviewed:
        """A person's decision, noted on the candidate that it is about."""
        reviewing = Reviewing(
            records=self.records,
            clashes=Clashes(self.records, self.records),
            clock=self.clock,
            sampling=Sampling(self.records, self.clock, per_day=0),
            waits=lambda _: (),
        )
        reviewed = reviewing.decide(who, reach, ask)
        for memory in reviewed.decided:
            note_decision(self.records, memory, self.clock())
        return reviewed

    def decided(self, action: ReviewAction, memory_id: str) -> Memory:
        """What became of a memory by a person's decision."""
        who = Principal(user="me", agent="test", session="deciding", person=True)
        return self.decide(who, REACH, Review(action=action, id=memory_id)).decided[0]

    def overturned(self, memory_id: str) -> Memory:
        """What became of a memory that counted, by a person's word."""
        ask = Correct(id=memory_id, verdict="wrong", user_confirmed=True)
        return self.engine.correct(Principal(user="me", agent="test", session="deciding"), ask).memory

    def rules(self, *statuses: Status) -> list[Memory]:
        """The semantic memories in these statuses, any by default, newest event first."""
        return self.listed(RULES, statuses)

    def procedures(self, *statuses: Status) -> list[Memory]:
        """The procedural memories in these statuses."""
        return self.listed(PROCEDURES, statuses)

    def listed(self, layers: frozenset[Layer], statuses: Sequence[Status]) -> list[Memory]:
        """Memories of these layers."""
        within = Filter(reach=REACH, layers=layers, statuses=frozenset(statuses or Status))
        return list(self.records.listing(within, limit=50))

    def open_candidates(self) -> tuple[PromotionCandidate, ...]:
        """What is held."""
        return self.records.candidates("me", {CandidateState.OPEN})

    def now(self, memory: Memory) -> Memory:
        """A memory as it is now."""
        found = self.records.get(memory.id)
        assert found is not None
        return found

    def links(self, memory: Memory, kind: LinkKind) -> set[tuple[str, str]]:
        """Source and target of a memory's links of a kind."""
        return {(link.source, link.target) for link in self.records.linked([memory.id], kind)}

    def known(self, text: str) -> Memory:
        """The one memory of that text."""
        with self.records.writing() as writing:
            (memory,) = writing.twins(a_memory().scope, duplicate_key(text))
        return memory

    def everything(self) -> object:
        """All that a run could change."""
        listed = self.listed(frozenset(Layer), ())
        dossiers = [self.records.dossier(memory.id) for memory in listed]
        return dossiers, [self.records.candidates("me", {state}) for state in CandidateState]

    def forget_how_far(self) -> None:
        """Let the next run begin from the beginning, as after a loss of its own notes."""
        with self.records._connections.writing() as connection:
            connection.exec_driver_sql("UPDATE meta SET value = 0 WHERE name = 'consolidated_to'")
