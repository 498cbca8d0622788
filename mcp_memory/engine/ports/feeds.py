"""What an index outside the data folder asks of the records: what to send, and a durable note of what has arrived."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mcp_memory.engine.domain.answers import Finding, Report
from mcp_memory.engine.ports.index import IndexSource
from mcp_memory.engine.ports.leases import Leases


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """How far a collection elsewhere has followed one vector space.

    All changes up to revision `fed` have arrived. Some up to `sent` may have: it is noted before anything leaves, so
    that a collection which knows of a later revision cannot have been fed from these records.
    """

    space: str
    collection: str
    sent: int = 0
    fed: int = 0


class FeedBook(Protocol):
    """One feed for each vector space, beside the records and with them in every backup."""

    def feeds(self) -> tuple[Feed, ...]:
        """All of them, by space."""

    def move_feed(self, before: Feed | None, after: Feed | None) -> bool:
        """Put `after` in the place of `before`; None is absence. False, and nothing done, when another was faster."""


class FeedRecords(IndexSource, FeedBook, Leases, Protocol):
    """What is to be sent and what answers are checked against, the book, and the leases, as the records offer them."""

    def revision(self) -> int:
        """The number that grows with every write of any process."""

    def chunk_texts(self, chunks: Sequence[tuple[str, int]]) -> dict[tuple[str, int], str]:
        """The text of chunks (memory id, chunk number); unknown ones are left out."""


class Follower(Protocol):
    """What follows the records elsewhere, and is looked after in the background."""

    def run(self) -> Report:
        """One bounded slice of work; `done` 0 when there is none."""

    def check(self) -> Finding:
        """How it does, for the doctor."""

    def close(self) -> None:
        """Let go of what it holds, without waiting for long."""
