"""Our own JSONL: a header, then one memory a line with its history and observations, then one link a line.

Lossless and deterministic: the same records give the same bytes. Reading refuses whatever could not be written back.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from mcp_memory.engine.domain.limits import MAX_NAME_CHARS
from mcp_memory.engine.domain.memory import Change, Dossier, Link, Memory, Observation
from mcp_memory.engine.domain.plain import (
    as_list,
    as_mapping,
    as_moment,
    as_text,
    as_whole,
    memory_from_plain,
    memory_to_plain,
)
from mcp_memory.engine.domain.vocabulary import LinkKind

FORMAT = "mcp-memory"
VERSION = 1
HEADER = json.dumps({"format": FORMAT, "version": VERSION}, separators=(",", ":"))
"""The first line. A reader refuses a version it does not know."""

_OURS = frozenset(
    {"type", "id", "source", "target", "user", "layer", "status", "kind", "event_type", "predicate", "marks", "at"}
    | {"occurred_at", "stored_at", "changed_at", "valid_until", "confirmed_at", "recalled_at"}
)
"""Fields of ids, times and words of our own, which reading checks one by one; any other holds what somebody wrote."""

_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_LARGEST = 2**63 - 1


def line_of(part: Dossier | Link) -> str:
    """One line, without its end."""
    plain = _link_to_plain(part) if isinstance(part, Link) else _dossier_to_plain(part)
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def part_of(line: str, clean: Callable[[str], str]) -> Dossier | Link:
    """What `line_of` wrote, every free text in it as `clean` returns it. Raises one of `UNREADABLE`."""
    line.encode()  # bytes that were no UTF-8 must not be cleaned away unseen
    fields = as_mapping(cleaned(json.loads(line), clean))
    kind = fields["type"]
    if kind == "link":
        return _link_from_plain(fields)
    if kind == "memory":
        return _dossier_from_plain(fields)
    raise ValueError(f"unknown type {str(kind)[:40]!r}")


def is_header(fields: object) -> bool:
    """Whether this is the first line of our own format, of any version."""
    return isinstance(fields, dict) and fields.get("format") == FORMAT


def cleaned(plain: Any, clean: Callable[[str], str], *, free: bool = True) -> Any:
    """The same value, with every free text in it cleaned."""
    match plain:
        case str():
            return clean(plain) if free else plain
        case list():
            return [cleaned(item, clean, free=free) for item in plain]
        case dict():
            return {key: cleaned(value, clean, free=key not in _OURS) for key, value in plain.items()}
        case _:
            return plain


def _dossier_to_plain(dossier: Dossier) -> dict[str, object]:
    return {
        "type": "memory",
        "memory": memory_to_plain(dossier.memory),
        "history": [_change_to_plain(change) for change in dossier.history],
        "observations": [{"scene": seen.scene, "at": seen.at.isoformat()} for seen in dossier.observations],
    }


def _dossier_from_plain(fields: Mapping[str, object]) -> Dossier:
    memory = memory_from_plain(fields["memory"])
    history = tuple(_change_from_plain(change, memory.id) for change in as_list(fields["history"]))
    _check(memory, history)
    return Dossier(
        memory=memory,
        history=history,
        links=(),
        observations=tuple(_observation_from_plain(seen, memory.id) for seen in as_list(fields["observations"])),
    )


def _check(memory: Memory, history: tuple[Change, ...]) -> None:
    """Raise ValueError for what the records could not keep as it is."""
    if not _ID.fullmatch(memory.id):
        raise ValueError("its id is none of ours")
    if any(len(change.verb) > MAX_NAME_CHARS or len(change.actor) > MAX_NAME_CHARS for change in history):
        raise ValueError("a verb or an actor is too long")
    if not (0 <= memory.importance <= 1 and 0 <= memory.confidence <= 1):
        raise ValueError("importance and confidence must lie between 0 and 1")
    if not (0 <= memory.version <= _LARGEST and 0 <= memory.recall_count <= _LARGEST):
        raise ValueError("a number is out of range")
    versions = [change.version for change in history]
    if versions != sorted(set(versions)) or not all(0 <= version <= _LARGEST for version in versions):
        raise ValueError("the history is not in order")
    if any(change.after.id != memory.id for change in history):
        raise ValueError("the history is of another memory")


def _change_to_plain(change: Change) -> dict[str, object]:
    return {
        "version": change.version,
        "at": change.at.isoformat(),
        "actor": change.actor,
        "verb": change.verb,
        "reason": change.reason,
        "before": None if change.before is None else memory_to_plain(change.before),
        "after": memory_to_plain(change.after),
    }


def _change_from_plain(plain: object, memory_id: str) -> Change:
    fields = as_mapping(plain)
    return Change(
        memory_id=memory_id,
        version=as_whole(fields["version"]),
        at=as_moment(fields["at"]),
        actor=as_text(fields["actor"]),
        verb=as_text(fields["verb"]),
        reason=as_text(fields["reason"]),
        before=None if fields["before"] is None else memory_from_plain(fields["before"]),
        after=memory_from_plain(fields["after"]),
    )


def _observation_from_plain(plain: object, memory_id: str) -> Observation:
    fields = as_mapping(plain)
    return Observation(memory_id=memory_id, scene=as_text(fields["scene"]), at=as_moment(fields["at"]))


def _link_to_plain(link: Link) -> dict[str, object]:
    return {
        "type": "link",
        "source": link.source,
        "kind": link.kind.value,
        "target": link.target,
        "at": link.at.isoformat(),
    }


def _link_from_plain(fields: Mapping[str, object]) -> Link:
    return Link(
        source=as_text(fields["source"]),
        kind=LinkKind(as_text(fields["kind"])),
        target=as_text(fields["target"]),
        at=as_moment(fields["at"]),
    )
