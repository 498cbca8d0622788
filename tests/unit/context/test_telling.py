"""The sentences of a long turn that are worth a careful look."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_turns import texts

from mcp_memory.engine.context.telling import SHORT_CHARS, is_naming, is_numbered, telling_part

TALK = "Nobody looked at it, and so it went on. " * 40
CODE = "\n```\nwe decided to use port 1\n```\n"


def test_a_short_turn_is_looked_at_as_a_whole() -> None:
    assert telling_part("It went on.\n\nAnd on.", 1) == "It went on.\n\nAnd on."


def test_of_a_long_turn_the_sentences_with_the_most_signs_stay_in_order() -> None:
    text = f"{TALK}Port 8443 is free. {TALK}We decided to use Kafka. {TALK}\n合同由王经理负责。"
    assert telling_part(text, 9).splitlines() == [
        "Port 8443 is free.",
        "We decided to use Kafka.",
        "合同由王经理负责。",
    ]
    assert telling_part(text, 1) == "We decided to use Kafka."


def test_what_was_pasted_is_passed_over() -> None:
    assert telling_part(f"{TALK}{CODE}{TALK}\nWe agreed on Friday.{CODE}", 9) == "We agreed on Friday."


def test_a_listing_is_told_by_its_first_rows() -> None:
    rows = "".join(f"Row {number} took {number} seconds. " for number in range(99))
    assert telling_part(rows, 9) == "Row 0 took 0 seconds.\nRow 1 took 1 seconds."


@settings(max_examples=60, deadline=None)
@given(st.lists(texts, max_size=30).map("\n".join), st.integers(0, 30))
def test_it_is_made_of_the_text(text: str, most: int) -> None:
    part = telling_part(text, most)
    assert part == text or (len(text) > SHORT_CHARS and part.count("\n") < max(1, most))
    assert all(line in text for line in part.split("\n"))


@pytest.mark.parametrize("said", ["port 8443", "three of them", "五万元", "百分之五"])
def test_numbers_in_words_and_signs(said: str) -> None:
    assert is_numbered(said)


@pytest.mark.parametrize(
    "said", ["ask Ada about it", "in user_id", "王经理同意", "用 Kafka 吧", "mail a@b", "看《长日》"]
)
def test_names_by_their_spelling(said: str) -> None:
    assert is_naming(said)


def test_neither_a_number_nor_a_name() -> None:
    assert not is_numbered("once upon a time, 一起走")
    assert not is_naming("Once upon a time")
