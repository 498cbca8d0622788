"""Dates in words and figures. Now is Monday, 2 March 2026, nine o'clock."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.text.dates import find_spans, parse_moment, valid_until
from mcp_memory.testing import DAWN

PIECES = (
    "30 February 2026", "May", "3", "99999", "0", "years ago", "in", "last", "next", "until", "by", "2026-02-30",
    "9999-12-31T23:59", "0001-01-01", "年", "月", "日", "五", "十", "上", "下周", "周日", "前", "之前", "直到", "for ever", " ", "\ud800",
)  # fmt: skip


def _days(text: str) -> list[tuple[str, str, int]]:
    """Wording, first day and number of days of each span."""
    spans = find_spans(text, DAWN)
    return [(span.wording, span.start.date().isoformat(), (span.end - span.start).days) for span in spans]


@pytest.mark.parametrize(
    ("text", "start", "days"),
    [
        ("2026-05-03", "2026-05-03", 1),
        ("2026/5/3", "2026-05-03", 1),
        ("3 May 2026", "2026-05-03", 1),
        ("3rd of May", "2026-05-03", 1),
        ("May 3rd, 2025", "2025-05-03", 1),
        ("Dec 30", "2025-12-30", 1),
        ("Feb 29", "2028-02-29", 1),
        ("Sept. 9", "2025-09-09", 1),
        ("May 2026", "2026-05-01", 31),
        ("yesterday", "2026-03-01", 1),
        ("the day before yesterday", "2026-02-28", 1),
        ("today", "2026-03-02", 1),
        ("tonight", "2026-03-02", 1),
        ("tomorrow", "2026-03-03", 1),
        ("the day after tomorrow", "2026-03-04", 1),
        ("last week", "2026-02-23", 7),
        ("this week", "2026-03-02", 7),
        ("next weekend", "2026-03-14", 2),
        ("last month", "2026-02-01", 28),
        ("next year", "2027-01-01", 365),
        ("last Monday", "2026-02-23", 1),
        ("last Friday", "2026-02-27", 1),
        ("this Fri", "2026-03-06", 1),
        ("next Friday", "2026-03-13", 1),
        ("Friday last week", "2026-02-27", 1),
        ("Sunday", "2026-03-08", 1),
        ("end of next week", "2026-03-15", 1),
        ("end of the month", "2026-03-31", 1),
        ("3 days ago", "2026-02-27", 1),
        ("a couple of days ago", "2026-02-28", 1),
        ("a week ago", "2026-02-23", 1),
        ("in two weeks", "2026-03-16", 1),
        ("two weeks from now", "2026-03-16", 1),
        ("3 months ago", "2025-12-01", 31),
        ("in 2 years", "2028-01-01", 366),
        ("last 3 days", "2026-02-27", 4),
        ("past two weeks", "2026-02-16", 15),
        ("past 2 months", "2026-01-01", 61),
        ("2026年5月3日", "2026-05-03", 1),
        ("5月3日", "2026-05-03", 1),
        ("五月三号", "2026-05-03", 1),
        ("十二月二十五日", "2025-12-25", 1),
        ("去年5月3日", "2025-05-03", 1),
        ("2026年5月", "2026-05-01", 31),
        ("2025年", "2025-01-01", 365),
        ("明年3月", "2027-03-01", 31),
        ("五月份", "2026-05-01", 31),
        ("大前天", "2026-02-27", 1),
        ("前天", "2026-02-28", 1),
        ("昨天", "2026-03-01", 1),
        ("昨晚", "2026-03-01", 1),
        ("今天", "2026-03-02", 1),
        ("明天", "2026-03-03", 1),
        ("后天", "2026-03-04", 1),
        ("上周", "2026-02-23", 7),
        ("本周", "2026-03-02", 7),
        ("下周", "2026-03-09", 7),
        ("上上周", "2026-02-16", 7),
        ("上周三", "2026-02-25", 1),
        ("下个星期五", "2026-03-13", 1),
        ("周日", "2026-03-08", 1),
        ("周末", "2026-03-07", 2),
        ("下周末", "2026-03-14", 2),
        ("上个月", "2026-02-01", 28),
        ("下个月5号", "2026-04-05", 1),
        ("下月底", "2026-04-30", 1),
        ("月底", "2026-03-31", 1),
        ("年底", "2026-12-31", 1),
        ("今年", "2026-01-01", 365),
        ("去年", "2025-01-01", 365),
        ("前年", "2024-01-01", 366),
        ("明年底", "2027-12-31", 1),
        ("三天前", "2026-02-27", 1),
        ("两周后", "2026-03-16", 1),
        ("3个月前", "2025-12-01", 31),
        ("二十天后", "2026-03-22", 1),
        ("十年前", "2016-01-01", 366),
        ("最近三天", "2026-02-27", 4),
    ],
)  # fmt: skip
def test_a_date_names_its_days(text: str, start: str, days: int) -> None:
    """Alone and inside a text, with the wording kept."""
    assert _days(text) == [(text, start, days)]
    assert _days(f"（{text}）") == [(text, start, days)]


@pytest.mark.parametrize(
    "text",
    [
        "", "no date", "every Monday", "on Mondays", "30 February 2026", "2026-13-01", "2026-02-30T10:00", "9999 years ago",
        "in 9999 years", "每周三", "一周一次", "三个月", "2月30日", "九九天前", "十十月", "v2026.5.3", "12026-05-03", "may be", "第三月",
    ],
)  # fmt: skip
def test_what_names_no_possible_day_is_left_out(text: str) -> None:
    """Habits, durations, versions and days that do not exist."""
    assert find_spans(text, DAWN) == ()


def test_a_month_alone_needs_its_preposition() -> None:
    """Without one, "may" and "march" are verbs."""
    assert _days("we moved in June") == [("June", "2026-06-01", 30)]


def test_a_weekday_follows_the_tense_of_its_sentence() -> None:
    """Told, it is the last one; planned, the coming one."""
    assert _days("On Friday the team chose it. We meet on Friday.") == [
        ("Friday", "2026-02-27", 1),
        ("Friday", "2026-03-06", 1),
    ]


def test_exact_times_are_spans_of_their_unit() -> None:
    """A time to the minute lasts a minute, "2 hours ago" an hour."""
    (span,) = find_spans("at 2026-05-03 14:30+02:00 it failed", DAWN)
    assert (span.start, span.end - span.start) == (datetime(2026, 5, 3, 12, 30, tzinfo=UTC), timedelta(minutes=1))
    (span,) = find_spans("两个小时前", DAWN)
    assert (span.start, span.end - span.start) == (DAWN - timedelta(hours=2), timedelta(hours=1))
    (span,) = find_spans("the last 30 minutes", DAWN)
    assert (span.start, span.end) == (DAWN - timedelta(minutes=30), DAWN)


def test_dates_stand_in_order_and_do_not_overlap() -> None:
    """Of two readings of the same words the longer one counts."""
    assert [span.wording for span in find_spans("3 May 2026 and the day before yesterday, 昨天", DAWN)] == [
        "3 May 2026",
        "the day before yesterday",
        "昨天",
    ]


def test_days_begin_at_midnight_where_the_person_is() -> None:
    """The zone of `now` decides; answers are UTC."""
    shanghai = timezone(timedelta(hours=8))
    (span,) = find_spans("昨天", datetime(2026, 3, 2, 1, 0, tzinfo=shanghai))
    assert span.start == datetime(2026, 2, 28, 16, 0, tzinfo=UTC)
    assert parse_moment("2026-05-03T10:00", datetime(2026, 3, 2, tzinfo=shanghai)) == datetime(
        2026, 5, 3, 2, tzinfo=UTC
    )


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-05-03", "2026-05-03T00:00"),
        (" 2026-05-03T10:00Z ", "2026-05-03T10:00"),
        ("2026-05-03 10:00+08:00", "2026-05-03T02:00"),
        ("9999-12-31", "9999-12-31T00:00"),
        ("now", "2026-03-02T09:00"),
        ("刚才", "2026-03-02T09:00"),
        ("2 hours ago", "2026-03-02T07:00"),
        ("last week", "2026-02-23T00:00"),
        ("yesterday at 3pm", "2026-03-01T15:00"),
        ("yesterday, 12:30 am", "2026-03-01T00:30"),
        ("昨天下午3点半", "2026-03-01T15:30"),
        ("昨天 15:20", "2026-03-01T15:20"),
        ("明天凌晨2点10分", "2026-03-03T02:10"),
        ("tomorrow 99:99", "2026-03-03T00:00"),
        ("around the 3 May 2026 release", "2026-05-03T00:00"),
    ],
)
def test_a_moment_is_the_first_one_of_what_is_named(text: str, moment: str) -> None:
    """ISO 8601 first, then words, with a clock time when one follows."""
    assert parse_moment(text, DAWN) == datetime.fromisoformat(moment).replace(tzinfo=UTC)


@pytest.mark.parametrize("text", ["", "soon", "2026-13-01", "0001-01-01T00:00+23:00", "17", "\ud800"])
def test_no_moment_is_guessed(text: str) -> None:
    """What is not understood gives nothing."""
    assert parse_moment(text, DAWN) is None


@pytest.mark.parametrize(
    ("text", "wording", "end"),
    [
        ("I am away until Sunday.", "until Sunday", "2026-03-09"),
        ("the report is due by Friday", "due by Friday", "2026-03-07"),
        ("deadline: May 3", "deadline: May 3", "2026-05-04"),
        ("valid until 2026-01-01", "until 2026-01-01", "2026-01-02"),
        ("hand it in by the end of next week", "by the end of next week", "2026-03-16"),
        ("before 5 March it must be done", "before 5 March", "2026-03-06"),
        ("我出差，直到周日", "直到周日", "2026-03-09"),
        ("出差到周日", "出差到周日", "2026-03-09"),
        ("截至2026年4月1日有效", "截至2026年4月1日", "2026-04-02"),
        ("截止日期：5月3日", "截止日期：5月3日", "2026-05-04"),
        ("到下周五为止", "下周五为止", "2026-03-14"),
        ("周五之前提交", "周五之前", "2026-03-07"),
        ("周五前交报告", "周五前", "2026-03-07"),
        ("周五前提交报告", "周五前", "2026-03-07"),
        ("下周五到期", "下周五到期", "2026-03-14"),
    ],
)
def test_a_text_says_how_long_it_holds(text: str, wording: str, end: str) -> None:
    """Until and by include the day; the whole wording is kept."""
    span = valid_until(text, DAWN)
    assert span is not None
    assert (span.wording, span.end.date().isoformat()) == (wording, end)


@pytest.mark.parametrize(
    "text",
    [
        "on Sunday",
        "until further notice",
        "by hand",
        "decided before last week",
        "by 2026-01-01",
        "推迟到周五",
        "周五前端评审",
        "周五前提是通过",
        "去年之前",
    ],
)
def test_other_dates_limit_nothing(text: str) -> None:
    """A date alone, a due date that has passed, a postponement."""
    assert valid_until(text, DAWN) is None


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text(), st.datetimes(timezones=st.just(UTC)))
def test_no_text_and_no_time_raises(text: str, now: datetime) -> None:
    """Impossible dates are ignored; spans are never empty or reversed; everything is UTC."""
    for span in find_spans(text, now):
        assert span.start < span.end
        assert span.start.tzinfo is span.end.tzinfo is UTC
        assert span.wording in text
    valid_until(text, now)
    parse_moment(text, now)
