"""A change that a statement tells puts what was known before out of date."""

import pytest

from mcp_memory.engine.comparison.announced import find_announced
from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.comparison.relation import Relation

_CHANGED = (
    ("The weekly call with the vendor is on Tuesday at 10.", "The weekly call with the vendor has been moved to Thursday.",
     Relation.CONTRADICTS),
    ("The retrospective is at 3 pm on Mondays.", "We moved the retrospective to 4 pm.", Relation.CONTRADICTS),
    ("The retrospective is at 3 pm on Mondays.", "The retrospective now starts at 4 pm.", Relation.CONTRADICTS),
    ("The fair has a budget of 10,000 euros.", "They raised the fair's budget to 12,000 euros.", Relation.CONTRADICTS),
    ("The call with Ana is on Tuesday.", "The call with Ana was moved from Tuesday to Thursday.", Relation.CONTRADICTS),
    ("Release 4 is planned for 10 May.", "Release 4 was delayed to 24 May.", Relation.CONTRADICTS),
    ("My rent is 780 euros.", "My rent went up to 840 euros.", Relation.CONTRADICTS),
    ("I have a dentist appointment with Dr Lund on 3 June at 9 am.", "Dr Lund rescheduled my dentist appointment to 5 June.",
     Relation.CONTRADICTS),
    ("错误预算是0.5%。", "我们把错误预算从0.5%下调到0.2%。", Relation.CONTRADICTS),
    ("I run three times a week.", "I've bumped my running up to four times a week.", Relation.CONTRADICTS),
    ("我每周跑三次步", "我把跑步加到每周四次了", Relation.CONTRADICTS),
    ("I read 12 books.", "I now have 15 books.", Relation.HINTS),
    ("There are 40 paying subscribers on the list.", "Paying subscribers went up from 40 to 55.", Relation.CONTRADICTS),
    ("和会计的电话定在5月3日下午3点", "和会计的电话改到5月4日上午11点了", Relation.CONTRADICTS),
    ("周会在周二上午10点", "我们把周会从周二挪到了周四下午", Relation.CONTRADICTS),
    ("展会的预算是一万欧元", "展会的预算涨到了一万二千欧元", Relation.CONTRADICTS),
    ("我的文献库里有45篇文章", "我的文献库现在增加到52篇文章了", Relation.CONTRADICTS),
    ("仓库里有四十箱苹果", "现在一共有五十五箱苹果", Relation.HINTS),
)  # fmt: skip


@pytest.mark.parametrize(("known", "told", "relation"), _CHANGED)
def test_a_told_change_meets_what_was_known_in_other_words(known: str, told: str, relation: Relation) -> None:
    assert compare(known, told).relation is relation


@pytest.mark.parametrize(
    ("known", "told", "subject"),
    [
        (
            "I have a dentist appointment with Dr Lund on 3 June.",
            "My dentist appointment was moved to 5 June.",
            "dentist appointment",
        ),
        ("我的钢琴课在每周二晚上", "钢琴课调到周四晚上了", "钢琴课"),
    ],
)
def test_the_reason_names_what_changed_as_it_is_written(known: str, told: str, subject: str) -> None:
    """Chinese characters without blanks between them."""
    assert compare(known, told).reason.startswith(f"{subject}: ")


_OF_SOMETHING_ELSE = (
    ("The meeting with Ana is at 3 pm.", "We moved the meeting with Ben to 4 pm."),
    ("The standup in Berlin is at 9.", "The standup in Lisbon was moved to 10."),
    ("Sensor 12 reads 7.", "Sensor 13 has risen to 9."),
    ("The retrospective is at 3 pm on Mondays.", "We moved the retrospective to the big room."),
    ("The retrospective is at 3 pm on Mondays.", "The retrospective was not moved to 4 pm."),
    ("Release 4 is planned for 10 May.", "Release 5 was delayed to 24 May."),
    ("The rent of the office is 900 euros.", "The rent of the flat went up to 950 euros."),
    ("The beta deadline is May 3.", "The deadline for the beta docs has been extended to May 10."),
    ("Stir the soup after 5 minutes.", "The timer was changed to 7 minutes."),
    ("The retrospective is at 3 pm.", "Was the retrospective moved to 4 pm?"),
    ("前端周会在周二上午10点", "后端周会改到周四上午10点"),
    ("周会在周二上午10点", "周会改到大会议室"),
)


@pytest.mark.parametrize(("known", "told"), _OF_SOMETHING_ELSE)
def test_a_change_of_something_else_says_nothing(known: str, told: str) -> None:
    assert compare(known, told).relation in {Relation.RELATED, Relation.UNRELATED}


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ("I'm working on sprint 2 with a deadline of April 20.", "The new sprint deadline is April 5."),
        ("I have a call with Dr Osei on 2 May at 3 pm.", "I fear to miss the call with Dr Osei, it was moved to 5 pm."),
        ("The design review with the vendor is at 3 pm.", "The design review was moved to 5 pm."),
    ],
)
def test_where_it_is_not_sure_which_one_is_meant_it_is_a_hint(known: str, told: str) -> None:
    """The known statement says more of which one it means, or the new one only points at it."""
    assert compare(known, told).relation is Relation.HINTS


def test_a_change_told_before_stands_against_the_old_value_said_again() -> None:
    assert compare("We moved the retrospective to 4 pm.", "The retrospective is at 3 pm.").relation is (
        Relation.CONTRADICTS
    )


def test_the_same_value_said_as_a_change_is_no_conflict() -> None:
    assert compare("The retrospective is at 4 pm.", "We moved the retrospective to 4 pm.").relation in {
        Relation.RELATED, Relation.SAME, Relation.REFINES,
    }  # fmt: skip


@pytest.mark.timeout(5)
@pytest.mark.parametrize("text", ["moved " * 66, "把" * 390, "now has been " * 30, "a, " * 130, "新" * 390])
def test_a_text_without_values_tells_no_change_however_it_is_made(text: str) -> None:
    assert find_announced(text, ()) is None
