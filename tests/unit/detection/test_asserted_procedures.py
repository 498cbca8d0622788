"""A procedure is settled by its speaker: asserted, now, positively."""

import pytest

from mcp_memory.engine.detection.settled import settled


@pytest.mark.parametrize(
    "text",
    [
        "From now on: first run the tests, then tag, then publish.",
        "From now on, don't deploy by hand: first build, then push, then deploy.",
        "Whenever the tests do not pass, first revert, then look at the log, then fix it.",
        "Don't forget this: from now on first lint, then test, then merge.",
        "Should we talk about releases? From now on: first run the tests, then tag, then publish.",
        "How to release atlas:\n1. tag the commit\n2. is the build green?\n3. run the job",
        "If an alert fires, always first acknowledge it, then look at the dashboard, then write it down.",
        "Our process: first check that nothing is uncommitted, then tag, then never touch it again.",
        "We have decided: from now on we first review, then merge, then deploy.",
        "When the build does not pass:\nsteps to follow:\n1. read the log\n2. fix it",
        "以后发版都按：先跑回归，再灰度10%，最后全量",
        "如果线上出错，一律先回滚，再排查，最后写复盘。",
        "每次发布之前：先看有没有告警，再打标签，最后上线。",
        "操作说明：以后每次先备份，再升级，最后验证。",
        "以后不要手工上线了：先打包，再预发验证，最后上线。",
        "要上线吗？以后都按流程来：先评审，再合并，最后发布。",
        "特别注意，以后先评审，再合并，最后发布。",
    ],
)
def test_what_the_speaker_lays_down_is_settled(text: str) -> None:
    assert settled(text)


@pytest.mark.parametrize(
    "text",
    [
        "Should we always first lint, then test, then merge?",
        "From now on first lint, then test, then merge?",
        "Do you think we should always first lint, then test, then merge?",
        "Should we always do this:\n1. lint\n2. test\n3. merge",
        "I wonder whether from now on we should first lint, then test.",
        "Maybe from now on we first lint, then test, then merge.",
        "以后是不是先合并，再测试，最后评审？",
        "以后先合并，再测试，最后评审，行不行",
        "以后都先合并，再测试，最后评审吗？",
        "要不要以后先合并，再测试，最后评审",
        "我在考虑以后先合并，再测试，最后评审",
    ],
)
def test_what_is_asked_or_weighed_is_not(text: str) -> None:
    assert settled(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Never do this: always first merge, then test.",
        "Please don't do it like this: always first merge, then test.",
        "From now on we never first merge, then test, then review.",
        "We don't always first lint, then test.",
        "Steps we never do:\n1. merge\n2. test",
        "What not to do: always first merge, then test.",
        "Anti-pattern: always first merge, then test, then review.",
        "It is no longer true that we always first merge, then test.",
        "以后不要先合并再测试最后评审。",
        "以后别先合并，再测试，最后评审。",
        "禁止这样：每次先合并，再测试。",
        "反例：每次先合并，再测试，最后评审。",
        "我们不是每次都先合并，再测试。",
    ],
)
def test_what_is_forbidden_or_denied_is_not(text: str) -> None:
    assert settled(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "If we were a startup, from now on we would first ship, then test, then fix.",
        "Imagine that from now on we first ship, then test, then fix.",
        "What if we always first ship, then test, then fix it.",
        "For example: always first ship, then test, then fix.",
        "In the novel they always first drink, then fight, then sleep.",
        "Yeah, from now on: first break prod, then blame Bob",
        "Oh sure, from now on: first ship, then test.",
        "From now on: first deploy on Friday, then pray, then panic.",
        "如果我们是创业公司，以后就先上线，再测试，最后修。",
        "假设以后先上线，再测试，最后修复。",
        "小说里每次都先喝酒，再打架，最后睡觉。",
        "好啊，以后先上线，再祈祷，最后甩锅。",
    ],
)
def test_what_is_imagined_or_mocked_is_not(text: str) -> None:
    assert settled(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "The old wiki says: from now on first archive, then delete, then notify.",
        "Bob says that from now on we first archive, then delete.",
        "According to the vendor, always first archive, then delete.",
        "My boss thinks we should always first archive, then delete.",
        'The note reads "from now on: first archive, then delete, then notify".',
        "Back then we always first archived, then deleted.",
        "The procedure was: first archive, then delete, then notify.",
        "At my old company we always first archive, then delete.",
        "We used to have a process: first archive, then delete.",
        "旧文档说：以后先归档，再删除，最后通知。",
        "小王说以后先归档，再删除，最后通知。",
        "我们以前每次都先归档，再删除，最后通知。",
        "以前的流程：先归档，再删除，最后通知。",
        "据说他们每次都先归档，再删除。",
    ],
)
def test_what_others_say_or_what_held_once_is_not(text: str) -> None:
    assert settled(text) == ()
