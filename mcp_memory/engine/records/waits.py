"""How long what failed or was begun waits in a durable queue, whatever happens to the clock meanwhile."""

from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.policies import EmbeddingPolicy, EncodingPolicy
from mcp_memory.engine.records.codec import to_micros

Patience = EmbeddingPolicy | EncodingPolicy

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


def back_off(policy: Patience, attempts: int) -> timedelta:
    """Twice as long after each attempt, a day at most."""
    return timedelta(seconds=min(policy.backoff_seconds * 2.0 ** min(attempts - 1, _DOUBLINGS), _LONGEST_SECONDS))
