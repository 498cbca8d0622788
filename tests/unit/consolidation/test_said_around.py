"""One rule said by several people: with a reason, a lead-in or an address around it, and in other words."""

from itertools import combinations

import pytest
from consolidation_kit import Life

from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.consolidation.alike import Likeness, Likening
from mcp_memory.engine.consolidation.plain import plain_of
from mcp_memory.engine.consolidation.reading import Reading, left_out, read_statement
from mcp_memory.engine.detection.kinds import kind_of
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.vocabulary import Status
from mcp_memory.testing import DAWN, a_memory

LIKENING = Likening(compare, ConsolidationPolicy())


def reading(text: str) -> Reading:
    return read_statement(text, kind_of(text), DAWN)


def liken(first: str, second: str) -> Likeness:
    there, back = (LIKENING.liken(reading(one), reading(other)) for one, other in ((first, second), (second, first)))
    assert there is back
    return there


@pytest.mark.parametrize(
    "wordings",
    [
        (
            "The weekend was lost again, so we never paint on Sundays.",
            "Please remember: we never paint on Sundays.",
            "We never paint on Sundays, the neighbours have complained.",
        ),
        ("周末又白忙了，所以周日不刷漆。", "提醒一下大家，周日不刷漆。", "周日不刷漆，邻居投诉过了。"),
        ("我插一句，周日不刷漆，上次邻居投诉了。", "周日一律不刷漆。", "再说一次啊，周日不能刷漆。"),
    ],
)
def test_the_same_words_with_something_around_them_become_a_rule_without_it(
    life: Life, wordings: tuple[str, str, str]
) -> None:
    life.say_in_scenes(*wordings)
    life.consolidating().run()
    (rule,) = life.rules(Status.ACTIVE)
    assert rule.content in {"The team never paints on Sundays", "周日不刷漆", "周日一律不刷漆。"}


@pytest.mark.parametrize(
    "wordings",
    [
        (
            "The hall was a mess, so nothing is shipped on a Friday.",
            "Please remember: no releases on Fridays.",
            "As always, we don't deploy on Fridays.",
        ),
        (
            "The till was short, so only the cashier opens the safe.",
            "Nobody but the cashier may open the safe, please.",
            "Lena, the safe is opened by the cashier only.",
        ),
        ("上次丢过数据，所以上架前必须先备份。", "老规矩，备份了才能上架。", "小周，没有备份不能上架。"),
    ],
)
def test_other_words_for_one_rule_wait_for_a_person_in_the_words_of_one(
    life: Life, wordings: tuple[str, str, str]
) -> None:
    said = life.say_in_scenes(*wordings)
    life.consolidating().run()
    (rule,) = life.rules(Status.PENDING)
    assert life.rules(Status.ACTIVE) == []
    assert set(life.records.derived_from([one.id for one in said])) == {rule.id}
    assert any(rule.content.casefold() in text.casefold().replace("we ", "the team ") for text in wordings)


