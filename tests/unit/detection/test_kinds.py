"""Which statements of a turn are kept, and as what."""

import pytest
import sentences_en
import sentences_everyday
import sentences_more
import sentences_project
import sentences_wished
import sentences_zh
import small_talk

from mcp_memory.engine.detection.kinds import KEY_EVENTS, kind_of, notices
from mcp_memory.engine.domain.vocabulary import EventType


def kinds(text: str, role: str = "user", speaker: str = "") -> list[EventType]:
    return [notice.event_type for notice in notices(text, role, speaker)]


SENTENCES = (sentences_en, sentences_zh, sentences_more, sentences_project, sentences_everyday)


@pytest.mark.parametrize(("text", "event_type"), [pair for each in SENTENCES for pair in each.KEPT])
def test_a_statement_of_a_person_is_kept_as_what_it_says(text: str, event_type: EventType) -> None:
    assert set(kinds(text)) == {event_type}


@pytest.mark.parametrize("text", [text for each in SENTENCES for text in each.DROPPED])
def test_what_is_asked_supposed_wished_or_only_said_for_this_turn_is_not_kept(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize(("text", "event_type", "kept"), sentences_wished.KEPT)
def test_what_a_person_asks_to_be_remembered_is_kept_without_the_words_that_ask(
    text: str, event_type: EventType, kept: str
) -> None:
    (notice,) = notices(text, "user")
    assert (notice.event_type, notice.statement.text) == (event_type, kept)
    assert text[notice.statement.start : notice.statement.end] == text


@pytest.mark.parametrize("text", sentences_wished.DROPPED)
def test_what_only_mentions_memory_or_tells_nothing_is_no_wish(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize("role", ["user", "assistant"])
@pytest.mark.parametrize("speaker", ["", "Ana"])
def test_small_talk_leaves_nothing(role: str, speaker: str) -> None:
    assert [turn for turn in small_talk.TURNS if notices(turn, role, speaker)] == []
    assert sum(1 for turn in small_talk.TURNS if turn) == 200


@pytest.mark.parametrize("role", ["system", "tool_call", "tool_result"])
def test_turns_of_tools_and_of_the_system_yield_nothing(role: str) -> None:
    assert notices("We decided to use Redis.", role) == ()


def test_quoted_words_and_code_are_mentioned_and_not_said() -> None:
    assert EventType.DECISION not in kinds('The button says "We decided to delete your account".')
    assert EventType.CONSTRAINT not in kinds("The function is called `must_not_fail`.")
    assert EventType.DECISION not in kinds("页面上写着“我们决定关闭服务”，共 3 处。")


def test_emphasis_inside_a_quotation_shifts_nothing() -> None:
    (notice,) = notices('We decided to name it "**Atlas**" in the docs.', "user")
    assert notice.statement.text == 'We decided to name it "Atlas" in the docs.'


def test_a_quotation_may_go_over_several_sentences() -> None:
    assert kinds('"I\'ll send the report by Friday. We decided to wait."') == []


def test_a_notice_names_its_place_in_the_turn() -> None:
    turn = "Hi! We decided to use Redis. Thanks."
    (notice,) = notices(turn, "user")
    assert turn[notice.statement.start : notice.statement.end] == notice.statement.text == "We decided to use Redis."
    assert 0.5 <= notice.certainty <= 1


def test_what_stands_before_a_question_is_kept_without_it() -> None:
    (notice,) = notices("I prefer morning flights, can you find me one?", "user")
    assert (notice.event_type, notice.statement.text) == (EventType.PREFERENCE, "I prefer morning flights")
    (notice,) = notices("I prefer tea, what should I order, can you help me?", "user")
    assert notice.statement.text == "I prefer tea"
    (notice,) = notices("我对花生过敏，晚饭吃什么好？", "user")
    assert notice.event_type is EventType.PREFERENCE


@pytest.mark.parametrize(
    "text",
    [
        "We'll go with Postgres, ok?",
        "We decided on Friday, didn't we?",
        "我们决定用 Redis，可以吗？",
        "选 Redis 还是 Kafka？",
    ],
)
def test_a_proposal_put_up_for_agreement_is_no_decision(text: str) -> None:
    assert kinds(text) == []


def test_a_rule_or_a_risk_stands_under_a_condition_and_a_decision_does_not() -> None:
    assert kinds("If a deploy fails, you must always roll back and tell the on-call person.") == [EventType.CONSTRAINT]
    assert kinds("If the vendor agrees, we will go with their cloud.") == []
    assert kinds("如果发布失败，必须先回滚再通知值班。") == [EventType.CONSTRAINT]


def test_a_line_that_announces_a_list_tells_what_its_items_are_and_is_not_kept_itself() -> None:
    minutes = """Decisions:
- move the queue to Redis streams
- the old one stays until June
Risks:
- the vendor may drop support
Open questions:
- who owns billing
TODO:
1. rotate the signing keys"""
    decision, risk, question, task = EventType.DECISION, EventType.RISK, EventType.QUESTION, EventType.TASK
    assert kinds(minutes) == [decision, decision, risk, question, task]
    assert kinds("我准备做两件事：") == []


@pytest.mark.parametrize(
    ("turn", "event_type", "kept"),
    [
        (
            "Acceptance criteria:\n- login works\n- export works\n- no data is lost",
            EventType.CONSTRAINT,
            "Acceptance criteria: login works; export works; no data is lost",
        ),
        (
            "Acceptance criteria: login works, export works, no data is lost",
            EventType.CONSTRAINT,
            "Acceptance criteria: login works, export works, no data is lost",
        ),
        (
            "Definition of done: 1) reviewed 2) tested 3) documented",
            EventType.CONSTRAINT,
            "Definition of done: reviewed; tested; documented",
        ),
        (
            "验收标准：1. 登录可用 2. 导出可用 3. 数据不丢失",
            EventType.CONSTRAINT,
            "验收标准：登录可用；导出可用；数据不丢失",
        ),
        ("上线条件：\n- 压测通过\n- 法务签字", EventType.CONSTRAINT, "上线条件：压测通过；法务签字"),
        ("Our tech stack:\n* Go\n* Postgres\n* Kafka", EventType.FACT, "Our tech stack: Go; Postgres; Kafka"),
        ("Tech stack: Go, Postgres and Kafka", EventType.FACT, "Tech stack: Go, Postgres and Kafka"),
        ("The team:\n1. Anna (design)\n2. Bob (backend)", EventType.FACT, "The team: Anna (design); Bob (backend)"),
        ("技术栈：Go、Postgres、Kafka", EventType.FACT, "技术栈：Go、Postgres、Kafka"),
        ("项目范围：只做网页端，不做移动端", EventType.FACT, "项目范围：只做网页端，不做移动端"),
    ],
)
def test_a_list_that_is_one_thought_is_one_statement(turn: str, event_type: EventType, kept: str) -> None:
    (notice,) = notices(turn, "user")
    assert (notice.event_type, notice.statement.text) == (event_type, kept)
    assert (notice.statement.start, notice.statement.end) == (0, len(turn))


def test_a_list_longer_than_an_episode_stays_item_by_item() -> None:
    items = [
        f"the {name} export has every column of the old one and keeps the order of its rows" for name in "abcdefgh"
    ]
    found = notices("Acceptance criteria:\n" + "\n".join(f"- {item}" for item in items), "user")
    assert [notice.statement.text for notice in found] == [f"Acceptance criteria: {item}" for item in items]


@pytest.mark.parametrize(
    "turn",
    [
        "Acceptance criteria:",
        "What are the acceptance criteria?",
        "The criteria are fine.",
        "Team: great job, thanks!",
        "验收标准是什么？",
        "团队：大家辛苦了，谢谢！",
        "Goal:\n- win",
    ],
)
def test_a_label_without_parts_is_no_list(turn: str) -> None:
    assert kinds(turn) == []


def test_of_several_statements_each_gets_its_kind() -> None:
    turn = (
        "We settled on Kafka. I'll write the migration plan by Monday.\n- Customer data must stay in the EU\n- thanks!"
    )
    assert kinds(turn) == [EventType.DECISION, EventType.COMMITMENT, EventType.CONSTRAINT]


@pytest.mark.parametrize(
    "text",
    [
        "Redis keeps its data in memory and can persist snapshots to disk.",
        "You should always validate input on the server.",
        "I recommend using a connection pool of 10.",
        "You mentioned that you prefer tea, so here are some ideas:",
        "Since you decided to use Postgres, the next step is a migration.",
        "1. Drink water\n2. Walk for 30 minutes every day\n3. You must avoid alcohol",
        "Let me check the configuration first.",
        "I'll take a look at the file.",
        "Would you like me to fix it?",
        "Here is a draft you could send:\n\nI have decided to accept the offer and will start on 3 May.",
        "If I fixed that, the tests would fail.",
        "你可以先检查配置，建议每天备份一次。",
        "根据你的喜好，推荐 3 家餐厅。",
        "我可以帮你写一份计划。",
        "常见原因是缓存过期，必须清理。",
    ],
)
def test_what_an_assistant_knows_advises_or_repeats_is_not_kept(text: str) -> None:
    assert kinds(text, "assistant") == []


@pytest.mark.parametrize(
    ("text", "event_type"),
    [
        ("I fixed the race in `Queue.pop` and added a regression test.", EventType.FACT),
        ("All 214 tests pass now.", EventType.FACT),
        ("The root cause was a stale DNS entry on node 3.", EventType.FACT),
        ("We decided to keep the old endpoint for one release.", EventType.DECISION),
        ("I'll rerun the benchmark tomorrow with the larger set.", EventType.COMMITMENT),
        ("From now on I'll answer in German.", EventType.COMMITMENT),
        ("I reverted the schema change.", EventType.REVERSAL),
        ("Still open: who owns the billing webhook.", EventType.QUESTION),
        ("Remaining: port the CLI to the new parser.", EventType.TASK),
        ("I noticed a possible security issue in the upload handler.", EventType.RISK),
        ("已修复登录超时的问题，并补了用例。", EventType.FACT),
        ("我们最终决定保留旧接口一个版本。", EventType.DECISION),
        ("以后我会用中文回答。", EventType.COMMITMENT),
        ("我已经把表结构的改动撤回。", EventType.REVERSAL),
        ("待办：把命令行迁到新的解析器。", EventType.TASK),
    ],
)
def test_what_an_assistant_reports_of_the_task_is_kept(text: str, event_type: EventType) -> None:
    assert kinds(text, "assistant") == [event_type]


def test_who_says_it_makes_up_for_a_name_when_several_people_talk() -> None:
    assert kinds("I adjusted the weights and reran the evaluation.") == []
    assert kinds("I adjusted the weights and reran the evaluation.", speaker="Ana") == [EventType.FACT]


def test_an_explicit_statement_always_has_a_kind() -> None:
    assert kind_of("Grass is green") is EventType.FACT
    assert kind_of("Who owns billing?") is EventType.QUESTION
    assert kind_of("没决定") is EventType.QUESTION
    assert kind_of("") is EventType.FACT


def test_key_events_are_all_but_plain_facts() -> None:
    assert EventType.FACT not in KEY_EVENTS
    assert len(KEY_EVENTS) == 8


def test_long_pasted_text_is_read_in_bounded_steps() -> None:
    """A hundred thousand characters without an end, quotes or blanks; the test's time-out is the bound."""
    for unit in (
        "a",
        "我",
        '"',
        "will ",
        "must be ",
        "，",
        "we decided to ",
        "1. ",
        "`x",
        "https://x.y/",
        "\n> x",
        "if ",
    ):
        notices((unit * 100_000)[:100_000], "user")
