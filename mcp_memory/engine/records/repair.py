"""What the doctor does when asked to: rows set aside, words and chunks made anew, vectors given another chance.

Every step is made of short transactions, so that others go on reading and writing meanwhile. Pages of the file that are
torn cannot be mended here: then a backup has to be restored, and the step says so.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from mcp_memory.engine.domain.answers import Finding
from mcp_memory.engine.domain.errors import StoreFailed
from mcp_memory.engine.ports.embedder import ModelCard
from mcp_memory.engine.records import quarantine, spaces
from mcp_memory.engine.records.conditions import among
from mcp_memory.engine.records.connections import Connections
from mcp_memory.engine.records.rows import readable, whole_memories
from mcp_memory.engine.records.schema import (
    aliases,
    chunks,
    embedding_queue,
    encoding_queue,
    memories,
    memory_tags,
    session_recalls,
    words,
)
from mcp_memory.engine.records.writes import SqliteTransaction

_PAGE = 100


@dataclass(frozen=True, slots=True)
class Repair:
    """One run over one file."""

    connections: Connections
    card: ModelCard
    now: datetime

    def run(self) -> tuple[Finding, ...]:
        """Every step, each told by name; one that fails does not keep the others from their work."""
        steps: dict[str, Callable[[], str]] = {
            "file": self._file,
            "damaged rows": self._rows,
            "sessions": self._sessions,
            "words": self._words,
            "vectors": self._vectors,
            "other models": self._other_spaces,
            "queue": self._queue,
            "encoding": self._encoding,
        }
        return tuple(self._step(name, step) for name, step in steps.items())

    @staticmethod
    def _step(name: str, step: Callable[[], str]) -> Finding:
        try:
            return Finding(name, passed=True, detail=step())
        except StoreFailed as failed:
            return Finding(name, passed=False, detail=f"{failed.detail}; restore a backup if this remains")

    def _file(self) -> str:
        if not self._problems():
            return "sound"
        with self.connections.writing() as connection:
            connection.exec_driver_sql("REINDEX")
        problems = self._problems()
        if problems:
            raise StoreFailed(problems[0])
        return "its indexes were built again"

    def _problems(self) -> list[str]:
        with self.connections.reading() as connection:
            return [line for (line,) in connection.exec_driver_sql("PRAGMA integrity_check(9)") if line != "ok"]

    def _rows(self) -> str:
        with self.connections.reading() as connection:
            damaged, beside = quarantine.damaged_memories(connection), quarantine.damaged_rows(connection)
        mended = 0
        for place in damaged:
            with self.connections.writing() as connection:
                mended += quarantine.mend_memory(connection, place, self.now)
        if beside:
            with self.connections.writing() as connection:
                quarantine.set_aside(connection, quarantine.damaged_rows(connection), self.now)
        return (
            f"{mended} memories made anew from their history, "
            f"{len(damaged) - mended} memories and {len(beside)} other rows set aside"
        )

    def _sessions(self) -> str:
        with self.connections.reading() as connection:
            damaged = quarantine.damaged_sessions(connection)
        mended = 0
        for place in damaged:
            with self.connections.writing() as connection:
                mended += quarantine.mend_session(connection, place, self.now)
        return f"{mended} made anew from what could be read, {len(damaged) - mended} set aside"

    def _words(self) -> str:
        self._renew_word_index()
        made = sum(self._derive(page) for page in self._pages())
        with self.connections.writing() as connection:
            here = sa.select(memories.c.id)
            for table in (chunks, aliases, memory_tags, session_recalls):
                connection.execute(sa.delete(table).where(table.c.memory_id.not_in(here)))
            connection.execute(sa.delete(words).where(words.c.rowid.not_in(sa.select(chunks.c.key))))
        return f"{made} memories were derived anew"

    def _renew_word_index(self) -> None:
        """Make the full-text table anew if it contradicts itself; it is empty until the memories are read again."""
        try:
            with self.connections.writing() as connection:
                connection.execute(sa.text("INSERT INTO words (words) VALUES ('integrity-check')"))
        except StoreFailed:
            with self.connections.writing() as connection:
                named = sa.text("SELECT sql FROM sqlite_master WHERE name = 'words'")
                made_by = str(connection.execute(named).scalar_one())
                connection.exec_driver_sql("DROP TABLE words")
                connection.exec_driver_sql(made_by)

    def _pages(self) -> Iterator[list[str]]:
        last = ""
        while True:
            with self.connections.reading() as connection:
                page = sa.select(memories.c.id).where(memories.c.id > last).order_by(memories.c.id).limit(_PAGE)
                ids = list(connection.execute(page).scalars())
            if not ids:
                return
            yield ids
            last = ids[-1]

    def _derive(self, ids: list[str]) -> int:
        with self.connections.writing() as connection:
            found = readable(connection.execute(whole_memories.where(among(memories.c.id, ids))))
            return sum(map(SqliteTransaction(connection).derive, found))

    def _vectors(self) -> str:
        with self.connections.writing() as connection:
            dropped = spaces.drop_unfit(connection, self.card)
        return f"{dropped} did not fit their text and are made anew"

    def _other_spaces(self) -> str:
        with self.connections.writing() as connection:
            if not spaces.is_complete(connection, self.card.space):
                return "kept, since not everything has a vector of the present model yet"
            return f"{spaces.drop_others(connection, self.card.space)} vectors of other models were dropped"

    def _queue(self) -> str:
        return f"{self._unpark(embedding_queue)} parked chunks are tried again"

    def _encoding(self) -> str:
        return f"{self._unpark(encoding_queue)} parked stretches of sessions are tried again"

    def _unpark(self, queue: sa.Table) -> int:
        """Give all that is parked in a queue a fresh start."""
        parked = sa.update(queue).where(queue.c.parked.is_not(None))
        with self.connections.writing() as connection:
            return connection.execute(parked.values(parked=None, attempts=0, not_before=0, leased_until=0)).rowcount
