"""When a user says that what was recalled or said is wrong."""

import pytest

from mcp_memory.engine.detection.denials import denial


@pytest.mark.parametrize(
    "text",
    [
        "No, that's wrong.",
        "That's not right.",
        "I never said that.",
        "That's not what we agreed.",
        "You've got that wrong.",
        "Wrong. The deadline is Friday.",
        "No, it's Tuesday, not Monday.",
        "That is incorrect, we use MySQL.",
        "We never agreed to that.",
        "I didn't say I wanted the annual plan, I never said so.",
        "Your memory is outdated.",
        "This isn't true anymore.",
        "That never happened.",
        "No, I'm not allergic to nuts.",
        "You must be confusing me with someone else.",
        "That's out of date.",
        "Where did you get that from? I never told you that.",
        "不对，我没说过。",
        "错了，不是周五，是周四。",
        "这不是我们商定的。",
        "你记错了。",
        "不是这样的，我们用的是 MySQL。",
        "没有这回事。",
        "这条记忆是错的。",
        "我从来没答应过。",
        "你说的不对。",
        "这个已经过时了。",
        "搞错了吧，我不吃辣。",
        "我可没这么说。",
        "不对不对，是下周。",
    ],
)
def test_a_contradiction_of_what_was_said_is_a_denial(text: str) -> None:
    assert denial(text)


@pytest.mark.parametrize(
    "text",
    [
        "No, thanks.",
        "I don't like cilantro.",
        "No, let's go with Postgres instead.",
        "I disagree, we should use Redis.",
        "That's a bad idea.",
        "The test is failing, something is wrong with the config.",
        "The result is not correct when n is 0, fix the function.",
        "What's wrong with my code?",
        "We never deploy on Friday.",
        "I didn't finish the report yet.",
        "I never said goodbye properly to grandma.",
        "No problem.",
        "No idea.",
        "It's not what I expected from the hotel.",
        "Is that wrong?",
        "If that's wrong, tell me.",
        "I think we shouldn't do that.",
        "Don't use tabs.",
        "Nothing is wrong.",
        "He said that's wrong.",
        "没问题。",
        "我不喜欢香菜。",
        "我不同意这个方案。",
        "不用了，谢谢。",
        "这样不太好吧。",
        "代码哪里错了？",
        "测试没有通过。",
        "我没有时间。",
        "不要用制表符。",
        "如果不对，请告诉我。",
        "是不是记错了？",
        "我还没写完。",
        "别担心。",
        "做错了也没关系。",
        "老板没答应涨价。",
        "他没来。",
        "结果不对就重跑一次。",
        'He wrote: "that\'s wrong".',
        "",
    ],
)
def test_a_negative_sentence_or_disagreement_about_a_proposal_is_none(text: str) -> None:
    assert not denial(text)


def test_it_is_looked_for_at_the_beginning_only() -> None:
    assert denial("Hm. No, that's wrong. We use MySQL.")
    assert not denial("One. Two. Three. Four. That's wrong.")
