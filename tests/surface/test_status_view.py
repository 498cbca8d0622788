"""What the status shows: counts, states, jobs; never where the folder is."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from inline_snapshot import snapshot

from mcp_memory.engine.domain.answers import EngineStatus, QueueState
from mcp_memory.engine.domain.jobs import JobRun, JobState
from mcp_memory.engine.domain.vocabulary import Layer, Status
from mcp_memory.testing import DAWN
from mcp_memory.views.pages import StatusView

BARE: dict[str, Any] = {
    "user": "me",
    "counts": {},
    "queue": QueueState(),
    "encoding": QueueState(),
    "model": "small",
    "model_ready": True,
    "revision": 1,
    "schema_version": 1,
    "data_folder": "",
    "size_bytes": 0,
    "last_stored_at": DAWN,
}


def test_status() -> None:
    """Counts and states; where the folder is stays on this machine."""
    state = EngineStatus(
        user="me",
        counts={(Layer.SEMANTIC, Status.ACTIVE): 2, (Layer.EPISODIC, Status.ARCHIVED): 1},
        queue=QueueState(total=9, waiting=1, parked=2, reasons=("broken",)),
        encoding=QueueState(total=4, waiting=3, parked=1, reasons=("broken",)),
        model="small",
        model_ready=False,
        revision=7,
        schema_version=1,
        data_folder="/home/me/memories",
        size_bytes=4096,
    )
    assert StatusView.of(state).shown() == snapshot(
        {
            "user": "me",
            "memories": {"episodic archived": 1, "semantic active": 2},
            "model": "small",
            "model_ready": False,
            "embedding_total": 9,
            "embedding_waiting": 1,
            "embedding_parked": 2,
            "encoding_waiting": 3,
            "encoding_parked": 1,
            "revision": 7,
            "schema_version": 1,
            "size_bytes": 4096,
        }
    )


def test_the_status_shows_what_was_done_as_time_passed() -> None:
    """How each job went, why it did nothing, when it is due; queues have no such time."""
    ran = JobRun(
        name="backup",
        started_at=DAWN,
        finished_at=DAWN,
        passed=True,
        counts={"made": 0},
        reason="nothing has changed since the last one",
    )
    jobs = (
        JobState(name="idle sweep", last=None, every_seconds=30.0, next_at=DAWN),
        JobState(name="backup", last=ran, every_seconds=86_400.0, next_at=DAWN + timedelta(days=1)),
        JobState(name="encoding", last=replace(ran, finished_at=None, passed=False, counts={}, reason="")),
        JobState(name="decay", last=replace(ran, passed=False, counts={"attempt": 2}, reason="no space")),
    )
    assert StatusView.of(EngineStatus(**BARE, jobs=jobs)).shown()["jobs"] == snapshot(
        [
            {"job": "idle sweep", "outcome": "has not run yet"},
            {
                "job": "backup",
                "outcome": "passed",
                "last": "2026-03-02 09:00 UTC",
                "counts": {"made": 0},
                "reason": "nothing has changed since the last one",
                "next": "2026-03-03 09:00 UTC",
            },
            {"job": "encoding", "outcome": "unfinished", "last": "2026-03-02 09:00 UTC"},
            {
                "job": "decay",
                "outcome": "failed",
                "last": "2026-03-02 09:00 UTC",
                "counts": {"attempt": 2},
                "reason": "no space",
            },
        ]
    )
