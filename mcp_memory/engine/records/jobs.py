"""The last run of each job, each function within one connection; committing is the caller's affair."""

import json
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from mcp_memory.engine.domain.jobs import JobRun
from mcp_memory.engine.domain.plain import as_mapping, as_text, as_whole
from mcp_memory.engine.records.codec import from_micros, micros_or_none, moment_or_none, to_json, to_micros
from mcp_memory.engine.records.rows import each_readable
from mcp_memory.engine.records.schema import job_runs

_ADD = insert(job_runs)
_IS_ANOTHER = sa.case((job_runs.c.started_at != _ADD.excluded.started_at, 1), else_=0)
"""A run is noted at its start and at its end, and counted once."""

_NOTE = _ADD.on_conflict_do_update(
    index_elements=["name"],
    set_={column.name: _ADD.excluded[column.name] for column in job_runs.c[1:-1]}
    | {"runs": job_runs.c.runs + _IS_ANOTHER},
)


def last_runs(connection: sa.Connection) -> tuple[JobRun, ...]:
    """One for each job, by name; what cannot be read is left out, and written over by the next run."""
    return tuple(each_readable(_run_of, connection.execute(sa.select(job_runs).order_by(job_runs.c.name))))


def note(connection: sa.Connection, run: JobRun) -> None:
    """Put a run in the place of the job's last one, and count it; its beginning and its end are one run."""
    row = {
        "name": run.name,
        "started_at": to_micros(run.started_at),
        "finished_at": micros_or_none(run.finished_at),
        "passed": int(run.passed),
        "counts": to_json(dict(run.counts)),
        "reason": run.reason,
        "runs": 1,
    }
    connection.execute(_NOTE, row)


def _run_of(row: sa.Row[Any]) -> JobRun:
    counts = as_mapping(json.loads(row.counts))
    return JobRun(
        name=as_text(row.name),
        started_at=from_micros(row.started_at),
        finished_at=moment_or_none(row.finished_at),
        passed=bool(as_whole(row.passed)),
        counts={stage: as_whole(count) for stage, count in counts.items()},
        reason=as_text(row.reason),
        runs=as_whole(row.runs),
    )
