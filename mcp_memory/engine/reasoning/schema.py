"""The form of a model's answer: as JSON schemas to ask with, and as a reading of what came back.

The service enforces the form, gateways between may not, and neither knows which turns there are. So every answer is
read again here, by hand, and what is not as asked is dropped and counted: by then it is text of a stranger.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.ports.reasoner import Candidate

_TEXT: Mapping[str, object] = {"type": "string"}
_TEXTS: Mapping[str, object] = {"type": "array", "items": _TEXT}
_TEXT_FIELDS = ("speaker", "goal", "conclusion", "stance", "place", "topic", "intent", "when", "valid_until")
_LIST_FIELDS = ("open_tasks", "subjects", "objects", "steps")
_KINDS = [kind.value for kind in EventType]
_LONGEST_TEXT = 2_000
_LONGEST_LIST = 50


def _object(properties: Mapping[str, object]) -> dict[str, object]:
    """Every property is required: optional ones make the service's grammar large."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


MEMORIES = _object(
    {
        "memories": {
            "type": "array",
            "items": _object(
                {
                    "content": _TEXT,
                    "event_type": {"enum": _KINDS},
                    "turns": {"type": "array", "items": {"type": "integer"}},
                    **dict.fromkeys(_TEXT_FIELDS, _TEXT),
                    **dict.fromkeys(_LIST_FIELDS, _TEXTS),
                }
            ),
        }
    }
)
"""What an extraction answers."""

SUMMARY = _object({"summary": _TEXT})
"""What a summary answers."""

RULE = _object({"is_one_rule": {"type": "boolean"}, "statement": _TEXT})
"""What a generalisation answers."""

VERDICT = _object({"verdict": {"type": "boolean"}})
"""What a question for yes or no answers."""


class NotAsAskedError(Exception):
    """An answer has another form than the one that was asked for."""


@dataclass(frozen=True, slots=True)
class Read:
    """The candidates of an answer, and how many were dropped, by reason."""

    candidates: tuple[Candidate, ...]
    dropped: Mapping[str, int]


def read_memories(answer: str, turns: Sequence[int]) -> Read:
    """Read an extraction. A candidate that is not as asked, or rests on other turns than these, is dropped.

    Raises `NotAsAskedError` when the answer as a whole cannot be read.
    """
    dropped: Counter[str] = Counter()
    candidates = []
    for item in _list(_field(answer, "memories")):
        try:
            candidate = _candidate(item)
        except NotAsAskedError:
            dropped["malformed"] += 1
            continue
        if set(candidate.turns) <= set(turns):
            candidates.append(candidate)
        else:
            dropped["rests on turns that are not there"] += 1
    return Read(tuple(candidates), dict(dropped))


def read_summary(answer: str) -> str:
    """Read a summary. Raises `NotAsAskedError` when there is none."""
    summary = _field(answer, "summary")
    if not isinstance(summary, str) or not summary.strip():
        raise NotAsAskedError
    return _storable(summary).strip()


def read_rule(answer: str) -> str:
    """Read a generalisation; "" when there is no one rule. Raises `NotAsAskedError`."""
    is_one_rule, statement = _boolean(answer, "is_one_rule"), _text(_field(answer, "statement"))
    if is_one_rule and not statement:
        raise NotAsAskedError
    return statement if is_one_rule else ""


def read_verdict(answer: str) -> bool:
    """Read a yes or no. Raises `NotAsAskedError`."""
    return _boolean(answer, "verdict")


def _boolean(answer: str, name: str) -> bool:
    said = _field(answer, name)
    if not isinstance(said, bool):
        raise NotAsAskedError
    return said


def _field(answer: str, name: str) -> object:
    try:
        read = json.loads(answer)
    except (ValueError, RecursionError):
        raise NotAsAskedError from None
    if not isinstance(read, dict) or name not in read:
        raise NotAsAskedError
    return read[name]


def _candidate(item: object) -> Candidate:
    """One memory of the answer. Optional fields may be absent, as where no schema was enforced."""
    if not isinstance(item, dict):
        raise NotAsAskedError
    content, kind = _text(item.get("content")), item.get("event_type")
    if not content or kind not in _KINDS:
        raise NotAsAskedError
    return Candidate(
        content=content,
        event_type=EventType(kind),
        turns=_numbers(item.get("turns")),
        speaker=_text(item.get("speaker", "")),
        goal=_text(item.get("goal", "")),
        conclusion=_text(item.get("conclusion", "")),
        stance=_text(item.get("stance", "")),
        open_tasks=_texts(item.get("open_tasks", [])),
        place=_text(item.get("place", "")),
        subjects=_texts(item.get("subjects", [])),
        objects=_texts(item.get("objects", [])),
        topic=_text(item.get("topic", "")),
        intent=_text(item.get("intent", "")),
        steps=_texts(item.get("steps", [])),
        when=_text(item.get("when", "")),
        valid_until=_text(item.get("valid_until", "")),
    )


def _numbers(given: object) -> tuple[int, ...]:
    numbers = _list(given)
    # `type`, since a boolean is an int by inheritance.
    if not numbers or any(type(number) is not int for number in numbers):
        raise NotAsAskedError
    return tuple(sorted({number for number in numbers if isinstance(number, int)}))


def _texts(given: object) -> tuple[str, ...]:
    return tuple(text for text in map(_text, _list(given)) if text)


def _list(given: object) -> list[object]:
    if not isinstance(given, list) or len(given) > _LONGEST_LIST:
        raise NotAsAskedError
    return given


def _text(given: object) -> str:
    """One line without blanks around it."""
    if not isinstance(given, str) or len(given) > _LONGEST_TEXT:
        raise NotAsAskedError
    return " ".join(_storable(given).split())


def _storable(text: str) -> str:
    """The same, valid as UTF-8: JSON can spell half a surrogate pair."""
    return text.encode(errors="replace").decode()
