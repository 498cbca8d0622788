"""The terminal's view of the timetable: what is done regularly, how it went, and doing it now.

Servers do these things by themselves, one of them at a time; here a person looks, or does not want to wait.
"""

from collections.abc import Callable
from typing import Annotated

import typer

from mcp_memory import rendering_jobs as rendering
from mcp_memory.desk import As, Desk, opened
from mcp_memory.engine.domain.errors import NotFound


def jobs(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Only this job.", show_default=False)] = "",
    *,
    run: Annotated[bool, typer.Option("--run", help="Do it now, whether it is due or not.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="With --run: only say what it would do.")] = False,
    as_json: As = False,
) -> None:
    """Show what is done regularly, when it was done last and how it went, and when it is due; or do it now."""
    if run and not name:
        raise typer.BadParameter("name the job that is to be done now", param_hint="--run")
    if dry_run and not run:
        raise typer.BadParameter("say --run too; this only says what it would do", param_hint="--dry-run")
    with opened(context.obj) as desk:
        if dry_run:
            would = desk.engine.rehearse_job(name)
            desk.show(would, rendering.rehearsal(name, would), as_json=as_json)
            return
        if run:
            _run(desk, name, as_json=as_json)
            return
        states = tuple(state for state in desk.engine.jobs() if name in {"", state.name})
        if not states and name:
            raise NotFound("no job has that name; `mcp-memory jobs` lists them", argument=name)
        desk.show(states, rendering.jobs(states), as_json=as_json)


def _run(desk: Desk, name: str, *, as_json: bool) -> None:
    done = desk.engine.run_job(name)
    desk.show(done, rendering.job_run(done), as_json=as_json)
    if not done.passed:
        raise typer.Exit(1)


COMMANDS: dict[Callable[..., None], tuple[str, str]] = {
    jobs: ("jobs", "jobs backup --run"),
}
