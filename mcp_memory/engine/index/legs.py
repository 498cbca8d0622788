"""What the two ways of scanning have in common: `Vectors` compares everything, `Codes` looks before it compares."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.index.float16 import Numbers
from mcp_memory.engine.ports.embedder import Vector


class VectorLeg(Protocol):
    """The vectors of all rows of an index, by row number. A row may have none."""

    def write(self, slots: Sequence[int], vectors: Sequence[Vector | None]) -> None:
        """Fill these rows; None, a wrong size and what is not finite leave a row without a vector."""

    def erase(self, slots: Sequence[int]) -> None:
        """Leave these rows without a vector."""

    def question(self, vector: Vector | None) -> Numbers | None:
        """A question's vector as numbers; None when it does not fit the stored ones."""

    def nearest(self, question: Numbers, mask: NDArray[np.bool_], limit: int) -> list[int]:
        """Admitted rows among which the `limit` nearest are to be found, with all that might tie; unordered."""

    def cosines(self, question: Numbers, slots: Sequence[int]) -> dict[int, float]:
        """The exact cosines of those of these rows that hold a vector."""
