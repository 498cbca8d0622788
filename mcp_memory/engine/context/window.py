"""What goes into a model's window, part by part: standing memories, the summary, the rounds (SPEC 3).

Each part has a budget of its own and lends nothing to another. A quarter of the working limit stays free.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mcp_memory.engine.context.cutting import round_tokens
from mcp_memory.engine.context.settled import Subject, done_statements, subject
from mcp_memory.engine.context.summary import extract
from mcp_memory.engine.context.trim import Selected, select
from mcp_memory.engine.domain.answers import Working
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import ContextPolicy
from mcp_memory.engine.domain.sessions import SPOKEN_ROLES, Marked, Round, Session, Turn, rounds
from mcp_memory.engine.domain.vocabulary import OPEN_EVENTS, EventType
from mcp_memory.engine.text.counting import count_tokens

MEMORY_TOKENS = 12
"""What a standing memory costs beside its text: its mark, its date, who vouches."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """What each part of a window costs."""

    standing: int
    summary: int
    rounds: int

    @property
    def total(self) -> int:
        """All parts together."""
        return self.standing + self.summary + self.rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The parts of a window; the summary is delivered as a system part of its own.

    `left_out` counts turns that stand in the summary only.
    """

    standing: tuple[Memory, ...]
    summary: str
    rounds: tuple[Round, ...]
    tokens: Tokens
    left_out: int = 0


def assemble(
    session: Session, turns: Sequence[Turn], standing: Sequence[Memory], question: str, policy: ContextPolicy
) -> Window:
    """The window of a session for a question. `turns` are those of the session, or its latest ones, in order.

    Standing memories go in by confidence, then the latest change, each whole. What is neither kept nor summarised yet
    (`session.summarised_to`) is summarised here.
    """
    selected = select(rounds(tuple(turns)), question, policy)
    chosen = _within(standing, policy.standing_tokens)
    standing_tokens = sum(map(_memory_tokens, chosen))
    summary = _summary(session, selected, policy.background_tokens - standing_tokens)
    return Window(
        standing=chosen,
        summary=summary,
        rounds=selected.kept,
        tokens=Tokens(standing_tokens, count_tokens(summary), sum(round_tokens(kept.turns) for kept in selected.kept)),
        left_out=_left_out(session, turns, selected),
    )


def working_part(session: Session, turns: Sequence[Turn], question: str, policy: ContextPolicy) -> Working:
    """The working part of a session: the same pieces without standing memories, and what is open.

    Open tasks, latest first, may take a quarter of the background; the summary has the rest of it.
    """
    selected = select(rounds(tuple(turns)), question, policy)
    tasks = _first_fitting(_open_tasks(session, turns), policy.background_tokens // _OPEN_SHARE)
    spent = sum(map(_task_tokens, tasks))
    return Working(
        session=session,
        summary=_summary(session, selected, policy.background_tokens - spent),
        rounds=selected.kept,
        open_tasks=tasks,
        left_out=_left_out(session, turns, selected),
    )


_OPEN_SHARE = 4
_DECIDING = frozenset({EventType.DECISION, EventType.REVERSAL})


def _summary(session: Session, selected: Selected, max_tokens: int) -> str:
    waiting = [turn for turn in selected.older if turn.n > session.summarised_to]
    return extract(session.summary, waiting, max_tokens)


def _left_out(session: Session, turns: Sequence[Turn], selected: Selected) -> int:
    return max(session.turns, len(turns)) - sum(len(kept.turns) for kept in selected.kept)


def _within(standing: Sequence[Memory], max_tokens: int) -> tuple[Memory, ...]:
    """The memories that fit, the surest and of these the latest first; a shorter one may still fit."""
    latest = sorted(standing, key=lambda memory: (memory.changed_at, memory.id), reverse=True)
    chosen: list[Memory] = []
    for memory in sorted(latest, key=lambda memory: -memory.confidence):
        cost = _memory_tokens(memory)
        if cost <= max_tokens:
            max_tokens -= cost
            chosen.append(memory)
    return tuple(chosen)


def _memory_tokens(memory: Memory) -> int:
    return MEMORY_TOKENS + count_tokens(memory.content)


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
