"""What somebody counted anew is a hint, unless both say where, when or for what."""

import pytest

from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.comparison.relation import Relation


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I planted 12 apple trees behind the barn.", "I've planted 15 apple trees."),
        ("I recently collected 40 signatures for the petition.", "I collected 65 signatures to convince the council."),
        ("We have already sold 30 tickets.", "We sold 48 tickets so far, which is more than last year."),
        ("我完成了10道分类题，对了8道", "我最近完成了15道分类题，正确率很稳定"),
        ("我们一共收到了40份报名表", "我们收到65份报名表了"),
    ],
)
def test_another_count_of_the_same_deed_is_a_hint(first: str, second: str) -> None:
    assert compare(first, second).relation is Relation.HINTS


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I visited 3 museums in Rome.", "I visited 2 museums in Oslo."),
        ("I planted 12 apple trees.", "I planted 15 pear trees."),
        ("I planted 12 apple trees.", "I cut 15 apple trees."),
        ("I planted 12 apple trees.", "I planted 12 apple trees behind the barn."),
        ("I ran 5 km on Monday.", "I ran 8 km on Thursday."),
        ("Ana sold 30 tickets.", "Ben sold 48 tickets."),
        ("我在罗马参观了3个博物馆", "我在奥斯陆参观了2个博物馆"),
        ("我种了12棵苹果树", "我种了15棵梨树"),
    ],
)
def test_other_deeds_things_and_places_are_none(first: str, second: str) -> None:
    assert compare(first, second).relation is not Relation.HINTS
