"""What was done in a session: the steps it was told of, and its tool calls in order with arguments and outcome."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from mcp_memory.engine.domain.memory import Action
from mcp_memory.engine.domain.sessions import Role, Turn
from mcp_memory.engine.text.counting import cut_chars

MAX_ACTIONS = 60
_MAX_CHARS = 160
_CALL = re.compile(r"\s*([\w.:/-]{1,80})\s*[({:\s]\s*(.*)", re.DOTALL)
_FAILED = re.compile(r"\b(?:error|exception|traceback|failed|failure|denied|not found)\b|失败|错误|异常", re.IGNORECASE)
_NAME_KEYS = ("name", "tool", "tool_name", "function")
_ARGUMENT_KEYS = ("arguments", "args", "input", "tool_input", "parameters")


def actions(steps: Sequence[str], turns: Sequence[Turn]) -> tuple[Action, ...]:
    """The steps in words, then the tool calls of these turns, the latest of both, `MAX_ACTIONS` in all.

    What is repeated in a row counts once. Steps go first and whole: they say what the calls were for.
    """
    told = _distinct([Action(name=cut_chars(" ".join(step.split()), _MAX_CHARS)) for step in steps])[-MAX_ACTIONS:]
    called = _distinct([_action(call, result) for call, result in _calls(turns)])
    left = MAX_ACTIONS - len(told)
    return (*told, *(called[-left:] if left else ()))


def _distinct(found: Sequence[Action]) -> list[Action]:
    return [action for place, action in enumerate(found) if place == 0 or action != found[place - 1]]


def _calls(turns: Sequence[Turn]) -> Iterator[tuple[Turn, Turn | None]]:
    """Each call with the first result after it that no earlier call has taken."""
    results = iter([turn for turn in turns if turn.role is Role.TOOL_RESULT])
    waiting = next(results, None)
    for turn in turns:
        if turn.role is not Role.TOOL_CALL:
            continue
        while waiting is not None and waiting.n < turn.n:
            waiting = next(results, None)
        yield turn, waiting
        waiting = next(results, None) if waiting is not None else None


def _action(call: Turn, result: Turn | None) -> Action:
    name, arguments = _taken_apart(call.content)
    return Action(name=name, arguments=cut_chars(arguments, _MAX_CHARS), outcome=_outcome(result))


def _taken_apart(content: str) -> tuple[str, str]:
    try:
        plain = json.loads(content)
    except (ValueError, RecursionError):
        plain = None
    if isinstance(plain, Mapping):
        name = next((str(plain[key]) for key in _NAME_KEYS if isinstance(plain.get(key), str)), "")
        given: object = next((plain[key] for key in _ARGUMENT_KEYS if key in plain), {})
        return name or "call", given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    called = _CALL.match(content)
    return (called[1], called[2].strip(" )}")) if called else (cut_chars(content.strip(), _MAX_CHARS) or "call", "")


def _outcome(result: Turn | None) -> str:
    """`failed: …` or the first line of what came back."""
    if result is None:
        return ""
    first = next((line.strip() for line in result.content.splitlines() if line.strip()), "")
    failure = next((line.strip() for line in result.content.splitlines() if _FAILED.search(line)), "")
    return cut_chars(f"failed: {failure}" if failure else first, _MAX_CHARS)
