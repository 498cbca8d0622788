"""The port `CandidateBook` on one SQLite file: what consolidation reads, and its write of memories and candidates."""

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence

from mcp_memory.engine.domain.memory import Observation
from mcp_memory.engine.domain.promotion import CandidateState, PromotionCandidate
from mcp_memory.engine.ports.candidates import Unconsolidated
from mcp_memory.engine.records import candidates, reads
from mcp_memory.engine.records.connections import OnOneFile
from mcp_memory.engine.records.writes import SqliteTransaction


class CandidateWriting(SqliteTransaction):
    """The port `CandidateTransaction` on one connection that holds the write lock."""

    def candidate(self, candidate_id: str) -> PromotionCandidate | None:
        """The candidate as it stands inside this transaction."""
        return candidates.one(self._connection, candidate_id)

    def keep_candidate(self, candidate: PromotionCandidate) -> None:
        """Write the candidate with its evidence. Moves no revision: no reader of memories sees it."""
        candidates.keep(self._connection, candidate)

    def move_watermark(self, revision: int) -> None:
        """Note that everything up to this revision has been consolidated; it never goes back."""
        candidates.move_watermark(self._connection, revision)


class SqliteCandidates(OnOneFile):
    """Opens snapshots and hands them to the module beside it."""

    @contextlib.contextmanager
    def consolidating(self) -> Iterator[CandidateWriting]:
        """Begin a write; it is committed when the block ends, rolled back when it raises."""
        with self._connections.writing() as connection:
            yield CandidateWriting(connection)

    def watermark(self) -> int:
        """The revision up to which everything has been consolidated."""
        with self._connections.reading() as connection:
            return candidates.watermark(connection)

    def unconsolidated(self, after: int, limit: int) -> Unconsolidated:
        """Episodes and procedures of all users that changed after a revision, oldest first."""
        with self._connections.reading() as connection:
            end, changed = candidates.changed_after(connection, after, limit)
            return Unconsolidated(changed, revision=reads.revision(connection) if end is None else end)

    def unconsolidated_episodes(self, most: int) -> int:
        """How many episodes changed since the watermark, counted up to `most`."""
        with self._connections.reading() as connection:
            return candidates.count_changed(connection, most)

    def observations_of(self, memory_ids: Collection[str]) -> Mapping[str, tuple[Observation, ...]]:
        """Where each of these memories was seen, earliest first; those never seen are left out."""
        with self._connections.reading() as connection:
            return reads.observations_of(connection, memory_ids)

    def candidates(
        self, user: str, states: Collection[CandidateState], limit: int = 100
    ) -> tuple[PromotionCandidate, ...]:
        """The user's candidates in these states, latest changed first; unreadable ones are left out."""
        with self._connections.reading() as connection:
            return candidates.of_user(connection, user, states, limit)

    def candidates_on(self, memory_ids: Sequence[str]) -> tuple[PromotionCandidate, ...]:
        """Candidates that rest on any of these memories or became one of them, oldest first."""
        with self._connections.reading() as connection:
            return candidates.on(connection, memory_ids)
