"""Which parts of a sentence say something by themselves, and which would say something else alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.text.parts import parts


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("The weekend was a mess, so we don't deploy on Fridays.", "We don't deploy on Fridays"),
        ("Please remember: no deployments on a Friday.", "No deployments on a Friday"),
        ("as always nothing goes out on Fridays", "Nothing goes out on Fridays"),
        ("We don't deploy on Fridays, remember?", "We don't deploy on Fridays"),
        ("Lena, the door stays shut, or the cat gets out.", "The door stays shut"),
        ("We weigh every parcel because the scales at the post office are off.", "We weigh every parcel"),
        ("Because of the audit every bill needs a number.", "every bill needs a number"),
        ("The door stays shut, even in summer.", "The door stays shut"),
        ("If it rains, the market is in the hall, as in spring.", "If it rains, the market is in the hall"),
        ("It's a pity, but the pool is closed on Mondays.", "The pool is closed on Mondays"),
        ("The shop is full, we weigh the parcels when it is quiet.", "We weigh the parcels when it is quiet"),
        ("周末没人值班，所以周五不发版。", "周五不发版"),
        ("提醒一下大家，周五不要发版啊。", "周五不要发版"),
        ("小李，按规定周五不能发版。", "周五不能发版"),
        ("我说过很多次，密码不要写在代码里。", "密码不要写在代码里"),
        ("周五不发版，不然周末又要加班。", "周五不发版"),
        ("周五不发版，哪怕只改一行。", "周五不发版"),
        ("如果下雨，集市改在大厅，这个大家都知道。", "如果下雨，集市改在大厅"),
        ("老板批了，年票的价格是360元，海报我让他们重印。", "年票的价格是360元"),
    ],
)
def test_a_part_loses_what_leads_in_and_why(said: str, part: str) -> None:
    assert part.casefold() in {each.casefold() for each in parts(said)}


@pytest.mark.parametrize(
    ("said", "fragment"),
    [
        ("We don't deploy on Fridays, except for hotfixes.", "We don't deploy on Fridays"),
        ("We don't deploy on Fridays, hotfixes are fine.", "We don't deploy on Fridays"),
        ("We don't deploy on Fridays, but hotfixes may go out.", "We don't deploy on Fridays"),
        ("If the build is red, we don't deploy.", "We don't deploy"),
        ("We don't deploy, unless Ana agrees.", "We don't deploy"),
        ("My brother called, his rent is 700 EUR.", "His rent is 700 EUR"),
        ("The gates: only Ana restarts those.", "Only Ana restarts those"),
        ("Release notes come first, the tag comes after.", "Release notes come first"),
        ("Release notes come first, the tag comes after.", "The tag comes after"),
        ("Berlin: the shop opens at 9, the bar at noon.", "The shop opens at 9"),
        ("Next goals: a new roof, the fence is painted green.", "The fence is painted green"),
        ("Tom says, the rent is 900 EUR.", "The rent is 900 EUR"),
        ("No, that's wrong, the rent is 900 EUR.", "The rent is 900 EUR"),
        ("Is the rent 900 EUR, or was it 950?", "Is the rent 900 EUR"),
        ("We ship to Lyon, Paris and Rome.", "We ship to Lyon"),
        ("周五不发版，热修复除外。", "周五不发版"),
        ("周五不发版，除非是热修复。", "周五不发版"),
        ("周五不发版，但热修复可以。", "周五不发版"),
        ("上限是25MB，只限合作伙伴。", "上限是25MB"),
        ("老周有糖尿病，不能给他排夜班。", "不能给他排夜班"),
        ("房东说，房租是3000元。", "房租是3000元"),
        ("对新用户，押金是100元。", "押金是100元"),
    ],
)
def test_what_would_say_something_else_alone_is_not_cut_out(said: str, fragment: str) -> None:
    assert fragment.casefold() not in {each.casefold() for each in parts(said)}


def test_a_plain_sentence_has_no_parts() -> None:
    assert parts("We don't deploy on Fridays.") == ()
    assert parts("周五不发版。") == ()
    assert parts("so it goes, " * 100) == ()


@given(st.text(alphabet="ab ,.:;?so周五不发版，。所以但 ", max_size=60))
def test_whatever_is_said_a_part_stands_in_it(said: str) -> None:
    line = " ".join(said.split()).casefold()
    assert all(part.casefold() in line for part in parts(said))
