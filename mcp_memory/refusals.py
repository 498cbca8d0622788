"""An engine error as a person at the terminal reads it: the options by their names, and what to type next.

The errors' own messages speak to models, which call again with other arguments.
"""

from mcp_memory.engine.domain.errors import (
    EngineError,
    Invalid,
    MemoryNotFound,
    NotFound,
    NothingWaits,
    PersonNeeded,
    SessionNotFound,
    StaleVersion,
)
from mcp_memory.rendering import plain

_NEXT: dict[type[EngineError], str] = {
    Invalid: "",
    NotFound: "",
    MemoryNotFound: "No memory has that id. `mcp-memory list` and `mcp-memory recall` show ids.",
    NothingWaits: "Nothing with that id waits for a decision. `mcp-memory review --list` shows what waits.",
    PersonNeeded: "A person decides this, at a terminal.",
    SessionNotFound: "No session has that id. `mcp-memory sessions` lists them.",
    StaleVersion: "The memory was changed meanwhile. `mcp-memory show` tells how it reads now.",
}
_OPTIONS = {
    "expected_version": "--expected-version",
    "layer": "--layer",
    "occurred_at": "--occurred-at",
    "project": "--project",
    "reason": "--reason",
    "since": "--since",
    "steps": "--step",
    "tags": "--tag",
    "until": "--until",
    "valid_until": "--valid-until",
}
"""How the terminal calls what an error names; what has no option was typed by itself, and needs no name."""


def told(refused: EngineError) -> str:
    """The error as one line: what is wrong with what, then what to do next. It may quote a memory."""
    own = " ".join((type(refused).__doc__ or "").split())
    advice = _NEXT.get(type(refused), own) if refused.detail else _NEXT.get(type(refused)) or own
    lead = ": ".join(part for part in (_OPTIONS.get(refused.argument, ""), refused.detail.rstrip(".")) if part)
    return " ".join(plain(f"{lead}. {advice}" if lead else advice).split())
