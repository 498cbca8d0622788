"""Very many made-up memories, written straight into the tables of a records file: a million take minutes, not hours.

Their vectors lie in clusters, as those of real texts do. What is known of each row stays in memory beside the file, so
that answers can be compared with a plain loop.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.connections import Connections
from mcp_memory.engine.records.schema import chunks, memories, memory_tags, meta, vector_spaces, vectors, words
from mcp_memory.engine.records.store import FILE_NAME, open_records
from mcp_memory.engine.text.tokens import index_tokens

SPACE = "made-up:1"
DIM = 384
USER = "me"
FIRST = datetime(2024, 1, 1, tzinfo=UTC)

_LATENT = 64
_CLUSTER_ROWS = 200
_SPREAD = 0.6
_NOISE = 2.0
_PROJECTS = 20
_TAGS = 40
_SESSION_ROWS = 50
_VOCABULARY = 30_000
_TEXT_WORDS = 12
_STEP = timedelta(seconds=30)
_BATCH_ROWS = 10_000
_TRANSACTION_ROWS = 4


@dataclass(frozen=True, slots=True)
class Crowd:
    """Rows 0, 1, 2, … as they stand in the file; `tags` are two numbers a row, `project` 0 is what is global."""

    ids: list[str]
    vectors: NDArray[np.float16]
    project: NDArray[np.int64]
    tags: NDArray[np.int64]

    def admitted(self, within: Filter) -> NDArray[np.bool_]:
        """What a filter of `FILTERS` admits, worked out without any index."""
        mask = np.ones(len(self.ids), dtype=np.bool_)
        if within.project:
            mask &= (self.project == 0) | (self.project == int(within.project.removeprefix("project")))
        if within.since is not None:
            mask[: -(-(within.since - FIRST) // _STEP)] = False
        for tag in within.tags:
            mask &= (self.tags == int(tag.removeprefix("tag"))).any(axis=1)
        return mask


class Maker:
    """Draws rows and questions from one and the same seeded distribution."""

    def __init__(self, rows: int, *, space: str = SPACE, statement: Callable[[int], str] | None = None) -> None:
        """Texts are made-up words, or what `statement` gives for the number of the row."""
        self._space = space
        self._statement = statement
        self._rng = np.random.default_rng(1)
        self._rows = rows
        self._basis = self._rng.normal(size=(_LATENT, DIM)).astype(np.float32)
        self._centres = self._rng.normal(size=(max(20, rows // _CLUSTER_ROWS), _LATENT)).astype(np.float32)

    def vectors(self, count: int) -> NDArray[np.float16]:
        """Unit vectors around the clusters."""
        latent = self._centres[self._rng.integers(len(self._centres), size=count)]
        latent = latent + _SPREAD * self._rng.normal(size=latent.shape).astype(np.float32)
        # row by row: a matrix product would start threads that wait for each other on a busy machine
        plain = np.stack([np.vecdot(self._basis.T, row) for row in latent])
        plain += _NOISE * self._rng.normal(size=plain.shape).astype(np.float32)
        units: NDArray[np.float16] = (plain / np.linalg.norm(plain, axis=1, keepdims=True)).astype(np.float16)
        return units

    def terms(self, count: int) -> list[str]:
        """Words of a text, the frequent ones much more often than the rare."""
        ranks = np.exp(self._rng.random(count) * np.log(_VOCABULARY)).astype(int)
        return [f"word{rank}" for rank in ranks]

    def build(self, folder: Path, *, with_words: bool) -> Crowd:
        """Write the rows into a new records file of that folder."""
        open_records(folder, StorePolicy()).close()
        connections = Connections(folder / FILE_NAME, StorePolicy())
        made = []
        for first in range(0, self._rows, _BATCH_ROWS):
            crowd = self._batch(min(_BATCH_ROWS, self._rows - first), first)
            made.append(crowd)
            with connections.writing() as connection:
                self._write(connection, crowd, first, with_words=with_words)
        connections.close()
        return Crowd(
            ids=[memory_id for crowd in made for memory_id in crowd.ids],
            vectors=np.concatenate([crowd.vectors for crowd in made]),
            project=np.concatenate([crowd.project for crowd in made]),
            tags=np.concatenate([crowd.tags for crowd in made]),
        )

    def _batch(self, count: int, first: int) -> Crowd:
        """The rows of whole sessions: what was said in one concerns one project and a few themes."""
        sessions = -(-count // _SESSION_ROWS)
        return Crowd(
            ids=[_id(row, chance) for row, chance in enumerate(self._rng.integers(2**62, size=count).tolist(), first)],
            vectors=self.vectors(count),
            project=np.repeat(self._rng.integers(_PROJECTS, size=sessions), _SESSION_ROWS)[:count],
            tags=np.repeat(self._rng.integers(_TAGS, size=(sessions, 2)), _SESSION_ROWS, axis=0)[:count],
        )

    def _write(self, connection: sa.Connection, crowd: Crowd, first: int, *, with_words: bool) -> None:
        texts = [self._text(row) for row in range(first, first + len(crowd.ids))]
        kinds = [list(EventType)[place] for place in self._rng.integers(len(EventType), size=len(texts)).tolist()]
        keys = range(first + 1, first + 1 + len(texts))
        pairs = crowd.tags.tolist()
        _insert(connection, memories, _memory_rows(crowd, first, texts, kinds))
        _insert(connection, memory_tags, (
            {"memory_id": memory_id, "tag": f"tag{tag}"}
            for memory_id, pair in zip(crowd.ids, pairs, strict=True) for tag in set(pair)
        ))  # fmt: skip
        _insert(connection, chunks, (
            {"key": key, "memory_id": memory_id, "n": 0, "content_hash": memory_id, "text": text}
            for key, memory_id, text in zip(keys, crowd.ids, texts, strict=True)
        ))  # fmt: skip
        _insert(connection, vectors, (
            {"chunk": key, "space": self._space, "content_hash": memory_id, "vector": vector.tobytes()}
            for key, memory_id, vector in zip(keys, crowd.ids, crowd.vectors, strict=True)
        ))  # fmt: skip
        if with_words:
            tokens = (" ".join(index_tokens(text)) if self._statement else text for text in texts)
            _insert(connection, words, ({"rowid": key, "tokens": row} for key, row in zip(keys, tokens, strict=True)))
        last = (first + len(texts) - 1) // _TRANSACTION_ROWS + 1
        connection.execute(sa.update(meta).where(meta.c.name == "revision").values(value=last))
        connection.execute(sa.delete(vector_spaces))
        connection.execute(sa.insert(vector_spaces).values(space=self._space, swept_to=keys[-1]))

    def _text(self, row: int) -> str:
        return self._statement(row) if self._statement else " ".join(self.terms(_TEXT_WORDS))


def question_of(vector: NDArray[np.float16]) -> Vector:
    """The vector of a question, as the port has it."""
    return Vector(vector.astype("<f2").tobytes())


def filters(rows: int) -> dict[str, Filter]:
    """The filters that are measured: about all rows, a tenth, a hundredth or two."""
    everything = Filter(reach=Reach(user=USER, sessions=None))
    middle = FIRST + _STEP * (rows // 2)
    return {
        "none": everything,
        "project": Filter(reach=everything.reach, project="project7"),
        "project+since+tags": Filter(
            reach=everything.reach, project="project7", since=middle, tags=frozenset({"tag3"})
        ),
    }


def _memory_rows(crowd: Crowd, first: int, texts: list[str], kinds: list[EventType]) -> Iterator[dict[str, object]]:
    for place, (memory_id, text) in enumerate(zip(crowd.ids, texts, strict=True)):
        row = first + place
        at = to_micros(FIRST + _STEP * row)
        project = f"project{crowd.project[place]}" if crowd.project[place] else ""
        yield {
            "id": memory_id, "revision": row // _TRANSACTION_ROWS + 1, "version": 1, "user": USER, "project": project,
            "layer": "episodic", "status": "active", "event_type": kinds[place].value, "origin": "agent",
            "agent": "benchmark", "session": f"session-{row // _SESSION_ROWS}", "occurred_at": at, "stored_at": at,
            "changed_at": at, "valid_until": None, "confirmed_at": None, "importance": 0.5, "confidence": 0.7,
            "duplicate_key": memory_id, "when_said": "", "marks": "[]",
            "tags": "[" + ",".join(f'"tag{tag}"' for tag in crowd.tags[place]) + "]", "details": "null",
            "content": text,
        }  # fmt: skip


def _insert(connection: sa.Connection, table: Any, rows: Iterable[dict[str, object]]) -> None:
    """Insert many rows by one plain statement of the driver: SQLAlchemy's own way takes several times as long."""
    listed = list(rows)
    names = list(listed[0])
    statement = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608 - names of our own tables
    connection.exec_driver_sql(statement, [tuple(row.values()) for row in listed])


def _id(row: int, chance: int) -> str:
    """An id in the shape of UUIDv7: the time first, then chance."""
    digits = (
        f"{to_micros(FIRST + _STEP * row) // 1000:012x}7{chance >> 50 & 0xFFF:03x}8{chance & 0xFFFFFFFFFFFFFFF:015x}"[
            :32
        ]
    )
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
