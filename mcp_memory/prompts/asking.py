"""What a request for a prompt lacks is told before the SDK stumbles over it: as the client's error, not as ours."""

from collections.abc import Mapping, Sequence
from typing import Any

from mcp import MCPError
from mcp.types import INVALID_PARAMS, Prompt

_SHOWN_CHARS = 40


def check(prompts: Sequence[Prompt], params: Mapping[str, Any] | None) -> None:
    """Raise `MCPError` for a prompt nobody knows, or one without its arguments. What is malformed the SDK refuses."""
    match params:
        case {"name": str(name), "arguments": dict(given)}:
            _check(prompts, name, given)
        case {"name": str(name)}:
            _check(prompts, name, {})
        case _:
            pass


def _check(prompts: Sequence[Prompt], name: str, given: Mapping[str, Any]) -> None:
    asked = next((prompt for prompt in prompts if prompt.name == name), None)
    if asked is None:
        known = ", ".join(prompt.name for prompt in prompts)
        raise MCPError(INVALID_PARAMS, f"There is no prompt {name[:_SHOWN_CHARS]!r}. There are: {known}.")
    needed = [argument.name for argument in asked.arguments or () if argument.required]
    missing = [argument for argument in needed if given.get(argument) in (None, "")]
    if missing:
        raise MCPError(INVALID_PARAMS, f"The prompt {name} needs a value for: {', '.join(missing)}.")
