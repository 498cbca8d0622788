"""What one write transaction does to sessions: the port `SessionTransaction` beside that of memories."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from mcp_memory.engine.domain.sessions import Session, Turn
from mcp_memory.engine.ports.sessions import Priority
from mcp_memory.engine.records import encoding_queue, sealed, session_reads
from mcp_memory.engine.records.conditions import among_those, as_list
from mcp_memory.engine.records.revisions import Revising, inside
from mcp_memory.engine.records.schema import archived_turns, session_recalls, sessions, turns
from mcp_memory.engine.records.session_rows import row_of_session, row_of_turn

_KEY = ("user", "id")
_COUNTED = "turns"

# Built once: building takes longer than running them, and the write lock is held meanwhile.
_THIS = (sessions.c.user == sa.bindparam("of_user"), sessions.c.id == sa.bindparam("of_session"))
_ADD_SESSION = insert(sessions)
_PUT_SESSION = _ADD_SESSION.on_conflict_do_update(
    index_elements=_KEY,
    set_={
        **{
            column.name: _ADD_SESSION.excluded[column.name]
            for column in sessions.c
            if column.name not in {*_KEY, _COUNTED, "is_archived"}
        },
        _COUNTED: sa.func.max(sessions.c.turns, _ADD_SESSION.excluded.turns),
    },
)
_ADD_TURN = sa.insert(turns)
_COUNT_TURNS = sa.update(sessions).where(*_THIS).values(turns=sa.func.max(sessions.c.turns, sa.bindparam("up_to")))


def _belonging(table: sa.Table) -> tuple[sa.ColumnElement[bool], ...]:
    return table.c.user == sa.bindparam("of_user"), table.c.session == sa.bindparam("of_session")


_NOTE_ENCODED = sa.update(turns).where(*_belonging(turns), among_those(turns.c.n, "numbers")).values(is_encoded=1)
_COPY_TURNS = sa.insert(archived_turns).from_select(
    [column.name for column in archived_turns.c],
    sa.select(*(turns.c[column.name] for column in archived_turns.c)).where(*_belonging(turns)),
)
_DROP_TURNS = sa.delete(turns).where(*_belonging(turns))
_DROP_RECALLS = sa.delete(session_recalls).where(*_belonging(session_recalls))
_NOTE_ARCHIVED = sa.update(sessions).where(*_THIS).values(is_archived=1)


class SessionWriting(Revising):
    """On one connection that holds the write lock."""

    session = inside(session_reads.one)
    unencoded = inside(session_reads.unencoded)
    settle = inside(encoding_queue.settle)

    def put_session(self, session: Session) -> None:
        """Write the session. Turns that were appended stay counted, whichever comes first."""
        row = row_of_session(session)
        self._connection.execute(_PUT_SESSION, row)
        texts = (session.goal, session.summary, str(row["steps"]), str(row["artifacts"]), str(row["marked"]))
        sealed.mention_in_session(self._connection, session.user, session.id, (*texts, str(row["denied"])))
        self._next_revision()

    def append(self, user: str, session: str, turns: Sequence[Turn]) -> None:
        """Add turns. A number that is taken gives way to the next free one."""
        if not turns:
            return
        this = {"of_user": user, "of_session": session}
        last = max(session_reads.last_turn(self._connection, user, session), turns[0].n - 1)
        rows = [row_of_turn(user, session, n, turn) for n, turn in enumerate(turns, last + 1)]
        self._connection.execute(_ADD_TURN, rows)
        self._connection.execute(_COUNT_TURNS, this | {"up_to": last + len(rows)})
        sealed.mention_in_session(self._connection, user, session, (turn.content for turn in turns))
        self._next_revision()

    def enqueue(self, session: Session, priority: Priority, first: int, last: int) -> None:
        """Queue turns for encoding; the same range at the same priority waits once."""
        encoding_queue.add(self._connection, (session.user, session.id), priority, first, last)

    def note_encoded(self, user: str, session: str, turns: Sequence[int]) -> None:
        """These turns have been encoded, once and for all."""
        taken = {"of_user": user, "of_session": session, "numbers": as_list(turns)}
        self._connection.execute(_NOTE_ENCODED, taken)

    def archive(self, user: str, session: str) -> None:
        """Move the turns of a session to the archive. Which memories it was shown is needed no more."""
        this = {"of_user": user, "of_session": session}
        for step in (_COPY_TURNS, _DROP_TURNS, _DROP_RECALLS, _NOTE_ARCHIVED):
            self._connection.execute(step, this)
        self._next_revision()
