"""What can be read out of one statement."""

import pytest

from mcp_memory.engine.detection.elements import MAX_OBJECTS, Elements, elements
from mcp_memory.engine.domain.vocabulary import EventType as E


def test_a_decision_names_who_what_where_and_what_was_decided() -> None:
    assert elements("We decided to move the queue to Redis in production.", E.DECISION, "Ana") == Elements(
        subjects=("Ana",),
        objects=("Redis", "queue"),
        topic="move queue Redis production",
        intent="decide",
        place="production",
        conclusion="move the queue to Redis in production.",
        stance="",
        open_tasks=(),
    )


def test_a_chinese_decision_too() -> None:
    read = elements("会上决定把队列换成 Redis，部署在测试环境。", E.DECISION, "小安")
    assert (read.subjects, read.topic, read.place) == ((), "队列", "测试环境")
    assert {"Redis", "队列"} <= set(read.objects)
    assert read.conclusion.startswith("把队列换成 Redis")


@pytest.mark.parametrize(
    ("statement", "event_type", "speaker", "subjects"),
    [
        ("Maya prefers tea.", E.PREFERENCE, "Ana", ("Maya",)),
        ("王工答应周五给报告。", E.COMMITMENT, "Ana", ("王工",)),
        ("The design team will own the flow.", E.TASK, "Ana", ("design team",)),
        ("财务部要求月底前交发票。", E.CONSTRAINT, "Ana", ("财务部",)),
        ("I'll send it.", E.COMMITMENT, "Ana", ("Ana",)),
        ("我会发过去。", E.COMMITMENT, "Ana", ("Ana",)),
        ("Promised to call back.", E.COMMITMENT, "Ana", ("Ana",)),
        ("决定换供应商。", E.DECISION, "Ana", ("Ana",)),
        ("I'll send it.", E.COMMITMENT, "", ()),
        ("The API listens on port 8443.", E.FACT, "Ana", ()),
    ],
)
def test_the_subject_is_who_acts_or_the_speaker(
    statement: str, event_type: E, speaker: str, subjects: tuple[str, ...]
) -> None:
    assert elements(statement, event_type, speaker).subjects == subjects


@pytest.mark.parametrize(
    ("statement", "event_type", "intent"),
    [
        ("Reviews need two people.", E.CONSTRAINT, "require"),
        ("Never push to main.", E.CONSTRAINT, "forbid"),
        ("不得外传。", E.CONSTRAINT, "forbid"),
        ("I prefer tea.", E.PREFERENCE, "prefer"),
        ("TODO: tidy up.", E.TASK, "plan"),
        ("I'll tidy up.", E.COMMITMENT, "promise"),
        ("Unclear who pays.", E.QUESTION, "ask"),
        ("It could break.", E.RISK, "warn"),
        ("We no longer use Jenkins.", E.REVERSAL, "reverse"),
        ("It runs.", E.FACT, "report"),
        ("It ran.", E.TASK_RECORD, "report"),
    ],
)
def test_the_intent_follows_the_kind(statement: str, event_type: E, intent: str) -> None:
    assert elements(statement, event_type).intent == intent


def test_a_preference_or_an_objection_is_the_stance() -> None:
    assert elements("Maya prefers tea over coffee.", E.PREFERENCE).stance == "Maya prefers tea over coffee."
    assert elements("我更喜欢喝茶。", E.PREFERENCE).stance == "更喜欢喝茶。"
    assert elements("Short answers for me.", E.PREFERENCE).stance == "Short answers for me."
    assert elements("We drop the plan, the board opposes it, I object to it.", E.REVERSAL).stance == "I object to it."
    assert elements("It runs.", E.FACT).stance == ""


def test_what_stays_to_be_done_is_open() -> None:
    assert elements("Remind me to renew the lease.", E.TASK).open_tasks == ("renew the lease.",)
    assert elements("待办：更新文档", E.TASK).open_tasks == ("更新文档",)
    assert elements("Open question: who pays.", E.QUESTION).open_tasks == ("who pays.",)
    assert elements("We use Redis.", E.FACT).open_tasks == ()


def test_things_are_quoted_terms_identifiers_and_names_few_and_each_once() -> None:
    read = elements("We chose `pgvector` and “流批一体” for Atlas, see ATLAS-12, max_tokens and v1.2.", E.DECISION)
    assert {"pgvector", "流批一体", "Atlas", "ATLAS-12", "max_tokens", "v1.2"} <= set(read.objects)
    many = elements(" ".join(f"AB{n}" for n in range(20)), E.FACT)
    assert len(many.objects) == MAX_OBJECTS
    assert elements("把 Redis 换成 Kafka", E.DECISION).objects[:2] == ("Redis", "Kafka")


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("The workshop is in Lisbon.", "Lisbon"),
        ("We met at the main office.", "main office"),
        ("It runs in the staging cluster.", "staging cluster"),
        ("数据放在生产环境。", "生产环境"),
        ("我在杭州工作。", "杭州"),
        ("It starts in May.", ""),
        ("It runs.", ""),
    ],
)
def test_a_place_or_system_is_taken_when_it_is_named(statement: str, place: str) -> None:
    assert elements(statement, E.FACT).place == place


@pytest.mark.parametrize(
    ("statement", "topic"),
    [
        ("The quarterly budget review moves to the second week.", "quarterly budget review moves"),
        ("机房在二楼。", "机房在二楼"),
        ("And so on.", ""),
        ("…", ""),
        ("《三体》很好。", "三体"),
    ],
)
def test_a_topic_is_one_to_four_words(statement: str, topic: str) -> None:
    assert elements(statement, E.FACT).topic == topic
