"""The daily job for what nobody needs: episodes cool, rules fall stale, old episodes are put away where that is set.

It destroys nothing. What it marks and archives is a version in the history, and a person can undo it; running it again
changes nothing more.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.domain.fading import is_outlived, is_stale, lowered_confidence
from mcp_memory.engine.domain.jobs import JobOutcome
from mcp_memory.engine.domain.memory import Change, Memory, Principal
from mcp_memory.engine.domain.policies import FadingPolicy
from mcp_memory.engine.domain.vocabulary import Mark, Status, Tier
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock

Item = TypeVar("Item")

AGENT = "decay"
"""The agent's name under which the job itself writes."""

_MOVED = 500
"""So many rows move in one transaction, which takes some ten milliseconds: others' writes hardly wait."""

_WRITTEN = 50
_Law = Callable[[Memory, datetime, FadingPolicy], bool]
_Changed = Callable[[Memory, datetime], Change]


@dataclass(frozen=True, slots=True)
class Cooling:
    """One run of the job, bounded by its policy."""

    records: Records
    clashes: Clashes
    clock: Clock
    policy: FadingPolicy

    def run(self) -> JobOutcome:
        """Move, mark, archive and drop what is due, a little at a time, and count it."""
        now = self.clock()
        moved = {
            tier: sum(self.records.move(batch, tier, now, self.policy) for batch in _batches(ids, _MOVED))
            for tier, ids in self.records.misplaced(now, self.policy).items()
        }
        stale = self._each(self.records.stale(now, self.policy), is_stale, self._doubted, now)
        archived = self._each(self.records.outlived(now, self.policy), is_outlived, self._archived, now)
        dropped = self.records.forget_sights(now - timedelta(days=self.policy.recall_log_days))
        return self._outcome(moved, stale=stale, archived=archived, dropped=dropped)

    def rehearse(self) -> JobOutcome:
        """What a run would do now; nothing is written. Retention is counted among what is cold before the run."""
        now = self.clock()
        return self._outcome(
            {tier: len(ids) for tier, ids in self.records.misplaced(now, self.policy).items()},
            stale=len(self.records.stale(now, self.policy)),
            archived=len(self.records.outlived(now, self.policy)),
            dropped=self.records.forgotten_sights(now - timedelta(days=self.policy.recall_log_days)),
        )

    def _outcome(self, moved: dict[Tier, int], *, stale: int, archived: int, dropped: int) -> JobOutcome:
        counts = {
            **{tier.value: moved.get(tier, 0) for tier in Tier},
            "stale": stale,
            "archived": archived,
            "log": dropped,
        }
        policy = self.policy
        is_full = (
            sum(moved.values()) >= policy.most_moves or stale >= policy.most_stale or archived >= policy.most_archived
        )
        if is_full:
            return JobOutcome(counts, "more is due than one run does; the next one goes on")
        return JobOutcome(counts, "" if any(counts.values()) else "everything lies where it belongs, no rule is stale")

    def _each(self, found: Sequence[Memory], law: _Law, change: _Changed, now: datetime) -> int:
        """Change those for which the law still holds when nobody else can write."""
        done = 0
        for batch in _batches(found, _WRITTEN):
            with self.records.writing() as writing:
                current = (writing.get(memory.id) for memory in batch)
                changes = [change(memory, now) for memory in current if memory and law(memory, now, self.policy)]
                for made in changes:
                    writing.put(made)
                gone = [made for made in changes if made.after.status is not Status.ACTIVE]
                for made in gone:
                    self.clashes.release(writing, [made.memory_id], as_itself(made.after), now)
            done += len(changes)
        return done

    def _doubted(self, memory: Memory, now: datetime) -> Change:
        confidence = lowered_confidence(memory.confidence, self.policy)
        after = replace(memory.marked(Mark.POSSIBLY_OUTDATED).changed(now), confidence=confidence)
        reason = f"neither recalled nor confirmed for {self.policy.stale_days:g} days"
        return Change.made(as_itself(memory), "doubt", reason, memory, after)

    def _archived(self, memory: Memory, now: datetime) -> Change:
        reason = f"retention: older than {self.policy.retention_days:g} days and never recalled"
        after = memory.changed(now, status=Status.ARCHIVED)
        return Change.made(as_itself(memory), "archive", reason, memory, after)


def as_itself(memory: Memory) -> Principal:
    """On whose behalf the job writes."""
    return Principal(user=memory.scope.user, agent=AGENT)


def _batches(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    return (items[start : start + size] for start in range(0, len(items), size))
