"""Codes: what they pick is what a plain loop picks by the same three steps, and it is enough to find the nearest."""

import struct
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from index_kit import packed, unit_rows

from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.index.codes import Codes
from mcp_memory.engine.index.float16 import question_of
from mcp_memory.engine.index.vectors import Vectors
from mcp_memory.engine.ports.embedder import Vector

FEW = IndexPolicy(least_candidates=12, most_candidates=12, refined_share=0.01, refined_per_hit=8)
"""Twelve candidates, and the eight that are the least for one hit compared whole."""


class Shelf(list[Vector | None]):
    """Vectors by row, and which rows were read."""

    def __init__(self, vectors: Sequence[Vector | None]) -> None:
        super().__init__(vectors)
        self.read: list[int] = []

    def __call__(self, slots: Sequence[int]) -> list[Vector | None]:
        self.read.extend(slots)
        return [self[slot] for slot in slots]


def codes_of(shelf: Shelf, dim: int, policy: IndexPolicy = FEW) -> Codes:
    codes = Codes(dim, shelf, policy)
    codes.write(range(len(shelf)), shelf)
    return codes


def rows_of(dim: int) -> st.SearchStrategy[list[Vector]]:
    numbers = arrays(np.float64, st.tuples(st.integers(1, 60), st.just(dim)), elements=st.floats(-1, 1, width=16))
    return numbers.map(lambda raw: unit_rows(raw + 0.01))


@given(rows=st.one_of(rows_of(5), rows_of(70)), mask_bits=st.integers(0, 2**60 - 1))
def test_the_rows_picked_are_those_a_plain_loop_picks_with_all_that_tie(rows: list[Vector], mask_bits: int) -> None:
    numbers = [struct.unpack(f"<{len(row) // 2}e", row) for row in rows]
    asked = numbers[0]
    codes = codes_of(Shelf(rows), len(asked))
    question = question_of(rows[0], codes.dim)
    assert question is not None
    mask = np.array([bool(mask_bits >> place & 1) for place in range(len(rows))])
    admitted = np.flatnonzero(mask).tolist()
    signs = [[-1 if np.signbit(number) else 1 for number in row] for row in numbers]
    differing = {row: sum(one != other for one, other in zip(signs[0], signs[row], strict=True)) for row in admitted}
    last = sorted(differing.values())[:12][-1:]
    near = [row for row in admitted if [differing[row]] <= last]
    estimates = {row: sum(sign * number for sign, number in zip(signs[row], asked, strict=True)) for row in near}
    worst = sorted(estimates.values(), reverse=True)[:8][-1:]
    found = set(codes.nearest(question, mask, 1))
    if len(admitted) <= 8:
        assert found == set(admitted)
    else:
        assert found >= {row for row in near if [estimates[row] - 1e-5] >= worst}
        assert found <= {row for row in near if [estimates[row] + 1e-5] >= worst}


def test_the_nearest_of_many_clustered_vectors_are_found() -> None:
    """Nine in ten and more with a tenth of the rows looked at and a fortieth compared."""
    rng = np.random.default_rng(2)
    centres = rng.normal(size=(40, 384))
    rows = unit_rows(centres[rng.integers(40, size=4_000)] + 0.8 * rng.normal(size=(4_000, 384)))
    shelf = Shelf(rows)
    codes = codes_of(shelf, 384, IndexPolicy(least_candidates=400, refined_share=0.25))
    exact = Vectors()
    exact.write(range(len(rows)), rows)
    everything = np.ones(len(rows), dtype=np.bool_)
    shares = []
    for vector in unit_rows(centres[:20] + 0.8 * rng.normal(size=(20, 384))):
        question = question_of(vector, codes.dim)
        assert question is not None
        truth = exact.cosines(question, exact.nearest(question, everything, 10))
        shelf.read.clear()
        found = codes.cosines(question, codes.nearest(question, everything, 10))
        assert len(shelf.read) <= 100 + 10
        assert found == {row: pytest.approx(exact.cosines(question, [row])[row]) for row in found}
        shares.append(len(truth.keys() & found.keys()) / len(truth))
    assert float(np.mean(shares)) >= 0.9


def test_equal_vectors_are_picked_together() -> None:
    rows = [*unit_rows(np.random.default_rng(4).normal(size=(50, 16))), *[packed(*[0.25] * 16)] * 20]
    codes = codes_of(Shelf(rows), 16)
    question = question_of(packed(*[0.25] * 16), codes.dim)
    assert question is not None
    assert set(codes.nearest(question, np.ones(70, dtype=np.bool_), 1)) >= set(range(50, 70))


@pytest.mark.parametrize("unusable", [None, packed(), packed(1), packed(float("nan"), 0), packed(float("inf"), 0)])
def test_a_row_without_a_usable_vector_has_none(unusable: Vector | None) -> None:
    codes = codes_of(Shelf([packed(1, 0), unusable, packed(0, 1)]), 2)
    question = question_of(packed(1, 0), codes.dim)
    assert question is not None
    assert codes.cosines(question, range(3)) == {0: 1.0, 2: 0.0}
    assert sorted(codes.nearest(question, np.ones(3, dtype=np.bool_), 10)) == [0, 2]
    assert question_of(unusable, codes.dim) is None


def test_an_erased_row_is_not_picked_and_may_be_written_again() -> None:
    shelf = Shelf([packed(1, 0), packed(0, 1), None])
    codes = codes_of(shelf, 2)
    question = question_of(packed(1, 0), codes.dim)
    assert question is not None
    everything = np.ones(3, dtype=np.bool_)
    codes.erase([0, 2])
    assert codes.nearest(question, everything, 1) == [1]
    codes.write([0], [packed(-1, 0)])
    assert codes.nearest(question, everything, 1) == [0, 1]


def test_codes_agree_with_the_vectors_they_were_made_from_and_with_no_others() -> None:
    shelf = Shelf([packed(1, 0.5), packed(-1, 0.5), None])
    codes = codes_of(shelf, 2)
    assert codes.agree([0, 1, 2])
    assert codes.agree([])
    shelf[1] = packed(1, 0.5)
    assert codes.agree([0])
    assert not codes.agree([0, 1])
    shelf[1] = None
    assert not codes.agree([0, 1])


def test_vectors_held_whole_until_now_are_taken_over() -> None:
    rows = unit_rows(np.random.default_rng(4).normal(size=(30, 16)))
    whole = Vectors()
    whole.write(range(30), rows)
    whole.erase([3])
    shelf = Shelf(rows)
    codes = Codes.taking_over(whole, shelf, FEW)
    question = question_of(rows[0], codes.dim)
    assert question is not None
    assert codes.agree(range(30))
    assert codes.nearest(question, np.ones(30, dtype=np.bool_), 30) == [*range(3), *range(4, 30)]


def test_few_admitted_rows_among_many_are_picked_as_if_they_were_alone() -> None:
    rows = unit_rows(np.random.default_rng(2).normal(size=(900, 70)))
    few = list(range(0, len(rows), 9))
    mask = np.isin(np.arange(len(rows)), few)
    many, alone = codes_of(Shelf(rows), 70), codes_of(Shelf([rows[row] for row in few]), 70)
    question = question_of(rows[5], many.dim)
    assert question is not None
    picked = [few[row] for row in alone.nearest(question, np.ones(len(few), dtype=np.bool_), 1)]
    assert sorted(many.nearest(question, mask, 1)) == sorted(picked)
