"""Values as one line of JSON and times as whole numbers, as the columns hold them."""

import json
from datetime import UTC, datetime, timedelta

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.plain import as_whole, memory_from_plain, memory_to_plain

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def memory_to_json(memory: Memory) -> str:
    """The whole memory as one line of JSON."""
    return to_json(memory_to_plain(memory))


def memory_from_json(text: str) -> Memory:
    """The memory that `memory_to_json` wrote. Raises one of `UNREADABLE` for anything else."""
    return memory_from_plain(json.loads(text))


def to_json(plain: object) -> str:
    """A value of JSON's own types as one compact line, its characters as they are."""
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def to_micros(moment: datetime) -> int:
    """Whole microseconds since 1970, UTC."""
    return (moment - _EPOCH) // _MICROSECOND


def micros_or_none(moment: datetime | None) -> int | None:
    """`to_micros` of a time that may be missing."""
    return None if moment is None else to_micros(moment)


def from_micros(micros: object) -> datetime:
    """The moment `to_micros` counted."""
    return _EPOCH + timedelta(microseconds=as_whole(micros))


def moment_or_none(micros: object) -> datetime | None:
    """`from_micros` of a time that may be missing."""
    return None if micros is None else from_micros(micros)
