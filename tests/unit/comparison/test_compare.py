"""How two statements relate, in English and Chinese."""

import pairs_across
import pairs_en
import pairs_zh
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.comparison.across import other_wording
from mcp_memory.engine.comparison.compare import LOOKED_AT, MOST_SENTENCES, compare
from mcp_memory.engine.comparison.reading import fold, sentences
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.comparison.words_across import ACROSS
from mcp_memory.engine.text.languages import HAN_CHAR

Pair = tuple[str, str]
SAME = [*pairs_en.SAME, *pairs_zh.SAME]
REFINES = [*pairs_en.REFINES, *pairs_zh.REFINES]
CONTRADICTS = [*pairs_en.CONTRADICTS, *pairs_zh.CONTRADICTS, *pairs_across.CONTRADICTS]
HINTS = [*pairs_en.HINTS, *pairs_zh.HINTS, *pairs_across.HINTS]
NO_CONFLICT = [*pairs_en.NO_CONFLICT, *pairs_zh.NO_CONFLICT, *pairs_across.NO_CONFLICT]
ALL = [*SAME, *REFINES, *CONTRADICTS, *HINTS, *NO_CONFLICT]
TEXTS = sorted({text for pair in ALL for text in pair})
SYMMETRICAL = {Relation.SAME, Relation.CONTRADICTS, Relation.UNRELATED}


@pytest.mark.parametrize("pair", SAME)
def test_equal_values_in_other_words_are_the_same_statement(pair: Pair) -> None:
    assert compare(*pair).relation is Relation.SAME


@pytest.mark.parametrize(
    "lead", ["Right, so", "Yeah,", "OK so", "Right,", "So,", "Got it, so", "Sure,", "Okay, right,"]
)
def test_what_only_leads_in_says_no_more(lead: str) -> None:
    told = "all invoices must be numbered in base seven."
    assert compare(told, f"{lead} {told}").relation is Relation.SAME
    assert compare(told, f"{lead} all invoices must be numbered in base nine.").relation is not Relation.SAME


@pytest.mark.parametrize("lead", ["好，那", "好的，", "那么", "嗯，所以", "对，", "明白了，", "好的。"])
def test_what_only_leads_in_says_no_more_in_chinese(lead: str) -> None:
    told = "所有发票都必须用七进制编号。"
    assert compare(told, f"{lead}{told}").relation is Relation.SAME
    assert compare(told, f"{lead}所有发票都必须用九进制编号。").relation is not Relation.SAME


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The door is on the left", "The door is on the right"),
        ("那台服务器在柏林", "服务器在柏林"),
        ("Right turns are forbidden", "Turns are forbidden"),
    ],
)
def test_a_word_that_leads_in_elsewhere_counts_where_it_tells(first: str, second: str) -> None:
    assert compare(first, second).relation is not Relation.SAME


@pytest.mark.parametrize("pair", REFINES)
def test_what_says_more_and_takes_nothing_back_refines(pair: Pair) -> None:
    assert compare(*pair).relation is Relation.REFINES
    assert compare(*reversed(pair)).relation is Relation.RELATED


@pytest.mark.parametrize("pair", CONTRADICTS)
def test_one_other_value_or_a_reversal_contradicts(pair: Pair) -> None:
    found = compare(*pair)
    assert found.relation is Relation.CONTRADICTS
    assert found.reason


@pytest.mark.parametrize("pair", HINTS)
def test_what_is_past_unsure_or_a_special_case_only_hints(pair: Pair) -> None:
    assert compare(*pair).relation is Relation.HINTS


@pytest.mark.parametrize("pair", NO_CONFLICT)
def test_templates_sets_entries_and_other_subjects_are_no_conflict(pair: Pair) -> None:
    for found in (compare(*pair), compare(*reversed(pair))):
        assert found.relation not in {Relation.CONTRADICTS, Relation.REFINES}


@pytest.mark.parametrize("pair", ALL)
def test_a_relation_that_has_no_direction_is_the_same_from_both_sides(pair: Pair) -> None:
    there, back = compare(*pair), compare(*reversed(pair))
    if {there.relation, back.relation} & SYMMETRICAL:
        assert there.relation is back.relation
    assert there.subject == back.subject


def test_reason_and_subject_are_made_for_people() -> None:
    found = compare("Atlas listens on port 8080", "The port of Atlas is 9090")
    assert (found.reason, found.subject) == ("port: 8080 against 9090", "atlas port")
    found = compare("Notifications are enabled", "Notifications are disabled")
    assert found.reason == "says yes where the other says no"
    assert compare("Atlas port: 8080", "Atlas port: 9090").subject == "atlas port"
    assert (
        compare("计费服务的端口是8080", "计费服务的端口是9090").subject
        == compare("计费服务端口：1", "计费服务监听2端口").subject
    )


