"""Which open points a later statement settles."""

import pytest

from mcp_memory.engine.context.settled import done_statements, says_done, subject


@pytest.mark.parametrize(
    "said",
    [
        "The report was sent.",
        "All tests are fixed now",
        "[x] write the notes",
        "✅ 合同",
        "合同已经发给小林了",
        "文档写完了。",
        "The site is live.",
        "The backups are now rotated.",
        "The certificate has been renewed.",
        "I have just restarted the gateway.",
        "I cleaned the cache.",
    ],
)
def test_done_is_done(said: str) -> None:
    assert says_done(said)


@pytest.mark.parametrize(
    "said",
    [
        "The report was not sent.", "It will be finished soon.", "Is the report sent?", "Once it is merged we go on.",
        "合同还没发了", "合同发了吗", "需要完成了再说", "Nothing of the kind.", "Everything is done except the tests.",
        "The backups are needed.", "The release has been delayed.", "I wanted a break.", "I've planned the upgrade.",
        "I will have been informed.", "The cache is red.",
    ],
)  # fmt: skip
def test_denied_planned_or_asked_is_not_done(said: str) -> None:
    assert not says_done(said)


def test_the_sentence_around_a_word_of_doing_is_found_once() -> None:
    text = "Well. The report was sent and signed today. Later more. 合同发了。还有事"
    assert done_statements(text) == ["The report was sent and signed today.", "合同发了。"]
    assert done_statements("word " * 200 + "done")[0].endswith("done")


@pytest.mark.parametrize(
    ("opened", "said", "settled"),
    [
        ("send the contract to Ada by Friday", "sent Ada the contract", True),
        ("send the contract to Ada by Friday", "sent Ada flowers", False),
        ("周五前把合同发给小林", "合同已经发给小林了", True),
        ("周五前把合同发给小林", "发票已经寄给客户了", False),
        ("deploy", "deployed", False),
        ("Kestrel!", "Kestrel is done", True),
    ],
)
def test_a_point_is_settled_by_a_statement_about_the_same(opened: str, said: str, *, settled: bool) -> None:
    assert subject(opened).is_settled_by(subject(said)) is settled
