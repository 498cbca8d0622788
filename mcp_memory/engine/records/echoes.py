"""What other memories' rows repeat of memories that are to be purged, and its erasure.

The goal of a session they share, an action in it, why one stood against the other. What other memories say themselves
stays: that is for a person to purge.
"""

import json
from collections.abc import Callable, Iterable, Sequence

import sqlalchemy as sa

from mcp_memory.engine.domain.plain import UNREADABLE
from mcp_memory.engine.domain.vocabulary import LinkKind
from mcp_memory.engine.records.codec import to_json
from mcp_memory.engine.records.conditions import among, as_list
from mcp_memory.engine.records.schema import links, memories, versions

_OPPOSED = (LinkKind.CONFLICTS_WITH.value, LinkKind.SUPERSEDES.value)

IsTrace = Callable[[object], bool]
"""Whether a text holds a wording of what is purged."""


def erase_details(connection: sa.Connection, user: str, session_ids: Iterable[str], is_trace: IsTrace) -> None:
    """Empty what details of these sessions' memories repeat, in the memories and in their history."""
    of_sessions = sa.select(memories.c.id, memories.c.details).where(
        memories.c.user == user, among(memories.c.session, session_ids)
    )
    marked = {row.id: row.details for row in connection.execute(of_sessions) if is_trace(row.details)}
    for memory_id, details in marked.items():
        cleaned = {"details": _cleaned(details, is_trace)}
        connection.execute(sa.update(memories).where(memories.c.id == memory_id).values(cleaned))
    history = sa.select(versions.c.memory_id, versions.c.version, versions.c.before, versions.c.after)
    for row in connection.execute(history.where(among(versions.c.memory_id, marked))).all():
        cleaned = {name: _cleaned(getattr(row, name), is_trace, "details") for name in ("before", "after")}
        this = sa.and_(versions.c.memory_id == row.memory_id, versions.c.version == row.version)
        connection.execute(sa.update(versions).where(this).values(cleaned))


def erase_reasons(connection: sa.Connection, memory_ids: Sequence[str]) -> None:
    """Empty the reasons for which others stood against these memories, or replaced them: they quote both sides."""
    these = as_list(memory_ids)
    ends = ((links.c.source, links.c.target), (links.c.target, links.c.source))
    opposed = sa.union(
        *(sa.select(other).where(among(one, memory_ids), links.c.kind.in_(_OPPOSED)) for one, other in ends)
    )
    listed = sa.func.json_each(these).table_valued("value")
    names_one = sa.exists(sa.select(listed.c.value).where(sa.func.instr(versions.c.reason, listed.c.value)))
    connection.execute(
        sa.update(versions)
        .where(versions.c.memory_id.in_(opposed), sa.or_(versions.c.before.is_(None), names_one))
        .values(reason="")
    )


def _cleaned(column: object, is_trace: IsTrace, within: str = "") -> object:
    """A column of JSON without the texts that are traces; only those of one field where that is named.

    One that cannot be read is emptied.
    """
    if not is_trace(column):
        return column
    try:
        plain = json.loads(column)  # type: ignore[arg-type]
    except (*UNREADABLE, TypeError):
        return "{}"
    if not within:
        return to_json(_without(plain, is_trace))
    return to_json({**plain, within: _without(plain.get(within), is_trace)}) if isinstance(plain, dict) else column


def _without(plain: object, is_trace: IsTrace) -> object:
    """Fields and the parts of entries are emptied; an entry that is one text goes from its list."""
    match plain:
        case dict():
            return {name: _without_entries(value, is_trace) for name, value in plain.items()}
        case list():
            return [_without(value, is_trace) for value in plain]
        case str():
            return "" if is_trace(plain) else plain
        case _:
            return plain


def _without_entries(value: object, is_trace: IsTrace) -> object:
    kept = [one for one in value if not (isinstance(one, str) and is_trace(one))] if isinstance(value, list) else value
    return _without(kept, is_trace)
