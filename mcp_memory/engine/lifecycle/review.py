"""What waits for a person, and what becomes of it when they decide. Every decision can be undone.

Nothing is decided here by itself: without a person's word a decision is refused, and evidence that arrives meanwhile
only counts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.domain.answers import Reviewed
from mcp_memory.engine.domain.errors import Invalid, NothingWaits, PersonNeeded
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Change, Link, Memory, Principal
from mcp_memory.engine.domain.requests import Review
from mcp_memory.engine.domain.review import REVIEW_VERB, WAITING_MARKS, ReviewItem, ReviewKind, kind_of
from mcp_memory.engine.domain.trust import raised_confidence
from mcp_memory.engine.domain.vocabulary import LinkKind, Mark, Status
from mcp_memory.engine.lifecycle.derived import put_up_for_review
from mcp_memory.engine.lifecycle.sampling import Sampling
from mcp_memory.engine.lifecycle.undo import Undoing
from mcp_memory.engine.lifecycle.versions import supersede_versions, superseded
from mcp_memory.engine.lookup import look_up
from mcp_memory.engine.ports.records import Records, Transaction
from mcp_memory.engine.ports.world import Clock

_PAGE = 200
_MOST_COUNTED = 10_000
_DRAWN = "drawn at random from what sessions left by themselves; does it say what happened?"
_UNCONFIRMED = "{who} asked for it to stand as a rule, and no person has confirmed it"
_WHEN_ALIKE = frozenset({"keep_new", "keep_old", "keep_both"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewing:
    """Lists and decides. `waits` tells of a memory's id what made consolidation let it wait."""

    records: Records
    clashes: Clashes
    clock: Clock
    sampling: Sampling
    waits: Callable[[str], Sequence[str]]

    def list_items(self, reach: Reach, limit: int) -> Reviewed:
        """The items that wait, oldest first, those that belong together as one; then today's random sample."""
        found: list[tuple[Memory, list[Memory]]] = []
        seen: set[str] = set()
        for memory in (*self.records.waiting(reach, limit=_PAGE), *self.sampling.today(reach)):
            if memory.id in seen:
                continue
            members = self._members(reach, memory)
            seen.update(member.id for member in members)
            found.append((memory, members))
        return Reviewed(items=tuple(self._item(*each) for each in found[:limit]), total=len(found))

    def counts(self, reach: Reach, project: str = "") -> Counter[ReviewKind]:
        """How many items wait, by kind; of one project and what is global when it is named."""
        waiting = self.records.waiting(reach, limit=_MOST_COUNTED)
        items = {memory.id: {memory.id} for memory in waiting}
        sides = {memory.id for memory in waiting if kind_of(memory) is ReviewKind.CONFLICT}
        for link in self.records.linked(list(sides), LinkKind.CONFLICTS_WITH):
            if sides.issuperset(link.ends):
                one, other = (items[end] for end in link.ends)
                one |= other
                items |= dict.fromkeys(other, one)
        found = (memory for memory in waiting if not project or memory.scope.project in {"", project})
        return Counter({min(items[memory.id]): kind_of(memory) for memory in found}.values())

    def item(self, reach: Reach, named: str) -> ReviewItem:
        """The item a memory belongs to. Raises `NothingWaits`, and what looking up an id raises."""
        memory = look_up(self.records, reach, named)
        if not _waits(memory) and memory.id not in {drawn.id for drawn in self.sampling.today(reach)}:
            raise NothingWaits(f"{memory.id}{self._decided_by(memory)}", argument="id")
        return self._item(memory, self._members(reach, memory))

    def decide(self, who: Principal, reach: Reach, ask: Review) -> Reviewed:
        """Carry out a person's decision on one item, in one transaction.

        Raises `PersonNeeded`, `NothingWaits` (also when another reviewer was faster), or `Invalid`.
        """
        if not (who.person or ask.user_confirmed):
            raise PersonNeeded(argument="user_confirmed")
        if ask.action == "undo":
            return Undoing(self.records, self.clashes, self.clock).undo(who, reach, ask)
        item = self.item(reach, ask.id)
        if item.kind is not ReviewKind.CONFLICT and ask.action in _WHEN_ALIKE:
            raise Invalid("there is no other version to choose from; approve or reject", argument="action")
        now = self.clock()
        with self.records.writing() as writing:
            members = [self._still_waiting(writing, memory, item.kind) for memory in item.memories]
            after = _decided(ask.action, item.kind, members, now)
            fallen = self._write(writing, who, ask, list(zip(members, after, strict=True)))
            if ask.action in {"keep_new", "approve"}:
                ids = [member.id for member in members]
                older = supersede_versions(writing, who, _verb(who, ask), after[0], but=ids)
                after, fallen = [*after, *older], [*fallen, *(one.id for one in older)]
            for_review = put_up_for_review(writing, self.records, fallen, who, now)
            self.clashes.release(writing, fallen, who, now)
            if ask.action in {"keep_new", "approve"}:
                _supersede(writing, after, now)
        return Reviewed(decided=tuple(after), for_review=for_review)

    def _members(self, reach: Reach, memory: Memory) -> list[Memory]:
        """The memories that are decided on together with this one, and itself."""
        return self._in_conflict(reach, memory) if kind_of(memory) is ReviewKind.CONFLICT else [memory]

    def _item(self, memory: Memory, members: Sequence[Memory]) -> ReviewItem:
        """The item of a memory with its members; why and how often is only read for what is shown."""
        kind = kind_of(memory)
        return ReviewItem(
            id=members[0].id,
            kind=kind,
            memories=tuple(members),
            reason=_DRAWN if kind is ReviewKind.SAMPLE else self._reason(members),
            evidence=sum(self.records.observation_count(member.id) for member in members),
        )

    def _in_conflict(self, reach: Reach, memory: Memory) -> list[Memory]:
        """The memory and all that it contradicts, directly or through others, the newest event first."""
        found = {memory.id: memory}
        frontier = [memory.id]
        while frontier:
            ends = self.clashes.partners(frontier) - found.keys()
            new = [other for other in self.records.get_many(tuple(ends)).values() if reach.covers(other)]
            frontier = [other.id for other in new if Mark.CONFLICTED in other.marks and _waits(other)]
            found |= {other.id: other for other in new if other.id in frontier}
        return sorted(found.values(), key=lambda member: (-member.occurred_at.timestamp(), member.id))

    def _reason(self, members: Sequence[Memory]) -> str:
        """Why they wait: what consolidation said, then the history of the first of them that tells it."""
        pending = [memory for memory in members if memory.status is Status.PENDING]
        since = next(filter(None, map(self._waits_since, members)), "")
        told = (*(reason for memory in pending for reason in self.waits(memory.id)), since)
        unconfirmed = [_UNCONFIRMED.format(who=memory.origin.agent or "an agent") for memory in pending[:1]]
        return "; ".join(filter(None, told)) or "".join(unconfirmed)

    def _waits_since(self, memory: Memory) -> str:
        """The reason of the last change that made it wait, which a decision taken back is not."""
        dossier = self.records.dossier(memory.id)
        history = reversed(dossier.history if dossier else ())
        made_it_wait = (each for each in history if each.reason and not each.verb.startswith(REVIEW_VERB))
        return next((each.reason for each in made_it_wait if _made_wait(each)), "")

    def _decided_by(self, memory: Memory) -> str:
        dossier = self.records.dossier(memory.id)
        history = reversed(dossier.history if dossier else ())
        last = next((change for change in history if change.verb.startswith(REVIEW_VERB)), None)
        return f" was decided by {last.actor} at {last.at:%Y-%m-%d %H:%M} UTC" if last else ""

    def _still_waiting(self, writing: Transaction, found: Memory, kind: ReviewKind) -> Memory:
        current = writing.get(found.id)
        is_drawn = kind is ReviewKind.SAMPLE and current is not None and current.version == found.version
        if current is None or not (is_drawn or _waits(current)):
            raise NothingWaits(f"{found.id}{self._decided_by(found)}", argument="id")
        return current

    def _write(
        self, writing: Transaction, who: Principal, ask: Review, pairs: Sequence[tuple[Memory, Memory]]
    ) -> list[str]:
        """Write what changed; returns the ids of what no longer holds."""
        fallen = []
        for before, after in pairs:
            if after is not before:
                writing.put(Change.made(who, _verb(who, ask), ask.reason, before, after))
                if after.status in {Status.OVERTURNED, Status.SUPERSEDED}:
                    fallen.append(after.id)
        return fallen


