"""Rules as people tell them in passing: who alone may do something, what comes first, what is done with every one."""

import pytest

from mcp_memory.engine.detection.kinds import notices
from mcp_memory.engine.domain.vocabulary import EventType


def kinds(text: str) -> list[EventType]:
    return [notice.event_type for notice in notices(text, "user", "Lena")]


@pytest.mark.parametrize(
    "text",
    [
        "Only the librarian opens the map cabinet.",
        "Only I restart the mail relay.",
        "The tests come first, the merge comes after.",
        "During the stocktaking there are no price changes.",
        "出版说明要先给编辑看过才能发布。",
        "没有经过法务审核不要发布。",
        "示例数据不要用真实姓名，上次被客户看到了。",
        "考试周不部署，这个大家都知道。",
        "按规定节假日前一天不能发布新版本。",
        "营业时间不改接口。",
    ],
)
def test_a_rule_told_in_passing_is_kept_as_one(text: str) -> None:
    assert EventType.CONSTRAINT in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "Only I can laugh about that.",
        "Only the dog likes it here.",
        "Please read every page before lunch.",
        "I come first, you come second, haha.",
        "During the film there are no trailers?",
        "先吃饭才能出去玩。",
        "我今天不部署了。",
        "这周五不上线吗？",
        "没有伞不要紧。",
    ],
)
def test_what_only_sounds_like_a_rule_is_kept_as_none(text: str) -> None:
    assert EventType.CONSTRAINT not in kinds(text)


@pytest.mark.parametrize(
    ("text", "event_type"),
    [
        ("I'd like us to write the minutes before we leave the room.", EventType.PREFERENCE),
        ("We'll write the new importer in Rust, the old one is too slow.", EventType.DECISION),
        ("We keep the call recordings for 30 days.", EventType.FACT),
        ("销售周报每周一早上发给店长。", EventType.FACT),
        ("销售周报每周三早上发给店长，周一数据还没齐。", EventType.FACT),
    ],
)
def test_what_a_team_wants_chose_and_does_is_kept(text: str, event_type: EventType) -> None:
    assert kinds(text) == [event_type]
