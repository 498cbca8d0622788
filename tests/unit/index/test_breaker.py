"""A breaker: open at first, closed by success, and slower to try again with every failure."""

from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.index.breaker import Breaker


def test_the_first_attempt_need_not_wait_and_success_closes_it() -> None:
    breaker = Breaker(lambda: 0.0)
    assert (breaker.is_closed, breaker.rests) == (False, False)
    assert breaker.worked()
    assert not breaker.worked()
    assert (breaker.is_closed, breaker.rests) == (True, False)


def test_pauses_double_up_to_the_longest_and_start_anew_after_success() -> None:
    seconds = [0.0]
    breaker = Breaker(lambda: seconds[0], first_pause_seconds=1, longest_pause_seconds=5)
    for pause in (1.0, 2.0, 4.0, 5.0, 5.0):
        breaker.failed()
        seconds[0] += pause - 0.5
        assert breaker.rests
        seconds[0] += 0.5
        assert not breaker.rests
    breaker.worked()
    breaker.failed()
    seconds[0] += 1.0
    assert not breaker.rests


def test_only_the_first_failure_of_an_outage_is_news() -> None:
    breaker = Breaker(lambda: 0.0)
    assert [breaker.failed(), breaker.failed()] == [True, False]
    breaker.worked()
    assert [breaker.failed(), breaker.failed()] == [True, False]


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 100)), max_size=20))
def test_it_never_rests_longer_than_the_longest_pause(history: list[tuple[bool, float]]) -> None:
    seconds = [0.0]
    breaker = Breaker(lambda: seconds[0])
    for has_worked, passed in history:
        breaker.worked() if has_worked else breaker.failed()
        seconds[0] += passed
        assert breaker.is_closed is has_worked
        assert not (breaker.rests and (has_worked or passed >= 60.0))
