"""Which memories nobody needs, each function within one connection; committing is the caller's affair.

The conditions are the laws of `domain/fading.py` in SQL; a property test compares them.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import FadingPolicy
from mcp_memory.engine.domain.review import WAITING_MARKS
from mcp_memory.engine.domain.vocabulary import STANDING_EVENTS, Layer, Mark, Status, Tier
from mcp_memory.engine.records import recalls as recalls_made
from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.conditions import COOLED, among, among_those, as_list, count_rows, marked
from mcp_memory.engine.records.revisions import advance_revision
from mcp_memory.engine.records.rows import readable, whole_memories
from mcp_memory.engine.records.schema import memories, recalls, session_recalls

_THESE_COOLED = sa.select(memories.c.id).where(among_those(memories.c.id, "ids"), COOLED)
_last_recall = sa.select(recalls.c.recalled_at).where(recalls.c.memory_id == memories.c.id).scalar_subquery()
_recall_count = sa.select(recalls.c.count).where(recalls.c.memory_id == memories.c.id).scalar_subquery()
_WAITS_FOR_NOBODY = sa.not_(marked(WAITING_MARKS | {Mark.PINNED}))


def misplaced(connection: sa.Connection, now: datetime, policy: FadingPolicy) -> dict[Tier, list[str]]:
    """Ids of memories that lie in another tier than they belong to, by the one they belong to."""
    aim = _tier_of(now, policy)
    wanted = sa.select(memories.c.id, aim.label("aim")).where(aim != memories.c.tier)
    found: dict[Tier, list[str]] = {}
    for row in connection.execute(wanted.order_by(memories.c.id).limit(policy.most_moves)):
        found.setdefault(Tier(row.aim), []).append(row.id)
    return found


def move(connection: sa.Connection, memory_ids: Sequence[str], tier: Tier, now: datetime, policy: FadingPolicy) -> int:
    """Let those that still belong there lie there: one may have been recalled since it was looked for."""
    aim = _tier_of(now, policy)
    moving = sa.select(memories.c.id).where(
        among(memories.c.id, memory_ids), memories.c.tier != tier.value, aim == tier.value
    )
    ids = connection.execute(moving).scalars().all()
    _put_in(connection, ids, tier)
    return len(ids)


def touch(connection: sa.Connection, memory_ids: Sequence[str], at: datetime) -> None:
    """Note that these were recalled; what had cooled lies near at hand again."""
    recalls_made.note(connection, memory_ids, to_micros(at))
    ids = connection.execute(_THESE_COOLED, {"ids": as_list(memory_ids)}).scalars().all()
    _put_in(connection, ids, Tier.HOT)


def stale(connection: sa.Connection, now: datetime, policy: FadingPolicy) -> tuple[Memory, ...]:
    """Rules that are stale, the longest unchanged first."""
    since = _since(now, policy.stale_days)
    wanted = whole_memories.where(
        memories.c.layer == Layer.SEMANTIC.value,
        memories.c.status == Status.ACTIVE.value,
        _WAITS_FOR_NOBODY,
        memories.c.changed_at < since,
        sa.func.coalesce(memories.c.confirmed_at, memories.c.changed_at) < since,
        sa.func.coalesce(recalls.c.recalled_at, memories.c.changed_at) < since,
    )
    return readable(connection.execute(wanted.order_by(memories.c.changed_at, memories.c.id).limit(policy.most_stale)))


def outlived(connection: sa.Connection, now: datetime, policy: FadingPolicy) -> tuple[Memory, ...]:
    """Episodes that retention archives, the oldest first."""
    if policy.retention_days <= 0:
        return ()
    wanted = whole_memories.where(
        COOLED,
        memories.c.tier == Tier.COLD.value,
        memories.c.layer == Layer.EPISODIC.value,
        memories.c.status == Status.ACTIVE.value,
        _WAITS_FOR_NOBODY,
        memories.c.stored_at < _since(now, policy.retention_days),
        recalls.c.recalled_at.is_(None),
        sa.func.coalesce(recalls.c.count, 0) == 0,
    )
    oldest = wanted.order_by(memories.c.stored_at, memories.c.id).limit(policy.most_archived)
    return readable(connection.execute(oldest))


def sights(connection: sa.Connection, before: datetime) -> int:
    """How many entries tell what a session was shown before then."""
    return count_rows(connection, session_recalls, session_recalls.c.at < to_micros(before))


def forget_sights(connection: sa.Connection, before: datetime) -> int:
    """Drop them."""
    return connection.execute(sa.delete(session_recalls).where(session_recalls.c.at < to_micros(before))).rowcount


def tiers(connection: sa.Connection, user: str) -> frozenset[Tier]:
    """The tiers but hot that hold something of the user."""
    held = sa.select(memories.c.id).where(memories.c.user == user, COOLED)
    return frozenset(
        tier
        for tier in (Tier.WARM, Tier.COLD)
        if connection.execute(held.where(memories.c.tier == tier.value).limit(1)).first() is not None
    )


def _put_in(connection: sa.Connection, memory_ids: Sequence[str], tier: Tier) -> None:
    if memory_ids:
        moved = sa.update(memories).where(among(memories.c.id, memory_ids))
        connection.execute(moved.values(tier=tier.value, revision=advance_revision(connection)))


def _tier_of(now: datetime, policy: FadingPolicy) -> sa.ColumnElement[str]:
    """The law `tier_of`."""
    hot_since, warm_since = _since(now, policy.hot_days), _since(now, policy.warm_days)
    holds = sa.and_(
        memories.c.event_type.in_(sorted(STANDING_EVENTS)),
        memories.c.status == Status.ACTIVE.value,
        sa.func.coalesce(memories.c.valid_until >= to_micros(now), sa.true()),
    )
    used_at = sa.func.max(memories.c.changed_at, sa.func.coalesce(_last_recall, memories.c.changed_at))
    often = sa.and_(_recall_count >= policy.often, _last_recall >= warm_since)
    never_cools = sa.or_(memories.c.layer != Layer.EPISODIC.value, marked({Mark.PINNED}), holds)
    return sa.case(
        (sa.or_(never_cools, memories.c.changed_at >= hot_since), Tier.HOT.value),
        (sa.or_(used_at >= hot_since, sa.func.coalesce(often, sa.false())), Tier.HOT.value),
        (used_at >= warm_since, Tier.WARM.value),
        else_=Tier.COLD.value,
    )


def _since(now: datetime, days: float) -> int:
    return to_micros(now - timedelta(days=days))
