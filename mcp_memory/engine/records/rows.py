"""Memories as rows of the table `memories` (joined with `recalls`) and back."""

import json
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any, TypeVar

import sqlalchemy as sa

from mcp_memory.engine.domain.errors import StoreFailed
from mcp_memory.engine.domain.memory import Change, Link, Memory, Origin, Scope
from mcp_memory.engine.domain.plain import (
    UNREADABLE,
    as_number,
    as_text,
    as_texts,
    as_whole,
    details_from_plain,
    details_to_plain,
)
from mcp_memory.engine.domain.vocabulary import EventType, Layer, LinkKind, Mark, OriginKind, Status, Tier
from mcp_memory.engine.records.codec import (
    from_micros,
    memory_from_json,
    micros_or_none,
    moment_or_none,
    to_json,
    to_micros,
)
from mcp_memory.engine.records.schema import memories, recalls
from mcp_memory.engine.text.normalise import duplicate_key

T = TypeVar("T")

whole_memories = sa.select(memories, recalls.c.recalled_at, recalls.c.count.label("recall_count")).join_from(
    memories, recalls, recalls.c.memory_id == memories.c.id, isouter=True
)
"""What `memory_of` reads; add conditions, order and limit."""


def memory_of(row: sa.Row[Any]) -> Memory:
    """The memory of one row of `whole_memories`. Raises one of `UNREADABLE`."""
    return Memory(
        id=as_text(row.id),
        layer=Layer(row.layer),
        content=as_text(row.content),
        scope=Scope(user=as_text(row.user), project=as_text(row.project)),
        status=Status(row.status),
        origin=Origin(kind=OriginKind(row.origin), agent=as_text(row.agent), session=as_text(row.session)),
        event_type=EventType(row.event_type),
        occurred_at=from_micros(row.occurred_at),
        stored_at=from_micros(row.stored_at),
        changed_at=from_micros(row.changed_at),
        importance=as_number(row.importance),
        confidence=as_number(row.confidence),
        version=as_whole(row.version),
        details=details_from_plain(json.loads(row.details)),
        marks=frozenset(Mark(mark) for mark in as_texts(json.loads(row.marks))),
        tags=as_texts(json.loads(row.tags)),
        when_said=as_text(row.when_said),
        valid_until=moment_or_none(row.valid_until),
        confirmed_at=moment_or_none(row.confirmed_at),
        recalled_at=moment_or_none(row.recalled_at),
        recall_count=as_whole(row.recall_count or 0),
        tier=Tier(row.tier),
    )


def readable(rows: Iterable[sa.Row[Any]]) -> tuple[Memory, ...]:
    """The memories of those rows that can be read."""
    return tuple(each_readable(memory_of, rows))


def each_readable(read: Callable[[sa.Row[Any]], T], rows: Iterable[sa.Row[Any]]) -> Iterator[T]:
    """What those rows hold that can be read, one by one: a damaged row must not hide the others."""
    for row in rows:
        try:
            value = read(row)
        except UNREADABLE:
            continue
        yield value


def is_readable(read: Callable[[sa.Row[Any]], object], row: sa.Row[Any]) -> bool:
    """Whether a row can be read."""
    try:
        read(row)
    except UNREADABLE:
        return False
    return True


def sound(read: Callable[[sa.Row[Any]], T], row: sa.Row[Any] | None, name: str) -> T | None:
    """What the row of that name holds; None without a row. Raises `StoreFailed` when it is damaged."""
    if row is None:
        return None
    try:
        return read(row)
    except UNREADABLE as trouble:
        raise StoreFailed(f"the row of {name} is damaged and cannot be read") from trouble


def row_of(memory: Memory, revision: int) -> dict[str, object]:
    """The columns of `memories` for this memory."""
    return {
        "id": memory.id,
        "revision": revision,
        "told": revision,
        "version": memory.version,
        "user": memory.scope.user,
        "project": memory.scope.project,
        "layer": memory.layer.value,
        "status": memory.status.value,
        "event_type": memory.event_type.value,
        "origin": memory.origin.kind.value,
        "agent": memory.origin.agent,
        "session": memory.origin.session,
        "occurred_at": to_micros(memory.occurred_at),
        "stored_at": to_micros(memory.stored_at),
        "changed_at": to_micros(memory.changed_at),
        "valid_until": micros_or_none(memory.valid_until),
        "confirmed_at": micros_or_none(memory.confirmed_at),
        "importance": memory.importance,
        "confidence": memory.confidence,
        "duplicate_key": digest(duplicate_key(memory.content)),
        "when_said": memory.when_said,
        "marks": to_json(sorted(memory.marks)),
        "tags": to_json(memory.tags),
        "details": to_json(details_to_plain(memory.details)),
        "content": memory.content,
        "tier": memory.tier.value,
    }


def change_of(row: sa.Row[Any]) -> Change:
    """The history entry of one row of `versions`. Raises one of `UNREADABLE`."""
    return Change(
        memory_id=as_text(row.memory_id),
        version=as_whole(row.version),
        at=from_micros(row.at),
        actor=as_text(row.actor),
        verb=as_text(row.verb),
        reason=as_text(row.reason),
        before=None if row.before is None else memory_from_json(row.before),
        after=memory_from_json(row.after),
    )


def link_of(row: sa.Row[Any]) -> Link:
    """The link of one row of `links`, its ids as they stand there. Raises one of `UNREADABLE`."""
    return Link(source=row.source, kind=LinkKind(row.kind), target=row.target, at=from_micros(row.at))


def digest(text: str) -> str:
    """A short fingerprint: equal for equal texts only."""
    return blake2b(text.encode(), digest_size=16).hexdigest()
