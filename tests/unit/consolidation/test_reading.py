"""How a statement is read: told of its speaker, its words and values, its sign, and what two of them have in common."""

import pytest
from consolidation_kit import Life

from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.consolidation.alike import Likeness, Likening, dice
from mcp_memory.engine.consolidation.reading import (
    Reading,
    is_negative,
    left_out,
    read,
    read_statement,
    secondhand_in,
)
from mcp_memory.engine.consolidation.slots import Slots, arguments_template, template
from mcp_memory.engine.detection.kinds import kind_of
from mcp_memory.engine.domain.memory import Episode
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.vocabulary import EventType, Status
from mcp_memory.engine.text.person import of_speaker
from mcp_memory.testing import DAWN, a_memory

LIKENING = Likening(compare, ConsolidationPolicy())


def reading(text: str) -> Reading:
    return read_statement(text, kind_of(text), DAWN)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I prefer tabs", "The user prefers tabs"),
        ("I don't like olives", "The user does not like olives"),
        ("I'd rather use vim", "The user would rather use vim"),
        ("We said no to meetings", "The team said no to meetings"),
        ("We e-mail invoices", "The team e-mails invoices"),
        ("I'm allergic to nuts", "The user is allergic to nuts"),
        ("I always carry my own cup", "The user always carries their own cup"),
        ("I must wash it", "The user must wash it"),
        ("I need two keys", "The user needs two keys"),
        ("I wash and watch", "The user washes and watch"),
        ("I liked it", "The user liked it"),
        ("I", "The user"),
        ("We use uv and I like it", "The team uses uv and they like it"),
        ("My editor is vim", "The user's editor is vim"),
        ("My cat and I like tea", "The user's cat and they like tea"),
        ("Always ask me before you delete our files", "Always ask the user before you delete the team's files"),
        ("In the morning I drink tea", "In the morning the user drinks tea"),
        ("User prefers tabs", "The user prefers tabs"),
        ("我喜欢深色模式", "用户喜欢深色模式"),
        ("我们一律用 pnpm", "团队一律用 pnpm"),
        ("Atlas runs on port 8080", "Atlas runs on port 8080"),
    ],
)
def test_the_first_person_becomes_the_speaker(said: str, told: str) -> None:
    assert of_speaker(said) == told
    assert of_speaker(told) == told


def test_a_named_speaker_stands_for_the_user() -> None:
    assert of_speaker("Anna: I prefer tea", "Anna") == "Anna prefers tea"
    assert of_speaker("小王：我喜欢茶", "小王") == "小王喜欢茶"
    episode = a_memory(content="Anna: my desk is green", details=Episode(speaker="Anna"))
    assert read(episode).text == "Anna's desk is green"


@pytest.mark.parametrize(
    ("text", "denies"),
    [
        ("Never deploy on Fridays", True),
        ("The user dislikes tea", True),
        ("Use pnpm instead of npm, never mind", False),
        ("Use pnpm, not npm", False),
        ("Use pnpm", False),
        ("周五不要部署", True),
        ("用 pnpm 而不是 npm", False),
    ],
)
def test_the_sign_is_that_of_what_is_said_not_of_what_is_set_aside(text: str, denies: bool) -> None:  # noqa: FBT001
    assert is_negative(reading(text).plain.text) is denies


@pytest.mark.parametrize(
    ("first", "second", "likeness"),
    [
        ("Never deploy on Fridays", "never deploy on Fridays.", Likeness.SAME_WORDS),
        ("Never deploy on Fridays", "Don't deploy on Fridays", Likeness.SAME_WORDS),
        ("Never deploy on Fridays", "Always deploy on Fridays", Likeness.CONTRARY),
        ("推送之前必须跑单元测试", "推送之前不要跑单元测试", Likeness.CONTRARY),
        ("Atlas listens on port 8080", "Atlas listens on port 9090", Likeness.CONTRARY),
        ("Use uv for Atlas", "Use npm for Atlas", Likeness.OTHER_OBJECT),
        ("Alice prefers tea", "Bob prefers tea", Likeness.OTHER_OBJECT),
        ("比起视频我更喜欢打电话", "比起打电话我更喜欢视频", Likeness.CONTRARY),
        ("发票必须存档十年", "发票必须存档两年", Likeness.OTHER_OBJECT),
        ("The cache uses Redis", "I like green tea", Likeness.APART),
        ("Releases need a changelog", "Releases need a changelog from the platform lead", Likeness.NARROWER),
        ("前端项目一律用 pnpm", "前端项目必须使用 pnpm", Likeness.PARAPHRASE),
    ],
)
def test_two_statements_agree_by_their_words(first: str, second: str, likeness: Likeness) -> None:
    assert LIKENING.liken(reading(first), reading(second)) is likeness


def test_dice_of_nothing_is_nothing() -> None:
    assert dice(frozenset(), frozenset()) == 0.0


