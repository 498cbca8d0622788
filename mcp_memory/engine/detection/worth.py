"""All that is worth keeping of a turn: its notices, and the procedure that the turn settles as a whole.

A procedure may stretch over the sentences or lines of a turn, none of which says by itself that it holds from now on.
"""

from itertools import pairwise

from mcp_memory.engine.detection.kinds import Notice, notices
from mcp_memory.engine.detection.settled import settled_procedure
from mcp_memory.engine.detection.stance import MOCKING
from mcp_memory.engine.detection.statements import Statement, statements
from mcp_memory.engine.domain.vocabulary import STANDING_EVENTS, EventType

_MAX_CHARS = 4_000
"""A longer turn is a document that was pasted, and settles nothing."""


def worth_keeping(text: str, role: str, speaker: str = "") -> tuple[Notice, ...]:
    """The notices of one turn, those within a settled procedure replaced by the whole of it."""
    found = _meant(text, notices(text, role, speaker))
    if role != "user" or len(text) > _MAX_CHARS or settled_procedure(text) is None:
        return found
    if any(settled_procedure(notice.statement.text) for notice in found):
        return found
    return (Notice(EventType.CONSTRAINT, Statement(text.strip(), 0, len(text)), 1.0),)


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
    return any(start <= notice.statement.start < end for start, end in spans)
