"""How the texts of a conversation share the room there is."""

from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.text.counting import fair_limit


def test_the_longest_give_way_first() -> None:
    assert fair_limit([10, 500, 40, 500], 250) == 100


@given(st.lists(st.integers(0, 1_000), max_size=30), st.integers(0, 5_000))
def test_all_fit_under_the_limit_and_it_wastes_nothing(sizes: list[int], budget: int) -> None:
    limit = fair_limit(sizes, budget)
    taken = sum(min(size, limit) for size in sizes)
    assert taken <= budget
    assert taken == sum(sizes) or taken + len(sizes) > budget
