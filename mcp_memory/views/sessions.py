"""What is shown of a session."""

from typing import Any, Self

from mcp_memory.engine.domain.answers import Observed, Working
from mcp_memory.engine.domain.sessions import Marked, Turn
from mcp_memory.engine.text.counting import count_tokens, cut, cut_chars
from mcp_memory.views.shape import Shape, View
from mcp_memory.views.words import RECORDS, minute, sentences, taken_out

REPLY_TOKENS = 1_500
"""Budget of the working part in the answer of `observe`; the resource has the whole of it."""

_LINE_CHARS = 300
"""How much is shown of a goal, a step, an artefact."""

_LATEST = 20
_TURN_TOKENS = 200
_LEAST_TOKENS = 40


class TurnView(Shape):
    """One turn, as it was said."""

    role: str
    text: str
    speaker: str = ""
    at: str = ""

    @classmethod
    def of(cls, turn: Turn, max_tokens: int) -> Self:
        """The turn, or its beginning."""
        text = cut(turn.content, max_tokens)
        return cls(role=turn.role, text=text, speaker=turn.speaker, at=minute(turn.at))


class WorkingView(View):
    """The state of one session: what it is for, what was done, what was said."""

    session: str
    goal: str = ""
    project: str = ""
    steps: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()
    summary: str = ""
    open_tasks: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    turns: int = 0
    rounds: tuple[TurnView, ...] = ()
    ended: str = ""

    @classmethod
    def of(cls, working: Working, max_tokens: int) -> Self:
        """The working part within a budget; the latest turns that fit."""
        session = working.session
        part = cls(
            session=session.id,
            goal=cut_chars(session.goal, _LINE_CHARS),
            project=session.project,
            steps=tuple(cut_chars(step, _LINE_CHARS) for step in session.steps[-_LATEST:]),
            artifacts=tuple(cut_chars(artifact, _LINE_CHARS) for artifact in session.artifacts[-_LATEST:]),
            summary=cut(working.summary, max_tokens // 2),
            open_tasks=working.open_tasks[-_LATEST:],
            marked=tuple(marked(mark) for mark in session.marked[-_LATEST:]),
            denied=session.denied[-_LATEST:],
            turns=session.turns,
            ended=minute(session.ended_at) if session.ended_at else "",
        )
        return part.model_copy(update={"rounds": _latest(working, max_tokens - count_tokens(part.line()))})


class ObservedView(View):
    """What became of one observe."""

    accepted: int
    marks: tuple[str, ...] = ()
    working: dict[str, Any]
    redactions: tuple[str, ...] = ()

    @classmethod
    def of(cls, answer: Observed) -> Self:
        """The state after it, and what is being kept."""
        kept = f"Being kept: {len(answer.marks)}." if answer.marks else ""
        ended = (
            "The session has ended; what it holds is encoded in the background."
            if answer.working.session.ended_at
            else ""
        )
        return cls(
            accepted=answer.accepted,
            marks=tuple(marked(mark) for mark in answer.marks[:_LATEST]),
            working=WorkingView.of(answer.working, REPLY_TOKENS).shown(),
            redactions=taken_out(answer.redactions),
            hint=sentences(kept, ended, *answer.notes, RECORDS),
        )


def marked(mark: Marked) -> str:
    """What kind of statement it is, and what was said."""
    return f"{mark.event_type}: {mark.text}"


def _latest(working: Working, max_tokens: int) -> tuple[TurnView, ...]:
    """The latest turns of the kept rounds, in order, as many as fit."""
    shown: list[TurnView] = []
    left = max_tokens
    for turn in reversed([turn for kept in working.rounds for turn in kept.turns]):
        if left < _LEAST_TOKENS:
            break
        view = TurnView.of(turn, min(left, max(_TURN_TOKENS, left // 2)))
        shown.append(view)
        left -= count_tokens(view.line())
    return tuple(reversed(shown))
