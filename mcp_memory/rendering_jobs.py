"""What the command line prints of the timetable."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from mcp_memory.engine.domain.jobs import JobOutcome, JobRun, JobState
from mcp_memory.rendering import BAD, GOOD, QUIET, Lines, minute, plain, quiet

_STYLES = {"passed": GOOD, "failed": BAD, "unfinished": "yellow"}
_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


def jobs(states: Sequence[JobState]) -> Lines:
    """Each job: how its last run went, how often it is due and when next; below it what it did, or why nothing."""
    width = max((len(state.name) for state in states), default=0)
    for state in states:
        times = " · ".join(_times(state))
        yield Text.assemble(f"{plain(state.name):<{width}}  ", _outcome(state.last), "  ", (times, QUIET))
        if state.last:
            yield from _did(state.last)
    if not states:
        yield Text("There are no jobs here.")


def job_run(run: JobRun) -> Lines:
    """How one run went."""
    yield Text.assemble(f"{plain(run.name)}  ", _outcome(run))
    yield from _did(run)


def rehearsal(name: str, outcome: JobOutcome) -> Lines:
    """What a run would do."""
    yield Text(f"{plain(name)} would do this; nothing was done:")
    yield from _did(outcome)


def _outcome(run: JobRun | None) -> tuple[str, str]:
    outcome = run.outcome if run else "has not run yet"
    return f"{outcome:<10}", _STYLES.get(outcome, QUIET)


def _times(state: JobState) -> Iterator[str]:
    yield f"every {_period(state.every_seconds)}" if state.every_seconds else "as it comes"
    if state.last:
        yield f"last {minute(state.last.started_at)}, run {state.last.runs:,}"
        if state.next_at:
            yield f"next {minute(state.next_at)}"


def _did(run: JobRun | JobOutcome) -> Lines:
    counts = ", ".join(f"{stage} {count:,}" for stage, count in run.counts.items())
    said = ": ".join(part for part in (counts, run.reason) if part)
    if said:
        yield quiet(f"   {said}")


def _period(seconds: float) -> str:
    for size, unit in _UNITS:
        count = seconds / size
        if count >= 1 and count == int(count):
            return unit if count == 1 else f"{count:.0f} {unit}s"
    return f"{seconds:g} seconds"
