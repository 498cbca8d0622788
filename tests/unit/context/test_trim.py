"""Which rounds stay: the last ones, those the question is about, never more than the budget, nothing lost."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from made_turns import numbered, talk, texts, turns_of_a_session

from mcp_memory.engine.context.cutting import TURN_TOKENS, cut_middle, fitted, round_tokens
from mcp_memory.engine.context.trim import Selected, select
from mcp_memory.engine.domain.policies import ContextPolicy
from mcp_memory.engine.domain.sessions import Role, Turn, rounds
from mcp_memory.engine.text.counting import count_tokens
from mcp_memory.engine.text.graphemes import last_boundary

windows = st.integers(0, 6_000)
questions = st.sampled_from(("", "Kestrel report", "PostgreSQL?", "合同发了吗", "the of and"))
ROUNDY = ContextPolicy(window_tokens=4_000, recent_rounds=2)


def chosen(turns: tuple[Turn, ...], question: str = "", policy: ContextPolicy = ROUNDY) -> Selected:
    return select(rounds(turns), question, policy)


def places(selected: Selected) -> list[int]:
    return [turn.n for kept in selected.kept for turn in kept.turns]


@settings(max_examples=60, deadline=None)
@given(turns_of_a_session, questions, windows, st.integers(0, 12))
def test_whatever_was_said(turns: tuple[Turn, ...], question: str, window: int, recent: int) -> None:
    """The budget holds, nothing is kept twice or lost, the order stays, and old calls of tools are gone."""
    policy = ContextPolicy(window_tokens=window, recent_rounds=recent)
    cut = rounds(turns)
    selected = select(cut, question, policy)
    kept = places(selected)
    assert sum(round_tokens(some.turns) for some in selected.kept) <= policy.dialogue_tokens
    assert kept == sorted(set(kept))
    whole = {turn for some in selected.kept for turn in some.turns}
    assert Counter(selected.older) == Counter(turn for turn in turns if turn not in whole)
    if cut and policy.dialogue_tokens > TURN_TOKENS:
        last = {turn.n for turn in cut[-1].turns}
        assert last & set(kept)
        tools = {
            turn.n for some in selected.kept for turn in some.turns if turn.role in {Role.TOOL_CALL, Role.TOOL_RESULT}
        }
        assert tools <= last


def test_the_last_rounds_stay_and_older_ones_wait_for_the_summary() -> None:
    turns = talk("one", "1", "two", "2", "three", "3", "four", "4")
    selected = chosen(turns)
    assert places(selected) == [5, 6, 7, 8]
    assert selected.older == turns[:4]


def test_calls_and_results_stay_of_the_last_round_only() -> None:
    spoken = [(Role.USER, "a"), (Role.TOOL_CALL, "b"), (Role.TOOL_RESULT, "c"), (Role.ASSISTANT, "d")]
    turns = numbered([(role, text, "") for role, text in spoken * 2])
    selected = chosen(turns)
    assert places(selected) == [1, 4, 5, 6, 7, 8]
    assert selected.older == turns[1:3]


def test_older_rounds_that_concern_the_question_come_back_in_order() -> None:
    turns = talk(
        "The Kestrel licence costs too much.", "Yes.", "Lunch?", "Soup.", "The company of Kestrel is in Oslo.", "Noted.",
        "Something else.", "Fine.", "And more.", "Fine.",
    )  # fmt: skip
    assert places(chosen(turns, "What does the Kestrel licence cost?")) == [1, 2, 7, 8, 9, 10]
    assert places(chosen(turns, "Kestrel companies")) == [1, 2, 5, 6, 7, 8, 9, 10]
    assert places(chosen(turns, "art")) == [7, 8, 9, 10]
    assert places(chosen(talk("合同发给小林", "好", "a", "b", "c", "d"), "合同在哪里")) == [1, 2, 3, 4, 5, 6]


def test_the_budget_takes_the_oldest_first_and_cuts_what_is_at_its_edge() -> None:
    policy = ContextPolicy(window_tokens=4_000, recent_rounds=10)
    turns = talk(*["word " * 600] * 6)
    selected = chosen(turns, "word", policy)
    assert places(selected) == [5, 6]
    assert "tokens left out" in selected.kept[-1].turns[0].content
    assert selected.older == turns
    smaller = talk("word " * 400, "", "word " * 700, "")
    assert places(chosen(smaller, "", policy)) == [3, 4]
    assert places(chosen(talk("word " * 900, "", "word " * 400, ""), "", policy)) == [1, 2, 3, 4]


def test_a_round_of_tools_alone_takes_no_room() -> None:
    turns = numbered([(Role.TOOL_CALL, "x", ""), (Role.USER, "a", "")])
    assert places(chosen(turns)) == [2]
    assert chosen(()) == Selected((), ())


def test_a_round_too_long_keeps_its_small_turns_whole() -> None:
    turns = talk("What is it?", "long " * 5_000)
    short, long = fitted(turns, 300)
    assert short == turns[0]
    assert round_tokens((short, long)) <= 300
    assert fitted((), 300) == ()


def test_of_too_many_turns_the_first_and_the_latest_stay() -> None:
    turns = numbered([(Role.USER, "word " * 50, "a" * 40), *[(Role.TOOL_CALL, "call " * 50, "")] * 100])
    assert [turn.n for turn in fitted(turns, 120)] == [1, 98, 99, 100, 101]
    assert fitted(turns, TURN_TOKENS) == ()


@settings(max_examples=60, deadline=None)
@given(texts, st.integers(-3, 400))
def test_a_cut_text_keeps_both_ends_within_its_budget(text: str, budget: int) -> None:
    shown = cut_middle(text, budget)
    assert count_tokens(shown) <= max(budget, 0)
    head, mark, tail = shown.partition(" […")
    if mark and shown != text and "tokens left out…] " in tail:
        end = tail.partition("tokens left out…] ")[2]
        assert text.startswith(head)
        assert text.endswith(end)
        assert last_boundary(text, len(text) - len(end)) == len(text) - len(end)


def test_what_is_missing_is_said() -> None:
    shown = cut_middle("begin " + "word " * 5_000 + "the end", 100)
    assert shown.startswith("begin word")
    assert shown.endswith("word the end")
    assert "[…6," in shown
