"""Sends to Qdrant what the records have changed: the outbox, derived from their revision.

One process at a time does it, the holder of a lease, one bounded slice after another. A slice is noted as sent before
anything leaves, and as fed after everything has arrived, so a process may be killed anywhere: the slice is sent again,
which changes nothing, since points are written and erased by revision.

The collection carries a marker of its own. It must say a revision between `fed` and `sent`; anything else means that
the collection was lost, rolled back, or fed from other records (a restored or copied data folder), and then a new one
is begun, under a new name, and the old one erased. There is no other repair.
"""

import contextlib
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

from mcp_memory.engine.domain.answers import Finding, Report
from mcp_memory.engine.domain.errors import IndexAway
from mcp_memory.engine.index.qdrant_points import point_of
from mcp_memory.engine.index.qdrant_server import QdrantServer
from mcp_memory.engine.ports.feeds import Feed, FeedRecords
from mcp_memory.engine.ports.index import IndexChanges
from mcp_memory.engine.ports.world import Clock, NewId

Item = TypeVar("Item")

LEASE_SECONDS = 180.0
"""Half of it outlasts the longest pause of the background, and any request many times."""

_LOOK_EVERY = timedelta(minutes=1)
_SLICE_MEMORIES = 256
_BATCH = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class QdrantParts:
    """What index and feed share. `space` and `dim` are those of the embedding model, `holder` is one process."""

    records: FeedRecords
    server: QdrantServer
    space: str
    dim: int
    holder: str
    clock: Clock
    new_id: NewId


class QdrantFeed:
    """The outbox of one process. Safe from several threads; one at a time works."""

    def __init__(self, parts: QdrantParts) -> None:
        self._parts = parts
        self._turn = threading.Lock()
        self._looked_at: datetime | None = None

    def run(self) -> Report:
        """Send one slice if this process is the one to do it; `done` counts memories, 0 when all has arrived.

        An outage is told in `failed`, once for each attempt; between attempts nothing is tried. Whoever is not the
        one still finds out whether Qdrant answers, since each process asks it by itself.
        """
        with self._turn:
            try:
                return self._run()
            except IndexAway as away:
                return Report(failed=(away.message,))

    def current(self) -> Feed | None:
        """How far the present vector space was fed; None before the first time."""
        return next((feed for feed in self._parts.records.feeds() if feed.space == self._parts.space), None)

    def start_over(self) -> None:
        """Have everything sent anew. The marker will be found to be ahead, and a new collection begun."""
        feed = self.current()
        if feed is not None:
            self._reset(feed)

    def check(self) -> Finding:
        """Whether Qdrant answers, and how much it lacks."""
        server, feed = self._parts.server, self.current()
        if server.is_shared and not server.rests:
            with contextlib.suppress(IndexAway):
                server.marked(feed.collection if feed else _name(self._parts.space, "none"))
        behind = self._parts.records.revision() - (feed.fed if feed else 0)
        absent = "does not answer" if server.is_shared else "is not open in this process"
        state = "answers" if server.answers else absent
        passed = server.answers or not server.is_shared
        return Finding("qdrant", passed=passed, detail=f"{state}; {behind} revisions wait to be sent")

    def close(self) -> None:
        """Let others go on at once, and let go of Qdrant."""
        self._parts.records.release(_lease(self._parts.space), self._parts.holder)
        self._parts.server.close()

    def _run(self) -> Report:
        server, is_ours, feed = self._parts.server, self._holds(self._parts.space), self.current()
        if not is_ours and not server.is_shared:
            server.give_way()
            return Report()
        if server.rests or not self._has_cause(feed, is_ours=is_ours):
            return Report()
        is_sound = feed is not None and self._is_sound(feed)
        if is_ours:
            due = feed if is_sound else self._begin(feed)
            return self._send(due) if due else Report()
        if feed is not None and not is_sound:
            self._reset(feed)  # whoever feeds will look at the collection then
        return Report()

    def _has_cause(self, feed: Feed | None, *, is_ours: bool) -> bool:
        """Whether Qdrant is to be asked: something waits, or it did not answer, or it was not looked at for long."""
        lacks = is_ours and (feed is None or feed.fed < self._parts.records.revision())
        looked_at, now = self._looked_at, self._parts.clock()
        return lacks or not self._parts.server.answers or looked_at is None or now - looked_at >= _LOOK_EVERY

    def _is_sound(self, feed: Feed) -> bool:
        self._looked_at = self._parts.clock()
        marked = self._parts.server.marked(feed.collection)
        return marked is not None and feed.fed <= marked <= feed.sent

    def _reset(self, feed: Feed) -> None:
        self._parts.records.move_feed(feed, replace(feed, sent=0, fed=0))

    def _begin(self, old: Feed | None) -> Feed | None:
        """A new, empty collection; the old one is erased first, so that none is ever left behind."""
        if self.current() != old:
            return None  # somebody went on while this process slept; the next run sees it
        if old is not None:
            self._parts.server.drop(old.collection)
        fresh = Feed(space=self._parts.space, collection=_name(self._parts.space, self._parts.new_id()))
        if not self._parts.records.move_feed(old, fresh):
            return None
        self._parts.server.create(fresh.collection, self._parts.dim)
        return fresh

    def _send(self, feed: Feed) -> Report:
        changes = self._parts.records.changes_after(feed.fed, self._parts.space, _SLICE_MEMORIES)
        if changes.revision == feed.fed:
            self._tidy()
            return Report()
        sending = replace(feed, sent=max(feed.sent, changes.revision))
        if not self._parts.records.move_feed(feed, sending):
            return Report()
        if not self._deliver(sending.collection, changes):
            return Report()
        self._parts.records.move_feed(sending, replace(sending, fed=changes.revision))
        if len(changes.changed_ids) < _SLICE_MEMORIES:
            self._tidy()
        return Report(done=len(changes.changed_ids))

    def _deliver(self, collection: str, changes: IndexChanges) -> bool:
        """Write, then erase what is stale, then mark; false when the lease was lost on the way."""
        parts, revision = self._parts, changes.revision
        for rows in _batches(changes.rows):
            if not self._holds(parts.space):
                return False
            texts = parts.records.chunk_texts([(row.memory_id, row.chunk) for row in rows])
            points = [point_of(row, texts.get((row.memory_id, row.chunk), ""), parts.dim, revision) for row in rows]
            parts.server.put(collection, points, revision)
        for memory_ids in _batches(changes.changed_ids):
            parts.server.prune(collection, memory_ids, revision)
        parts.server.mark(collection, revision)
        return True

    def _tidy(self) -> None:
        """Erase the collections of other vector spaces, unless a process with that model lives and feeds its own."""
        records = self._parts.records
        for other in records.feeds():
            if other.space != self._parts.space and self._holds(other.space):
                self._parts.server.drop(other.collection)
                records.move_feed(other, None)
                records.release(_lease(other.space), self._parts.holder)

    def _holds(self, space: str) -> bool:
        parts = self._parts
        return parts.records.acquire(_lease(space), parts.holder, parts.clock(), LEASE_SECONDS)


def _lease(space: str) -> str:
    return f"feed {space}"


def _name(space: str, unique: str) -> str:
    """Readable for whoever looks at the server, and never the name of another data folder's collection."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", space).strip("-")[:80]
    return f"mcp-memory-{readable}-{unique}"


def _batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    return (items[start : start + _BATCH] for start in range(0, len(items), _BATCH))
