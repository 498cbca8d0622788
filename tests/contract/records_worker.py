"""Another process on the same data folder, as the records tests need one. Run as a script; see the verbs below."""

import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

from mcp_memory.engine.domain.memory import Change, Memory, Observation, Origin, Scope
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.vocabulary import EventType, Layer, OriginKind, Status
from mcp_memory.engine.records.store import SqliteRecords, open_records


def main(verb: str, folder: Path, count: int) -> None:
    """`write`: store and print the id of each acknowledged memory. `hold`: keep the write lock until stdin ends.

    `purge`: erase every memory that begins with 9, and stay there, before the wiping.
    """
    records = open_records(folder, StorePolicy())
    if verb == "write":
        for number in range(count):
            say(store(records, f"number {number} of {uuid.uuid4()}"))
    elif verb == "purge":
        with records.writing() as writing:
            writing.purge(records.ids_with_prefix("9"))
        say("purged")
        sys.stdin.read()
    else:
        with records.writing():
            say("holding")
            sys.stdin.read()
    records.close()


def store(records: SqliteRecords, content: str) -> str:
    now = datetime.now(UTC)
    memory = Memory(
        id=str(uuid.uuid4()),
        layer=Layer.EPISODIC,
        content=content,
        scope=Scope(user="me"),
        status=Status.ACTIVE,
        origin=Origin(kind=OriginKind.AGENT, agent="worker", session="w"),
        event_type=EventType.FACT,
        occurred_at=now,
        stored_at=now,
        changed_at=now,
        importance=0.5,
        confidence=0.7,
    )
    with records.writing() as writing:
        writing.put(Change(memory.id, 1, now, "worker", "remember", "", None, memory))
        writing.observe(Observation(memory.id, "w", now))
    return memory.id


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
