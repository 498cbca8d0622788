"""How large what is kept may be, in characters."""

from collections.abc import Iterable

from mcp_memory.engine.domain.errors import ContentTooLong, Invalid

MAX_CONTENT_CHARS = 100_000
"""Longest content of one memory (SPEC 12.7)."""

MAX_NAME_CHARS = 200
"""Longest name: of a project, a tag, a session."""

MAX_REASON_CHARS = 2_000
"""Longest reason; it is kept in the history for ever."""

MAX_STEP_CHARS = 10_000
"""Longest single step of a procedure or a task, longest goal and artefact."""


def check_length(content: str) -> None:
    """Raise `ContentTooLong`, with the length, when the content is over the limit."""
    if len(content) > MAX_CONTENT_CHARS:
        raise ContentTooLong(f"it has {len(content):,} characters", argument="content")


def check_names(argument: str, names: Iterable[str]) -> None:
    """Raise `Invalid` for a name over the limit."""
    for name in names:
        _check(argument, name, MAX_NAME_CHARS)


def check_reason(reason: str) -> None:
    """Raise `Invalid` for a reason over the limit."""
    _check("reason", reason, MAX_REASON_CHARS)


def check_steps(steps: Iterable[str]) -> None:
    """Raise `Invalid` for a step over the limit."""
    for step in steps:
        _check("steps", step, MAX_STEP_CHARS)


def check_task(goal: str, step: str, artifact: str) -> None:
    """Raise `Invalid` for a part of a task's state over the limit of a step."""
    for argument, text in (("goal", goal), ("step", step), ("artifact", artifact)):
        _check(argument, text, MAX_STEP_CHARS)


def _check(argument: str, text: str, most: int) -> None:
    if len(text) > most:
        raise Invalid(f"{len(text):,} characters are too many; it holds at most {most:,}", argument=argument)
