"""How the index's arrays grow: by doubling, so that adding one row at a time costs the same in the long run."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Item = TypeVar("Item", bound=np.generic)

_FIRST_ROWS = 1_024


def grown(array: NDArray[Item], rows: int) -> NDArray[Item]:
    """The same array, or a longer copy with zeros behind, that holds at least `rows` rows."""
    if rows <= len(array):
        return array
    longer = np.zeros((max(rows, 2 * len(array), _FIRST_ROWS), *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer
