"""Sealed values, which memory mentions which of them, and who was given one. What is sealed is not opened here."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import Insert, insert

from mcp_memory.engine.domain.errors import VaultLocked
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.ports.vault import Reveal, Sealed
from mcp_memory.engine.privacy.placeholders import placeholders_in
from mcp_memory.engine.records.codec import from_micros, to_micros
from mcp_memory.engine.records.conditions import among
from mcp_memory.engine.records.schema import mentions, reveals, session_mentions, vault, vault_numbers

_MENTIONED, _SAID = (
    sa.exists().where(*(table.c[name] == vault.c[name] for name in ("user", "kind", "number")))
    for table in (mentions, session_mentions)
)
_THIS = (
    vault.c.user == sa.bindparam("of_user"),
    vault.c.kind == sa.bindparam("of_kind"),
    vault.c.number == sa.bindparam("of_number"),
)
_NUMBER = (
    sa.select(sa.func.min(vault.c.number))
    .where(vault.c.user == sa.bindparam("of_user"), vault.c.kind == sa.bindparam("of_kind"))
    .where(vault.c.mark == sa.bindparam("of_mark"))
)
_ADD_NUMBER = insert(vault_numbers)
_NEXT_NUMBER = _ADD_NUMBER.on_conflict_do_update(
    index_elements=["user", "kind"], set_={"last": vault_numbers.c.last + 1}
).returning(vault_numbers.c.last)
_PASS_OVER = _ADD_NUMBER.on_conflict_do_update(
    index_elements=["user", "kind"], set_={"last": sa.func.max(vault_numbers.c.last, _ADD_NUMBER.excluded["last"])}
)
_ADD_MENTION = insert(mentions).on_conflict_do_nothing()
_DROP_SESSION_MENTIONS = sa.delete(session_mentions).where(
    session_mentions.c.user == sa.bindparam("of_user"), session_mentions.c.session == sa.bindparam("of_session")
)
_ADD_SESSION_MENTION = insert(session_mentions).on_conflict_do_nothing()


def number_of(connection: sa.Connection, user: str, kind: str, mark: bytes) -> int | None:
    """The number of a value. After a purge in the way of a write it may have two; the first counts."""
    return connection.execute(_NUMBER, {"of_user": user, "of_kind": kind, "of_mark": mark}).scalar()


def add(connection: sa.Connection, sealed: Sealed) -> int:
    """Give a value the next number of its user and kind, unless another process was faster."""
    if any(key != sealed.key for key in keys(connection)):
        raise VaultLocked("what is kept in it was sealed with another key")
    known = number_of(connection, sealed.user, sealed.kind, sealed.mark)
    if known is not None:
        return known
    number = int(connection.execute(_NEXT_NUMBER, {"user": sealed.user, "kind": sealed.kind, "last": 1}).scalar_one())
    connection.execute(sa.insert(vault), {**asdict(sealed), "number": number})
    return number


def put_back(connection: sa.Connection, number: int, sealed: Sealed) -> None:
    """Add a value under the number it had, if a memory or a session mentions it."""
    mentioned = sa.union_all(
        *(
            sa.select(table.c.number).where(
                table.c.user == sealed.user, table.c.kind == sealed.kind, table.c.number == number
            )
            for table in (mentions, session_mentions)
        )
    )
    if connection.execute(mentioned.limit(1)).first() is not None:
        connection.execute(insert(vault).on_conflict_do_nothing(), {**asdict(sealed), "number": number})


def one(connection: sa.Connection, user: str, kind: str, number: int) -> Sealed | None:
    """A value by its number."""
    asked = {"of_user": user, "of_kind": kind, "of_number": number}
    row = connection.execute(sa.select(vault).where(*_THIS), asked).first()
    return None if row is None else Sealed(user=row.user, kind=row.kind, mark=row.mark, box=row.box, key=row.key)


def keys(connection: sa.Connection) -> tuple[str, ...]:
    """The names of the keys that sealed what is there."""
    return tuple(connection.execute(sa.select(vault.c.key).distinct()).scalars())


def mention(connection: sa.Connection, memory_id: str, user: str, texts: Iterable[str]) -> None:
    """Note every placeholder in the texts of a memory; what it once mentioned stays noted, as its history does."""
    _note(connection, _ADD_MENTION, texts, {"user": user, "memory_id": memory_id})


def mention_in_session(connection: sa.Connection, user: str, session: str, texts: Iterable[str]) -> None:
    """Note every placeholder in what was said in a session, or noted of it."""
    _note(connection, _ADD_SESSION_MENTION, texts, {"user": user, "session": session})


def renew_session_mentions(connection: sa.Connection, user: str, session: str, texts: Iterable[str]) -> None:
    """Note what a session mentions after some of it was erased; these are all its texts."""
    connection.execute(_DROP_SESSION_MENTIONS, {"of_user": user, "of_session": session})
    mention_in_session(connection, user, session, texts)


def pass_over(connection: sa.Connection, user: str, texts: Iterable[str]) -> None:
    """Give no new value a number that a copy from elsewhere mentions: it stands for another value there."""
    for kind, number in _named_in(texts):
        connection.execute(_PASS_OVER, {"user": user, "kind": kind, "last": number})


def mentioned_by(connection: sa.Connection, memory_ids: Sequence[str]) -> list[tuple[str, str, int]]:
    """User, kind and number of every value that one of these memories mentions."""
    named = sa.select(mentions.c.user, mentions.c.kind, mentions.c.number).distinct()
    rows = connection.execute(named.where(among(mentions.c.memory_id, memory_ids)))
    return [(row.user, row.kind, row.number) for row in rows]


def erase_unmentioned(connection: sa.Connection, purged: Sequence[tuple[str, str, int]]) -> None:
    """After a purge: erase every value that nothing mentions any more. Their numbers are not used again.

    Of what the purged memories mentioned only another memory can keep a value: what a session says of it may be the
    purged statement in other words.
    """
    connection.execute(sa.delete(vault).where(~_MENTIONED, ~_SAID))
    if purged:
        named = [{"of_user": user, "of_kind": kind, "of_number": number} for user, kind, number in purged]
        connection.execute(sa.delete(vault).where(*_THIS, ~_MENTIONED), named)


def note_reveals(connection: sa.Connection, who: Principal, placeholders: Sequence[str], at: datetime) -> None:
    """One row for each placeholder."""
    rows = [
        {"at": to_micros(at), "user": who.user, "agent": who.agent, "session": who.session, "placeholder": placeholder}
        for placeholder in placeholders
    ]
    connection.execute(sa.insert(reveals), rows)


def noted_reveals(connection: sa.Connection, user: str, limit: int) -> tuple[Reveal, ...]:
    """The latest notes of the log, latest first."""
    latest = sa.select(reveals).where(reveals.c.user == user).order_by(reveals.c.key.desc()).limit(limit)
    return tuple(
        Reveal(from_micros(row.at), row.user, row.agent, row.session, row.placeholder)
        for row in connection.execute(latest)
    )


def _note(connection: sa.Connection, add: Insert, texts: Iterable[str], whose: dict[str, str]) -> None:
    rows = [{**whose, "kind": kind, "number": number} for kind, number in _named_in(texts)]
    if rows:
        connection.execute(add, rows)


def _named_in(texts: Iterable[str]) -> list[tuple[str, int]]:
    """Kind and number of every placeholder in these texts, each once, in order."""
    return sorted({placeholder for text in texts for placeholder in placeholders_in(text)})
