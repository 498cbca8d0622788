"""Memories as plain values of JSON's own types and back: the one shape they have in files and in the history.

Lossless for every memory but for its tier, which is no part of it; refuses anything else with one of `UNREADABLE`.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, assert_never

from mcp_memory.engine.domain.memory import Action, Details, Episode, Memory, Origin, Procedure, Scope, Triple
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark, OriginKind, Predicate, Status

UNREADABLE = (ValueError, TypeError, KeyError, OverflowError, RecursionError)
"""What reading a damaged value may raise."""


def memory_to_plain(memory: Memory) -> dict[str, object]:
    """The memory as nested dictionaries of JSON's own types; times are ISO 8601."""
    return {
        "id": memory.id,
        "layer": memory.layer.value,
        "content": memory.content,
        "scope": {"user": memory.scope.user, "project": memory.scope.project},
        "status": memory.status.value,
        "origin": {
            "kind": memory.origin.kind.value,
            "agent": memory.origin.agent,
            "session": memory.origin.session,
        },
        "event_type": memory.event_type.value,
        "occurred_at": memory.occurred_at.isoformat(),
        "stored_at": memory.stored_at.isoformat(),
        "changed_at": memory.changed_at.isoformat(),
        "importance": memory.importance,
        "confidence": memory.confidence,
        "version": memory.version,
        "details": details_to_plain(memory.details),
        "marks": sorted(memory.marks),
        "tags": list(memory.tags),
        "when_said": memory.when_said,
        "valid_until": _iso_or_none(memory.valid_until),
        "confirmed_at": _iso_or_none(memory.confirmed_at),
        "recalled_at": _iso_or_none(memory.recalled_at),
        "recall_count": memory.recall_count,
    }


def memory_from_plain(plain: object) -> Memory:
    """The memory that `memory_to_plain` took apart."""
    fields = as_mapping(plain)
    scope = as_mapping(fields["scope"])
    origin = as_mapping(fields["origin"])
    return Memory(
        id=as_text(fields["id"]),
        layer=Layer(as_text(fields["layer"])),
        content=as_text(fields["content"]),
        scope=Scope(user=as_text(scope["user"]), project=as_text(scope["project"])),
        status=Status(as_text(fields["status"])),
        origin=Origin(
            kind=OriginKind(as_text(origin["kind"])),
            agent=as_text(origin["agent"]),
            session=as_text(origin["session"]),
        ),
        event_type=EventType(as_text(fields["event_type"])),
        occurred_at=as_moment(fields["occurred_at"]),
        stored_at=as_moment(fields["stored_at"]),
        changed_at=as_moment(fields["changed_at"]),
        importance=as_number(fields["importance"]),
        confidence=as_number(fields["confidence"]),
        version=as_whole(fields["version"]),
        details=details_from_plain(fields["details"]),
        marks=frozenset(Mark(mark) for mark in as_texts(fields["marks"])),
        tags=as_texts(fields["tags"]),
        when_said=as_text(fields["when_said"]),
        valid_until=_moment_or_none(fields["valid_until"]),
        confirmed_at=_moment_or_none(fields["confirmed_at"]),
        recalled_at=_moment_or_none(fields["recalled_at"]),
        recall_count=as_whole(fields["recall_count"]),
    )


def details_to_plain(details: Details) -> dict[str, object] | None:
    """A triple, procedure or episode, told apart by `kind`."""
    match details:
        case None:
            return None
        case Triple():
            return {
                "kind": "triple",
                "subject": details.subject,
                "predicate": details.predicate.value,
                "object": details.object,
            }
        case Procedure():
            return {
                "kind": "procedure",
                "trigger": details.trigger,
                "steps": list(details.steps),
                "inputs": list(details.inputs),
                "outputs": list(details.outputs),
            }
        case Episode():
            return _episode_to_plain(details)
        case _:
            assert_never(details)


def details_from_plain(plain: object) -> Details:
    """The details that `details_to_plain` took apart."""
    if plain is None:
        return None
    fields = as_mapping(plain)
    if fields["kind"] == "triple":
        return Triple(
            subject=as_text(fields["subject"]),
            predicate=Predicate(as_text(fields["predicate"])),
            object=as_text(fields["object"]),
        )
    if fields["kind"] == "procedure":
        return Procedure(
            trigger=as_text(fields["trigger"]),
            steps=as_texts(fields["steps"]),
            inputs=as_texts(fields["inputs"]),
            outputs=as_texts(fields["outputs"]),
        )
    if fields["kind"] == "episode":
        return _episode_from_plain(fields)
    raise ValueError(f"unknown kind of details: {fields['kind']!r}")


_TEXTS_OF_EPISODE = ("speaker", "goal", "conclusion", "stance", "place", "topic", "intent")
_LISTS_OF_EPISODE = ("open_tasks", "subjects", "objects", "inferred")


def _episode_to_plain(episode: Episode) -> dict[str, object]:
    return {
        "kind": "episode",
        **{name: getattr(episode, name) for name in _TEXTS_OF_EPISODE},
        **{name: list(getattr(episode, name)) for name in _LISTS_OF_EPISODE},
        "actions": [[action.name, action.arguments, action.outcome] for action in episode.actions],
        "turns": list(episode.turns),
    }


def _episode_from_plain(fields: Mapping[str, object]) -> Episode:
    actions = (as_texts(action) for action in as_list(fields["actions"]))
    texts: dict[str, Any] = {name: as_text(fields[name]) for name in _TEXTS_OF_EPISODE}
    lists: dict[str, Any] = {name: as_texts(fields[name]) for name in _LISTS_OF_EPISODE}
    return Episode(
        **texts,
        **lists,
        actions=tuple(Action(name, arguments, outcome) for name, arguments, outcome in actions),
        turns=tuple(as_whole(number) for number in as_list(fields["turns"])),
    )


def as_text(value: object) -> str:
    """The value, which must be text, and such that it can be written again."""
    if not isinstance(value, str):
        raise TypeError("text expected")
    if not value.isascii():
        value.encode()
    return value


def as_texts(value: object) -> tuple[str, ...]:
    """The value, which must be a list of texts."""
    return tuple(as_text(item) for item in as_list(value))


def as_list(value: object) -> list[object]:
    """The value, which must be a list."""
    if not isinstance(value, list):
        raise TypeError("a list expected")
    return value


def as_number(value: object) -> float:
    """The value, which must be a number."""
    if not isinstance(value, int | float):
        raise TypeError("a number expected")
    return float(value)


def as_whole(value: object) -> int:
    """The value, which must be a whole number."""
    if not isinstance(value, int):
        raise TypeError("a whole number expected")
    return value


def as_moment(value: object) -> datetime:
    """The value, which must be a time in ISO 8601, with its zone."""
    moment = datetime.fromisoformat(as_text(value))
    if moment.tzinfo is None:
        raise ValueError("a time without its zone")
    return moment


def as_mapping(value: object) -> Mapping[str, object]:
    """The value, which must be an object."""
    if not isinstance(value, dict):
        raise TypeError("an object expected")
    return value


def _iso_or_none(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _moment_or_none(value: object) -> datetime | None:
    return None if value is None else as_moment(value)
