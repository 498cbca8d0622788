"""All that is asked of Qdrant, and what becomes of it when Qdrant does not answer.

Every failure of client, wire or server leaves here as `IndexAway`, and is remembered: until an attempt in the
background has worked again, questions are refused at once instead of waiting. Reasons name kinds of trouble, never
what was sent: some of the client's messages repeat the key.
"""

import contextlib
import logging
import pickle
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from qdrant_client import QdrantClient, models
from qdrant_client.common.client_exceptions import QdrantException
from qdrant_client.http.exceptions import ApiException, ResponseHandlingException, UnexpectedResponse

from mcp_memory.engine.domain.errors import IndexAway, IndexTaken
from mcp_memory.engine.index.breaker import Breaker
from mcp_memory.engine.index.qdrant_points import (
    DENSE,
    MARKER,
    keys_of,
    layout,
    marker_at,
    not_newer_than,
    older_of,
    payload_indexes,
    rows_without,
    search_params,
)
from mcp_memory.engine.index.slots import Key

log = logging.getLogger(__name__)

SEARCH_SECONDS = 1
"""How long one question waits for the server; the client counts in whole seconds."""

FEED_SECONDS = 10
"""How long everything else waits; well below the time a lease lasts."""

_WIRE = (ApiException, QdrantException, OSError)
_FOLDER = (sqlite3.Error, pickle.PickleError, EOFError, RuntimeError)
# The client asserts what it expects of an answer, and raises ValueError for what it cannot read or does not hold.
_TROUBLE = (*_WIRE, *_FOLDER, ValueError, AssertionError)


def connector(url: str, api_key: str | None) -> Callable[[], QdrantClient]:
    """How to reach a server. Nothing is sent before the first question: the client's check of versions is off."""
    return lambda: QdrantClient(url=url, api_key=api_key, timeout=FEED_SECONDS, check_compatibility=False)


def opener(folder: Path) -> Callable[[], QdrantClient]:
    """How to open a folder in Qdrant's own local mode: one process at a time, scanned in Python, read in whole."""

    def open_folder() -> QdrantClient:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        client = QdrantClient(path=str(folder), force_disable_check_same_thread=True)
        log.warning("the Qdrant folder serves this process only; every other one uses its local index")
        return client

    return open_folder


class QdrantServer:
    """One Qdrant, reached when it is first needed. Safe from several threads.

    `is_shared` tells a server from a folder that only one process may open.
    """

    def __init__(
        self, connect: Callable[[], QdrantClient], stopwatch: Callable[[], float], *, is_shared: bool = True
    ) -> None:
        self.is_shared = is_shared
        self._connect = connect
        self._breaker = Breaker(stopwatch)
        self._lock = threading.Lock()
        self._client: QdrantClient | None = None

    @property
    def answers(self) -> bool:
        """Whether it did at the last attempt."""
        return self._breaker.is_closed

    @property
    def rests(self) -> bool:
        """Whether it failed so recently that it is not to be asked yet."""
        return self._breaker.rests

    def nearest(self, collection: str, question: Sequence[float], condition: models.Filter, limit: int) -> list[Key]:
        """The nearest chunks, best first. Raises `IndexAway`, at once when the last attempt failed."""
        if not self.answers:
            raise IndexAway
        with self._asking() as client:
            found = client.query_points(
                collection,
                query=list(question),
                using=DENSE,
                query_filter=condition,
                limit=limit,
                search_params=None if _is_embedded(client) else search_params(limit),
                with_payload=["memory_id", "chunk"],
                timeout=SEARCH_SECONDS,
            )
            return keys_of(found.points)

    def size(self, collection: str, without: Sequence[str]) -> int:
        """How many chunks it holds, those of some memories left out."""
        with self._asking() as client:
            return client.count(collection, count_filter=rows_without(without), exact=True).count

    def marked(self, collection: str) -> int | None:
        """Up to which revision the collection says it was fed; None when it is not there or does not say."""
        with self._asking() as client:
            if not client.collection_exists(collection):
                return None
            marks = client.retrieve(collection, [MARKER], with_payload=True)
            revision = (marks[0].payload or {}).get("revision") if marks else None
            return revision if isinstance(revision, int) else None

    def create(self, collection: str, dim: int) -> None:
        """Make an empty collection, marked with revision 0."""
        with self._asking() as client:
            client.create_collection(collection, **layout(dim))
            if not _is_embedded(client):  # which has no use for them, and warns
                for field, schema in payload_indexes().items():
                    client.create_payload_index(collection, field, field_schema=schema)
        self.mark(collection, 0)

    def drop(self, collection: str) -> None:
        """Erase a collection; an absent one is fine."""
        with self._asking() as client:
            client.delete_collection(collection)

    def put(self, collection: str, points: Sequence[models.PointStruct], revision: int) -> None:
        """Write points of that revision, except where a newer one stands already."""
        with self._asking() as client:
            client.upsert(collection, list(points), wait=True, update_filter=not_newer_than(revision))

    def prune(self, collection: str, memory_ids: Sequence[str], revision: int) -> None:
        """Erase what is left of these memories from before that revision."""
        with self._asking() as client:
            stale = models.FilterSelector(filter=older_of(memory_ids, revision))
            client.delete(collection, points_selector=stale, wait=True)

    def mark(self, collection: str, revision: int) -> None:
        """Say that the collection was fed up to that revision."""
        self.put(collection, [marker_at(revision)], revision)

    def give_way(self) -> None:
        """Leave a folder to the process that feeds it."""
        self._note_failure("its folder is another process's")
        self.close()

    def close(self) -> None:
        """Let go of it; a later question reaches for it again."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    @contextlib.contextmanager
    def _asking(self) -> Iterator[QdrantClient]:
        try:
            client = self._connected()
            # Qdrant's local mode knows nothing of threads.
            with self._lock if _is_embedded(client) else contextlib.nullcontext():
                yield client
        except _TROUBLE as trouble:
            self._note_failure(_reason(trouble))
            raise IndexAway(f"Qdrant: {_reason(trouble)}") from trouble
        if self._breaker.worked():
            log.info("Qdrant answers")

    def _connected(self) -> QdrantClient:
        with self._lock:
            if self._client is None:
                try:
                    self._client = self._connect()
                except RuntimeError as taken:
                    self._note_failure("another process has its folder open")
                    raise IndexTaken from taken
            return self._client

    def _note_failure(self, reason: str) -> None:
        if self._breaker.failed():
            log.warning("Qdrant does not answer (%s); the local index answers until it does", reason)


def _is_embedded(client: QdrantClient) -> bool:
    """Whether this is Qdrant's own local mode, in a folder or in memory."""
    options = client.init_options
    return options["path"] is not None or options["location"] == ":memory:"


def _reason(trouble: Exception) -> str:
    if isinstance(trouble, UnexpectedResponse):
        return f"it answered with status {trouble.status_code}"
    cause = trouble.source if isinstance(trouble, ResponseHandlingException) else trouble
    return type(cause).__name__
