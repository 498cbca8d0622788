"""All that is worth keeping of a turn: the procedures that it settles, each as a whole, and the notices beside them.

A procedure may stretch over the sentences or lines of a turn, none of which says by itself that it holds from now on.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from mcp_memory.engine.detection.kinds import Notice, notices
from mcp_memory.engine.detection.settled import Settled, settled
from mcp_memory.engine.detection.stance import MOCKING
from mcp_memory.engine.detection.statements import Statement, statements
from mcp_memory.engine.domain.vocabulary import STANDING_EVENTS, EventType


@dataclass(frozen=True, slots=True)
class SettledNotice(Notice):
    """The passage of a turn that settles a procedure, with its steps."""

    steps: tuple[str, ...]


def worth_keeping(text: str, role: str, speaker: str = "") -> tuple[Notice, ...]:
    """The notices of one turn in order, those within a procedure that a person settles replaced by the whole of it."""
    found = _meant(text, notices(text, role, speaker))
    laid = settled(text) if role == "user" else ()
    if not laid:
        return found
    spans = [(procedure.start, procedure.end) for procedure in laid]
    kept = [
        notice
        for notice in found
        if not _within(notice, spans) and not any(notice.statement.text in text[start:end] for start, end in spans)
    ]
    return tuple(sorted((*kept, *_procedures(text, laid)), key=lambda notice: notice.statement.start))


def _procedures(text: str, laid: Iterable[Settled]) -> Iterable[Notice]:
    for start, end, steps in ((one.start, one.end, one.steps) for one in laid):
        yield SettledNotice(EventType.CONSTRAINT, Statement(text[start:end], start, end), 1.0, steps)


def _meant(text: str, found: tuple[Notice, ...]) -> tuple[Notice, ...]:
    """The notices without the rules that are mocked, in their own statement or by the one right before them."""
    if all(notice.event_type not in STANDING_EVENTS for notice in found):
        return found
    said = statements(text)
    spans = [
        (statement.start, following.end)
        for statement, following in pairwise((*said, *said[-1:]))
        if MOCKING.search(statement.text)
    ]
    return tuple(notice for notice in found if notice.event_type not in STANDING_EVENTS or not _within(notice, spans))


def _within(notice: Notice, spans: list[tuple[int, int]]) -> bool:
    return any(start < notice.statement.end and notice.statement.start < end for start, end in spans)
