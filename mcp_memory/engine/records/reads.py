"""Reading memories and what belongs to them, each function within one snapshot. Nothing here writes."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Dossier, Link, Memory, Observation, Scope
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Status
from mcp_memory.engine.records.codec import from_micros
from mcp_memory.engine.records.conditions import admitted, among, among_those, as_list, count_rows, reached
from mcp_memory.engine.records.rows import (
    change_of,
    digest,
    each_readable,
    link_of,
    memory_of,
    readable,
    sound,
    whole_memories,
)
from mcp_memory.engine.records.schema import aliases, chunks, links, memories, memory_tags, meta, observations, versions
from mcp_memory.engine.text.tokens import query_terms

_THESE = whole_memories.where(among_those(memories.c.id, "ids"))
_HISTORY = sa.select(versions).where(versions.c.memory_id == sa.bindparam("memory_id")).order_by(versions.c.version)
_TEXTS = sa.select(chunks.c.memory_id, chunks.c.n, chunks.c.text).where(
    among_those(chunks.c.memory_id, "ids"), among_those(chunks.c.n, "numbers")
)
_SEEN = (
    sa.select(observations)
    .where(among_those(observations.c.memory_id, "ids"))
    .order_by(observations.c.at, observations.c.scene)
)
_OTHER_NAMES = (
    sa.select(aliases.c.tokens, aliases.c.other)
    .join(memories, memories.c.id == aliases.c.memory_id)
    .where(
        aliases.c.user == sa.bindparam("user"),
        among_those(aliases.c.head, "heads"),
        memories.c.status == Status.ACTIVE.value,
    )
    .distinct()
    .order_by(aliases.c.other)
)
_LAST_CHARACTER = "\U0010ffff"


def one(connection: sa.Connection, memory_id: str) -> Memory | None:
    """The memory of that id. Raises `StoreFailed` when its row is damaged."""
    row = connection.execute(_THESE, {"ids": as_list((memory_id,))}).one_or_none()
    return sound(memory_of, row, f"memory {memory_id}")


def several(connection: sa.Connection, memory_ids: Sequence[str]) -> dict[str, Memory]:
    """The memories of those ids, in the order asked for; unknown ids and damaged rows are left out."""
    rows = connection.execute(_THESE, {"ids": as_list(memory_ids)})
    found = {memory.id: memory for memory in readable(rows)}
    return {memory_id: found[memory_id] for memory_id in memory_ids if memory_id in found}


def beginning_with(connection: sa.Connection, prefix: str, limit: int = 3) -> tuple[str, ...]:
    """Ids with that prefix."""
    if not prefix.isascii():
        return ()
    wanted = sa.select(memories.c.id).where(memories.c.id >= prefix, memories.c.id < prefix + _LAST_CHARACTER)
    return tuple(connection.execute(wanted.order_by(memories.c.id).limit(limit)).scalars())


def listing(connection: sa.Connection, within: Filter, *, limit: int, offset: int = 0) -> tuple[Memory, ...]:
    """One page, newest event first, ties by id."""
    page = whole_memories.where(admitted(within)).order_by(memories.c.occurred_at.desc(), memories.c.id)
    return readable(connection.execute(page.limit(limit).offset(offset)))


def count(connection: sa.Connection, within: Filter, most: int | None = None) -> int:
    """How many rows a filter admits; with `most`, no more than that are looked at."""
    found = sa.select(sa.literal(1)).select_from(memories).where(admitted(within)).limit(most).subquery()
    return count_rows(connection, found)


def chunk_texts(connection: sa.Connection, wanted: Sequence[tuple[str, int]]) -> dict[tuple[str, int], str]:
    """Texts of chunks by memory id and number."""
    return of_chunks(connection, _TEXTS, wanted)


def of_chunks(
    connection: sa.Connection, statement: sa.Select[Any], wanted: Sequence[tuple[str, int]], **also: str
) -> dict[tuple[str, int], Any]:
    """What a statement on `ids` and `numbers` yields for chunks, by memory id and number; nothing of any others."""
    ids, numbers = dict.fromkeys(memory_id for memory_id, _ in wanted), dict.fromkeys(n for _, n in wanted)
    rows = connection.execute(statement, {"ids": as_list(ids), "numbers": as_list(numbers), **also})
    asked = set(wanted)
    return {(memory_id, n): value for memory_id, n, value in rows if (memory_id, n) in asked}


def dossier(connection: sa.Connection, memory_id: str) -> Dossier | None:
    """The memory with everything that is known about it."""
    memory = one(connection, memory_id)
    if memory is None:
        return None
    return Dossier(
        memory=memory,
        history=tuple(each_readable(change_of, connection.execute(_HISTORY, {"memory_id": memory_id}))),
        links=_links(connection, memory_id),
        observations=observations_of(connection, (memory_id,)).get(memory_id, ()),
    )


def derived_from(connection: sa.Connection, memory_ids: Sequence[str]) -> tuple[str, ...]:
    """Ids of what was derived from these."""
    derived = sa.select(links.c.source).where(
        links.c.kind == LinkKind.DERIVED_FROM.value, among(links.c.target, memory_ids)
    )
    return tuple(connection.execute(derived.distinct().order_by(links.c.source)).scalars())


def observations_of(connection: sa.Connection, memory_ids: Collection[str]) -> Mapping[str, tuple[Observation, ...]]:
    """Where each memory was seen, earliest first; those never seen are left out."""
    found: defaultdict[str, list[Observation]] = defaultdict(list)
    for row in connection.execute(_SEEN, {"ids": as_list(memory_ids)}):
        found[row.memory_id].append(Observation(row.memory_id, row.scene, from_micros(row.at)))
    return {memory_id: tuple(each) for memory_id, each in found.items()}


def observation_count(connection: sa.Connection, memory_id: str) -> int:
    """In how many scenes a memory was seen."""
    return count_rows(connection, observations, observations.c.memory_id == memory_id)


def knows(connection: sa.Connection, scope: Scope, key: str) -> bool:
    """Whether a scope holds a statement of that duplicate key."""
    twins = sa.select(memories.c.id).where(
        memories.c.user == scope.user, memories.c.project == scope.project, memories.c.duplicate_key == digest(key)
    )
    return connection.execute(twins.limit(1)).first() is not None


def projects(connection: sa.Connection, user: str) -> tuple[str, ...]:
    """Names of the user's projects; what is global has none."""
    named = sa.select(memories.c.project).where(memories.c.user == user, memories.c.project != "")
    return tuple(connection.execute(named.distinct().order_by(memories.c.project)).scalars())


