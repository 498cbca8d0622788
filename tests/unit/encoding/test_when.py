"""Until when a statement holds: by its own words, and by the time at which it is to be done."""

import pytest

from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.encoding.when import validity
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
