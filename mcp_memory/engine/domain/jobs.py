"""What the timetable is told and tells: what a job did, its last run, where it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

LOOK_SECONDS = 60.0
"""Pause between looks at whether a job is due, unless it is due more often."""


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """What one run of a job did: counts by stage, and why there was nothing to do when there was nothing."""

    counts: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRun:
    """The last run of a job. `counts` are by stage; `reason` says why there was nothing to do, or what failed."""

    name: str
    started_at: datetime
    finished_at: datetime | None = None
    passed: bool = False
    counts: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""
    runs: int = 1

    @property
    def outcome(self) -> Literal["passed", "failed", "unfinished"]:
        """How it ended; unfinished means that it still runs, or was cut off with its process."""
        if self.finished_at is None:
            return "unfinished"
        return "passed" if self.passed else "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class JobState:
    """Where one job stands: how often it is due, its last run, and when it is or was due next.

    What is done whenever something waits has no such times: 0 and None.
    """

    name: str
    last: JobRun | None
    every_seconds: float = 0.0
    next_at: datetime | None = None


def look_seconds(every_seconds: float) -> float:
    """Pause between looks at a job that is due so often."""
    return min(every_seconds, LOOK_SECONDS)
