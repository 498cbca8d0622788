"""What ways of searching have in common: the vectors of a scan, and an answer in which each hit is scored on both legs.

Of the scans, `Vectors` compares everything, `Codes` looks before it compares.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.index.float16 import Numbers
from mcp_memory.engine.index.slots import Key
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hit, Hits, WordScore

_SILENT = WordScore(words=0.0, coverage=0.0)


class VectorLeg(Protocol):
    """The vectors of all rows of an index, by row number. A row may have none."""

    def write(self, slots: Sequence[int], vectors: Sequence[Vector | None]) -> None:
        """Fill these rows; None, a wrong size and what is not finite leave a row without a vector."""

    def erase(self, slots: Sequence[int]) -> None:
        """Leave these rows without a vector."""

    @property
    def dim(self) -> int:
        """The size of the space; 0 until the first vector."""

    def nearest(self, question: Numbers, mask: NDArray[np.bool_], limit: int) -> list[int]:
        """Admitted rows among which the `limit` nearest are to be found, with all that might tie; unordered."""

    def cosines(self, question: Numbers, slots: Sequence[int]) -> dict[int, float]:
        """The exact cosines of those of these rows that hold a vector."""


def hits_of(
    near: Sequence[Key],
    cosines: Mapping[Key, float],
    scores: Mapping[Key, WordScore],
    score: Callable[[Sequence[Key]], Mapping[Key, WordScore]],
) -> Hits:
    """The near chunks in their order, and those met by words, best first; `score` tells the words of the rest."""
    unscored = [key for key in near if key not in scores]
    known = {**scores, **(score(unscored) if unscored else {})}

    def hit(key: Key) -> Hit:
        memory_id, chunk = key
        told = known.get(key, _SILENT)
        return Hit(memory_id, chunk, cosines.get(key), told.words, told.coverage)

    by_words = sorted(scores, key=lambda key: (-scores[key].words, key))
    return Hits(by_vector=tuple(map(hit, near)), by_words=tuple(map(hit, by_words)))
