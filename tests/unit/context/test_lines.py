"""A summary is read back as it was written."""

from hypothesis import given, settings
from hypothesis import strategies as st
from made_turns import texts

from mcp_memory.engine.context.lines import Heading, Line, parse, render, shape
from mcp_memory.engine.text.counting import count_tokens

days = st.sampled_from(("", "", "2026-03-02", "2026-03-05"))
lines = st.lists(st.builds(Line.of, st.sampled_from(Heading), days, texts.filter(str.strip)), max_size=12)


@settings(max_examples=60, deadline=None)
@given(lines)
def test_what_is_written_is_read_back(written: list[Line]) -> None:
    summary = render(written)
    read = list(parse(summary))
    assert sorted(map(repr, read)) == sorted(map(repr, written))
    assert render(read) == summary


@settings(max_examples=60, deadline=None)
@given(texts)
def test_a_foreign_summary_keeps_its_words_and_is_stable_once_read(summary: str) -> None:
    once = render(parse(summary))
    assert render(parse(once)) == once
    assert len(once.split()) >= len(summary.split()) - summary.count("- ") - summary.count("\n")


def test_headings_of_others_are_understood_with_their_ornaments() -> None:
    read = list(parse("Before.\n\n## Decided:\n- Kafka\n**OPEN**\nwho pays?\n# Elsewhere\n- x"))
    assert [(line.heading, line.said) for line in read] == [
        (Heading.SAID, "Before."),
        (Heading.DECIDED, "Kafka"),
        (Heading.OPEN, "who pays?"),
        (Heading.OPEN, "# Elsewhere"),
        (Heading.OPEN, "x"),
    ]


def test_a_line_has_no_breaks_and_knows_what_it_costs() -> None:
    line = Line.of(Heading.OPEN, "", " two\n lines\u2028 here ")
    assert line.said == "two lines here"
    assert line.tokens == count_tokens("- two lines here\n")


def test_rows_of_a_listing_have_one_shape() -> None:
    assert shape("took 12.5 s") == shape("took 3.75 s") != shape("took 3 m")
