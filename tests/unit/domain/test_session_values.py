"""Sessions and rounds: turns cut so that none is lost, none twice, each round begun by the user."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.sessions import IMPORTED, Role, Round, Session, Turn, rounds
from mcp_memory.testing import DAWN

ROLES = st.lists(st.sampled_from(Role), max_size=30)


def said(*roles: Role) -> tuple[Turn, ...]:
    return tuple(Turn(n, role, f"turn {n}", DAWN) for n, role in enumerate(roles, 1))


def test_nothing_said_is_no_round() -> None:
    assert rounds(()) == ()


def test_a_round_is_a_user_turn_and_all_up_to_the_next() -> None:
    turns = said(Role.USER, Role.TOOL_CALL, Role.TOOL_RESULT, Role.ASSISTANT, Role.USER, Role.USER)
    assert rounds(turns) == (Round(turns[:4]), Round(turns[4:5]), Round(turns[5:]))


def test_what_comes_before_the_first_user_turn_is_a_round_of_its_own() -> None:
    turns = said(Role.SYSTEM, Role.ASSISTANT, Role.USER, Role.ASSISTANT)
    assert rounds(turns) == (Round(turns[:2]), Round(turns[2:]))


@given(ROLES)
def test_rounds_are_the_turns_in_order_cut_before_each_user_turn(roles: list[Role]) -> None:
    turns = said(*roles)
    cut = rounds(turns)
    assert tuple(turn for one in cut for turn in one.turns) == turns
    assert all(one.turns for one in cut)
    assert all(one.turns[0].role is Role.USER for one in cut[1:])
    assert all(turn.role is not Role.USER for one in cut for turn in one.turns[1:])


def test_a_session_that_was_held_elsewhere_is_known_by_its_agent() -> None:
    own = Session(id="s1", user="me", agent="test", scene="s1", opened_at=DAWN, active_at=DAWN)
    assert not own.is_imported
    assert replace(own, agent=f"{IMPORTED}elsewhere").is_imported
