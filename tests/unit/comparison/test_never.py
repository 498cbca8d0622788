"""What was never so, or is given up, against a statement that says it in other words."""

import pytest

from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.comparison.relation import Relation

_ONCE_AND_NEVER = (
    ("I've been to Iceland twice.", "I've never been to Iceland."),
    ("We signed the lease for the barn back in August.", "We never signed a lease for the barn."),
    ("I worked in a bakery in Ghent for two years.", "I've never worked in a bakery."),
    ("I took a pottery course at school.", "I never took a pottery course."),
    ("我去过冰岛两次", "我从没去过冰岛"),
    ("我做过一年面包师", "我从来没做过面包师"),
)


@pytest.mark.parametrize(("once", "never"), _ONCE_AND_NEVER)
def test_never_contradicts_every_time_told_before(once: str, never: str) -> None:
    assert compare(once, never).relation is Relation.CONTRADICTS


@pytest.mark.parametrize(("once", "never"), _ONCE_AND_NEVER)
def test_what_was_done_after_it_was_never_done_may_have_come_since(once: str, never: str) -> None:
    assert compare(never, once).relation is Relation.HINTS


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I plan to take a pottery course.", "I never took a pottery course."),
        ("I helped a friend who worked in a bakery.", "I've never worked in a bakery."),
        ("I worked in a bakery.", "I've never worked in a bakery in Ghent."),
        ("My sister has been to Iceland twice.", "I've never been to Iceland."),
        ("I've never been to Iceland or Norway.", "I've never been to Iceland."),
        ("我打算去冰岛两次", "我从没去过冰岛"),
    ],
)
def test_another_deed_person_or_plan_is_no_contradiction(first: str, second: str) -> None:
    assert compare(first, second).relation is not Relation.CONTRADICTS


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The wedding is at the Harbour Hall.", "We booked the old mill instead of the Harbour Hall."),
        ("My manager is Ingrid.", "Since Monday I report to Tomasz, not Ingrid."),
        ("婚礼在江畔礼堂办", "我们订了老磨坊，而不是江畔礼堂"),
    ],
)
def test_what_is_given_up_is_a_hint_wherever_it_was_named(first: str, second: str) -> None:
    assert compare(first, second).relation is Relation.HINTS


def test_a_name_with_a_title_is_one_thing() -> None:
    assert compare("My supervisor is Dr Osei.", "My supervisor is Dr Lindqvist now.").relation is Relation.CONTRADICTS
