"""Memories as one line of JSON and times as whole numbers, as the columns hold them."""

import json
from datetime import UTC, datetime, timedelta

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.plain import as_whole, memory_from_plain, memory_to_plain

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def memory_to_json(memory: Memory) -> str:
    """The whole memory as one line of JSON."""
    return json.dumps(memory_to_plain(memory), ensure_ascii=False, separators=(",", ":"))


def memory_from_json(text: str) -> Memory:
    """The memory that `memory_to_json` wrote. Raises one of `UNREADABLE` for anything else."""
    return memory_from_plain(json.loads(text))


def to_micros(moment: datetime) -> int:
    """Whole microseconds since 1970, UTC."""
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(micros: object) -> datetime:
    """The moment `to_micros` counted."""
    return _EPOCH + timedelta(microseconds=as_whole(micros))