@given(st.sampled_from(TEXTS))
def test_a_text_is_the_same_as_itself(text: str) -> None:
    assert compare(text, text).relation is Relation.SAME


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_have_a_relation(first: str, second: str) -> None:
    there, back = compare(first, second), compare(second, first)
    if {there.relation, back.relation} & SYMMETRICAL:
        assert there.relation is back.relation


WORDS = "port is the not 8080 9090 Anna prefers tea over coffee uses for May at 3 pm 不 端口 是 三 喜欢 张伟 负责 , 。 ? 10% 用 改用".split()  # noqa: SIM905


@given(st.lists(st.sampled_from(WORDS), max_size=12), st.lists(st.sampled_from(WORDS), max_size=12))
def test_any_order_of_telling_words_is_symmetrical(first: list[str], second: list[str]) -> None:
    one, other = " ".join(first), " ".join(second)
    there, back = compare(one, other), compare(other, one)
    if {there.relation, back.relation} & SYMMETRICAL:
        assert there.relation is back.relation


@given(st.sampled_from(ALL), st.sampled_from([str.upper, str.title, str.lower]), st.sampled_from(["", " ", "  "]))
def test_case_blanks_and_a_full_stop_change_nothing(pair: Pair, cased: object, blank: str) -> None:
    assert callable(cased)
    first, second = pair
    again = f"{blank}{cased(first)}{blank}."
    if first.endswith(("?", "？")):
        return
    assert compare(again, second).relation is compare(first, second).relation


@given(st.integers(0, 99_999), st.integers(0, 99_999))
@pytest.mark.parametrize(
    "form",
    ["The limit of Atlas is {}", "Atlas 的端口是{}", "paid {} euros", "order {} has arrived", "{}", "第{}章写完了"],
)
def test_another_number_in_the_same_place_is_never_the_same(form: str, one: int, other: int) -> None:
    found = compare(form.format(one), form.format(other)).relation
    assert (found is Relation.SAME) == (one == other)


def test_two_languages_are_grouped_under_one_subject_and_never_called_the_same() -> None:
    found = compare("The port of Heron is 8080", "Heron的端口是9090")
    assert found.subject == compare("The port of Heron is 8080", "The port of Heron is 9090").subject == "heron port"
    assert compare("Heron is new. The port of Heron is 8080.", "Heron的端口是9090").subject == "heron port"
    assert compare("The port of Heron is 8080", "Heron的端口是8080").relation is Relation.RELATED


@pytest.mark.parametrize("ending", ["", "s", "es", "d", "ed"])
def test_every_form_in_which_a_known_word_is_met_has_another_wording(ending: str) -> None:
    """Also of words whose stem is another than that of the form, in capitals, and with a long s."""
    for english in ACROSS.values():
        for form in (f"{english}{ending}", f"{english}{ending}".upper(), f"{english}{ending}".replace("s", "ſ")):
            assert HAN_CHAR.search(other_wording(f"the {form} of today"))


def test_the_other_wording_of_a_text_has_the_known_words_in_the_other_language() -> None:
    assert other_wording("The deadlines for Heron are tight").split() == [
        "The",
        "截止日期",
        "for",
        "Heron",
        "are",
        "tight",
    ]
    assert other_wording("Heron的版本号是2").split() == ["Heron的", "version", "是2"]
    assert other_wording("Nothing of that kind") == ""


def test_a_text_of_several_sentences_is_compared_sentence_by_sentence() -> None:
    first = "The port of Atlas is 8080. Anna lives in Berlin."
    assert compare(first, "The port of Atlas is 9090. Anna lives in Berlin.").relation is Relation.CONTRADICTS
    assert compare(first, "Atlas port: 8080. Anna lives in Berlin.").relation is Relation.SAME
    assert compare("Anna lives in Berlin.", first).relation is Relation.REFINES
    assert compare(first, "Anna lives in Berlin.").relation is Relation.RELATED
    assert compare(first, "Tea is good. Milk is white.").relation is Relation.UNRELATED


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("We are now here", "We are nowhere"),
        ("Anna likes борщ", "Anna likes суп"),
        ("कि ठीक है", "की ठीक है"),
        ("ラーメンが好き", "うどんが好き"),
        ("great 👍", "great 👎"),
        ("a < b", "a > b"),
        ("We use C++", "We use C#"),
        ("The temperature is -5 °C", "The temperature is 5 °C"),
        ("The balance is -200 euros", "The balance is 200 euros"),
        ("温度是零下5度", "温度是5度"),
        ("The port is 80?", "The port is 80"),
        ("user_id is the key", "user-id-2 is the key"),
        ("Meet at noon", "Meet at midnight"),
    ],
)
def test_what_a_reader_would_tell_apart_is_never_the_same(first: str, second: str) -> None:
    assert compare(first, second).relation is not Relation.SAME
    assert compare(second, first).relation is not Relation.SAME


