"""Sessions and what is said in them: the working memory, outside the model."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import pairwise

from mcp_memory.engine.domain.vocabulary import EventType

IMPORTED = "import:"
"""Begins the agent's name of a session that was held elsewhere and brought in from a file."""


class Role(StrEnum):
    """Who or what a turn comes from."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"


SPOKEN_ROLES = frozenset({Role.USER, Role.ASSISTANT})
"""Who holds a conversation."""

TOOL_ROLES = frozenset({Role.TOOL_CALL, Role.TOOL_RESULT})
"""What is called and what comes of it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a session. `n` is its place, from 1 on; `at` is UTC; `speaker` may be empty."""

    n: int
    role: Role
    content: str
    at: datetime
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """A user turn and all up to the next one; what comes before the first user turn is a round of its own."""

    turns: tuple[Turn, ...]


def rounds(turns: tuple[Turn, ...]) -> tuple[Round, ...]:
    """The turns cut into rounds, in order."""
    starts = [place for place, turn in enumerate(turns) if turn.role is Role.USER or place == 0]
    return tuple(Round(turns[start:end]) for start, end in pairwise([*starts, len(turns)]))


@dataclass(frozen=True, slots=True)
class Marked:
    """A statement of a turn that is worth keeping, noted as soon as it was said."""

    event_type: EventType
    text: str
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One conversation or task of one agent, apart from its turns.

    `scene` is the independent context it counts as: its own id, or that of the session it resumes. `turns` counts
    them; those up to `watermark` lie below a boundary; those up to `summarised_to` stand in `summary`. A session that
    has `ended_at` takes no more turns. `denied` is what the user denied in it.
    """

    id: str
    user: str
    agent: str
    scene: str
    opened_at: datetime
    active_at: datetime
    project: str = ""
    goal: str = ""
    resumes: str = ""
    steps: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()
    marked: tuple[Marked, ...] = ()
    denied: tuple[str, ...] = ()
    turns: int = 0
    watermark: int = 0
    summary: str = ""
    summarised_to: int = 0
    ended_at: datetime | None = None

    @property
    def is_imported(self) -> bool:
        """Whether it was held elsewhere: what comes of it is an import's word, and no new scene."""
        return self.agent.startswith(IMPORTED)