def tags(connection: sa.Connection, within: Filter) -> tuple[str, ...]:
    """The tags of the memories in a filter, by name."""
    borne = sa.select(memory_tags.c.tag).join(memories, memories.c.id == memory_tags.c.memory_id)
    named = borne.where(admitted(within)).distinct().order_by(memory_tags.c.tag)
    return tuple(connection.execute(named).scalars())


def other_names(connection: sa.Connection, user: str, terms: Sequence[str]) -> tuple[str, ...]:
    """Other names of what these terms name, whole words or their tokens, as active memories define them."""
    asked = {token for term in terms for token in (term, *query_terms(term))}
    rows = connection.execute(_OTHER_NAMES, {"user": user, "heads": as_list(asked)})
    return tuple(dict.fromkeys(row.other for row in rows if asked.issuperset(row.tokens.split(" "))))


def counts(connection: sa.Connection, reach: Reach) -> dict[tuple[Layer, Status], int]:
    """How many memories are within reach, by layer and status; rows with unknown ones are left to the doctor."""
    columns = (memories.c.layer, memories.c.status)
    counted = sa.select(*columns, sa.func.count().label("size")).where(*reached(reach)).group_by(*columns)
    layers, statuses = frozenset(Layer), frozenset(Status)
    return {
        (Layer(row.layer), Status(row.status)): row.size
        for row in connection.execute(counted.order_by(*columns))
        if row.layer in layers and row.status in statuses
    }


def revision(connection: sa.Connection) -> int:
    """The revision of the last write."""
    return int(connection.execute(sa.select(meta.c.value).where(meta.c.name == "revision")).scalar_one())


def chunk_count(connection: sa.Connection) -> int:
    """How many chunks there are, of all users."""
    return count_rows(connection, chunks)


def last_stored_at(connection: sa.Connection, user: str) -> int | None:
    """When the user's newest memory was stored, in microseconds."""
    return connection.execute(sa.select(sa.func.max(memories.c.stored_at)).where(memories.c.user == user)).scalar()


def _links(connection: sa.Connection, memory_id: str) -> tuple[Link, ...]:
    rows = connection.execute(
        sa.select(links)
        .where(sa.or_(links.c.source == memory_id, links.c.target == memory_id))
        .order_by(links.c.at, links.c.source, links.c.kind, links.c.target)
    )
    kinds = set(LinkKind)
    return tuple(link_of(row) for row in rows if row.kind in kinds)
