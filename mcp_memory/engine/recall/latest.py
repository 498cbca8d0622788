"""Of two memories that may tell of one thing at two times, the newer event comes first.

Which two those are was noted when the later one was stored: a link, for no rule was sure that they contradict.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from mcp_memory.engine.domain.vocabulary import LinkKind, Mark
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.recall.rank import Ranked

NEWER = "newer"
"""Why such a memory stands before one that answers better."""


def latest_first(
    records: Records, strong: Sequence[Ranked], weak: Sequence[Ranked], looked_at: int
) -> tuple[list[Ranked], list[Ranked]]:
    """Both in that order: among the best `looked_at` strong ones, before each the similar ones of newer events.

    A weak match that is newer than a strong one similar to it becomes as strong. Nothing passes what is pinned or of
    greater importance: fresh chatter does not replace a stated preference.
    """
    best = {item.memory.id: item for item in strong[:looked_at]}
    known = best | {item.memory.id: item for item in weak}
    similar: dict[str, list[Ranked]] = {}
    for link in records.linked(list(best), LinkKind.SIMILAR_TO):
        one, other = (known.get(end) for end in link.ends)
        if one and other:
            older, newer = sorted((one, other), key=_event)
            if newer.memory.importance >= older.memory.importance and Mark.PINNED not in older.memory.marks:
                similar.setdefault(older.memory.id, []).append(newer)
    placed: dict[str, Ranked] = {}
    for item in best.values():
        for newer in sorted(similar.get(item.memory.id, ()), key=_event, reverse=True):
            placed.setdefault(newer.memory.id, replace(newer, placed=NEWER))
        placed.setdefault(item.memory.id, item)
    return [*placed.values(), *strong[looked_at:]], [item for item in weak if item.memory.id not in placed]


def _event(item: Ranked) -> tuple[datetime, str]:
    """When it was; of one moment, what was told later is newer."""
    return item.memory.occurred_at, item.memory.id
