"""The window: shares that never lend, and all that is left of a session when its beginning does not fit."""

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from made_turns import a_session, talk, texts, turns_of_a_session

from mcp_memory.engine.context.cutting import round_tokens
from mcp_memory.engine.context.summary import extract
from mcp_memory.engine.context.window import MEMORY_TOKENS, assemble, working_part
from mcp_memory.engine.domain.policies import ContextPolicy
from mcp_memory.engine.domain.sessions import Marked, Turn
from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.text.counting import count_tokens
from mcp_memory.testing import DAWN, a_memory

POLICY = ContextPolicy()
TIGHT = ContextPolicy(window_tokens=2_000, recent_rounds=1)
TASK = "I will send the Kestrel report to Ada by Friday."

memories = st.lists(
    st.builds(lambda text, sure: a_memory(content=text, confidence=sure), texts, st.floats(0, 1)), max_size=9
)
marks = st.lists(st.builds(Marked, st.sampled_from(EventType), texts, st.integers(0, 40)), max_size=9).map(tuple)


@settings(max_examples=60, deadline=None)
@given(turns_of_a_session, memories, texts, st.integers(0, 9_000))
def test_no_part_takes_more_than_its_share(turns: tuple[Turn, ...], standing: list, summary: str, window: int) -> None:  # type: ignore[type-arg]
    policy = ContextPolicy(window_tokens=window)
    session = a_session(summary=summary, summarised_to=3)
    shown = assemble(session, turns, standing, "the Kestrel report", policy)
    tokens = shown.tokens
    assert tokens.standing == sum(MEMORY_TOKENS + count_tokens(memory.content) for memory in shown.standing)
    assert tokens.summary == count_tokens(shown.summary)
    assert tokens.rounds == sum(round_tokens(kept.turns) for kept in shown.rounds)
    assert tokens.standing <= policy.standing_tokens
    assert tokens.standing + tokens.summary <= policy.background_tokens
    assert tokens.rounds <= policy.dialogue_tokens
    assert tokens.total <= policy.working_tokens - policy.working_tokens // 4


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
    assert working.left_out + sum(len(kept.turns) for kept in working.rounds) == len(turns)
    assert len(set(working.open_tasks)) == len(working.open_tasks)


def test_standing_memories_go_in_by_confidence_then_the_latest_change() -> None:
    old, new, sure, huge = (
        a_memory(id="1", content="old", confidence=0.5),
        a_memory(id="2", content="new", confidence=0.5, changed_at=DAWN + timedelta(days=1)),
        a_memory(id="3", content="sure", confidence=0.9),
        a_memory(id="4", content="huge " * 9_000, confidence=1.0),
    )
    shown = assemble(a_session(), (), [old, new, sure, huge], "", POLICY)
    assert shown.standing == (sure, new, old)
    assert shown.rounds == ()
    assert shown.summary == ""


def test_turns_that_are_neither_kept_nor_summarised_are_summarised_on_the_way() -> None:
    turns = talk("We decided to use Kafka.", "", "We decided to use Redis.", "", "And now?", "")
    session = a_session(summary="Decided\n- something earlier", summarised_to=2, turns=6)
    shown = assemble(session, turns, (), "", TIGHT)
    assert "something earlier" in shown.summary
    assert "Redis" in shown.summary
    assert "Kafka" not in shown.summary
    assert shown.left_out == 4


def test_standing_memories_leave_the_summary_the_rest_of_the_background() -> None:
    summary = "Decided\n" + "\n".join(f"- We decided on number {number}." for number in range(900))
    rules = [a_memory(id=str(place), content="rule " * 300) for place in range(9)]
    shown = assemble(a_session(summary=summary), (), rules, "", POLICY)
    assert POLICY.standing_tokens // 2 < shown.tokens.standing <= POLICY.standing_tokens
    assert shown.tokens.summary <= POLICY.background_tokens - shown.tokens.standing
    assert assemble(a_session(summary=summary), (), (), "", POLICY).tokens.summary > POLICY.standing_tokens


def test_what_was_summarised_is_not_summarised_again() -> None:
    turns = talk("one", "1", "two", "2", "three", "3")
    summary = extract("", turns[:4], 900)
    session = a_session(summary=summary, summarised_to=4)
    assert assemble(session, turns, (), "", TIGHT).summary == summary


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
