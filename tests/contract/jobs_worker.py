"""Another process that runs a job. Run as a script: it says when it is at it, and goes on until it is killed."""

import sys
from datetime import UTC, datetime
from pathlib import Path

from mcp_memory.engine.domain.jobs import JobOutcome
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.jobs import Job, Jobs
from mcp_memory.engine.records.store import open_records

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def main(folder: Path) -> None:
    """Begin the job "bell", say so on standard output, and never end it."""
    records = open_records(folder, StorePolicy())

    def ring() -> JobOutcome:
        sys.stdout.write("at it\n")
        sys.stdout.flush()
        sys.stdin.read()
        return JobOutcome()

    Jobs([Job(name="bell", every_seconds=86_400, run=ring)], records, lambda: NOW, lambda: "another process").run_due(
        "bell"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
