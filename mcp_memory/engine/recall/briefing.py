"""The start of a task: what stands, what was said once, how things are done, what is open, what came last."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from mcp_memory.engine.domain.answers import Briefing
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import RecallPolicy
from mcp_memory.engine.domain.requests import Recall
from mcp_memory.engine.domain.vocabulary import (
    LIVE,
    OPEN_EVENTS,
    STANDING_EVENTS,
    EventType,
    Layer,
    LinkKind,
    OriginKind,
)
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.recall.fit import FRAME_TOKENS
from mcp_memory.engine.text.counting import count_tokens
from mcp_memory.engine.text.normalise import duplicate_key
from mcp_memory.engine.text.person import without_speaker

_MANY = 500
"""How many memories of one kind are looked at; more would not fit any budget."""

_CARRYING = (LinkKind.DERIVED_FROM, LinkKind.SUPPORTS)
_LAST_SESSION = 5
_ONE_LINE_TOKENS = 120
"""Most that one episode or procedure may take of a briefing."""


@dataclass(frozen=True, slots=True)
class Briefer:
    """Puts a briefing together from the records alone: no search, no model."""

    records: Records
    policy: RecallPolicy

    def brief(self, reach: Reach, ask: Recall, now: datetime) -> Briefing:
        """A briefing for one project (and what is global), or for all; within the tokens asked for.

        Standing memories come first and may take up to the policy's `standing_tokens`, by confidence.
        """
        project = ask.project.strip()
        everything = Filter(reach=reach, project=project)
        semantic = self._live(everything, now, layers={Layer.SEMANTIC})
        standing = sorted(semantic, key=lambda memory: (-memory.confidence, -memory.importance, memory.id))
        said_once = self._live(everything, now, layers={Layer.EPISODIC}, event_types=STANDING_EVENTS)
        procedures = self._live(everything, now, layers={Layer.PROCEDURAL})
        open_tasks = self._live(everything, now, layers={Layer.EPISODIC}, event_types=OPEN_EVENTS)
        room = _Room(ask.max_tokens)
        kept_standing = room.take(standing, at_most=self.policy.standing_tokens)
        kept_procedures = room.take(procedures)
        kept_said = room.take(self._not_yet_rules(said_once))
        kept_open = room.take(open_tasks)
        return Briefing(
            scope=project,
            standing=kept_standing,
            said_once=kept_said,
            procedures=kept_procedures,
            open_tasks=kept_open,
            last_session=room.take(self._last_session(everything, kept_said + kept_open, now)),
            left_out=room.left_out,
        )

    def _live(
        self,
        everything: Filter,
        now: datetime,
        *,
        layers: Iterable[Layer],
        event_types: frozenset[EventType] = frozenset(),
    ) -> list[Memory]:
        within = Filter(
            reach=everything.reach,
            project=everything.project,
            layers=frozenset(layers),
            event_types=event_types,
        )
        return [memory for memory in self.records.listing(within, limit=_MANY) if not memory.is_expired(now)]

    def _not_yet_rules(self, said: Sequence[Memory]) -> Iterator[Memory]:
        """What no rule says in its place, and of the same words the latest, whoever said them."""
        ids = [memory.id for memory in said]
        links = [link for kind in _CARRYING for link in self.records.linked(ids, kind)]
        ends = {end for link in links for end in link.ends}
        rules = {
            memory.id
            for memory in self.records.get_many(sorted(ends)).values()
            if memory.layer is not Layer.EPISODIC and memory.status in LIVE
        }
        told = {end for link in links if rules.intersection(link.ends) for end in link.ends}
        keys: set[str] = set()
        for memory in said:
            key = duplicate_key(without_speaker(memory.content, memory.speaker))
            if memory.id not in told and key not in keys:
                keys.add(key)
                yield memory

    def _last_session(self, everything: Filter, shown: tuple[Memory, ...], now: datetime) -> list[Memory]:
        """The latest episodes of the session that stored the latest one, less what is shown already or has expired.

        What was brought in from a file was held elsewhere, however late it came.
        """
        episodes = Filter(reach=everything.reach, project=everything.project, layers=frozenset({Layer.EPISODIC}))
        found = self.records.listing(episodes, limit=_LAST_SESSION * 4)
        latest = [memory for memory in found if memory.origin.kind is not OriginKind.IMPORT]
        if not latest:
            return []
        session = max(latest, key=lambda memory: memory.stored_at).origin.session
        known = {memory.id for memory in shown}
        of_it = (memory for memory in latest if memory.origin.session == session and not memory.is_expired(now))
        return [memory for memory in of_it if memory.id not in known][:_LAST_SESSION]


class _Room:
    """The tokens that are left, handed out section by section."""

    def __init__(self, max_tokens: int) -> None:
        self.left = max_tokens
        self.left_out = 0

    def take(self, memories: Iterable[Memory], at_most: int | None = None) -> tuple[Memory, ...]:
        """As many as fit, in order."""
        share = self.left if at_most is None else min(at_most, self.left)
        taken: list[Memory] = []
        for memory in memories:
            cost = min(count_tokens(memory.content), _ONE_LINE_TOKENS) + FRAME_TOKENS
            if cost > share:
                self.left_out += 1
                continue
            share -= cost
            self.left -= cost
            taken.append(memory)
        return tuple(taken)
