"""What consolidation asks of the records: what is new, what was proposed before, and a write of both together."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from mcp_memory.engine.domain.memory import Memory, Observation
from mcp_memory.engine.domain.promotion import CandidateState, PromotionCandidate
from mcp_memory.engine.ports.records import Transaction


@dataclass(frozen=True, slots=True)
class Unconsolidated:
    """Memories that were stored, changed or seen again since a revision, oldest first, each with its revision."""

    memories: tuple[tuple[int, Memory], ...]
    revision: int
    """Everything up to here is among them, so that the watermark may move here."""


class CandidateTransaction(Transaction, Protocol):
    """One short write to memories and candidates together."""

    def candidate(self, candidate_id: str) -> PromotionCandidate | None:
        """The candidate as it stands inside this transaction."""

    def keep_candidate(self, candidate: PromotionCandidate) -> None:
        """Write the candidate with its evidence, in the place of what it was."""

    def move_watermark(self, revision: int) -> None:
        """Note that everything up to this revision has been consolidated; it never goes back."""


class CandidateBook(Protocol):
    """Reads are one snapshot each."""

    def consolidating(self) -> AbstractContextManager[CandidateTransaction]:
        """Begin a write; it is committed when the block ends, rolled back when it raises."""

    def watermark(self) -> int:
        """The revision up to which everything has been consolidated."""

    def unconsolidated(self, after: int, limit: int) -> Unconsolidated:
        """Active episodes and procedures, of all users, changed after a revision: whole transactions, about `limit`."""

    def unconsolidated_episodes(self, most: int) -> int:
        """How many active episodes changed since the watermark, counted up to `most`."""

    def observations_of(self, memory_ids: Collection[str]) -> Mapping[str, tuple[Observation, ...]]:
        """Where each of these memories was seen, earliest first; those never seen are left out."""

    def candidates(
        self, user: str, states: Collection[CandidateState], limit: int = 100
    ) -> tuple[PromotionCandidate, ...]:
        """The user's candidates in these states, latest changed first."""

    def candidates_on(self, memory_ids: Sequence[str]) -> tuple[PromotionCandidate, ...]:
        """Candidates that rest on any of these memories or became one of them, oldest first."""
