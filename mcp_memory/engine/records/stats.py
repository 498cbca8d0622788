"""The records in numbers, and episodes by their place among those that sessions left. Within one connection each."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TypeVar

import sqlalchemy as sa

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.stats import MOST_RECALLED, WEEKS, Stats, Week
from mcp_memory.engine.domain.vocabulary import EventType, Layer, OriginKind, Status, Tier
from mcp_memory.engine.records import reads
from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.conditions import count_rows, reached
from mcp_memory.engine.records.rows import readable, whole_memories
from mcp_memory.engine.records.schema import memories, recalls

Word = TypeVar("Word", Tier, EventType)

_WEEK = timedelta(days=7)
_IS_ACTIVE = memories.c.status == Status.ACTIVE.value
_ENCODED = (
    memories.c.layer == Layer.EPISODIC.value,
    memories.c.origin != OriginKind.IMPORT.value,
    memories.c.details != "null",
)
"""Only what a session left by itself has been taken apart."""


def gather(connection: sa.Connection, reach: Reach, now: datetime, size_bytes: int) -> Stats:
    """All numbers of one reach."""
    return Stats(
        layers=reads.counts(connection, reach),
        tiers=_grouped(connection, reach, memories.c.tier, Tier),
        event_types=_grouped(connection, reach, memories.c.event_type, EventType),
        weeks=_weeks(connection, reach, now),
        most_recalled=_most_recalled(connection, reach),
        size_bytes=size_bytes,
        chunks=reads.chunk_count(connection),
    )


def encoded(connection: sa.Connection, reach: Reach, before: datetime) -> int:
    """How many episodes sessions left by themselves before then."""
    return count_rows(connection, memories, *_left(reach, before))


def nth_encoded(connection: sa.Connection, reach: Reach, before: datetime, place: int) -> Memory | None:
    """The one at that place, the oldest first."""
    wanted = whole_memories.where(*_left(reach, before)).order_by(memories.c.stored_at, memories.c.id)
    found = readable(connection.execute(wanted.limit(1).offset(place)))
    return found[0] if found else None


def _left(reach: Reach, before: datetime) -> list[sa.ColumnElement[bool]]:
    return [*reached(reach), *_ENCODED, memories.c.stored_at < to_micros(before)]


def _grouped(
    connection: sa.Connection, reach: Reach, column: sa.ColumnElement[str], words: type[Word]
) -> Mapping[Word, int]:
    """How many active memories bear each of these words, the most first; rows with unknown ones are left out."""
    known = frozenset(words)
    counted = sa.select(column.label("name"), sa.func.count().label("size")).where(*reached(reach), _IS_ACTIVE)
    rows = connection.execute(counted.group_by(column).order_by(sa.func.count().desc(), column))
    return {words(row.name): row.size for row in rows if row.name in known}


def _weeks(connection: sa.Connection, reach: Reach, now: datetime) -> tuple[Week, ...]:
    """The last weeks, oldest first; the last one ends now."""
    first = now - WEEKS * _WEEK
    number = sa.cast((memories.c.stored_at - to_micros(first)) / (to_micros(now) - to_micros(now - _WEEK)), sa.Integer)
    counted = sa.select(number.label("number"), sa.func.count().label("size")).where(
        *reached(reach), memories.c.stored_at >= to_micros(first), memories.c.stored_at <= to_micros(now)
    )
    sizes: Counter[int] = Counter()
    for row in connection.execute(counted.group_by(number)):
        sizes[min(row.number, WEEKS - 1)] += row.size  # this very moment belongs to the last week
    return tuple(Week(first + place * _WEEK, sizes[place]) for place in range(WEEKS))


def _most_recalled(connection: sa.Connection, reach: Reach) -> tuple[Memory, ...]:
    most = whole_memories.where(*reached(reach), _IS_ACTIVE, recalls.c.count > 0)
    ordered = most.order_by(recalls.c.count.desc(), recalls.c.recalled_at.desc(), memories.c.id)
    return readable(connection.execute(ordered.limit(MOST_RECALLED)))
