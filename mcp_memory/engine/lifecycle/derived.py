"""What was derived from something that fell: it stays, is marked, and a person looks at it."""

from collections.abc import Sequence
from datetime import datetime

from mcp_memory.engine.domain.memory import Change, Principal
from mcp_memory.engine.domain.vocabulary import Mark, Status
from mcp_memory.engine.ports.records import Records, Transaction

_REASON = "something it was derived from was overturned, edited or purged"


def put_up_for_review(
    writing: Transaction, records: Records, fallen: Sequence[str], who: Principal, now: datetime
) -> tuple[str, ...]:
    """Mark every live memory derived from these, however far, as possibly outdated; returns their ids."""
    waiting: list[str] = []
    for memory_id in all_derived(records, fallen):
        before = writing.get(memory_id)
        if before is None or before.status is not Status.ACTIVE:
            continue
        waiting.append(memory_id)
        after = before.marked(Mark.POSSIBLY_OUTDATED).changed(now)
        writing.put(Change.made(who, "doubt", _REASON, before, after))
    return tuple(waiting)


def all_derived(records: Records, sources: Sequence[str]) -> list[str]:
    """Ids of all that was derived from these, however far; the nearest first."""
    found: list[str] = []
    frontier = sources
    while frontier:
        seen = {*sources, *found}
        frontier = [one for one in records.derived_from(frontier) if one not in seen]
        found += frontier
    return found
