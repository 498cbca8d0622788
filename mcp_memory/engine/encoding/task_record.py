"""The record of one task: what a session was for, what was done, what came of it. One for each session.

It is made of the session's own words, without a reasoner; small talk has no goal and no actions, and leaves none.
"""

from collections.abc import Sequence

from mcp_memory.engine.detection.brevity import brief
from mcp_memory.engine.detection.chatter import is_chatter
from mcp_memory.engine.detection.kinds import notices
from mcp_memory.engine.domain.memory import Action, Episode
from mcp_memory.engine.domain.sessions import SPOKEN_ROLES, Role, Session, Turn
from mcp_memory.engine.domain.vocabulary import OPEN_EVENTS
from mcp_memory.engine.encoding.actions import actions
from mcp_memory.engine.text.languages import is_chinese

_LEAST_ACTIONS = 2
_SHOWN_STEPS = 8
_GOAL_WORDS = 30
_STEP_WORDS = 12
_END_WORDS = 30


def task_record(session: Session, turns: Sequence[Turn]) -> tuple[str, Episode] | None:
    """The text and the parts of the record; None when the session had no task."""
    done = actions(session.steps, turns)
    goal = session.goal or (_asked_for(turns) if len(done) >= _LEAST_ACTIONS else "")
    if not goal or not (done or session.artifacts):
        return None
    conclusion = _conclusion(turns)
    goal_words = brief(goal, _GOAL_WORDS)
    text = _told(goal_words, _steps(session, done), conclusion)
    episode = Episode(
        goal=goal_words,
        conclusion=conclusion,
        subjects=(session.user,),
        objects=session.artifacts[-_SHOWN_STEPS:],
        intent="report",
        topic=brief(goal, 6),
        actions=done,
        turns=tuple(turn.n for turn in turns if turn.role in SPOKEN_ROLES)[-60:],
        inferred=("subjects",) if session.goal else ("subjects", "goal"),
    )
    return text, episode


def _told(goal: str, steps: Sequence[str], conclusion: str) -> str:
    labels = ("任务", "步骤", "结果") if is_chinese(goal) else ("Task", "Steps", "Outcome")
    parts = zip(labels, (goal, "; ".join(steps), conclusion), strict=True)
    lines = [f"{label}: {part}" for label, part in parts if part]
    return brief("\n".join(lines))


def _steps(session: Session, done: Sequence[Action]) -> list[str]:
    if session.steps:
        return [brief(step, _STEP_WORDS) for step in session.steps[-_SHOWN_STEPS:]]
    return [action.name for action in done[-_SHOWN_STEPS:]]


def _asked_for(turns: Sequence[Turn]) -> str:
    asked = (turn.content for turn in turns if turn.role is Role.USER and not is_chatter(turn.content))
    return brief(next(asked, ""), _GOAL_WORDS)


def _conclusion(turns: Sequence[Turn]) -> str:
    """The last thing that the assistant reported as done, found or decided; "" when it reported nothing."""
    for turn in reversed(turns):
        found = notices(turn.content, Role.ASSISTANT.value) if turn.role is Role.ASSISTANT else ()
        reported = [notice.statement.text for notice in found if notice.event_type not in OPEN_EVENTS]
        if reported:
            return brief(reported[-1], _END_WORDS)
    return ""
