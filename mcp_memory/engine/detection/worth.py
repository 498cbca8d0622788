"""All that is worth keeping of a turn: its notices, and the procedure that the turn settles as a whole.

A procedure may stretch over the sentences or lines of a turn, none of which says by itself that it holds from now on.
"""

from mcp_memory.engine.detection.kinds import Notice, notices
from mcp_memory.engine.detection.settled import settled_procedure
from mcp_memory.engine.detection.statements import Statement
from mcp_memory.engine.domain.vocabulary import EventType

_MAX_CHARS = 4_000
"""A longer turn is a document that was pasted, and settles nothing."""


def worth_keeping(text: str, role: str, speaker: str = "") -> tuple[Notice, ...]:
    """The notices of one turn, those within a settled procedure replaced by the whole of it."""
    found = notices(text, role, speaker)
    if role != "user" or len(text) > _MAX_CHARS or settled_procedure(text) is None:
        return found
    if any(settled_procedure(notice.statement.text) for notice in found):
        return found
    return (Notice(EventType.CONSTRAINT, Statement(text.strip(), 0, len(text)), 1.0),)