def test_the_reason_stays_where_all_give_it(life: Life) -> None:
    life.say_in_scenes(
        "Ana must not work nights because of her exams.",
        "Ana must not be put on nights because of her exams.",
        "Ana must not work nights because of her exams",
    )
    life.consolidating().run()
    assert all("exams" in rule.content for rule in life.rules(Status.ACTIVE) + life.rules(Status.PENDING))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Nothing is merged without a review.", "Merge only after a review."),
        ("No parcel is sealed before it is weighed.", "Every parcel is weighed before it is sealed."),
        ("First weigh the parcel, then seal it.", "Weigh the parcel before you seal it."),
        ("Notes first, then the tag.", "The notes come before the tag."),
        ("Before sealing, weigh the parcel.", "Weigh the parcel before sealing."),
        ("After weighing, seal the parcel.", "Weigh the parcel before sealing it."),
        ("Keep coffee out of the lab.", "No coffee in the lab."),
        ("Only the cook enters the cellar.", "Nobody but the cook enters the cellar."),
        ("合同要法务看过才能签。", "没有法务看过的合同不能签。"),
        ("除了库管谁都不能开冷库。", "只有库管能开冷库。"),
        ("先称重再封箱。", "封箱前必须称重。"),
        ("称重以后才能封箱。", "先称重再封箱。"),
    ],
)
def test_an_order_and_a_double_denial_are_what_they_say(first: str, second: str) -> None:
    assert liken(first, second).agrees


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Take a backup before you deploy.", "Deploy before you take a backup."),
        ("Notes first, then the tag.", "The tag first, then the notes."),
        ("Weigh the parcel after sealing.", "Weigh the parcel before sealing."),
        ("No merge before the review.", "Merge before the review."),
        ("先备份再上架。", "先上架再备份。"),
        ("封箱前必须称重。", "封箱后必须称重。"),
        ("It is quiet, so we deploy on Fridays.", "The week was long, we don't deploy on Fridays."),
        ("没有审核不要上架。", "没有审核也可以上架。"),
    ],
)
def test_the_other_way_round_is_the_contrary(first: str, second: str) -> None:
    assert liken(first, second) is Likeness.CONTRARY


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("We don't deploy on Fridays, hotfixes are fine.", "We don't deploy on Fridays."),
        ("We don't deploy on Fridays, except for hotfixes.", "We don't deploy on Fridays."),
        ("The week was long, so we don't deploy on Mondays.", "Please remember: no deployments on Fridays."),
        ("Only Ana opens the safe.", "Nobody but Ben opens the safe."),
        ("Nobody but Ana opens the safe.", "Nobody opens the safe."),
        ("You may weigh every parcel.", "Every parcel must be weighed."),
        ("Take a backup and deploy.", "Take a backup before you deploy."),
        ("The east door is shut at night.", "Take care, the west door is shut at night."),
        ("周五不上线，热修复除外。", "周五不上线。"),
        ("周五不要上线。", "不要上线。"),
        ("挪威的包裹封箱前必须称重。", "包裹封箱前必须称重。"),
        ("可以先称重再封箱。", "必须先称重再封箱。"),
        ("十点以后不要给用户发短信。", "十点以前不要给用户发短信。"),
        ("Every parcel to Norway is weighed.", "Every parcel is weighed."),
    ],
)
def test_what_takes_back_allows_or_is_narrower_is_no_saying_of_the_rule(first: str, second: str) -> None:
    assert not liken(first, second).agrees


@pytest.mark.parametrize(
    "text",
    [
        "On Saturday the tills froze, so we don't touch the schema during opening hours.",
        "I'll write it down tomorrow, every voucher must carry its date.",
        "We don't deploy on Fridays, okay?",
        "再说一次啊，周五不上线。",
        "Nothing is deployed on a Friday.",
    ],
)
def test_one_occasion_beside_a_rule_does_not_leave_the_rule_out(text: str) -> None:
    assert left_out(a_memory(content=text), reading(text)) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Do we deploy on Fridays, or is it forbidden?",
        "On Saturday the tills froze, and Ana fixed them by noon.",
        "老板说，周五不上线",
    ],
)
def test_what_has_no_rule_in_it_is_left_out_or_has_no_parts(text: str) -> None:
    read = reading(text)
    assert left_out(a_memory(content=text), read) or len(read.forms) == 1


def test_pairs_of_one_rule_agree_whichever_comes_first() -> None:
    said = (
        "API keys rotate every quarter",
        "We rotate the API keys every quarter, as the auditors want it.",
        "Lisa asked again, so: API keys are rotated every quarter.",
    )
    assert all(liken(one, other).agrees for one, other in combinations(said, 2))


def test_plain_words_name_an_order_only_where_one_is_told() -> None:
    assert (plain_of("Weigh it before sealing").first, plain_of("Weigh it before sealing").then) == (
        "Weigh it",
        "sealing",
    )
    assert plain_of("Don't weigh it before noon, please").first == ""
    assert plain_of("No guests after ten").first == ""
    assert plain_of("前端项目用 pnpm").first == ""
    assert plain_of("我们目前用 MySQL").first == ""
