"""A statement in at most so many words."""

from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.detection.brevity import brief


def test_what_is_short_enough_stays_in_one_line() -> None:
    assert brief("We use\n Redis.") == "We use Redis."
    assert brief("我们用 Redis。") == "我们用 Redis。"


def test_a_long_text_ends_at_a_clause() -> None:
    assert brief("We moved to Redis, because the old queue was slow and lost messages", 8) == "We moved to Redis"
    assert brief("队列已经换成了流，因为旧的太慢还丢消息", 12) == "队列已经换成了流"


def test_without_a_clause_it_ends_before_a_word_number_or_name_that_does_not_fit() -> None:
    assert brief("the whole budget is 12,000.50 euros this year", 4) == "the whole budget is"
    assert brief("yesterday we met the new manager Anna Maria Schmidt there", 8) == "yesterday we met the new manager"
    assert brief("Anna Maria Schmidt", 1) == "Anna"


def test_no_room_gives_nothing() -> None:
    assert brief("some words", 0) == ""


@given(st.text(max_size=300), st.integers(min_value=1, max_value=30))
def test_it_is_never_longer_nor_padded_and_always_a_beginning(text: str, limit: int) -> None:
    short = brief(text, limit)
    assert " ".join(text.split()).startswith(short)
    assert brief(short, limit) == short


def test_words_and_characters_count_together() -> None:
    assert brief("a " * 60 + "我" * 60, 100).count("我") <= 40
