"""Arrays grow without losing a row, and their new rows are zeros, small and large."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.index.growth import grown


@given(
    rows=st.integers(0, 50),
    width=st.sampled_from([(), (0,), (3,), (384,)]),
    wanted=st.integers(0, 3_000),
    dtype=st.sampled_from([np.float32, np.uint64, np.bool_]),
)
def test_what_was_there_stays_and_what_is_new_is_zero(
    rows: int, width: tuple[int, ...], wanted: int, dtype: type[np.generic]
) -> None:
    array = np.ones((rows, *width), dtype=dtype)
    longer = grown(array, wanted)
    assert len(longer) >= max(rows, wanted)
    assert longer.shape[1:] == width
    assert longer.dtype == array.dtype
    assert (longer[:rows] == array).all()
    assert not longer[rows:].any()
    longer[rows:] = 1
    assert longer.all()


@pytest.mark.parametrize("width", [(), (384,)], ids=["small", "large"])
def test_one_that_is_long_enough_is_not_copied(width: tuple[int, ...]) -> None:
    array = np.zeros((10, *width))
    assert grown(array, 10) is array
    assert grown(array, 11) is not array
