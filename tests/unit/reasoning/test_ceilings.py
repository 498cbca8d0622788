"""Ceilings on what a language model may use up in an hour."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.errors import CeilingReached
from mcp_memory.engine.domain.policies import ReasonerPolicy
from mcp_memory.engine.reasoning.ceilings import Ceilings
from mcp_memory.engine.reasoning.prices import LIST_PRICES, Price, Usage, price_of
from mcp_memory.testing import FrozenClock


def ceilings(clock: FrozenClock, tokens: int = 1_000, dollars: float = 1.0) -> Ceilings:
    policy = ReasonerPolicy(tokens_per_hour=tokens, dollars_per_hour=dollars, input_price=1, output_price=5)
    return Ceilings(policy, clock)


def test_a_call_that_no_longer_fits_is_refused_until_an_earlier_one_is_an_hour_old(clock: FrozenClock) -> None:
    counted = ceilings(clock)
    counted.settle(counted.enter(Usage(100, 200)), Usage(100, 200))
    clock.advance(minutes=10)
    counted.enter(Usage(0, 600))
    clock.advance(minutes=5)
    with pytest.raises(CeilingReached, match=r"the ceiling of 1,000 tokens an hour is reached until 10:01 UTC"):
        counted.enter(Usage(0, 101))
    with pytest.raises(CeilingReached, match=r"until 10:11 UTC"):
        counted.enter(Usage(0, 401))
    clock.advance(minutes=45)
    counted.enter(Usage(0, 400))
    with pytest.raises(CeilingReached, match=r"until 10:11 UTC"):
        counted.enter(Usage(0, 1))


def test_what_is_reported_takes_the_place_of_what_was_expected(clock: FrozenClock) -> None:
    counted = ceilings(clock)
    for _ in range(10):
        counted.settle(counted.enter(Usage(0, 900)), Usage(5, 5))
    counted.enter(Usage(0, 900))
    with pytest.raises(CeilingReached):
        counted.enter(Usage(0, 1))


def test_a_report_that_comes_after_an_hour_counts_no_more(clock: FrozenClock) -> None:
    counted = ceilings(clock)
    late = counted.enter(Usage(0, 1_000))
    clock.advance(hours=1)
    counted.enter(Usage(0, 500))
    counted.settle(late, Usage(0, 1_000))
    counted.enter(Usage(0, 500))


def test_dollars_have_a_ceiling_of_their_own(clock: FrozenClock) -> None:
    counted = ceilings(clock, tokens=10**9, dollars=0.5)
    counted.enter(Usage(100_000, 80_000))
    with pytest.raises(CeilingReached, match=r"the ceiling of \$0.5 an hour is reached until 10:01 UTC"):
        counted.enter(Usage(1, 0))


def test_fractions_of_a_dollar_add_up_to_nothing_left(clock: FrozenClock) -> None:
    """Ten tenths are not quite one in floating point; a whole ceiling's call waits for all of them all the same."""
    counted = ceilings(clock, tokens=10**9, dollars=1.0)
    for _ in range(9):
        counted.enter(Usage(100_000, 0))
        clock.advance(minutes=1)
    with pytest.raises(CeilingReached, match=r"until 10:09 UTC"):
        counted.enter(Usage(1_000_000, 0))


def test_a_call_above_the_whole_ceiling_is_never_made(clock: FrozenClock) -> None:
    with pytest.raises(CeilingReached, match="one call can take more than the ceiling of 1,000 tokens an hour"):
        ceilings(clock).enter(Usage(1_000, 1))


def test_calls_at_the_same_time_do_not_pass_a_ceiling_together(clock: FrozenClock) -> None:
    counted = ceilings(clock)

    def admitted(_: int) -> bool:
        try:
            counted.enter(Usage(0, 300))
        except CeilingReached:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(admitted, range(40))) == 3


@given(st.lists(st.tuples(st.integers(0, 700), st.integers(0, 100), st.integers(0, 50)), max_size=40))
def test_no_hour_passes_the_ceiling(calls: list[tuple[int, int, int]]) -> None:
    """As long as the service takes no more than was expected."""
    clock = FrozenClock()
    counted = ceilings(clock)
    spent = []
    for most, percent, minutes in calls:
        clock.advance(minutes=minutes)
        used = most * percent // 100
        try:
            counted.settle(counted.enter(Usage(0, most)), Usage(0, used))
        except CeilingReached:
            continue
        spent.append((clock.now, used))
        assert sum(used for at, used in spent if (clock.now - at).total_seconds() < 3_600) <= 1_000


class TestPrices:
    def test_of_the_list(self) -> None:
        assert price_of(ReasonerPolicy()) == LIST_PRICES[ReasonerPolicy().model]
        assert LIST_PRICES["claude-haiku-5-5"].dollars(Usage(1_000_000, 2_000_000)) == pytest.approx(1.1)

    def test_as_set(self) -> None:
        assert price_of(ReasonerPolicy(input_price=7, output_price=8)) == Price(7, 8)

    def test_of_an_unknown_model_are_the_dearest(self) -> None:
        unknown = price_of(ReasonerPolicy(model="claude-next"))
        assert unknown.input == max(price.input for price in LIST_PRICES.values())
        assert unknown.output == max(price.output for price in LIST_PRICES.values())
