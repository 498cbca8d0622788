"""What the engine asks so that personal data is kept apart: a vault for the values, a book for what it has sealed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from mcp_memory.engine.domain.answers import Finding
from mcp_memory.engine.domain.memory import Principal


@dataclass(frozen=True, slots=True)
class Valuable:
    """Personal data that was taken out of a text. `key` is the same for every spelling of one value."""

    kind: str
    key: str
    value: str


class Vault(Protocol):
    """Keeps values so that only the owner gets them back. Safe from many threads and processes at once."""

    def placeholder(self, user: str, valuable: Valuable) -> str:
        """What stands for a value in this user's texts, always the same; the value is durable when this returns.

        Raises `VaultLocked` when the value cannot be sealed, for example because the key is missing.
        """

    def known(self, user: str, valuable: Valuable) -> str | None:
        """The same without keeping anything: None for a value that was never kept, or when the key is missing."""

    def hold(self, user: str, held: Sequence[tuple[str, Valuable]]) -> None:
        """Make sure that values are still there, now that a record with their placeholders is written.

        A purge of the last other memory that mentioned one may have come in between.
        """

    def mark(self, user: str, text: str) -> str:
        """A few letters that are always the same for a text of this user; without the key they say nothing of it.

        Raises `VaultLocked` when the key is missing.
        """

    def reveal(self, user: str, placeholder: str) -> str | None:
        """The value as it was first written; None when this user has none under that placeholder."""

    def check(self) -> Finding:
        """Whether what is sealed can be opened with the key that is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """One value as it lies in the records: `mark` finds it again without opening, `key` names the key that sealed it.

    `mark` and `box` say nothing to whoever has the records but not the key.
    """

    user: str
    kind: str
    mark: bytes
    box: bytes
    key: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """One note of the log: who was given which value, and when; never the value."""

    at: datetime
    user: str
    agent: str
    session: str
    placeholder: str


class SealedBook(Protocol):
    """Sealed values beside the records: in every backup, and erased with the last memory that mentions them."""

    def sealed_number(self, user: str, kind: str, mark: bytes) -> int | None:
        """The number a value has, None when it is not there."""

    def seal(self, sealed: Sealed) -> int:
        """Add a value, and return its number: one that was never another value's, or the one it has already.

        Raises `VaultLocked` when the book holds values that another key has sealed.
        """

    def hold_sealed(self, number: int, sealed: Sealed) -> None:
        """Put a value back under its number, if it is gone and a memory mentions it."""

    def sealed(self, user: str, kind: str, number: int) -> Sealed | None:
        """A value by its number."""

    def sealing_keys(self) -> tuple[str, ...]:
        """The names of the keys that sealed what is there."""

    def note_reveals(self, who: Principal, placeholders: Sequence[str], at: datetime) -> None:
        """Write down who is given which values. Returns when it is durable."""

    def reveals(self, user: str, limit: int) -> tuple[Reveal, ...]:
        """Who was given which of the user's values, latest first."""