def _verb(who: Principal, ask: Review) -> str:
    return f"{REVIEW_VERB}{ask.action}{'' if who.person else ', asserted by agent'}"


def _waits(memory: Memory) -> bool:
    return memory.status is Status.PENDING or (memory.status is Status.ACTIVE and bool(memory.marks & WAITING_MARKS))


def _made_wait(change: Change) -> bool:
    before = _waits_for(change.before) if change.before else frozenset()
    return not _waits_for(change.after) <= before


def _waits_for(memory: Memory) -> frozenset[Mark | Status]:
    return frozenset({*(memory.marks & WAITING_MARKS), *({memory.status} & {Status.PENDING})})


def _decided(action: str, kind: ReviewKind, members: Sequence[Memory], now: datetime) -> list[Memory]:
    """The members, newest event first, as the decision leaves them."""
    if kind is not ReviewKind.CONFLICT:
        return [_kept(memory, now) if action == "approve" else _overturned(memory, now) for memory in members]
    newest, *older = members
    if action == "keep_both":
        return [_kept(memory, now) for memory in members]
    if action in {"keep_new", "approve"}:
        return [_kept(newest, now), *(superseded(memory, now) for memory in older)]
    rest = [_kept(memory, now) for memory in older] if len(older) == 1 else list(older)
    return [_overturned(newest, now), *rest]


def _kept(memory: Memory, now: datetime) -> Memory:
    confidence = raised_confidence(memory.confidence)
    return replace(
        memory.changed(now),
        status=Status.ACTIVE,
        marks=memory.marks - WAITING_MARKS,
        confidence=confidence,
        confirmed_at=now,
    )


def _overturned(memory: Memory, now: datetime) -> Memory:
    return replace(memory.changed(now), status=Status.OVERTURNED, marks=memory.marks - WAITING_MARKS)


def _supersede(writing: Transaction, members: Iterable[Memory], now: datetime) -> None:
    newest, *older = members
    for memory in older:
        writing.link(Link(source=newest.id, kind=LinkKind.SUPERSEDES, target=memory.id, at=now))
