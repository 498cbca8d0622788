"""What a user denies: the memory shown in the session that the denial is about, marked and lowered, never overturned.

Whether it is wrong a person decides (iron rule 4); until then it ranks lower and says that it was denied.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.detection.denials import Told, denial, told_besides
from mcp_memory.engine.domain.memory import Change, Memory, Principal
from mcp_memory.engine.domain.sessions import Role, Turn
from mcp_memory.engine.domain.vocabulary import Mark
from mcp_memory.engine.encoding.echo import closest, echoes, is_about, names_little
from mcp_memory.engine.ports.records import Transaction
from mcp_memory.engine.text.person import of_speaker

_REACH_BACK = 3
"""A denial is about what was said in the few turns before it."""

_LOWERED = 0.7
"""Factor on the confidence of what was denied."""


def denied_memory(turn: Turn, before: Sequence[Turn], shown: Sequence[Memory]) -> Memory | None:
    """The memory, of those the session was shown, that a user's turn denies; None when it denies none.

    It is the one that the denial speaks of. A denial that says nothing of its own is about what was said before it.
    """
    if turn.role is not Role.USER or not denial(turn.content):
        return None
    told = told_besides(turn.content)
    for memory in reversed(shown):
        if any(_stands_against(clause, memory.content) for clause in told):
            return memory
    if not all(names_little(clause.text) for clause in told):
        return None
    said = [earlier.content for earlier in before[-_REACH_BACK:] if earlier.role is not Role.USER]
    place = closest(said, [memory.content for memory in shown])
    if place is None or any(clause.is_negative and not echoes(clause.text, [shown[place].content]) for clause in told):
        return None
    return shown[place]


def _stands_against(clause: Told, content: str) -> bool:
    if is_about(clause.text, content, is_negative=clause.is_negative):
        return True
    return compare(content, of_speaker(clause.said)).relation is Relation.CONTRADICTS


def mark_denied(writing: Transaction, who: Principal, memory: Memory, turn: Turn, now: datetime) -> None:
    """Mark and lower it, once; the entry in the history says which turn denied it."""
    current = writing.get(memory.id)
    if current is None or Mark.DENIED in current.marks:
        return
    lowered = replace(current.marked(Mark.DENIED), confidence=current.confidence * _LOWERED)
    reason = f"denied by the user in turn {turn.n} of session {who.session}"
    writing.put(Change.made(who, "denied", reason, current, lowered.changed(now)))
