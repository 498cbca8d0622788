"""How the index's arrays grow: by doubling, so that adding one row at a time costs the same in the long run.

Large ones have pages of their own: what no row has filled yet takes no memory, and what an array leaves behind when it
moves goes back to the system, which a heap would keep.
"""

import math
import mmap
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Item = TypeVar("Item", bound=np.generic)

_FIRST_ROWS = 1_024
_LARGE_BYTES = 1 << 18


def grown(array: NDArray[Item], rows: int) -> NDArray[Item]:
    """The same array, or a longer copy with zeros behind, that holds at least `rows` rows."""
    if rows <= len(array):
        return array
    longer = _zeros((max(rows, 2 * len(array), _FIRST_ROWS), *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


def _zeros(shape: tuple[int, ...], dtype: np.dtype[Item]) -> NDArray[Item]:
    size = math.prod(shape) * dtype.itemsize
    if size < _LARGE_BYTES:
        return np.zeros(shape, dtype=dtype)
    return np.frombuffer(mmap.mmap(-1, size), dtype=dtype).reshape(shape)
