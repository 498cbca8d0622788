"""What the engine asks of an embedding model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType, Protocol

Vector = NewType("Vector", bytes)
"""A unit vector as `dim` little-endian float16 numbers: one representation for memory, disk and wire."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """Which vector space a vector lives in. `space` names model and centre version: vectors of two spaces never meet.

    `calibrated` says whether the noise floor of the recall policy holds for this model.
    """

    name: str
    dim: int
    space: str
    calibrated: bool


class Embedder(Protocol):
    """Turns text into vectors. Calls are safe from several threads; a query goes before waiting passages."""

    @property
    def card(self) -> ModelCard:
        """The vector space; known without loading the model."""

    @property
    def is_ready(self) -> bool:
        """Whether the model is loaded; before that, calls to embed raise `ModelUnavailable`."""

    def load(self) -> None:
        """Load the model; blocks for up to a second or two. Raises `ModelUnavailable` with the reason."""

    def embed_query(self, text: str) -> Vector:
        """The vector of a question."""

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors of passages, in order. Raises `ModelUnavailable` for NaN, zeros or a wrong size."""
