"""The rows of some tiers, as one process follows them: pulled from the source, started from a snapshot, kept as one.

It knows nothing of other tiers, and a portion that nobody asks holds nothing. Safe from several threads: one at a time
catches up and scans.
"""

import math
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.index.rows import Rows
from mcp_memory.engine.index.slots import Key
from mcp_memory.engine.index.snapshots import Snapshot, Snapshots
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import IndexChanges, IndexSource


@dataclass(frozen=True, slots=True)
class Followed:
    """What a portion follows: one vector space of a source, of all tiers but those `without`."""

    source: IndexSource
    space: str
    without: frozenset[Tier]


class Portion:
    """Rows of the tiers that are followed, caught up with before each answer."""

    def __init__(self, followed: Followed, policy: IndexPolicy, snapshots: Snapshots | None) -> None:
        self._followed = followed
        self._policy = policy
        self._snapshots = snapshots
        self._lock = threading.Lock()
        self._seen_version: int | None = None
        self._changes = 0
        self._kept_changes = -math.inf
        self._forget()

    @property
    def changes(self) -> int:
        """How many changed memories it was told of until now; it only grows."""
        return self._changes

    @property
    def purged_at(self) -> int:
        """The revision at which it last learned of a purge; 0 if it never did."""
        return self._purged_at

    def nearest(
        self, vector: Vector | None, within: Filter, limit: int, also: Iterable[Key] = ()
    ) -> tuple[list[Key], dict[Key, float]]:
        """The nearest chunks a filter admits, best first, ties by key; and the cosines of these and of `also`."""
        with self._lock:
            self._catch_up()
            return self._rows.nearest(vector, within, limit, also)

    def size(self) -> int:
        """Rows held after catching up, with a vector or without."""
        with self._lock:
            self._catch_up()
            return len(self._rows)

    def rebuild(self) -> int:
        """Forget what was derived, snapshots too, and derive it again; returns the number of rows."""
        with self._lock:
            version = self._followed.source.data_version()
            self._start_over()
            self._pull()
            self._seen_version = version
            return len(self._rows)

    def drop_purged(self) -> None:
        """Let no file hold anything of a purged memory. Where there is none, nothing is read."""
        if self._snapshots is not None and self._snapshots.there_are():
            self.size()

    def let_go(self) -> None:
        """Hold nothing until it is asked again, which then starts from the snapshot."""
        with self._lock:
            self._forget()

    def save(self) -> bool:
        """Write a snapshot if it is worth it: many rows, and many changed since the last. Whether one was written.

        Where few are left of many, reading them anew is quicker than catching up with what was kept, which goes.
        """
        if self._snapshots is None:
            return False
        with self._lock:
            self._catch_up()
            rows, changes = len(self._rows), self._changes
            if changes - self._kept_changes < self._policy.snapshot_drift * rows:
                return False
            packed = self._rows.packed() if rows >= self._policy.snapshot_rows else None
            snapshot = None if packed is None else Snapshot(self._revision, packed)
        if snapshot is None:
            self._snapshots.remove_own()
            return False
        if not self._snapshots.write(snapshot):
            return False
        with self._lock:
            self._catch_up()
            self._snapshots.remove_older(self._purged_at)  # another thread may have seen a purge while this one wrote
            if snapshot.revision < self._purged_at:
                return False
            self._kept_changes = changes
            return True

    def _forget(self) -> None:
        self._rows = Rows(self._read, self._policy)
        self._revision = 0
        self._fresh_to = 0
        self._purged_at = 0
        self._kept_changes = -math.inf
        self._seen_version = None

    def _start_over(self) -> None:
        self._forget()
        if self._snapshots is not None:
            self._snapshots.remove_all()

    def _catch_up(self) -> None:
        # the version is read first: what is committed between the two reads is then pulled again, never missed
        version = self._followed.source.data_version()
        if version == self._seen_version:
            return
        if self._seen_version is None:
            self._open()
        self._pull()
        self._seen_version = version

    def _open(self) -> None:
        """Start from the newest snapshot, if there is one and it was made of these records."""
        snapshot = None if self._snapshots is None else self._snapshots.newest()
        if snapshot is None:
            return
        self._rows = Rows.unpacked(snapshot.rows, self._read, self._policy)
        self._revision = snapshot.revision
        self._kept_changes = self._changes
        for _ in range(2):  # a change may come between catching up and comparing; hardly two
            self._pull()
            if self._rows.agree():
                return
        self._start_over()

    def _pull(self) -> None:
        """Take all changes, page by page."""
        followed, page = self._followed, self._policy.page
        while True:
            changes = followed.source.changes_after(
                self._revision, followed.space, page, without=followed.without, fresh_to=self._fresh_to
            )
            if not self._revision:
                self._fresh_to = changes.newest
            if changes.revision < self._revision:
                self._start_over()  # an older copy of the records was put back
                continue
            self._apply(changes)
            if len(changes.changed_ids) < page:
                return

    def _apply(self, changes: IndexChanges) -> None:
        self._rows.drop(changes.changed_ids)
        self._rows.add(changes.rows)
        self._revision = changes.revision
        self._changes += len(changes.changed_ids)
        if self._snapshots is not None and changes.purged_ids:
            # a memory was purged: no file may hold anything of it
            self._purged_at = changes.revision
            self._kept_changes = -math.inf
            self._snapshots.remove_older(changes.revision)

    def _read(self, chunks: Sequence[Key]) -> dict[Key, Vector]:
        return self._followed.source.vectors_of(chunks, self._followed.space)
