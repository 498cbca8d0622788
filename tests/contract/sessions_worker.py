"""Another process that talks in a session, or encodes what waits. Run as a script; see the verbs below."""

import sys
import uuid
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from mcp_memory.engine.domain.policies import EncodingPolicy, StorePolicy
from mcp_memory.engine.domain.sessions import Role, Session, Turn
from mcp_memory.engine.ports.sessions import Priority
from mcp_memory.engine.records.store import SqliteRecords, open_records

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
"""All processes ask at the same moment, so that no lease ends but by being settled."""


def main(verb: str, folder: Path, count: int) -> None:
    """`talk`: print each acknowledged turn. `encode`: print the key of each settled task until nothing waits."""
    records = open_records(folder, StorePolicy())
    if verb == "talk":
        for _ in range(count):
            out(talk(records))
    else:
        encode(records)
    records.close()


def talk(records: SqliteRecords) -> str:
    new = Session(id="s1", user="me", agent="worker", scene="s1", opened_at=NOW, active_at=NOW)
    content = str(uuid.uuid4())
    with records.sitting() as sitting:
        session = sitting.session("me", "s1") or new
        n = session.turns + 1
        sitting.put_session(replace(session, turns=n))
        sitting.append("me", "s1", [Turn(n, Role.USER, content, NOW)])
        sitting.enqueue(session, Priority.ROUND, n, n)
    return content


def encode(records: SqliteRecords) -> None:
    while (task := records.claim_encoding(NOW, EncodingPolicy())) is not None:
        out(f"claimed {task.key}")
        with records.sitting() as sitting:
            taken = sitting.unencoded(task.user, task.session, task.first, task.last)
            sitting.note_encoded(task.user, task.session, [turn.n for turn in taken])
            settled = sitting.settle(task)
        out(f"settled {task.key} {[turn.n for turn in taken]} {settled}")


def out(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
