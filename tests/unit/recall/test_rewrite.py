"""How a question is made searchable."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.recall.rewrite import MAX_QUESTION_CHARS, points_back, rewrite
from mcp_memory.engine.text.tokens import query_terms
from mcp_memory.testing import DAWN


def test_filler_is_dropped_in_both_languages() -> None:
    assert rewrite("Please, can you tell me which port the API uses?", DAWN).text == "which port the API uses?"
    assert rewrite("请问，你还记得数据库选型吗？", DAWN).text == "， 数据库选型吗？"


def test_a_question_of_nothing_but_filler_is_kept() -> None:
    assert rewrite("please", DAWN).text == "please"


def test_a_time_in_the_question_becomes_a_window() -> None:
    window = rewrite("what did we decide yesterday", DAWN).window
    assert window is not None
    assert window.start.date() == (DAWN - timedelta(days=1)).date()
    assert rewrite("what did we decide", DAWN).window is None


def test_pointing_back_is_resolved_through_the_session() -> None:
    assert points_back("who approved that plan?")
    assert points_back("那个方案谁批的")
    assert not points_back("who approved the budget?")
    assert "blue-green" in rewrite("who approved that plan?", DAWN, "Use a blue-green deployment.").text
    assert "blue-green" not in rewrite("who approved the budget?", DAWN, "Use a blue-green deployment.").text


def test_more_terms_join_behind_those_of_the_question() -> None:
    question = rewrite("K8s upgrade", DAWN)
    assert question.joined_by(("kubernet", *question.terms)).terms == (*question.terms, "kubernet")


def test_of_a_long_prompt_the_asking_sentence_is_taken() -> None:
    chatter = "The weather was mild and the train was late again. " * 200
    question = rewrite(chatter + "Which vendor signed the Helsinki contract? " + chatter, DAWN)
    assert "Helsinki" in question.text
    assert len(question.text) <= MAX_QUESTION_CHARS + 10


def test_a_long_text_without_sentences_is_cut_to_its_end() -> None:
    assert rewrite("x" * 5_000, DAWN).text == "x" * MAX_QUESTION_CHARS


@pytest.mark.parametrize(
    ("question", "kind", "terms"),
    [
        ("What did we decide about the database?", EventType.DECISION, ["databas"]),
        ("数据库是怎么定的？", EventType.DECISION, None),
        ("the decision on Kafka", EventType.DECISION, ["kafka"]),
        ("What risks are there in the migration?", EventType.RISK, None),
        ("迁移有什么风险", EventType.RISK, None),
        ("Which open tasks are there for Atlas?", EventType.TASK, None),
        ("还有哪些待办", EventType.TASK, None),
        ("What are Anna's preferences?", EventType.PREFERENCE, None),
    ],
)
def test_what_a_question_asks_for_by_name_is_noted(question: str, kind: EventType, terms: list[str] | None) -> None:
    """The word for a decision is none of what was decided."""
    asked = rewrite(question, DAWN)
    assert kind in asked.kinds
    if terms is not None:
        assert list(asked.terms) == terms


@pytest.mark.parametrize(
    "question",
    [
        "How do we release?",
        "how to deploy Atlas",
        "steps for a rollback",
        "怎么上线一家新店",
        "我们如何发版？",
        "发布流程",
    ],
)
def test_a_question_how_something_is_done_asks_for_a_procedure(question: str) -> None:
    assert rewrite(question, DAWN).asks_how


@pytest.mark.parametrize("question", ["How many replicas are there?", "how is Anna", "数据库怎么样了", "这是怎么回事"])
def test_not_every_how_does(question: str) -> None:
    assert not rewrite(question, DAWN).asks_how


def test_a_question_for_nothing_but_decisions_keeps_its_words() -> None:
    assert rewrite("what did we decide", DAWN).terms == tuple(query_terms("what did we decide"))
    assert rewrite("Which port does the API use?", DAWN).kinds == frozenset()


@given(st.text(max_size=2_000))
def test_any_text_can_be_asked(text: str) -> None:
    question = rewrite(text, DAWN, "the plan")
    assert set(question.terms) <= set(query_terms(question.text))
