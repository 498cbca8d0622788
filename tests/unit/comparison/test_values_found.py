"""Values are read from a text and compared whatever their spelling."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.comparison.numerals import from_chinese, from_english
from mcp_memory.engine.comparison.reading import fold
from mcp_memory.engine.comparison.value import Bound, Kind, Match, Value, compare_values
from mcp_memory.engine.comparison.values import find_values


def value(text: str) -> Value:
    (found,) = find_values(fold(text))
    return found


def match(first: str, second: str) -> Match:
    return compare_values(value(first), value(second))


EQUAL = """
1,000 = 1000 = 一千 = one thousand = a thousand
10% = 10 percent = 百分之十 = ten percent = 一成
15:00 = 3 pm = 3:00 p.m. = 下午三点 = 下午3:00
15:30 = 下午三点半 = 3:30 pm = 15点30分
noon = 12:00 pm = 中午十二点
midnight = 00:00
9:15 am = 上午九点一刻
2 hours = 120 minutes = 两小时 = 两个小时 = 2h
1 hour 30 minutes = 90 min = 1小时30分钟 = 一个半小时 = 1.5 hours
half an hour = 30 minutes = 半小时
a week = 7 days = 一周 = 七天
half a year = 6 months = 半年
15 days = 十五天
20万 = 200000 = 200k = 二十万
$1,200 = 1200 dollars = USD 1200 = 1.2k usd
20万元 = ¥200000 = 200000 rmb
3 kg = 3000 g = 三公斤 = 六斤
1 GB = 1000 MB
500 ms = 0.5 s = 500毫秒
3 May 2026 = May 3, 2026 = 2026-05-03 = 3.5.2026 = 2026年5月3日 = 二〇二六年五月三日
the 3rd of May = May 3rd = 5月3日
Friday = 周五 = 星期五
every Monday = Mondays = 每周一
tomorrow = 明天
v2.3 = version 2.3 = 版本2.3
at least 3 = ≥ 3 = 3 or more = 至少三个 = 3个以上
up to 10 = at most ten = 不超过10个 = 10个以内
about 20 = around twenty = 大约20个 = 20个左右
3rd = 第三 = the third
https://a.example.com/x/ = https://a.example.com/x
twenty-five = 25 = 二十五
in 2024 = 2024年
37.5 °C = 37.5度
"""


@pytest.mark.parametrize("row", EQUAL.strip().splitlines())
def test_a_value_is_the_same_in_every_spelling(row: str) -> None:
    spellings = row.split(" = ")
    for one in spellings:
        for other in spellings:
            assert match(one, other) is Match.EQUAL, (one, other, value(one), value(other))


DIFFER = """
8080 / 9090
-5 °C / 5 °C
minus 5 / 5
零下5度 / 5度
10% / 15%
3 pm / 4 pm
9:30 / 10:30
2 hours / 2 minutes
$5 / $6
3 kg / 3 g
3 May / 4 May
3 May 2026 / 3 May 2027
Friday / Thursday
next Friday / last Friday
today / yesterday
v2.3 / v2.4
version 3.11 / version 3.9
10.0.0.5 / 10.0.0.6
https://a.example.com / https://b.example.com
a@example.com / b@example.com
/etc/a / /etc/b
[phone:1] / [phone:2]
00417 / 00471
10-20 / 10-30
at least 3 / 2
up to 10 / 11
at least 3 / at least 4
about 100 / 500
about 100 / about 500
python-3 / python-4
10:00:12 / 10:00:13
第三 / 第四
"""


@pytest.mark.parametrize("row", DIFFER.strip().splitlines())
def test_another_value_differs_from_both_sides(row: str) -> None:
    one, other = row.split(" / ")
    assert match(one, other) is match(other, one) is Match.DIFFERS


FINER = """
May > 3 May
3 May > 3 May 2026
Friday > next Friday
v3 > v3.2
version 3.11 > 3.11.4
10.0.0.5 > 10.0.0.5:8080
https://a.example.com > https://a.example.com/docs
at least 3 > 5
up to 10 > 8
about 100 > 100
30 > 30 dollars
3.11 > v3.11.4
"""


@pytest.mark.parametrize("row", FINER.strip().splitlines())
def test_a_more_precise_value_does_not_differ(row: str) -> None:
    coarse, fine = row.split(" > ")
    coarse = "in May" if coarse == "May" else coarse
    assert match(coarse, fine) is Match.FINER
    assert match(fine, coarse) is Match.COARSER


UNCLEAR = """
Friday / 3 May
5 m / 5 kg
3:00 / 15:00
三点 / 15:00
3.10 / 3.1
$5 / 5 euros
about 100 / 104
about 100 / about 105
at least 3 / at most 5
10 / 20 kg
version 3 / 20万
10.0.0.5 / a@example.com
3 May 2026 / every Monday
3 May / May 2026
at least 3 / about 5
2 / 第二
"""


@pytest.mark.parametrize("row", UNCLEAR.strip().splitlines())
def test_what_cannot_be_compared_says_so(row: str) -> None:
    one, other = row.split(" / ")
    assert match(one, other) is match(other, one) is Match.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "no one came",
        "one of them",
        "万一下雨",
        "十分高兴",
        "我们一起去",
        "may I go",
        "they march on",
        "32 May",
        "25:61",
        "3点99分",
        "张三来了",
        "一般来说",
    ],
)
def test_what_only_looks_like_a_value_is_none(text: str) -> None:
    assert all(found.kind is Kind.NUMBER and found.wording[0].isdecimal() for found in find_values(fold(text)))


def test_several_values_are_found_in_order_with_their_kinds() -> None:
    found = find_values(
        fold("On 3 May at 15:00 sensor-12 at 10.0.0.5 read 7 kg, 10% of 20万元, v1.2, see /etc/a and a@b.cd")
    )
    assert [each.kind for each in found] == [
        Kind.DATE, Kind.CLOCK, Kind.IDENTIFIER, Kind.ADDRESS, Kind.QUANTITY, Kind.PERCENT, Kind.MONEY, Kind.VERSION,
        Kind.ADDRESS, Kind.ADDRESS,
    ]  # fmt: skip
    assert [each.start for each in found] == sorted(each.start for each in found)


def test_digits_of_other_scripts_are_numbers_too() -> None:
    assert match("٣%", "3%") is Match.EQUAL
    assert match("٣ 公里", "3公里") is Match.EQUAL


def test_an_identifier_keeps_its_digits() -> None:
    assert value("550e8400-e29b-41d4-a716-446655440000").kind is Kind.IDENTIFIER
    assert value("JIRA-123").kind is Kind.IDENTIFIER
    assert value("4f3a9c1d").kind is Kind.IDENTIFIER


def test_a_bound_belongs_to_its_value() -> None:
    assert value("must not exceed 5 MB").bound is Bound.AT_MOST
    assert value("不能超过5个").bound is Bound.AT_MOST
    assert value("超过5个").bound is Bound.AT_LEAST
    assert value("5个左右").bound is Bound.ABOUT


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("二百五", 250),
        ("一千零五", 1005),
        ("两万三", 23_000),
        ("一点五", Fraction(3, 2)),
        ("十", 10),
        ("二〇二六", 2026),
        ("五千万", 50_000_000),
    ],
)
def test_chinese_numerals_are_read_as_they_are_spoken(text: str, number: Fraction) -> None:
    assert from_chinese(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("two hundred and five", 205),
        ("three million two hundred thousand", 3_200_000),
        ("a dozen", 12),
        ("a couple of", 2),
        ("nineteen", 19),
    ],
)
def test_english_number_words_are_read(text: str, number: int) -> None:
    assert from_english(text) == number


def test_a_little_is_no_time_of_day() -> None:
    assert find_values("回答短一点") == find_values("写得简洁一点。") == ()
    assert [value.kind for text in ("会议在一点", "下午一点开会", "短会一点半") for value in find_values(text)] == [
        Kind.CLOCK
    ] * 3


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    folded = fold(text)
    ends = 0
    for found in find_values(folded):
        assert ends <= found.start < found.end <= len(folded)
        ends = found.end


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_two_numbers_are_equal_only_when_they_are(one: int, other: int) -> None:
    expected = Match.EQUAL if one == other else Match.DIFFERS
    assert match(f"{one:,}", f"{other:,}") is expected
