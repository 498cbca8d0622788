"""What becomes of a memory that nobody needs: it cools, falls stale, is put away. Laws only; nothing is destroyed.

Retention (`decay.py`) is worked out when a question is asked. What stands here is stored, so a daily job does it.
"""

from datetime import datetime, timedelta

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import FadingPolicy
from mcp_memory.engine.domain.review import WAITING_MARKS
from mcp_memory.engine.domain.vocabulary import STANDING_EVENTS, Layer, Mark, Status, Tier


def tier_of(memory: Memory, now: datetime, policy: FadingPolicy) -> Tier:
    """Where a memory belongs, by the later of its last write and its last recall.

    Only episodes cool, and of these neither what is pinned nor what was stated to hold until it is revoked.
    """
    if memory.layer is not Layer.EPISODIC or Mark.PINNED in memory.marks or _stands(memory, now):
        return Tier.HOT
    used_at = max(memory.changed_at, memory.recalled_at or memory.changed_at)
    if used_at >= now - timedelta(days=policy.hot_days) or _is_recalled_often(memory, now, policy):
        return Tier.HOT
    return Tier.WARM if used_at >= now - timedelta(days=policy.warm_days) else Tier.COLD


def is_stale(memory: Memory, now: datetime, policy: FadingPolicy) -> bool:
    """Whether a rule was neither needed nor confirmed for so long that a person should look at it.

    A write starts the time anew. What waits for a person already is left alone, so that a period of neglect counts
    once; what a person pinned is not doubted.
    """
    if memory.layer is not Layer.SEMANTIC or memory.status is not Status.ACTIVE:
        return False
    if memory.marks & (WAITING_MARKS | {Mark.PINNED}):
        return False
    used = (memory.changed_at, memory.recalled_at, memory.confirmed_at)
    return max(moment for moment in used if moment) < now - timedelta(days=policy.stale_days)


def lowered_confidence(confidence: float, policy: FadingPolicy) -> float:
    """Confidence after a period of neglect: one step less, never below the floor, never more than it was."""
    return min(confidence, max(policy.stale_floor, confidence - policy.stale_step))


def is_outlived(memory: Memory, now: datetime, policy: FadingPolicy) -> bool:
    """Whether retention archives it: a cold episode of that age that nobody pinned, recalled or has to decide on."""
    return (
        policy.retention_days > 0
        and memory.layer is Layer.EPISODIC
        and memory.status is Status.ACTIVE
        and memory.tier is Tier.COLD
        and memory.stored_at < now - timedelta(days=policy.retention_days)
        and not memory.marks & (WAITING_MARKS | {Mark.PINNED})
        and memory.recalled_at is None
        and not memory.recall_count
    )


def _stands(memory: Memory, now: datetime) -> bool:
    return memory.event_type in STANDING_EVENTS and memory.status is Status.ACTIVE and not memory.is_expired(now)


def _is_recalled_often(memory: Memory, now: datetime, policy: FadingPolicy) -> bool:
    recently = now - timedelta(days=policy.warm_days)
    return memory.recall_count >= policy.often and memory.recalled_at is not None and memory.recalled_at >= recently
