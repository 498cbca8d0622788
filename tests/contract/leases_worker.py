"""Another process that wants a lease. Run as a script: it tries again and again, and logs when it is in and out."""

import sys
from datetime import UTC, datetime
from pathlib import Path

from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.records.store import open_records

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
"""All processes ask at the same moment, so that no lease ends but by being given back."""


def main(folder: Path, holder: str, tries: int) -> None:
    """Try so often; while holding the lease, append to the folder's log, where nobody else may write meanwhile."""
    records = open_records(folder, StorePolicy())
    for _ in range(tries):
        if records.acquire("log", holder, NOW, 60.0):
            with (folder / "log").open("a", encoding="utf-8") as log:
                log.write(f"in {holder}\n")
                log.flush()
                log.write(f"out {holder}\n")
            records.release("log", holder)
    records.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
