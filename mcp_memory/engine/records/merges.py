"""What may say the same, and merges that were begun. The job asks once a week: both questions look at every link."""

import sqlalchemy as sa

from mcp_memory.engine.domain.memory import Link
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Status
from mcp_memory.engine.records.rows import link_of
from mcp_memory.engine.records.schema import links, memories

_SOURCE, _TARGET = memories.alias("source_memory"), memories.alias("target_memory")
_BOTH = links.join(_SOURCE, _SOURCE.c.id == links.c.source).join(_TARGET, _TARGET.c.id == links.c.target)
_BOTH_ACTIVE = sa.and_(_SOURCE.c.status == Status.ACTIVE.value, _TARGET.c.status == Status.ACTIVE.value)
_ALIKE = ("user", "project", "layer", "event_type", "origin")
_LAYERS = (Layer.EPISODIC.value, Layer.SEMANTIC.value)

_NEAR = (
    sa.select(links)
    .select_from(_BOTH)
    .where(
        links.c.kind == LinkKind.SIMILAR_TO.value,
        _BOTH_ACTIVE,
        _SOURCE.c.layer.in_(_LAYERS),
        _SOURCE.c.marks == "[]",
        _TARGET.c.marks == "[]",
        *(_SOURCE.c[name] == _TARGET.c[name] for name in _ALIKE),
    )
    .order_by(links.c.source.desc(), links.c.target.desc())
)
_UNFINISHED = (
    sa.select(links)
    .select_from(_BOTH)
    .where(
        links.c.kind == LinkKind.MERGED_INTO.value,
        _BOTH_ACTIVE,
        _SOURCE.c.changed_at <= links.c.at,
        _TARGET.c.version == 1,
    )
    .order_by(links.c.target, links.c.source)
)


def near_duplicates(connection: sa.Connection, limit: int, before: Link | None = None) -> tuple[Link, ...]:
    """Links between what may say the same, the newest statements first, those after `before` in that order."""
    page = _NEAR.limit(limit)
    if before is not None:
        page = page.where(sa.tuple_(links.c.source, links.c.target) < before.ends)
    return tuple(map(link_of, connection.execute(page)))


def unfinished(connection: sa.Connection) -> tuple[Link, ...]:
    """Links into an overview whose source was not put away yet, and not changed since."""
    return tuple(map(link_of, connection.execute(_UNFINISHED)))
