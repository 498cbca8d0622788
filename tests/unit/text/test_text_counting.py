"""Counting tokens, and cutting to a budget between characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.text.counting import count_tokens, cut, cut_chars
from mcp_memory.engine.text.graphemes import last_boundary

CLUSTERS = (
    *"aZ9 .,!?中。，é",
    "e\u0301\u0323",
    "👨\u200d👩\u200d👧",
    "🇩🇪",
    "👍🏽",
    "1\ufe0f\u20e3",
    "🏴\U000e0067\U000e0062\U000e007f",
    "\u1112\u1161\u11ab",
    "가\u11a8",
    "क\u094dष\u093f",
    "ก\u0e49",
    "\ud83d\ude00",
    "ﾊ\uff9e",
    "\r\n",
)
"""Each of these is one or more whole characters to a reader; side by side they stay apart."""

PIECES = st.lists(st.sampled_from(CLUSTERS), max_size=60)


@given(st.text(), st.text())
def test_a_longer_text_never_costs_less(one: str, other: str) -> None:
    """The estimate grows with the text, and two texts together cost no more than apart."""
    together = count_tokens(one + other)
    assert max(count_tokens(one), count_tokens(other)) <= together <= count_tokens(one) + count_tokens(other)
    assert (together == 0) == (one + other == "")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("four", 1),
        ("a plain English sentence of words", 9),
        ("2026", 2),
        ("a.b", 2),
        ("数据库选型", 5),
        ("안녕", 2),
        ("Привет", 3),
        ("😀", 2),
    ],
)
def test_the_rates_are_those_of_the_documentation(text: str, tokens: int) -> None:
    """Four ASCII letters, two digits, one sign, one Chinese character, half an emoji."""
    assert count_tokens(text) == tokens


@given(PIECES, st.integers(-1, 80))
def test_a_cut_keeps_the_token_budget_and_whole_characters(pieces: list[str], budget: int) -> None:
    """Never over budget, never inside a character, and nothing but the beginning and an ellipsis."""
    text = "".join(pieces)
    shown = cut(text, budget)
    assert count_tokens(shown) <= max(budget, 0)
    _assert_whole_beginning(shown, pieces, text)


@given(PIECES, st.integers(-1, 80))
def test_a_cut_keeps_the_character_budget_and_whole_characters(pieces: list[str], budget: int) -> None:
    """The same law when characters are counted."""
    text = "".join(pieces)
    shown = cut_chars(text, budget)
    assert len(shown) <= max(budget, 0)
    _assert_whole_beginning(shown, pieces, text)


def _assert_whole_beginning(shown: str, pieces: list[str], text: str) -> None:
    if shown == text:
        return
    assert shown == "" or shown.endswith("…")
    beginnings = {"".join(pieces[:count]).rstrip() for count in range(len(pieces) + 1)}
    assert shown.removesuffix("…") in beginnings


def test_a_cut_ends_where_a_reader_would_pause() -> None:
    """After a sentence when one ends nearby, else after a word, else anywhere."""
    text = "The first sentence is here, and it is long enough. Then comes another one that goes on and on."
    assert cut_chars(text, 60) == "The first sentence is here, and it is long enough.…"
    assert cut_chars("one two three four five six seven eight nine", 25) == "one two three four five…"
    assert cut_chars("这是第一句话，很长很长很长。这是第二句", 17) == "这是第一句话，很长很长很长。…"
    assert cut_chars("x" * 50, 10) == "xxxxxxxxx…"


def test_a_text_within_the_budget_is_not_touched() -> None:
    """Nothing is cut, so there is no ellipsis."""
    assert cut("short", 2) == "short"
    assert cut_chars("short", 5) == "short"
    assert cut("", 0) == ""


def test_a_character_longer_than_the_budget_leaves_only_the_ellipsis() -> None:
    """A family is not torn apart to fit."""
    assert cut_chars("👨\u200d👩\u200d👧 home", 3) == "…"


@pytest.mark.parametrize(
    ("text", "limit", "place"),
    [
        ("abc", 2, 2),
        ("abc", 9, 3),
        ("abc", -3, 0),
        ("🇩🇪🇫🇷", 3, 2),
        ("🇩🇪🇫🇷", 2, 2),
        ("a\u200db", 2, 2),
        ("\u200d ", 1, 1),
        ("\n\u0301", 1, 1),
        ("\u1100\uac00", 1, 0),
        ("\uac01\u11a8", 1, 0),
        ("\uac01\u1161", 1, 1),
        ("\uac00\u1161", 1, 0),
        ("\ud83dx", 1, 1),
        ("\u094dx", 1, 1),
    ],
)
def test_boundaries(text: str, limit: int, place: int) -> None:
    """Flags go by pairs, joiners join, syllables hold together, and what is not joined may be cut."""
    assert last_boundary(text, limit) == place
