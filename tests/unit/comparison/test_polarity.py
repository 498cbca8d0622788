"""What denies, how far, and what only looks like it."""

import pytest

from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.comparison.reading import fold, read
from mcp_memory.engine.comparison.relation import Relation


def denied(text: str) -> bool:
    return read(fold(text)).denied


@pytest.mark.parametrize(
    "text",
    [
        "The API does not support JSON", "The API doesn't support JSON", "We no longer use Redis", "He never drinks", "She can't drive",
        "There are no tests", "Nobody came", "He forgot to pay", "We decided against Scrum", "She stopped smoking", "They refused to sign",
        "Coffee without sugar", "It is disabled", "Neither plan works", "服务不支持批量", "他没有驾照", "从不喝酒", "我们不再用Redis", "无法登录",
        "他忘了交房租", "禁止吸烟", "缓存已停用",
    ],
)  # fmt: skip
def test_a_denial_is_found(text: str) -> None:
    assert denied(text)


@pytest.mark.parametrize(
    "text",
    [
        "The API not only supports JSON but also XML", "It is not just fast", "The shop does not open until Monday", "I can't wait to see you",
        "I can't help laughing", "I couldn't agree more", "She didn't forget to pay", "It is not impossible", "He did nothing but work", "No doubt it works",
        "They never fail to call", "It is not without risk", "The port is 9090, not 8080", "It is not a cat but a dog", "不仅支持JSON而且支持XML", "他不得不走",
        "非去不可", "我等不及要去", "没忘交钱", "不是猫而是狗", "端口是9090，而不是8080", "不会不来", "特别好", "非常快", "未来可期", "不锈钢杯子", "别人来了",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_denial_is_none(text: str) -> None:
    assert not denied(text)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("He likes tea", "He hardly likes tea"), ("All doors are locked", "Not all doors are locked"),
        ("He smokes", "He rarely smokes"), ("他喝酒", "他很少喝酒"), ("他一定来", "他不一定来"),
        ("The server was online", "The server is not online"), ("You restart it", "You need not restart it"),
        ("Deploys are not allowed", "Deploys are allowed on Friday"),
    ],
)  # fmt: skip
def test_a_weak_or_partial_denial_is_no_contradiction(first: str, second: str) -> None:
    assert compare(first, second).relation not in {Relation.CONTRADICTS, Relation.SAME}


def test_denials_in_two_clauses_are_told_apart() -> None:
    first = "the cache is enabled, the queue is not enabled"
    assert compare(first, "the cache is not enabled, the queue is enabled").relation is not Relation.SAME
    assert compare(first, "the cache is enabled, the queue is enabled").relation is Relation.CONTRADICTS


def test_who_does_not_dislike_need_not_like() -> None:
    assert compare("Anna doesn't dislike tea", "Anna likes tea").relation is Relation.RELATED


@pytest.mark.parametrize(
    "other", ["Is the cache disabled?", "The cache might be disabled", "If it rains, the cache is disabled"]
)
def test_what_is_asked_supposed_or_only_possible_never_contradicts(other: str) -> None:
    assert compare("The cache is enabled", other).relation is not Relation.CONTRADICTS


@pytest.mark.parametrize(
    ("first", "second", "relation"),
    [
        ("We chose Kafka over RabbitMQ", "We chose Kafka over RabbitMQ because it is fast", Relation.SAME),
        ("Use Redis", "Use Redis and Memcached", Relation.RELATED),
        ("Use Redis for sessions", "Use Memcached for search", Relation.RELATED),
        ("I prefer tea", "I don't prefer coffee", Relation.RELATED),
        ("I prefer tea", "I prefer green tea", Relation.RELATED),
        ("Use port 8080 for the API instead", "Use port 9090 for the API instead", Relation.RELATED),
        ("Use Redis as the cache", "Use Memcached as the cache", Relation.CONTRADICTS),
        ("Use Redis for scripts", "Use Memcached for scripts", Relation.HINTS),
    ],
)  # fmt: skip
def test_choices_conflict_when_one_takes_the_others_place(first: str, second: str, relation: Relation) -> None:
    assert compare(first, second).relation is relation
