"""What a surface may ask of the engine: imperative, as the caller gave it, lenient about nothing but emptiness."""

from dataclasses import dataclass
from typing import Literal

from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Status

Verdict = Literal["edit", "wrong", "outdated", "confirmed", "pin", "unpin"]
ForgetMode = Literal["archive", "restore", "purge"]
ReviewAction = Literal["list", "approve", "reject", "keep_new", "keep_old", "keep_both", "undo"]
Include = Literal["cold", "archived", "overturned", "pending", "personal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remember:
    """Store one statement. `layer` None means auto; times are ISO 8601 or words such as "yesterday"."""

    content: str
    layer: Layer | None = None
    event_type: EventType | None = None
    steps: tuple[str, ...] = ()
    occurred_at: str = ""
    valid_until: str = ""
    project: str = ""
    tags: tuple[str, ...] = ()
    user_confirmed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Find memories. An empty query asks for the briefing; a query that is an id asks for that memory whole."""

    query: str = ""
    layer: Layer | None = None
    limit: int = 8
    max_tokens: int = 2_000
    since: str = ""
    until: str = ""
    event_type: EventType | None = None
    project: str = ""
    tags: tuple[str, ...] = ()
    include: frozenset[Include] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Say what is wrong or right about one memory. `expected_version` 0 means: whatever it is now."""

    id: str
    verdict: Verdict = "edit"
    content: str = ""
    layer: Layer | None = None
    reason: str = ""
    expected_version: int = 0
    user_confirmed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget:
    """Archive, restore or purge memories named by id, or found by a query (then only shown, never touched)."""

    ids: tuple[str, ...] = ()
    query: str = ""
    mode: ForgetMode = "archive"
    reason: str = ""
    confirm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Page through memories, newest event first. Empty sets leave a side open; statuses default to active."""

    layers: frozenset[Layer] = frozenset()
    statuses: frozenset[Status] = frozenset({Status.ACTIVE})
    project: str = ""
    tags: frozenset[str] = frozenset()
    limit: int = 50
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One turn as the caller gives it. `at` is ISO 8601 or words; empty means now."""

    role: Role
    content: str
    speaker: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe:
    """What happened in the principal's session. `resumes` names an earlier session of the same task."""

    turns: tuple[Said, ...] = ()
    goal: str = ""
    step: str = ""
    artifact: str = ""
    resumes: str = ""
    project: str = ""
    end: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Look at what waits for a person, or decide one item. `id` is that of the item, or of any of its memories."""

    action: ReviewAction = "list"
    id: str = ""
    reason: str = ""
    limit: int = 10
    user_confirmed: bool = False
