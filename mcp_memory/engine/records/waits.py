"""How long what failed or was begun waits in a durable queue, whatever happens to the clock meanwhile."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.answers import QueueState
from mcp_memory.engine.domain.policies import EmbeddingPolicy, EncodingPolicy
from mcp_memory.engine.records.codec import to_micros

Patience = EmbeddingPolicy | EncodingPolicy

UNFINISHED = "no attempt came to an end"
"""Why something is parked that failed without saying so: its process was killed each time."""

_CLOCK_DOUBT = timedelta(hours=1)
"""A wait that lasts this much longer than any the policy allows began before the clock was set back: it is void."""

_DOUBLINGS = 30
_LONGEST_SECONDS = 86_400.0
_NOW, _TOO_FAR = sa.bindparam("now", type_=sa.Integer), sa.bindparam("too_far", type_=sa.Integer)


def is_over(*waits: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Whether all these waits are; run it with `moments`."""
    return sa.and_(*(sa.or_(wait <= _NOW, wait > _TOO_FAR) for wait in waits))


def moments(now: datetime, policy: Patience) -> dict[str, object]:
    """What `is_over` is asked with."""
    longest = max(timedelta(seconds=policy.lease_seconds), back_off(policy, policy.max_attempts))
    return {"now": to_micros(now), "too_far": to_micros(now + longest + _CLOCK_DOUBT)}


def after_failure(attempts: int, reason: str, now: datetime, policy: Patience) -> dict[str, object]:
    """What is noted of a row whose attempt failed: it backs off, or is parked with the reason after the last one."""
    parked = reason if attempts >= policy.max_attempts else None
    return {"leased_until": 0, "not_before": to_micros(now + back_off(policy, attempts)), "parked": parked}


def queue_state(total: int, waiting: int, reasons: Collection[str]) -> QueueState:
    """Counts, and the distinct reasons of what is parked."""
    return QueueState(total=total, waiting=waiting, parked=len(reasons), reasons=tuple(sorted(set(reasons))))


def back_off(policy: Patience, attempts: int) -> timedelta:
    """Twice as long after each attempt, a day at most."""
    return timedelta(seconds=min(policy.backoff_seconds * 2.0 ** min(attempts - 1, _DOUBLINGS), _LONGEST_SECONDS))