def test_a_hint_between_two_sentences_is_a_hint_between_their_texts() -> None:
    first = "Atlas is new. The port of Atlas is 8080."
    assert compare(first, "Atlas is new. The port of Atlas might be 9090.").relation is Relation.HINTS


def test_two_clashes_in_one_text_only_hint() -> None:
    """A contradiction has one differing slot."""
    first = "The port of Atlas is 8080. The owner of Atlas is Anna."
    assert compare(first, "The port of Atlas is 9090. The owner of Atlas is Ben.").relation is Relation.HINTS


def test_a_sentence_without_a_subject_of_its_own_only_hints_inside_a_longer_text() -> None:
    first = "Atlas is new. The port is 8080."
    assert compare(first, "Borealis is new. The port is 9090.").relation is Relation.HINTS


def test_what_both_texts_say_is_no_conflict_between_them() -> None:
    both = "Anna likes tea. Anna does not like tea."
    assert compare(both, "Anna likes tea. Ben is here.").relation is not Relation.CONTRADICTS


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("We keep the recordings for 30 days.", "Legal says 30 is too long, we keep the recordings for 14 days."),
        ("The hall opens at 9.", "Because of the school classes the hall opens at 8 now."),
        ("门店开门前要能看到账单，所以对账每天凌晨2点跑。", "对账每天凌晨4点跑，2点的时候门店还在盘点。"),
        ("年票的价格是300元，海报上已经印了。", "馆长批了，年票的价格是360元，海报我让他们重印。"),
    ],
)
def test_reasons_and_lead_ins_hide_no_contradiction(first: str, second: str) -> None:
    assert compare(first, second).relation is Relation.CONTRADICTS


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Berlin: the shop opens at 9", "Lyon: the shop opens at 10"),
        ("The upload limit is 10 MB.", "The upload limit is 25 MB, but only for partners."),
        ("I'm not sure, the ferry leaves at 6:15", "the ferry leaves at 6:40"),
        ("小王买了台秤，重量是2公斤", "小李买了个西瓜，重量是3公斤"),
        ("在演示环境，超时是5秒", "在生产环境，超时是30秒"),
        ("会议室用完要关灯", "会议室用完之后灯必须关"),
    ],
)
def test_what_stands_around_may_tell_two_statements_apart(first: str, second: str) -> None:
    assert compare(first, second).relation is not Relation.CONTRADICTS


def test_lists_of_entries_are_no_conflict() -> None:
    first = "Readings:\n- sensor 1 reads 7\n- sensor 2 reads 8"
    second = "Readings:\n- sensor 1 reads 9\n- sensor 2 reads 8"
    assert compare(first, second).relation is Relation.RELATED
    assert compare(first, second + "\n- sensor 3 reads 4").relation is Relation.RELATED


def test_nothing_is_related_to_nothing_else() -> None:
    assert compare("", "").relation is Relation.SAME
    assert compare("", "The port is 8080").relation is Relation.UNRELATED
    assert compare("!!!", "…").relation is Relation.UNRELATED


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    """Work is bounded: what stands after the limit is not looked at, and nothing long is called the same."""
    start = "The port of Atlas is 8080. "
    one, other = start + "x" * 100_000, start + "x" * LOOKED_AT
    assert compare(one, "The port of Atlas is 9090. " + "y" * 100_000).relation is Relation.CONTRADICTS
    assert compare(one, one + "z").relation is Relation.RELATED
    assert compare(one, other + "y" * 5).relation is compare(one, other + "z" * 50_000).relation
    assert len(sentences(fold("A port is 1. " * 500), MOST_SENTENCES)) == MOST_SENTENCES


def test_texts_of_more_sentences_than_are_read_are_never_the_same() -> None:
    start = " ".join(f"Server {n} is in rack {n + 40}." for n in range(MOST_SENTENCES))
    one, other = f"{start} The owner is Anna.", f"{start}  The owner is Ben."
    assert compare(one, other).relation is Relation.RELATED
    assert compare(start, f"{start}  The owner is Ben.").relation is Relation.RELATED
    assert compare(start, start.replace(". ", ".  ")).relation is Relation.SAME
    assert compare(one, one).relation is Relation.SAME


def test_a_very_long_sentence_is_compared_by_its_words() -> None:
    long = "Atlas " + "and more " * 100
    assert compare(long + "is 1", long + "is 2").relation is Relation.RELATED
    assert compare(long, "Tea is good").relation is Relation.UNRELATED
