"""The window: shares that never lend, and all that is left of a session when its beginning does not fit."""

from hypothesis import given, settings
from hypothesis import strategies as st
from made_turns import a_session, talk, texts, turns_of_a_session

from mcp_memory.engine.context.cutting import round_tokens
from mcp_memory.engine.context.summary import extract
from mcp_memory.engine.context.window import working_part
from mcp_memory.engine.domain.policies import ContextPolicy
from mcp_memory.engine.domain.sessions import Marked, Turn
from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.text.counting import count_tokens

POLICY = ContextPolicy()
TIGHT = ContextPolicy(window_tokens=2_000, recent_rounds=1)
TASK = "I will send the Kestrel report to Ada by Friday."

marks = st.lists(st.builds(Marked, st.sampled_from(EventType), texts, st.integers(0, 40)), max_size=9).map(tuple)


@settings(max_examples=60, deadline=None)
@given(turns_of_a_session, marks, texts, st.integers(0, 9_000))
def test_the_working_part_stays_within_background_and_dialogue(
    turns: tuple[Turn, ...], marked: tuple[Marked, ...], summary: str, window: int
) -> None:
    policy = ContextPolicy(window_tokens=window)
    working = working_part(a_session(summary=summary, marked=marked), turns, "合同", policy)
    tasks = sum(count_tokens(f"- {task}\n") for task in working.open_tasks)
    assert tasks + count_tokens(working.summary) <= policy.background_tokens
    assert sum(round_tokens(kept.turns) for kept in working.rounds) <= policy.dialogue_tokens
    assert policy.background_tokens + policy.dialogue_tokens <= policy.working_tokens - policy.working_tokens // 4
    assert working.left_out + sum(len(kept.turns) for kept in working.rounds) == len(turns)
    assert len(set(working.open_tasks)) == len(working.open_tasks)


def test_turns_that_are_neither_kept_nor_summarised_are_summarised_on_the_way() -> None:
    turns = talk("We decided to use Kafka.", "", "We decided to use Redis.", "", "And now?", "")
    session = a_session(summary="Decided\n- something earlier", summarised_to=2, turns=6)
    shown = working_part(session, turns, "", TIGHT)
    assert "something earlier" in shown.summary
    assert "Redis" in shown.summary
    assert "Kafka" not in shown.summary
    assert shown.left_out == 4


def test_what_was_summarised_is_not_summarised_again() -> None:
    turns = talk("one", "1", "two", "2", "three", "3")
    summary = extract("", turns[:4], 900)
    session = a_session(summary=summary, summarised_to=4)
    assert working_part(session, turns, "", TIGHT).summary == summary


def test_a_marked_task_is_open_until_a_later_turn_says_it_is_done() -> None:
    task = Marked(EventType.TASK, TASK, 1)
    again = Marked(EventType.COMMITMENT, TASK, 3)
    question = Marked(EventType.QUESTION, "Does Zephyr support the mail relay?", 2)
    session = a_session(marked=(task, question, again, Marked(EventType.FACT, "Port 8443.", 2)))
    turns = talk(TASK, "The Kestrel report was sent to Ada.", TASK)
    assert working_part(session, turns, "", POLICY).open_tasks == (TASK, question.text)
    turns = talk(TASK, "", TASK, "The Kestrel report was sent to Ada.")
    assert working_part(session, turns, "", POLICY).open_tasks == (question.text,)


def test_a_decision_answers_a_question_and_no_task() -> None:
    question = Marked(EventType.QUESTION, "Does Zephyr support the mail relay?", 1)
    task = Marked(EventType.TASK, "Zephyr: describe the mail relay", 1)
    decided = Marked(EventType.DECISION, "We decided to use Zephyr for the mail relay.", 2)
    session = a_session(marked=(question, task, decided))
    assert working_part(session, (), "", POLICY).open_tasks == (task.text,)


def test_open_tasks_take_a_quarter_of_the_background_the_latest_first() -> None:
    marked = tuple(Marked(EventType.TASK, f"{'word ' * 30}{place}", place) for place in range(20))
    tasks = working_part(a_session(marked=marked), (), "", TIGHT).open_tasks
    assert tasks == (marked[-1].text,)
