"""What sessions say of memories that are to be purged, and its erasure: a purge leaves the text nowhere.

It takes a text as a trace only when it holds a whole wording of such a memory, or when the memory names it as where it
came from. Nothing here asks whether a row can be read: damaged rows hold text too.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from mcp_memory.engine.domain.plain import UNREADABLE, as_text
from mcp_memory.engine.records import echoes, sealed
from mcp_memory.engine.records.codec import to_json
from mcp_memory.engine.records.conditions import among, among_those, as_list
from mcp_memory.engine.records.schema import (
    archived_turns,
    erased_turns,
    memories,
    quarantine,
    sessions,
    tombstones,
    turns,
    versions,
)

_NOTED = ("goal", "steps", "artifacts", "marked", "denied", "summary")
_SESSION_TABLES = (sessions.name, turns.name, archived_turns.name)

# Built once: building takes longer than running them, and the write lock is held meanwhile.
_MEMORIES = sa.select(memories.c.id, memories.c.user, memories.c.session, memories.c.content, memories.c.details).where(
    among_those(memories.c.id, "ids")
)
_VERSIONS = sa.select(versions.c.memory_id, versions.c.before, versions.c.after).where(
    among_those(versions.c.memory_id, "ids")
)
_row_number = sa.literal_column("rowid", sa.Integer)  # a damaged id would not name the row
_NOTES = sa.select(
    _row_number.label("place"), sessions.c.id, sessions.c.summarised_to, *(sessions.c[name] for name in _NOTED)
).where(sessions.c.user == sa.bindparam("of_user"))
_TURNS = {
    table: sa.select(_row_number.label("place"), table.c.session, table.c.n, table.c.content).where(
        table.c.user == sa.bindparam("of_user"), table.c.content != ""
    )
    for table in (turns, archived_turns)
}
_EMPTY = {
    turns: sa.update(turns).where(_row_number == sa.bindparam("place")).values(content="", is_encoded=1),
    archived_turns: sa.update(archived_turns).where(_row_number == sa.bindparam("place")).values(content=""),
}
_SET_ASIDE = sa.select(quarantine.c.key, quarantine.c.columns).where(quarantine.c.source.in_(_SESSION_TABLES))
_NOTE_ERASED = insert(erased_turns).on_conflict_do_nothing()


@dataclass(slots=True)
class _Trace:
    """Of one user: the wordings to look for, and the sessions and turns (session and number) the memories came from."""

    sessions: set[str] = field(default_factory=set)
    wordings: set[str] = field(default_factory=set)
    places: set[tuple[str, int]] = field(default_factory=set)

    def take(self, plain: object) -> None:
        """Add what a memory, or what is left of it, says of itself."""
        content, session = _at(plain, "content"), _at(plain, "origin", "session")
        if isinstance(content, str) and content.strip():
            self.wordings |= {content, to_json(content)[1:-1], json.dumps(content)[1:-1]}
        if isinstance(session, str):
            self.sessions.add(session)
        numbers = _at(plain, "details", "turns")
        if isinstance(session, str) and isinstance(numbers, list):
            self.places |= {(session, number) for number in numbers if isinstance(number, int)}

    def marks(self, value: object) -> bool:
        """Whether a value of a row, or an entry of a list, holds one of the wordings."""
        text = value if isinstance(value, str) else _as_text(value)
        for wording in self.wordings:  # noqa: SIM110 - a generator takes twice as long, with the write lock held
            if wording in text:
                return True
        return False


def erase(connection: sa.Connection, memory_ids: Sequence[str], revision: int) -> None:
    """Empty turns, drop entries, clear summaries: all that holds the text of these memories, which are still there.

    Where that was is noted under `revision`.
    """
    for user, trace in _gathered(connection, memory_ids).items():
        erased: defaultdict[str, dict[int, str]] = defaultdict(dict)
        for table in _TURNS:
            for session, n, content in _empty_turns(connection, table, user, trace):
                erased[session][n] = content
        changed = _clean_notes(connection, user, trace, erased)
        emptied = {(session, n) for session, numbers in erased.items() for n in numbers} | {(one, 0) for one in changed}
        named = sorted((session, n) for session, n in emptied if _is_sound(session) and isinstance(n, int))
        for session in dict(named):
            sealed.renew_session_mentions(connection, user, session, _texts_of(connection, user, session))
        if named:
            rows = [{"revision": revision, "user": user, "session": session, "n": n} for session, n in named]
            connection.execute(_NOTE_ERASED, rows)
        echoes.erase_details(connection, user, trace.sessions | dict(named).keys(), trace.marks)
        _drop_set_aside(connection, user, trace)
    echoes.erase_reasons(connection, memory_ids)


def erased_by_purges_of(connection: sa.Connection, memory_ids: Sequence[str]) -> list[tuple[str, str, int]]:
    """User, session and number of what the purges of these memories have emptied; 0 for what is noted of a session."""
    purges = sa.select(tombstones.c.revision).where(among(tombstones.c.memory_id, memory_ids))
    noted = sa.select(erased_turns.c.user, erased_turns.c.session, erased_turns.c.n).distinct()
    return [tuple(row) for row in connection.execute(noted.where(erased_turns.c.revision.in_(purges)))]


def _gathered(connection: sa.Connection, memory_ids: Sequence[str]) -> Mapping[str, _Trace]:
    wanted = {"ids": as_list(memory_ids)}
    traces: defaultdict[str, _Trace] = defaultdict(_Trace)
    owners = {}
    for row in connection.execute(_MEMORIES, wanted):
        if not _is_sound(row.user):
            continue
        owners[row.id] = row.user
        details = _read(row.details)
        traces[row.user].take({"content": row.content, "origin": {"session": row.session}, "details": details})
    for memory_id, *snapshots in connection.execute(_VERSIONS, {"ids": as_list(owners)}):
        for snapshot in snapshots:
            traces[owners[memory_id]].take(_read(snapshot))
    return traces


def _empty_turns(connection: sa.Connection, table: sa.Table, user: str, trace: _Trace) -> list[tuple[str, int, str]]:
    """Session, number and former content of the turns that were emptied; what is empty is not encoded any more."""
    found = [
        (place, session, n, content)
        for place, session, n, content in connection.execute(_TURNS[table], {"of_user": user})
        if (session, n) in trace.places or trace.marks(content)
    ]
    if found:
        connection.execute(_EMPTY[table], [{"place": place} for place, *_ in found])
    return [(session, n, _as_text(content)) for _, session, n, content in found]


def _clean_notes(
    connection: sa.Connection, user: str, trace: _Trace, erased: Mapping[str, Mapping[int, str]]
) -> Iterable[str]:
    """Ids of the sessions whose row was changed."""
    changed = []
    for row in connection.execute(_NOTES, {"of_user": user}).mappings().all():
        cleaned = _cleaned(row, trace, erased.get(row["id"], {}))
        fresh = {name: value for name, value in cleaned.items() if name == "goal_key" or value != row[name]}
        if fresh:
            connection.execute(sa.update(sessions).where(_row_number == row["place"]).values(fresh))
            changed.append(row["id"])
    return changed


def _cleaned(row: sa.RowMapping, trace: _Trace, erased: Mapping[int, str]) -> dict[str, object]:
    cleaned: dict[str, object] = {
        "steps": _without(row["steps"], trace, trace.marks),
        "artifacts": _without(row["artifacts"], trace, trace.marks),
        "marked": _without(row["marked"], trace, lambda entry: _turn_of(entry) in erased or trace.marks(entry)),
        "denied": _without(
            row["denied"],
            trace,
            lambda entry: trace.marks(entry) or any(_as_text(entry) in content for content in erased.values()),
        ),
    }
    if trace.marks(row["goal"]):
        cleaned |= {"goal": "", "goal_key": ""}
    reaches = not isinstance(row["summarised_to"], int) or row["summarised_to"] >= min(erased, default=2**63)
    if trace.marks(row["summary"]) or (erased and reaches):
        cleaned |= {"summary": "", "summarised_to": 0}
    return cleaned


def _without(column: object, trace: _Trace, is_trace: Callable[[object], bool]) -> object:
    """A list, as its column holds it, without the entries that are traces; one that cannot be read is kept or goes."""
    entries = _read(column)
    if not isinstance(entries, list):
        return "[]" if trace.marks(column) else column
    kept = [entry for entry in entries if not is_trace(entry)]
    return column if len(kept) == len(entries) else to_json(kept)


def _texts_of(connection: sa.Connection, user: str, session: str) -> Iterator[str]:
    for table in _TURNS:
        said = sa.select(table.c.content).where(table.c.user == user, table.c.session == session)
        yield from map(_as_text, connection.execute(said).scalars())
    noted = sa.select(*(sessions.c[name] for name in _NOTED)).where(sessions.c.user == user, sessions.c.id == session)
    for row in connection.execute(noted):
        yield from map(_as_text, row)


def _drop_set_aside(connection: sa.Connection, user: str, trace: _Trace) -> None:
    """Rows of sessions in quarantine go whole, of this user or of nobody."""
    for key, columns in connection.execute(_SET_ASIDE).all():
        row = _read(columns)
        owner = _at(row, "user")
        if owner != user and _is_sound(owner):
            continue
        values = map(_unhexed, row.values()) if isinstance(row, dict) else (columns,)
        place = _unhexed(_at(row, "session")), _unhexed(_at(row, "n"))
        if place in trace.places or any(map(trace.marks, values)):
            connection.execute(sa.delete(quarantine).where(quarantine.c.key == key))


def _is_sound(name: object) -> bool:
    """Whether a name is text that can be written and asked for."""
    try:
        as_text(name)
    except UNREADABLE:
        return False
    return True


def _unhexed(value: object) -> object:
    """A raw value as the quarantine writes it down."""
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def _at(plain: object, *path: str) -> object:
    for name in path:
        plain = plain.get(name) if isinstance(plain, dict) else None
    return plain


def _turn_of(entry: object) -> object:
    match entry:
        case [_, _, int(number)]:
            return number
        case _:
            return None


def _read(column: object) -> object:
    """The value in a column of JSON, None when it cannot be read."""
    try:
        return json.loads(column) if isinstance(column, str | bytes) else None
    except UNREADABLE:
        return None


def _as_text(value: object) -> str:
    """A value in which a wording can be looked for, whatever type a damaged row has it in."""
    match value:
        case str():
            return value
        case bytes():
            return value.decode(errors="surrogateescape")
        case _:
            return to_json(value)
