"""The vectors of all rows in memory, and the exact scan over them: a few milliseconds at 20,000 rows."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.index.float16 import Numbers, common_dim, exact_cosines, usable
from mcp_memory.engine.index.growth import grown
from mcp_memory.engine.ports.embedder import Vector


class Vectors:
    """A float32 matrix with one row per slot, and which of its rows hold a vector at all.

    The space has one size; the one most common among the first vectors is taken for it.
    """

    def __init__(self) -> None:
        self._matrix: Numbers = np.zeros((0, 0), dtype=np.float32)
        self._present: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)

    @property
    def dim(self) -> int:
        """The size of the space; 0 until the first vector."""
        return int(self._matrix.shape[1])

    def write(self, slots: Sequence[int], vectors: Sequence[Vector | None]) -> None:
        """Fill these rows; None, a wrong size and what is not finite leave a row without a vector."""
        if not slots:
            return
        self._present = grown(self._present, max(slots) + 1)
        if not self.dim:
            self._matrix = np.zeros((0, common_dim(vectors)), dtype=np.float32)
        if not self.dim:
            return
        places, halves = usable(vectors, self.dim)
        filled = np.array(slots)[places]
        self._matrix = grown(self._matrix, max(slots) + 1)
        self._matrix[filled] = halves
        self._present[filled] = True

    def erase(self, slots: Sequence[int]) -> None:
        """Leave these rows without a vector."""
        self._present[list(slots)] = False

    def held(self) -> tuple[NDArray[np.intp], Numbers]:
        """The rows that hold a vector, and these vectors."""
        slots = np.flatnonzero(self._present)
        return slots, self._matrix[slots]

    def nearest(self, question: Numbers, mask: NDArray[np.bool_], limit: int) -> list[int]:
        """The `limit` nearest admitted rows and any that a float32 sum cannot tell from the last of them, unordered."""
        reach = min(len(mask), len(self._matrix))
        picked = np.flatnonzero(mask[:reach] & self._present[:reach])
        if len(picked) <= limit:
            return list(picked.tolist())
        # row by row in this thread: a matrix product starts BLAS threads, which on a busy machine wait for each other
        rough = np.vecdot(self._matrix[:reach], question)[picked]
        last = np.partition(rough, len(rough) - limit)[len(rough) - limit]
        return list(picked[rough >= last - _doubt(question)].tolist())

    def cosines(self, question: Numbers, slots: Sequence[int]) -> dict[int, float]:
        """The exact cosines of those of these rows that hold a vector."""
        holding = [slot for slot in slots if self._present[slot]]
        return dict(zip(holding, exact_cosines(question, self._matrix[holding]), strict=True))


def _doubt(question: Numbers) -> float:
    """Twice the largest error of a float32 sum of products of two unit vectors of this size."""
    return 2 * len(question) * float(np.finfo(np.float32).eps)
