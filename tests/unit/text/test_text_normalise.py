"""Cleaning and the duplicate key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.text.normalise import clean, duplicate_key

FAMILY = "👨\u200d👩\u200d👧"
ODD = (
    *"a1#é\u0301\u00a0 \n\r\t\v\x85\u2028\x00\x1b[m",
    *"\u00ad\u200b\u200c\u200d\u200e\u202e\u2066\u2060\ufeff\u3164\ufe00\ufe0e\ufe0f\u20e3\u0338\u232a\u2329",
    *"\u0628\u0644\u0915\u094d\u0937\u0627\u0653",
    *"👨👩❤🏽↔🇩",
    "\U000e0041",
    "\U000e0100",
    "\ud83d",
    "\ude00",
    "\ufffd",
    "\uac00",
    "\u11a8",
)


@given(st.text(alphabet=st.sampled_from(ODD)) | st.text(st.characters()))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    """What was cleaned stays as it is and gives no more notes."""
    once = clean(text)
    again = clean(once.text)
    assert again.text == once.text
    assert again.notes == ()


@given(st.text(st.characters()))
def test_cleaned_text_can_be_written_everywhere(text: str) -> None:
    """No surrogate, no NUL, no carriage return is left."""
    cleaned = clean(text).text
    cleaned.encode("utf-8")
    assert not set(cleaned) & {"\x00", "\r", "\u2028", "\u202e", "\ufeff"}


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "two\nlines\tand a tab",
        f"family {FAMILY} and heart ❤\ufe0f, key 1\ufe0f\u20e3, couple 👩\u200d❤\ufe0f\u200d👨",
        "می\u200cخواهم",
        "क\u094d\u200dष",
        "ශ\u0dca\u200dරී",
        "中文，标点。",
        "naïve café",
    ],
)
def test_what_a_reader_sees_stays(text: str) -> None:
    """Emoji sequences, Persian and Indic joiners, scripts and punctuation are left alone, without a note."""
    assert clean(text) == clean(text).__class__(text, ())


@pytest.mark.parametrize(
    ("text", "cleaned", "notes"),
    [
        ("a\u200bb\ufeffc\u00ad", "abc", ("removed 3 hidden characters",)),
        ("safe\u202etxt", "safetxt", ("removed 1 hidden character",)),
        ("hi\U000e0041\U000e0042", "hi", ("removed 2 hidden characters",)),
        ("a\x00b\x1b[31mc\x9f", "abc", ("removed 3 control characters",)),
        ("a\u200db\u200c", "ab", ("removed 2 hidden characters",)),
        ("x\ufe0f", "x", ("removed 1 hidden character",)),
        ("ok \ud800 ok", "ok \ufffd ok", ("replaced 1 broken character",)),
        ("\ud83d\ude00", "😀", ()),
        ("one\r\ntwo\rthree\u2028four\x0cfive", "one\ntwo\nthree\nfour\nfive", ()),
        ("e\u0301", "é", ()),
    ],
)
def test_what_hides_or_breaks_goes(text: str, cleaned: str, notes: tuple[str, ...]) -> None:
    """Hidden, control and broken characters go, and the notes say so in words."""
    result = clean(text)
    assert (result.text, result.notes) == (cleaned, notes)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We use  PostgreSQL.", "we use postgresql"),
        ("我们用 PostgreSQL。", "我们用 ＰｏｓｔｇｒｅＳＱＬ！"),
        ("Straße", "STRASSE"),
        ("Really?!", "really"),
        ("Wait…", "wait"),
        (" a\nb\u3000c ", "a b c"),
    ],
)
def test_the_same_statement_has_the_same_key(one: str, other: str) -> None:
    """Case, width, blanks and punctuation at the end make no difference."""
    assert duplicate_key(one) == duplicate_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("port 8080", "port 8081"), ("use C++", "use C"), ("use C#", "use C"), ("?", "!")]
)
def test_another_statement_has_another_key(one: str, other: str) -> None:
    """Values and signs that carry meaning make a difference."""
    assert duplicate_key(one) != duplicate_key(other)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_keys_are_stable_and_never_empty_for_a_text(text: str) -> None:
    """The key of a key is the key; a text of punctuation only is its own key."""
    key = duplicate_key(text)
    assert duplicate_key(key) == key
    assert bool(key) == bool(text.split())
