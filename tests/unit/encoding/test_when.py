"""Until when a statement holds: by its own words, and by the time at which it is to be done."""

from datetime import datetime, timedelta, timezone

import pytest

from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.encoding.when import event_span, event_start, validity
from mcp_memory.testing import DAWN

TO_BE_DONE = [EventType.TASK, EventType.COMMITMENT]


@pytest.mark.parametrize("event_type", TO_BE_DONE)
@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("I'll push the skeleton today.", 0),
        ("骨架我今天就上。", 0),
        ("Someone needs to call the bank tomorrow.", 1),
        ("明天要给银行打电话。", 1),
    ],
)
def test_what_is_to_be_done_at_a_time_is_due_then(event_type: EventType, said: str, days: int) -> None:
    due = validity("", said, event_type, DAWN)
    assert due is not None
    assert (due.start.date() - DAWN.date()).days == days


@pytest.mark.parametrize(
    "said",
    [
        "Never deploy on Fridays.",
        "Check the backups every Monday.",
        "We don't release on Friday.",
        "周五不要发布地图服务。",
        "每周一检查备份。",
        "周五一律不发布。",
        "I called the bank yesterday.",
    ],
)
def test_what_is_done_again_and_again_or_never_is_not_due(said: str) -> None:
    assert validity("", said, EventType.TASK, DAWN) is None


def test_a_fact_of_a_day_is_not_due() -> None:
    assert validity("", "The call with the bank is tomorrow.", EventType.FACT, DAWN) is None


def test_a_wording_of_its_own_counts_first() -> None:
    due = validity("until Sunday", "I will be away tomorrow.", EventType.COMMITMENT, DAWN)
    assert due is not None
    assert due.wording == "until Sunday"


SUNDAY = datetime(2026, 11, 22, 20, tzinfo=timezone(timedelta(hours=8)))


@pytest.mark.parametrize(
    "said",
    [
        "The pottery course moved to Thursday.",
        "The pottery course is on Thursdays now.",
        "My review has been rescheduled for Thursday.",
        "They pushed the tasting back to 19 November.",
        "陶艺课调到周四晚上了，我们该什么时候吃饭？",
        "例会改到周三",
        "例会从周四改到周五了",
        "评审推迟到11月19日了。",
        "陶艺课现在是周四晚上。",
        "陶艺课在周四，别安排别的事。",
        "我们每逢周五聚餐。",
    ],
)
def test_a_time_that_was_set_for_something_does_not_date_what_was_said(said: str) -> None:
    """Nor does one on which something comes again: the change was there when it was said."""
    assert event_start(event_span(said, SUNDAY, None), SUNDAY) == SUNDAY


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("We met the landlord on Thursday.", 19),
        ("Yesterday we moved the course to Thursday.", 21),
        ("I went back to yesterday's draft.", 21),
        ("周四开了会。", 19),
        ("我在周三见了房东。", 18),
        ("我们周二把例会改到了周四。", 17),
        ("房东昨天把看房改到周四了。", 21),
    ],
)
def test_what_happened_on_a_day_is_dated_by_it(said: str, day: int) -> None:
    assert event_start(event_span(said, SUNDAY, None), SUNDAY).astimezone(SUNDAY.tzinfo).day == day
