"""From the id a caller names, whole or its beginning, to the memory they may see."""

from mcp_memory.engine.domain.errors import AmbiguousId, Invalid, MemoryNotFound
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.ports.records import Records, Transaction

MIN_PREFIX = 8
"""Shortest beginning of an id that is accepted, in characters (SPEC 12.3)."""

ID_LENGTH = 36

_SHOWN_CHARS = 40


def look_up(records: Records, reach: Reach, named: str) -> Memory:
    """The one memory meant. What may not be seen is not found, so that ids tell nothing across scopes.

    Raises `MemoryNotFound`, `AmbiguousId`, or `Invalid` when the beginning is too short.
    """
    wanted = named.strip().lower()
    if len(wanted) < MIN_PREFIX:
        raise Invalid(f"{named[:40]!r} is too short; give at least {MIN_PREFIX} characters of it", argument="id")
    ids = (wanted,) if len(wanted) == ID_LENGTH else records.ids_with_prefix(wanted)
    seen = [memory for memory in records.get_many(ids).values() if reach.covers(memory)]
    if not seen:
        raise MemoryNotFound(f"{named[:40]!r}", argument="id")
    if len(seen) > 1:
        raise AmbiguousId("; ".join(f"{memory.id} ({memory.content[:_SHOWN_CHARS]})" for memory in seen), argument="id")
    return seen[0]


def current(writing: Transaction, found: Memory) -> Memory:
    """The memory as it stands now that nobody else can write. Raises `MemoryNotFound` if it was purged meanwhile."""
    memory = writing.get(found.id)
    if memory is None:
        raise MemoryNotFound(found.id, argument="id")
    return memory
