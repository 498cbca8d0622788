"""The durable queue of turns that wait to be encoded, each function within one connection.

A claim is a lease with a name of its own: what a worker claimed can be settled by nobody else, and not by itself once
another has claimed it anew.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from mcp_memory.engine.domain.answers import QueueState
from mcp_memory.engine.domain.plain import UNREADABLE, as_text, as_whole
from mcp_memory.engine.domain.policies import EncodingPolicy
from mcp_memory.engine.ports.sessions import EncodingTask, Priority
from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.conditions import among, count_rows
from mcp_memory.engine.records.schema import encoding_queue
from mcp_memory.engine.records.waits import UNFINISHED, after_failure, is_over, moments, queue_state

_UNREADABLE = "its row in the queue is damaged"

# Built once: building takes longer than running them, and the write lock is held meanwhile.
_ADD = insert(encoding_queue).on_conflict_do_nothing()
_DUE = sa.and_(encoding_queue.c.parked.is_(None), is_over(encoding_queue.c.not_before, encoding_queue.c.leased_until))
_HAS_WORK = sa.select(sa.exists().where(_DUE))
_FIRST = sa.select(encoding_queue).where(_DUE).order_by(encoding_queue.c.priority, encoding_queue.c.key).limit(1)
_PARK_EXHAUSTED = (
    sa.update(encoding_queue).where(_DUE, encoding_queue.c.attempts >= sa.bindparam("most")).values(parked=UNFINISHED)
)
_LEASE = (
    sa.update(encoding_queue)
    .where(encoding_queue.c.key == sa.bindparam("this"))
    .values(
        attempts=encoding_queue.c.attempts + 1,
        claims=encoding_queue.c.claims + 1,
        leased_until=sa.bindparam("until"),
    )
    .returning(encoding_queue.c.claims)
)
_CLAIMED = sa.and_(
    encoding_queue.c.key == sa.bindparam("this"),
    encoding_queue.c.leased_until > 0,
    sa.cast(encoding_queue.c.claims, sa.Text) == sa.bindparam("claim"),
)
_NEAR = sa.select(encoding_queue.c.key, encoding_queue.c.first, encoding_queue.c.last).where(
    _DUE,
    encoding_queue.c.key != sa.bindparam("this"),
    encoding_queue.c.user == sa.bindparam("user"),
    encoding_queue.c.session == sa.bindparam("session"),
    encoding_queue.c.priority == sa.bindparam("priority"),
    encoding_queue.c.attempts == 0,
    encoding_queue.c.first >= sa.bindparam("from") - sa.bindparam("near"),
    encoding_queue.c.last <= sa.bindparam("to") + sa.bindparam("near"),
)
_SETTLE = sa.delete(encoding_queue).where(_CLAIMED)
_ATTEMPTS = sa.select(encoding_queue.c.attempts).where(_CLAIMED, encoding_queue.c.parked.is_(None))


def add(connection: sa.Connection, waiting: tuple[str, str], priority: Priority, first: int, last: int) -> None:
    """Queue a range of turns of a session (user and id), unless it waits already; an empty range is nothing."""
    if first > last:
        return
    user, session = waiting
    row = {"user": user, "session": session, "priority": int(priority), "first": first, "last": last}
    connection.execute(_ADD, row)


def has_work(connection: sa.Connection, now: datetime, policy: EncodingPolicy) -> bool:
    """Whether `claim` would find anything; reads only."""
    return bool(connection.execute(_HAS_WORK, moments(now, policy)).scalar_one())


def claim(connection: sa.Connection, now: datetime, policy: EncodingPolicy) -> EncodingTask | None:
    """Lease the first task. Each lease is an attempt, so that turns which kill the process are parked too.

    Where the policy gathers, it takes the turns of other tasks of its session and urgency that lie near.
    """
    at = moments(now, policy)
    connection.execute(_PARK_EXHAUSTED, at | {"most": policy.max_attempts})
    until = to_micros(now + timedelta(seconds=policy.lease_seconds))
    while (row := connection.execute(_FIRST, at).one_or_none()) is not None:
        claims = connection.execute(_LEASE, {"this": row.key, "until": until}).scalar_one()
        try:
            task = _task_of(row, str(claims))
        except UNREADABLE:
            this = sa.update(encoding_queue).where(encoding_queue.c.key == row.key)
            connection.execute(this.values(leased_until=0, parked=_UNREADABLE))
        else:
            gathers = policy.gathered_turns and not row.attempts
            return _gathered(connection, task, at | {"near": policy.gathered_turns}) if gathers else task
    return None


def _gathered(connection: sa.Connection, task: EncodingTask, at: dict[str, object]) -> EncodingTask:
    """The task with the turns of those that it takes the place of. What failed before is read by itself."""
    mine = {"this": task.key, "user": task.user, "session": task.session, "priority": int(task.priority)}
    near = connection.execute(_NEAR, at | mine | {"from": task.first, "to": task.last}).all()
    if not near:
        return task
    first, last = min(task.first, *(row.first for row in near)), max(task.last, *(row.last for row in near))
    connection.execute(sa.delete(encoding_queue).where(among(encoding_queue.c.key, [row.key for row in near])))
    this = sa.update(encoding_queue).where(encoding_queue.c.key == task.key)
    connection.execute(this.values(first=first, last=last))
    return replace(task, first=first, last=last)


def settle(connection: sa.Connection, task: EncodingTask) -> bool:
    """Take the task off the queue if the claim still stands. One whose lease ran out stands until the next claim."""
    return connection.execute(_SETTLE, {"this": task.key, "claim": task.claim}).rowcount == 1


def fail(connection: sa.Connection, task: EncodingTask, reason: str, now: datetime, policy: EncodingPolicy) -> None:
    """Back off twice as long after every attempt; park after the last. A claim that was lost cannot fail."""
    attempts = connection.execute(_ATTEMPTS, {"this": task.key, "claim": task.claim}).scalar_one_or_none()
    if attempts is not None:
        this = sa.update(encoding_queue).where(encoding_queue.c.key == task.key)
        connection.execute(this.values(after_failure(attempts, reason, now, policy)))


def state(connection: sa.Connection) -> QueueState:
    """Counts, and the distinct reasons of what is parked."""
    total, reasons = count_rows(connection, encoding_queue), [str(row.parked) for row in parked(connection)]
    return queue_state(total, total - len(reasons), reasons)


def parked(connection: sa.Connection) -> list[sa.Row[Any]]:
    """The rows that are tried no more, oldest first."""
    given_up = sa.select(encoding_queue).where(encoding_queue.c.parked.is_not(None))
    return list(connection.execute(given_up.order_by(encoding_queue.c.key)))


def _task_of(row: sa.Row[Any], claimed: str) -> EncodingTask:
    return EncodingTask(
        key=row.key,
        claim=claimed,
        user=as_text(row.user),
        session=as_text(row.session),
        priority=Priority(row.priority),
        first=as_whole(row.first),
        last=as_whole(row.last),
    )
