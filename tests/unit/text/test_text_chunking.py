"""Sentences, and pieces for the embedding model."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

import mcp_memory
from mcp_memory.engine.text.chunking import sentences, split
from mcp_memory.engine.text.counting import count_tokens

PACKAGE = Path(mcp_memory.__file__).parent
WORD_PIECES = 512
"""What the shipped embedding model reads at most."""

ENGLISH = "On Monday the team chose PostgreSQL, because it was easier to back up than 3 separate stores. "
CHINESE = "周一我们决定使用数据库集群，因为它比三个独立的存储更容易备份和恢复。"


LETTERS = (*map(chr, range(0x4E00, 0x4E60)), *"abcdefghijklmnopqrstuvwxyz", "👍🏽", "👩\u200d🚀")
BETWEEN = ("", "", " ", ". ", "! ", "。", "\n", "\n\n", " \n ")


@given(
    st.lists(st.tuples(st.sampled_from(LETTERS), st.sampled_from(BETWEEN)), unique_by=lambda pair: pair[0]),
    st.integers(5, 12),
)
def test_nothing_is_lost_and_no_piece_is_too_big(parts: list[tuple[str, str]], budget: int) -> None:
    """Pieces are stretches of the text within the budget, in order; every letter stands whole in one of them."""
    text = "".join(letter + between for letter, between in parts)
    pieces = split(text, budget)
    for piece in pieces:
        assert count_tokens(piece) <= budget
        assert piece in text
    for letter, _ in parts:
        assert any(letter in piece for piece in pieces)
    places = [text.index(piece) for piece in pieces if any(letter in piece for letter, _ in parts)]
    assert places == sorted(places)


@pytest.mark.parametrize("text", ["", "short", "  kept as it is \n", "短文本。"])
def test_a_short_text_is_one_piece(text: str) -> None:
    """It is not even stripped."""
    assert split(text) == (text,)


def test_pieces_end_with_sentences_and_overlap_by_one() -> None:
    """A reader of any piece finds whole sentences, and the last one again at the start of the next."""
    pieces = split(" ".join(f"Sentence number {number} is here." for number in range(60)), 60)
    assert len(pieces) > 5
    for before, after in pairwise(pieces):
        assert before.endswith(".")
        assert sentences(after)[0] == sentences(before)[-1]


def test_a_long_sentence_is_cut_after_words() -> None:
    """Words stay whole as long as they fit."""
    pieces = split("word " * 400, 50)
    assert {word for piece in pieces for word in piece.split()} == {"word"}


def test_a_character_over_the_budget_is_cut_as_a_last_resort() -> None:
    """A letter with 3,000 marks is no reason to lose or to loop."""
    text = "a" + "\u0301" * 3_000
    assert "".join(split(text)).count("\u0301") >= 3_000


def test_blanks_alone_are_no_piece() -> None:
    """A long text of nothing but blanks has nothing to embed."""
    assert split(" \n" * 2_000) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ("One.", "Two!", "Three?", "Four")),
        (
            "Dr. Smith met J. Doe at 3.5 p.m. on Monday. It cost $3.50.",
            ("Dr. Smith met J. Doe at 3.5 p.m. on Monday.", "It cost $3.50."),
        ),
        ("See https://a.b/c.d?x=1. Version v2.3.1 is out.", ("See https://a.b/c.d?x=1.", "Version v2.3.1 is out.")),
        ('"Really?" he said. "Yes."', ('"Really?" he said.', '"Yes."')),
        ("we like it. we bought it", ("we like it.", "we bought it")),
        ("Wait... what", ("Wait... what",)),
        (
            "e.g. this, etc. and so on. Then (cf. Fig. 3) more.",
            ("e.g. this, etc. and so on.", "Then (cf. Fig. 3) more."),
        ),
        (
            "我们选了PostgreSQL。为什么？因为稳定！版本是3.11……好",
            ("我们选了PostgreSQL。", "为什么？", "因为稳定！", "版本是3.11……", "好"),
        ),
        ("他说：“好。”然后走了", ("他说：“好。”", "然后走了")),
        ("真的?好!", ("真的?", "好!")),
        ("a line\nthat runs on\n- item\n1. first\n\nNext", ("a line\nthat runs on", "- item", "1. first", "Next")),
        ("a line\n\nnot running on", ("a line", "not running on")),
        (" \n ", ()),
    ],
)
def test_sentences(text: str, expected: tuple[str, ...]) -> None:
    """English and Chinese, with short forms, decimals, addresses and quotations whole."""
    assert sentences(text) == expected


@pytest.mark.model
@pytest.mark.parametrize("kind", ["English", "Chinese", "mixed", "program text", "log lines"])
def test_pieces_fit_the_shipped_model(kind: str) -> None:
    """220 tokens by the estimate stay below what the model reads, so that it sees every piece to its end."""
    texts = {
        "English": ENGLISH * 100,
        "Chinese": CHINESE * 100,
        "mixed": (ENGLISH + CHINESE) * 60,
        "program text": "\n".join(path.read_text("utf-8") for path in sorted((PACKAGE / "engine").rglob("*.py"))),
        "log lines": "".join(
            f"2026-05-03T14:{n % 60:02d}:00.123Z ERROR [worker-{n}] id=0x{n * 7919:08x}\n" for n in range(300)
        ),
    }
    (path,) = (PACKAGE / "models").glob("*/tokenizer.json")
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    pieces = split(texts[kind])
    assert len(pieces) > 5
    assert max(len(tokenizer.encode(f"passage: {piece}").ids) for piece in pieces) <= WORD_PIECES
