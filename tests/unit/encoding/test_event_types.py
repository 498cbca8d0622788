"""Which kind of event a plain statement is taken for."""

import pytest

from mcp_memory.engine.detection.kinds import kind_of
from mcp_memory.engine.domain.memory import Triple
from mcp_memory.engine.domain.vocabulary import EventType, Predicate
from mcp_memory.engine.text.triples import standing_event


@pytest.mark.parametrize(
    ("text", "event_type"),
    [
        ("We decided to move the queue to Redis.", EventType.DECISION),
        ("会上决定把队列换成 Redis。", EventType.DECISION),
        ("Maya prefers tea.", EventType.PREFERENCE),
        ("小林不喜欢开早会。", EventType.PREFERENCE),
        ("Customer data must never leave the EU.", EventType.CONSTRAINT),
        ("预算控制在五千以内，不能超。", EventType.CONSTRAINT),
        ("There is a risk that the certificate expires in May.", EventType.RISK),
        ("迁移有风险。", EventType.RISK),
        ("I'll send the draft tomorrow.", EventType.COMMITMENT),
        ("王工答应周五给报告。", EventType.COMMITMENT),
        ("Someone needs to update the README.", EventType.TASK),
        ("待办：更新文档", EventType.TASK),
        ("It is unclear who owns billing.", EventType.QUESTION),
        ("归属还没定。", EventType.QUESTION),
        ("We no longer use Jenkins.", EventType.REVERSAL),
        ("之前的方案作废。", EventType.REVERSAL),
        ("The office is on the third floor.", EventType.FACT),
        ("机房在二楼。", EventType.FACT),
    ],
)
def test_a_cue_of_the_wording_tells_the_kind(text: str, event_type: EventType) -> None:
    assert kind_of(text) is event_type


def test_the_predicate_of_a_rule_tells_under_what_it_stands() -> None:
    assert standing_event(Triple("user", Predicate.PREFERS, "tea")) is EventType.PREFERENCE
    assert standing_event(Triple("deploys", Predicate.FORBIDS, "Fridays")) is EventType.CONSTRAINT
    assert standing_event(Triple("API", Predicate.FACT, "port 1")) is None
    assert standing_event(None) is None
