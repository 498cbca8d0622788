"""What a new version replaces, once it counts: kept, and superseded by it."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from mcp_memory.engine.domain.memory import Change, Memory, Principal
from mcp_memory.engine.domain.review import WAITING_MARKS
from mcp_memory.engine.domain.vocabulary import LIVE, LinkKind, Status
from mcp_memory.engine.ports.records import Transaction


def superseded(memory: Memory, now: datetime) -> Memory:
    """The memory after something took its place; it waits for nobody any more."""
    return replace(memory.changed(now), status=Status.SUPERSEDED, marks=memory.marks - WAITING_MARKS)


def supersede_versions(
    writing: Transaction, who: Principal, verb: str, newest: Memory, but: Collection[str] = ()
) -> list[Memory]:
    """Supersede what this memory is a newer version of, as far as that counts or waits; at the time of its own change.

    `but` names those that are dealt with elsewhere.
    """
    gone = []
    for old_id in sorted(set(writing.links_from(newest.id, LinkKind.SUPERSEDES)) - set(but)):
        before = writing.get(old_id)
        if before is not None and before.status in LIVE:
            after = superseded(before, newest.changed_at)
            writing.put(Change.made(who, verb, "its newer version counts now", before, after))
            gone.append(after)
    return gone
