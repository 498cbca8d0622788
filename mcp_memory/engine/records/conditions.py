"""The domain's filter as SQL. Must agree with `Filter.admits`; a property test compares them."""

import json
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.vocabulary import Layer, Mark, Status
from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.schema import memories, memory_tags

COOLED = memories.c.tier != sa.literal_column("'hot'")
"""The condition of the index `memories_cooled`, word for word, so that SQLite may use it."""


def admitted(within: Filter) -> sa.ColumnElement[bool]:
    """The condition on `memories` that this filter means."""
    conditions = [*reached(within.reach), among(memories.c.status, within.statuses)]
    if within.project or within.outside:
        conditions.append(_in_project(within))
    if within.layers:
        conditions.append(among(memories.c.layer, within.layers))
    if within.event_types:
        conditions.append(among(memories.c.event_type, within.event_types))
    if within.tags:
        conditions.append(_tagged(within.tags))
    if within.since is not None:
        conditions.append(memories.c.occurred_at >= to_micros(within.since))
    if within.until is not None:
        conditions.append(memories.c.occurred_at < to_micros(within.until))
    return sa.and_(*conditions)


def reached(reach: Reach) -> list[sa.ColumnElement[bool]]:
    """The conditions on `memories` that this reach means."""
    conditions = [memories.c.user == reach.user]
    if reach.sessions is not None:
        shared = sa.and_(memories.c.layer != Layer.EPISODIC.value, memories.c.status != Status.PENDING.value)
        conditions.append(sa.or_(shared, among(memories.c.session, reach.sessions)))
    return conditions


def marked(marks: Iterable[Mark]) -> sa.ColumnElement[bool]:
    """The condition on `memories` to bear any of these marks."""
    return sa.or_(*(memories.c.marks.like(f'%"{mark.value}"%') for mark in sorted(marks)))


def among(column: sa.ColumnElement[Any], values: Iterable[str | int]) -> sa.ColumnElement[bool]:
    """`column IN values`, however many: they travel as one parameter, so no limit on parameters is met."""
    return _listed(column, sa.literal(as_list(values)))


def among_those(column: sa.ColumnElement[Any], name: str) -> sa.ColumnElement[bool]:
    """`among` for a statement that is built once; execute it with `{name: as_list(values)}`."""
    return _listed(column, sa.bindparam(name, type_=sa.Text))


def as_list(values: Iterable[str | int]) -> str:
    """Values as the one parameter that `among_those` takes."""
    return json.dumps(list(values))


def count_rows(connection: sa.Connection, rows: sa.FromClause, *conditions: sa.ColumnElement[bool]) -> int:
    """How many rows of a table or a subquery meet these conditions."""
    return connection.execute(sa.select(sa.func.count()).select_from(rows).where(*conditions)).scalar_one()


def _listed(column: sa.ColumnElement[Any], parameter: sa.BindParameter[str]) -> sa.ColumnElement[bool]:
    listed = sa.func.json_each(parameter).table_valued("value")
    return column.in_(sa.select(listed.c.value))


def _in_project(within: Filter) -> sa.ColumnElement[bool]:
    if not within.project:
        return sa.false()  # outside of everything lies nothing
    inside = among(memories.c.project, ("", within.project))
    return sa.not_(inside) if within.outside else inside


def _tagged(tags: frozenset[str]) -> sa.ColumnElement[bool]:
    matching = (
        sa.select(sa.func.count())
        .select_from(memory_tags)
        .where(memory_tags.c.memory_id == memories.c.id, among(memory_tags.c.tag, tags))
        .scalar_subquery()
    )
    return matching == len(tags)
