"""What differs in one noun, one name or one value is another rule, however alike the words around it are."""

from itertools import combinations, permutations

import pytest
from consolidation_kit import Life

from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.consolidation.alike import Likeness, Likening
from mcp_memory.engine.consolidation.differing import Kind, differing
from mcp_memory.engine.consolidation.reading import Reading, read_statement
from mcp_memory.engine.detection.kinds import kind_of
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.promotion import Held, Waits
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.testing import DAWN

LIKENING = Likening(compare, ConsolidationPolicy())
SERVICES = (
    "The {} service must never be deployed on Fridays",
    "Never deploy the {} service on Fridays",
    "On Fridays we don't deploy the {} service",
)
SERVICES_ZH = ("{}服务周五不能发布", "周五不要发布{}服务", "{}服务一律不得在周五发布")
TEMPLATES = [(SERVICES, ("map", "billing", "search", "login")), (SERVICES_ZH, ("地图", "账单", "搜索", "登录"))]


def reading(text: str) -> Reading:
    return read_statement(text, kind_of(text), DAWN)


def liken(first: str, second: str) -> Likeness:
    return LIKENING.liken(reading(first), reading(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Never deploy the map service on Fridays", "The billing service must never be deployed on Fridays"),
        ("Never deploy on Fridays the map service", "On Fridays we don't deploy the billing service"),
        ("地图服务周五不能发布", "账单服务周五不能发布"),
        ("地图服务周五不能发布", "周五禁止发布账单服务"),
        ("Maria reviews the invoices every Monday", "Peter reviews the invoices every Monday"),
        ("小王每周一检查发票", "小李每周一检查发票"),
        ("Report bugs to the platform team", "Report bugs to the security team"),
        ("发票要用邮件寄", "发票要用快递寄"),
        ("Use port 8080 for Atlas", "Use port 8080 for Borealis"),
        ("Use two spaces in YAML files", "Use two spaces in JSON files"),
        ("Review code in the morning", "Review code in the evening"),
        ("上午不要安排会议", "下午不要安排会议"),
        ("Sensors must be calibrated weekly", "Sensors must be calibrated monthly"),
        ("Deploy manually", "Deploy automatically"),
        ("前端不能直接访问数据库", "后端不能直接访问数据库"),
        ("The map service must never be deployed on Fridays", "The billing service must never restart on Fridays"),
        ("改防火墙之前要先问小张", "改防火墙之前要先问小于"),
        ("Use GET for reads", "Use POST for reads"),
        ("Use Go for services", "Use Rust for services"),
        ("I prefer tabs", "We prefer tabs"),
        ("我喜欢用制表符", "我们喜欢用制表符"),
    ],
)
def test_a_word_in_the_place_of_another_is_about_something_else(first: str, second: str) -> None:
    assert not liken(first, second).agrees
    assert not liken(second, first).agrees


@pytest.mark.parametrize(
    ("general", "special"),
    [
        ("The map service must never be deployed on Fridays", "The new map service must never be deployed on Fridays"),
        ("地图服务周五不能发布", "新地图服务周五不能发布"),
        ("Never deploy on Fridays", "Never deploy the map service on Fridays"),
        ("周五不能发布", "地图服务周五不能发布"),
        ("Reports must use metric units", "Weekly reports must use metric units"),
        ("报告一律用公制单位", "月度报告一律用公制单位"),
        ("Use dark mode", "Use dark mode in the editor"),
        ("不要分享路线图", "不要跟供应商分享路线图"),
    ],
)
def test_the_same_of_something_more_special_is_no_observation_of_it(general: str, special: str) -> None:
    assert liken(general, special) is liken(special, general) is Likeness.NARROWER


@pytest.mark.parametrize(
    "wordings",
    [
        (
            "Never deploy the map service on Fridays",
            "The map service must never be deployed on Fridays",
            "Never deploy on Fridays the map service",
        ),
        ("地图服务周五不能发布", "周五不要发布地图服务", "地图服务一律不得在周五发布"),
        ("Never deploy on Fridays", "Deployments on Fridays are not allowed", "On Fridays nothing gets deployed"),
        ("Ask me before pushing", "Before you push, always ask me", "Please ask me first before you push"),
        ("推送之前先问我", "推送前务必先问我一下", "请在推送之前问我"),
        ("I prefer short answers", "Please keep answers short", "Short answers are what I want"),
        ("Documentation lives in the wiki", "We keep the documentation in the wiki", "The documentation goes there"),
        ("文档都放在维基里", "文档一律放进维基", "我们把文档放在维基"),
        ("Two reviewers must approve each pull request", "Pull requests need two reviewers"),
        ("Errors must be written to the log", "We write every error to the log"),
        ("发票要两个人核对", "每张发票都要两个人核对"),
        ("The archive is read-only", "The archive must stay read-only"),
    ],
)
def test_one_rule_in_other_words_is_still_one(wordings: tuple[str, ...]) -> None:
    agree = [liken(one, other).agrees for one, other in combinations(wordings, 2)]
    assert agree.count(True) >= len(agree) - 2 * ("goes there" in wordings[-1])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Run the linter before the tests", "Run the tests before the linter"),
        ("Copy the data from staging to production", "Copy the data from production to staging"),
        ("评审之前先跑测试", "测试之前先评审"),
        ("I prefer tea over coffee", "I prefer coffee over tea"),
    ],
)
def test_what_is_turned_round_is_the_contrary(first: str, second: str) -> None:
    assert not liken(first, second).agrees