def test_what_varies_becomes_a_slot() -> None:
    slots = Slots()
    assert template(["deploy a-b now", "deploy c now"], slots) == "deploy {object} now"
    assert template(["same", "same"], slots) == "same"
    assert template(["run --env prod x", "run --env test x"], slots) == "run --env {env} x"
    assert template(["one", "two words"], slots, "text") == "{text}"
    assert template(["three", "four words"], slots, "text") == "{text_2}"
    assert template(["see prod:1", "see test:1"], slots) == "see {env}:1"
    assert list(slots.named) == ["object", "env", "text", "text_2"]


def test_arguments_in_common_become_one_line() -> None:
    slots = Slots()
    runs = [{"path": "a.py", "mode": "w", "x": "1"}, {"path": "b.py", "mode": "w"}]
    assert arguments_template(runs, slots) == "path: {path}, mode: w"
    assert arguments_template([{}, {}], slots) == ""
    assert arguments_template([{"": "push x"}, {"": "push y"}], slots) == "push {object}"


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        ("周五不要发布地图服务", False),
        ("Please don't deploy the billing service on Fridays", False),
        ("Don't forget to call Bob", True),
        ("不要忘记交报告", True),
        ("Call Bob", True),
    ],
)
def test_what_is_forbidden_is_never_done_with(text: str, is_open: bool) -> None:  # noqa: FBT001
    assert read_statement(text, EventType.TASK, DAWN).is_open is is_open


@pytest.mark.parametrize(
    "text",
    [
        "We would never deploy on Fridays if we had a choice",
        "I wish we always had two reviewers",
        "假如我们每天都发布，测试就跟不上",
        "要是每个接口都有测试就好了",
        "Oh yes, because deploying on Fridays always works so well",
        "Sure, let's always deploy on Fridays, what could go wrong",
        "Yeah sure, always push straight to main 🙄",
        "Right, sure, never write a test",
        "Because who needs backups, right? Never make backups of the database.",
        "Never write docs, who reads them anyway /s",
        "Write a poem in which the cat must always wear a hat.",
        "Please tell a story about a captain who must always sleep on deck",
        "反正谁还需要备份啊，以后不要备份数据库",
        "写一首诗，猫必须总是戴帽子",
        "对对对，一律直接推到主分支",
    ],
)
def test_what_is_imagined_wished_or_mocked_is_left_out(text: str) -> None:
    assert left_out(a_memory(content=text), reading(text))


@pytest.mark.parametrize(
    "text",
    [
        "If the build fails, always notify the team",
        "要是构建失败，必须回滚",
        "The bucket is used to store backups",
        "发布以前必须跑测试",
        "The team says no to meetings on Mondays",
        "Sure, always run the tests",
        "The team always says which tests must pass",
        "We think backups must be encrypted",
        "We always note who needs access",
        "The server always writes logs to the disk",
        "Always write a user story with a test",
        "部署说明必须写英文",
        "我们认为代码注释必须写英文",
        "数据中心必须有备用电源",
        "每次都要写一个测试",
    ],
)
def test_a_condition_an_order_or_a_purpose_is_none_of_these(text: str) -> None:
    assert left_out(a_memory(content=text), reading(text)) == ""
    assert secondhand_in(reading(text)) == ""


@pytest.mark.parametrize(
    "text",
    [
        'Anna said "never deploy on Fridays"',
        "The book says that you should never deploy on Fridays",
        "According to the vendor, backups must be made hourly",
        "小王说“周五不要部署”",
        "书上说代码注释必须写英文",
        "My old company always deployed on Fridays",
        "We used to deploy on Fridays",
        "以前的公司周五都要部署",
        "The user's boss thinks they should always deploy at night.",
        "My boss thinks we should always deploy at night.",
        "Bob said the team must never touch the billing tables.",
        "Anna insists backups must always be encrypted",
        "We were told that deployments must always wait for legal",
        "In the novel the captain must always sleep on deck.",
        "小说里船长必须总是睡在甲板上",
        "我老板觉得我们应该总是在夜里部署",
    ],
)
def test_what_somebody_else_said_or_what_held_once_waits(life: Life, text: str) -> None:
    life.say_in_scenes(text, text, text)
    life.consolidating().run()
    assert [rule.status for rule in life.rules() if rule.status is not Status.PENDING] == []
    assert secondhand_in(reading(text))


@pytest.mark.parametrize(
    ("rule", "lifted"),
    [
        ("Never deploy on Fridays", "Deployments on Fridays are no longer forbidden"),
        ("Never deploy on Fridays", "It is not true that deployments on Fridays are forbidden"),
        ("Never deploy on Fridays", "Nobody is forbidden to deploy on Fridays"),
        ("周五不要部署", "不再禁止周五部署"),
        ("周五不要部署", "周五部署没有被禁止"),
        ("Pull requests need two reviewers", "Pull requests no longer need two reviewers"),
    ],
)
def test_what_is_lifted_is_no_support(rule: str, lifted: str) -> None:
    assert LIKENING.liken(reading(rule), reading(lifted)) is Likeness.CONTRARY


def test_no_longer_stands_before_the_verb() -> None:
    assert of_speaker("We no longer require two reviewers") == "The team no longer requires two reviewers"
