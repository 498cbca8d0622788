"""A project that is asked for under another spelling than the one it has. Pure."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from mcp_memory.engine.domain.answers import Briefing, Recalled
from mcp_memory.engine.domain.memory import Memory

_BETWEEN = re.compile(r"[\s_\-./]+")


def with_spelling(
    answer: Recalled | Briefing, project: str, projects: Callable[[], Sequence[str]]
) -> Recalled | Briefing:
    """The answer, naming the project that was likely meant when nothing in it is of `project`.

    `projects` is called only then.
    """
    if not project or any(memory.scope.project == project for memory in _memories(answer)):
        return answer
    other = _other_spelling(project, projects())
    if not other:
        return answer
    if isinstance(answer, Briefing):
        return replace(answer, other_spelling=other)
    return replace(answer, searched=replace(answer.searched, other_spelling=other))


def _memories(answer: Recalled | Briefing) -> Iterable[Memory]:
    if isinstance(answer, Recalled):
        return (found.memory for found in answer.found)
    return answer.memories


def _other_spelling(project: str, projects: Sequence[str]) -> str:
    if project in projects:
        return ""
    return next((known for known in projects if _folded(known) == _folded(project)), "")


def _folded(project: str) -> str:
    return _BETWEEN.sub("", project.casefold())