def test_an_order_of_words_that_turns_nothing_round_is_the_same() -> None:
    assert liken("Before pushing, run the tests", "Run the tests before pushing").agrees
    assert differing("", "") == differing("?", "!")
    assert differing("a map of it", "map").kind is Kind.NOT_AT_ALL


def rests_on(life: Life, rule: Memory) -> set[str]:
    """The texts of what a rule was drawn from, or that supports it."""
    dossier = life.records.dossier(rule.id)
    assert dossier is not None
    ids = {
        link.target if link.source == rule.id else link.source
        for link in dossier.links
        if link.kind in {LinkKind.DERIVED_FROM, LinkKind.SUPPORTS}
    }
    return {memory.content for memory in life.records.get_many(list(ids)).values()}


@pytest.mark.parametrize(("wordings", "names"), TEMPLATES)
@pytest.mark.parametrize("order", ["by name", "by session"])
def test_a_template_makes_one_rule_for_each_object(
    life: Life, wordings: tuple[str, ...], names: tuple[str, ...], order: str
) -> None:
    said = [(f"scene-{place}", text, name) for place, text in enumerate(wordings) for name in names]
    for session, text, name in sorted(said, key=lambda one: one[2] if order == "by name" else one[0]):
        life.say(text.format(name), session)
    life.consolidating().run()
    rules = life.rules()
    assert len(rules) == len(names)
    for name in names:
        (rule,) = (rule for rule in rules if name in rule.content)
        assert all(name in text for text in rests_on(life, rule))


@pytest.mark.parametrize(("wordings", "names"), TEMPLATES)
def test_a_rule_that_counts_is_not_supported_by_what_is_said_of_others(
    life: Life, wordings: tuple[str, ...], names: tuple[str, ...]
) -> None:
    own, *others = names
    for place, text in enumerate(wordings):
        life.say(text.format(own), f"scene-{place}")
    life.consolidating().run()
    (rule,) = life.rules()
    for name in others:
        life.say(wordings[1].format(name), "later")
    done = life.consolidating().run()
    assert done.counts["supported"] == 0
    assert all(own in text for text in rests_on(life, rule))


@pytest.mark.parametrize(("wordings", "names"), TEMPLATES)
def test_objects_that_were_each_named_once_make_no_rule(
    life: Life, wordings: tuple[str, ...], names: tuple[str, ...]
) -> None:
    life.say_in_scenes(*(wordings[0].format(name) for name in names))
    life.consolidating().run()
    assert life.rules() == []


def test_naming_episodes_about_others_does_not_make_them_count(life: Life) -> None:
    """The agent worded it of one service, and the others' episodes say nothing of that one."""
    texts = [SERVICES[0].format(name) for name in ("map", "billing", "search")]
    ids = [memory.id for memory in life.say_in_scenes(*texts)]
    outcome = life.promote(*ids, statement="Never deploy the map service on Fridays")
    assert isinstance(outcome, Held)
    assert len(outcome.candidate.observations) == 1


def test_an_agent_may_word_what_is_common_to_them(life: Life) -> None:
    texts = [SERVICES[0].format(name) for name in ("map", "billing", "search")]
    ids = [memory.id for memory in life.say_in_scenes(*texts)]
    outcome = life.promote(*ids, statement="Services must never be deployed on Fridays")
    assert isinstance(outcome, Waits)
    assert outcome.memory.status is Status.PENDING


def test_the_order_in_which_it_is_said_makes_no_difference(life: Life) -> None:
    for place, order in enumerate(permutations(["map", "billing"])):
        for name in order:
            life.say(SERVICES[place].format(name), f"scene-{place}")
            life.consolidating().run()
    assert life.rules() == []
