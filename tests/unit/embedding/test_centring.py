"""Centring: laws of plain vector arithmetic."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from mcp_memory.engine.embedding.centring import Numbers, Role, packed, read_centre, unit

DIM = 8


def a_stored_centre(**changes: NDArray[np.float32]) -> bytes:
    rng = np.random.default_rng(7)
    named = {name: rng.normal(size=DIM).astype(np.float32) for name in ("q_en", "q_zh", "p_en", "p_zh")}
    direction = rng.normal(size=(1, DIM))
    named["pc"] = (direction / np.linalg.norm(direction)).astype(np.float32)
    stored = io.BytesIO()
    np.savez(stored, allow_pickle=False, **(named | changes))
    return stored.getvalue()


CENTRE = read_centre(a_stored_centre(), DIM)
VECTORS = arrays(np.float32, DIM, elements=st.floats(-1, 1, width=16)).filter(
    lambda vector: np.linalg.norm(vector) > 0.1
)


@given(raw=VECTORS, role=st.sampled_from(["query", "passage"]), share=st.floats(0, 1))
def test_nothing_is_left_along_the_common_direction(raw: Numbers, role: Role, share: float) -> None:
    assert np.allclose(CENTRE.centred(raw, role, share) @ CENTRE.directions.T, 0, atol=1e-5)


@given(share=st.floats(0, 1))
def test_the_mean_moves_from_english_to_chinese_with_the_share_of_han(share: float) -> None:
    means = CENTRE.means["query"]
    assert np.array_equal(means.at(0), means.english)
    assert np.array_equal(means.at(1), means.chinese)
    way = np.linalg.norm(means.chinese - means.english)
    assert np.linalg.norm(means.at(share) - means.english) == pytest.approx(share * way, abs=1e-4)


def test_the_two_roles_have_means_of_their_own() -> None:
    raw = np.ones(DIM, dtype=np.float32)
    assert not np.allclose(CENTRE.centred(raw, "query", 0.0), CENTRE.centred(raw, "passage", 0.0))


@given(vector=VECTORS)
def test_a_vector_keeps_its_direction_at_length_one(vector: Numbers) -> None:
    straight = unit(vector, DIM)
    assert np.linalg.norm(straight) == pytest.approx(1, abs=1e-5)
    assert straight @ vector == pytest.approx(np.linalg.norm(vector), rel=1e-4)


@given(vector=VECTORS)
def test_packing_loses_no_more_than_float16_does(vector: Numbers) -> None:
    straight = unit(vector, DIM)
    assert np.allclose(np.frombuffer(packed(straight), dtype="<f2"), straight, rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize(
    ("numbers", "trouble"),
    [
        ([0.0] * DIM, "zeros"),
        ([np.nan, *[1.0] * (DIM - 1)], "not finite"),
        ([np.inf, *[1.0] * (DIM - 1)], "not finite"),
        ([1.0] * (DIM + 1), f"instead of {DIM}"),
    ],
)
def test_what_is_no_vector_is_refused(numbers: list[float], trouble: str) -> None:
    with pytest.raises(ValueError, match=trouble):
        unit(np.array(numbers, dtype=np.float32), DIM)


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"not an archive",
        a_stored_centre()[:200],
        a_stored_centre().replace(b"p_zh", b"p_fr"),
        a_stored_centre(q_zh=np.zeros(DIM + 1, dtype=np.float32)),
        a_stored_centre(pc=np.zeros((1, DIM + 1), dtype=np.float32)),
    ],
    ids=["empty", "garbage", "cut short", "a mean is missing", "mean of another size", "direction of another size"],
)
def test_a_damaged_centre_is_a_value_error(stored: bytes) -> None:
    with pytest.raises(ValueError, match=r"^it (cannot be read|is not made for)"):
        read_centre(stored, DIM)


def test_a_flipped_bit_in_a_centre_is_noticed() -> None:
    stored = bytearray(a_stored_centre())
    stored[stored.index(b"NUMPY") + 140] ^= 1
    with pytest.raises(ValueError, match="cannot be read"):
        read_centre(bytes(stored), DIM)
