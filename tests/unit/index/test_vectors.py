"""The exact scan: what a plain loop would find, true ties, and no vector where there cannot be one."""

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from index_kit import packed, unit_rows

from mcp_memory.engine.index.float16 import question_of
from mcp_memory.engine.index.vectors import Vectors
from mcp_memory.engine.ports.embedder import Vector

DIM = 16


ROWS = (
    arrays(np.float64, st.tuples(st.integers(1, 40), st.just(DIM)), elements=st.sampled_from([-1.0, 0.0, 0.3, 1.0]))
    .map(lambda raw: raw + 0.01)
    .map(unit_rows)
)


@given(rows=ROWS, mask_bits=st.integers(0, 2**40 - 1), limit=st.integers(1, 50))
def test_the_nearest_are_those_a_plain_loop_finds_with_all_that_tie(
    rows: list[Vector], mask_bits: int, limit: int
) -> None:
    vectors = Vectors()
    vectors.write(range(len(rows)), rows)
    question = question_of(rows[0], vectors.dim)
    assert question is not None
    mask = np.array([bool(mask_bits >> place & 1) for place in range(len(rows))])
    admitted = np.flatnonzero(mask).tolist()
    cosines = vectors.cosines(question, admitted)
    worst_wanted = sorted(cosines.values(), reverse=True)[:limit][-1:]
    found = vectors.nearest(question, mask, limit)
    assert {slot for slot, cosine in cosines.items() if [cosine] >= worst_wanted} <= set(found)
    assert set(found) <= set(admitted)


@given(rows=ROWS)
def test_a_cosine_is_exact_wherever_the_row_stands(rows: list[Vector]) -> None:
    vectors = Vectors()
    vectors.write(range(2 * len(rows)), [*rows, *reversed(rows)])
    question = question_of(rows[0], vectors.dim)
    assert question is not None
    cosines = list(vectors.cosines(question, range(2 * len(rows))).values())
    assert cosines == cosines[::-1]
    numbers = [struct.unpack(f"<{DIM}e", row) for row in rows]
    exact = [sum(one * other for one, other in zip(numbers[0], row, strict=True)) for row in numbers]
    assert cosines[: len(rows)] == exact


@pytest.mark.parametrize(
    "unusable", [None, packed(), packed(1.0), packed(0, 1, 0), packed(float("nan"), 0), packed(float("inf"), 0), b"\0"]
)
def test_a_row_without_a_usable_vector_has_none(unusable: Vector | None) -> None:
    vectors = Vectors()
    vectors.write([0, 1, 2], [packed(1, 0), unusable, packed(0, 1)])
    question = question_of(packed(1, 0), vectors.dim)
    assert question is not None
    assert vectors.cosines(question, range(3)) == {0: 1.0, 2: 0.0}
    assert sorted(vectors.nearest(question, np.ones(3, dtype=np.bool_), 10)) == [0, 2]
    assert question_of(unusable, vectors.dim) is None


def test_the_most_common_size_is_taken_for_the_space() -> None:
    vectors = Vectors()
    vectors.write([0, 1, 2], [packed(1), packed(1, 0), packed(0, 1)])
    assert vectors.dim == 2
    assert vectors.held()[0].tolist() == [1, 2]


def test_rows_wait_for_the_first_vector() -> None:
    vectors = Vectors()
    vectors.write([], [])
    assert question_of(packed(1, 0), vectors.dim) is None
    vectors.write([0, 1], [None, None])
    assert question_of(packed(1, 0), vectors.dim) is None
    vectors.erase([0])
    vectors.write([0], [packed(0, 1)])
    question = question_of(packed(1, 0), vectors.dim)
    assert question is not None
    assert vectors.nearest(question, np.ones(2, dtype=np.bool_), 10) == [0]


def test_an_erased_row_has_no_vector() -> None:
    vectors = Vectors()
    vectors.write([0, 1], [packed(1, 0), packed(0, 1)])
    vectors.erase([0])
    assert vectors.held()[0].tolist() == [1]
