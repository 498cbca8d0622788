"""The one policy that calculates."""

import pytest

from mcp_memory.engine.domain.policies import IndexPolicy


@pytest.mark.parametrize(
    ("rows", "candidates"), [(0, 1_000), (100_000, 1_000), (550_000, 2_500), (1_000_000, 4_000), (9_000_000, 4_000)]
)
def test_more_rows_need_more_candidates_within_bounds(rows: int, candidates: int) -> None:
    assert IndexPolicy().candidates(rows) == candidates
