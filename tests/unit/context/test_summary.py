"""The extractive summary: within its budget, what matters last to go, and nothing changes without a reason."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_turns import numbered, talk, texts, turns_of_a_session

from mcp_memory.engine.context.summary import extract
from mcp_memory.engine.domain.sessions import Role, Turn
from mcp_memory.engine.text.counting import count_tokens

budgets = st.integers(-5, 1_500)


@settings(max_examples=60, deadline=None)
@given(texts, turns_of_a_session, budgets)
def test_the_budget_is_never_passed(summary: str, turns: tuple[Turn, ...], budget: int) -> None:
    assert count_tokens(extract(summary, turns, budget)) <= max(budget, 0)


@settings(max_examples=60, deadline=None)
@given(texts, turns_of_a_session, budgets)
def test_without_new_turns_nothing_changes(summary: str, turns: tuple[Turn, ...], budget: int) -> None:
    once = extract(summary, turns, budget)
    assert extract(once, (), budget) == once
    assert extract(once, talk("Thanks!", "You're welcome."), budget) == extract(once, talk("Thanks!"), budget)


@settings(max_examples=60, deadline=None)
@given(turns_of_a_session, st.integers(0, 40), st.integers(0, 1_500))
def test_summarising_in_parts_is_summarising_at_once(turns: tuple[Turn, ...], place: int, budget: int) -> None:
    whole = extract("", turns, budget)
    assert extract(extract("", turns[:place], budget), turns[place:], budget) == whole


@settings(max_examples=60, deadline=None)
@given(turns_of_a_session)
def test_the_same_statement_stands_once(turns: tuple[Turn, ...]) -> None:
    lines = [line for line in extract("", turns, 1_000).splitlines() if line.startswith("- ")]
    assert len(lines) == len(set(lines))


def test_every_kind_stands_below_its_heading_with_day_and_speaker() -> None:
    spoken = [
        (Role.USER, "We decided to use PostgreSQL 16 for billing. Thanks!", "Ada"),
        (Role.ASSISTANT, "Great! I added the index.", ""),
        (Role.USER, "The API must never be called from the browser.", ""),
        (Role.USER, "I prefer short answers.", ""),
        (Role.USER, "The service listens on port 8443.", ""),
        (Role.USER, "I will send the Kestrel report to Ada by Friday.", ""),
    ]
    assert extract("", numbered(spoken), 1_000).splitlines() == [
        "Decided",
        "2026-03-02",
        "- [Ada] We decided to use PostgreSQL 16 for billing.",
        "Constraints",
        "2026-03-03",
        "- The API must never be called from the browser.",
        "Preferences",
        "2026-03-03",
        "- [user] I prefer short answers.",
        "Numbers and names",
        "2026-03-03",
        "- The service listens on port 8443.",
        "Open",
        "2026-03-03",
        "- [user] I will send the Kestrel report to Ada by Friday.",
        "Done",
        "2026-03-02",
        "- [assistant] I added the index.",
    ]


def test_chatter_leaves_a_summary_as_it_was() -> None:
    before = extract("", talk("We decided to use Kafka."), 500)
    assert extract(before, talk("Thanks a lot!", "You're welcome!", "好的，谢谢"), 500) == before


def test_a_statement_that_is_decided_later_is_no_longer_only_said() -> None:
    before = "Also said\n- We decided to use Kafka."
    assert extract(before, numbered([(Role.USER, "We decided to use Kafka.", "")]), 500).startswith("Decided\n")


@pytest.mark.parametrize(
    ("opened", "done"),
    [
        ("I will send the Kestrel report to Ada by Friday.", "The Kestrel report was sent to Ada."),
        ("周五之前要把合同发给小林。", "合同已经发给小林了。"),
        (
            "We still have to find out whether Zephyr supports the mail relay.",
            "We decided to use Zephyr for the mail relay.",
        ),
    ],
)
def test_what_is_settled_is_no_longer_open(opened: str, done: str) -> None:
    before = extract("", talk(opened), 500)
    assert before.startswith("Open\n")
    after = extract(before, talk(done), 500)
    assert "Open" not in after.splitlines()
    assert done in after


def test_a_decision_does_not_settle_a_task() -> None:
    opened = "I will send the Kestrel report for the billing service by Friday."
    after = extract("", talk(opened, "", "We decided to use Kestrel for the billing service."), 500)
    assert opened in after


def test_what_was_only_said_or_done_goes_before_what_lasts() -> None:
    lasting = "\n".join(
        ["Decided", *(f"- We decided on plan {letter}." for letter in "abcdef"), "Open", "- who pays for it?"]
    )
    passing = "\n".join(
        [
            "Done",
            *(f"- did {letter}" for letter in "abcdef"),
            "Also said",
            *(f"- said {letter}, and then much more of it, and more" for letter in "abc"),
        ]
    )
    summary = f"{lasting}\n{passing}"
    assert extract(summary, (), count_tokens(lasting) + 6) == lasting
    tighter = extract(summary, (), count_tokens(summary) - 1)
    assert "- said a" not in tighter
    assert "- said c" in tighter
    assert "- did a" in tighter


def test_no_kind_that_lasts_starves_another() -> None:
    decided = [f"- Decision {letter * 9} about something of some length." for letter in "abcdefghijklmnop"]
    summary = "\n".join(
        ["Decided", *decided, "Constraints", "- Never on Fridays.", "Numbers and names", "- Port 8443."]
    )
    shorter = extract(summary, (), 120)
    assert "- Never on Fridays." in shorter
    assert "- Port 8443." in shorter
    assert decided[-1] in shorter
    assert decided[0] not in shorter


def test_rows_that_repeat_others_go_first() -> None:
    rows = [f"- Run {number} took {number} seconds on the machine." for number in range(10, 30)]
    summary = "\n".join(["Numbers and names", "- The port of the gateway is 8443.", *rows])
    shorter = extract(summary, (), 100)
    assert "8443" in shorter
    assert rows[-1] in shorter


def test_decisions_and_numbers_in_the_middle_of_long_turns_are_found_in_both_languages() -> None:
    talked = "Nobody looked into it closely, and so it went on. " * 150
    talked_zh = "没有人仔细看过，于是就这样继续下去。" * 200
    turns = talk(
        f"{talked}\nWe decided to move billing to Kestrel.\n{talked}", "",
        f"{talked_zh}\n我们决定在计费服务里采用Osprey。\n计费服务监听4821端口。\n{talked_zh}",
    )  # fmt: skip
    summary = extract("", turns, 1_000)
    for said in ("move billing to Kestrel", "采用Osprey", "4821"):
        assert said in summary


def test_of_a_tool_stands_how_it_began() -> None:
    spoken = [
        (Role.TOOL_CALL, '\n  search {"q": "x"}\nmore', ""),
        (Role.TOOL_RESULT, "404 not found " * 100, "search"),
        (Role.TOOL_RESULT, " \n ", ""),
    ]
    lines = extract("", numbered(spoken), 500).splitlines()
    assert lines[2] == '- [tool_call] search {"q": "x"}'
    assert lines[3].startswith("- [search] 404 not found")
    assert len(lines) == 4


def test_a_turn_without_anything_better_is_told_by_how_it_begins() -> None:
    summary = extract("", talk("It was all rather long and nobody minded. And so on it went."), 500)
    assert summary.splitlines()[-1] == "- It was all rather long and nobody minded."


def test_a_line_of_a_long_sentence_is_short() -> None:
    (line,) = extract("", talk("We decided to use Kafka because " + "it is good and " * 200), 2_000).splitlines()[2:]
    assert len(line.split()) <= 64
    assert len(extract("", talk("x" * 90_000 + " 8443"), 2_000)) < 500


@pytest.mark.parametrize(
    ("said", "heading"),
    [
        ("Only Ada may restart the gateway.", "Constraints"),
        ("只有王经理可以批准退款。", "Constraints"),
        ("还要弄清楚Kestrel是否支持计费服务。", "Open"),
        ("Around 40 of them, roughly.", "Numbers and names"),
    ],
)
def test_what_no_form_of_words_tells_is_still_kept_by_what_it_holds(said: str, heading: str) -> None:
    assert extract("", talk(said), 500).startswith(f"{heading}\n")


def test_what_an_assistant_knows_was_only_said() -> None:
    turns = numbered([(Role.ASSISTANT, "Lisbon has 500,000 inhabitants. Only Porto can say the same.", "")])
    assert extract("", turns, 500).startswith("Also said\n")
