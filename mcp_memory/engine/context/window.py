"""What of a session goes into a model's window, part by part: what is open, the summary, the rounds (SPEC 3).

Each part has a budget of its own and lends nothing to another. A quarter of the working limit stays free; standing
memories come with the briefing.
"""

from collections.abc import Iterator, Sequence

from mcp_memory.engine.context.settled import Subject, done_statements, subject
from mcp_memory.engine.context.summary import extract
from mcp_memory.engine.context.trim import select
from mcp_memory.engine.domain.answers import Working
from mcp_memory.engine.domain.policies import ContextPolicy
from mcp_memory.engine.domain.sessions import SPOKEN_ROLES, Marked, Session, Turn, rounds
from mcp_memory.engine.domain.vocabulary import OPEN_EVENTS, EventType
from mcp_memory.engine.text.counting import count_tokens


def working_part(session: Session, turns: Sequence[Turn], question: str, policy: ContextPolicy) -> Working:
    """The working part of a session for a question. `turns` are those of the session, or its latest ones, in order.

    Open tasks, latest first, may take a quarter of the background; the summary has the rest of it. What is neither kept
    nor summarised yet (`session.summarised_to`) is summarised here.
    """
    selected = select(rounds(tuple(turns)), question, policy)
    tasks = _first_fitting(_open_tasks(session, turns), policy.background_tokens // _OPEN_SHARE)
    waiting = [turn for turn in selected.older if turn.n > session.summarised_to]
    room = policy.background_tokens - sum(map(_task_tokens, tasks))
    return Working(
        session=session,
        summary=extract(session.summary, waiting, room),
        rounds=selected.kept,
        open_tasks=tasks,
        left_out=max(session.turns, len(turns)) - sum(len(kept.turns) for kept in selected.kept),
    )


_OPEN_SHARE = 4
_DECIDING = frozenset({EventType.DECISION, EventType.REVERSAL})


def _open_tasks(session: Session, turns: Sequence[Turn]) -> Iterator[str]:
    """The open statements that nothing later settles, each once, latest first."""
    marks = [mark for mark in session.marked if mark.event_type in OPEN_EVENTS]
    if not marks:
        return
    done = list(_done(turns, min(mark.turn for mark in marks)))
    decided = [(mark.turn, subject(mark.text)) for mark in session.marked if mark.event_type in _DECIDING]
    seen: set[str] = set()
    for mark in sorted(marks, key=lambda mark: -mark.turn):
        settling = [*done, *decided] if mark.event_type is EventType.QUESTION else done
        if mark.text not in seen and not _is_settled(mark, settling):
            seen.add(mark.text)
            yield mark.text


_Said = tuple[int, Subject]
"""The turn in which something was said, and what it is about."""


def _done(turns: Sequence[Turn], after: int) -> Iterator[_Said]:
    """What the turns after one say was done."""
    for turn in turns:
        if turn.n > after and turn.role in SPOKEN_ROLES:
            yield from ((turn.n, subject(said)) for said in done_statements(turn.content))


def _is_settled(mark: Marked, settling: Sequence[_Said]) -> bool:
    about = subject(mark.text)
    return any(turn > mark.turn and about.is_settled_by(other) for turn, other in settling)


def _first_fitting(tasks: Iterator[str], max_tokens: int) -> tuple[str, ...]:
    chosen: list[str] = []
    for task in tasks:
        max_tokens -= _task_tokens(task)
        if max_tokens < 0:
            break
        chosen.append(task)
    return tuple(chosen)


def _task_tokens(task: str) -> int:
    return count_tokens(f"- {task}\n")
