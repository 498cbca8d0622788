"""What may be merged, and what stays apart: in doubt, everything."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from merge_kit import SAME, SAME_ZH, Kept

from mcp_memory.engine.domain.memory import Episode, Origin, Procedure, Scope, Triple
from mcp_memory.engine.domain.policies import MergePolicy
from mcp_memory.engine.domain.vocabulary import EventType, Layer, LinkKind, Mark, OriginKind, Predicate, Status
from mcp_memory.engine.lifecycle.overview import clearest
from mcp_memory.testing import DAWN, a_memory

DIFFERING = [
    ("The port of the billing service is 8080.", "The billing service listens on port 8081."),
    ("The annual plan costs 950 euros.", "The price of the annual plan is 960 euros."),
    ("The deploy takes 12 minutes.", "The deploy takes 21 minutes."),
    ("Atlas uses PostgreSQL 15.", "Atlas uses PostgreSQL 16."),
    ("The review is on Friday at 15:00.", "The review is on Friday at 16:00."),
    ("The review is on Friday.", "The review is on Monday."),
    ("The gateway is at 10.0.0.12.", "The gateway is at 10.0.0.21."),
    ("The timeout is 2 hours.", "The timeout is 2 minutes."),
    ("The discount is 10 %.", "The discount is 12 %."),
    ("The contract ends on 3 May 2026.", "The contract ends on 5 March 2026."),
    ("Ada leads the Atlas project.", "Marta leads the Atlas project."),
    ("The staging server runs in Frankfurt.", "The staging server runs in Dublin."),
    ("Backups are kept for 30 days.", "Backups are not kept for 30 days."),
    ("We deploy on Fridays.", "We never deploy on Fridays."),
    ("At most 5 people may approve.", "At least 5 people may approve."),
    ("The key is stored in the vault.", "The key is stored in the drawer."),
    ("Version v2.3.1 is in production.", "Version v2.3.2 is in production."),
    ("Call [phone:1] in an emergency.", "Call [phone:2] in an emergency."),
    ("The repository is github.com/acme/atlas.", "The repository is github.com/acme/atlas2."),
    ("I prefer tea to coffee.", "I prefer coffee to tea."),
    ("计费服务的端口是9090。", "计费服务监听9091端口。"),
    ("年费套餐的价格是八十元。", "年费套餐卖90元。"),
    ("会议在下午三点。", "会议在下午四点。"),
    ("会议定在周五。", "会议定在周一。"),
    ("超时时间是2小时。", "超时时间是2分钟。"),
    ("折扣是百分之十。", "折扣是百分之二十。"),
    ("小林负责招聘计划。", "王医生负责招聘计划。"),
    ("预发数据库在上海。", "预发数据库在北京。"),
    ("备份保留30天。", "备份不保留30天。"),
    ("最多五个人可以审批。", "至少五个人可以审批。"),
    ("合同在2026年5月3日到期。", "合同在2026年3月5日到期。"),
    ("生产环境是v2.3.1版本。", "生产环境是v2.3.2版本。"),
    ("我更喜欢茶而不是咖啡。", "我更喜欢咖啡而不是茶。"),
]
SIMILAR = LinkKind.SIMILAR_TO
TWELVE = "".join(f"Point {name} is settled. " for name in "abcdefghijkl")


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path)
    yield made
    made.close()


def is_merged(kept: Kept, texts: tuple[str, ...], one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two linked memories, with these fields, have become one when nothing is left to merge."""
    first, second = kept.put(texts[0], **one), kept.put(texts[1], **other)
    kept.link(second, SIMILAR, first)
    kept.merge()
    return bool(kept.overviews(first, second))


@pytest.mark.parametrize("texts", DIFFERING, ids=lambda texts: texts[1])
def test_what_differs_in_a_value_is_never_merged(kept: Kept, texts: tuple[str, str]) -> None:
    assert not is_merged(kept, texts, {}, {})


@pytest.mark.parametrize(
    "texts",
    [
        (f"{TWELVE}The port is 80.", f"{TWELVE}The port is 81."),
        ("The timeout is 2 hours.", "The timeout is 120 minutes."),
        ("x" * 2_001, "x" * 2_001),
    ],
    ids=["more sentences than are compared", "one value in two spellings", "longer than is read"],
)
def test_what_cannot_be_told_for_sure_is_not_merged(kept: Kept, texts: tuple[str, str]) -> None:
    assert not is_merged(kept, texts, {}, {})


@pytest.mark.parametrize(
    "fields",
    [
        {"marks": frozenset({Mark.PINNED})},
        {"marks": frozenset({Mark.CONFLICTED})},
        {"marks": frozenset({Mark.DENIED})},
        {"status": Status.PENDING},
        {"status": Status.ARCHIVED},
        {"status": Status.SUPERSEDED},
        {"scope": Scope(user="me", project="atlas")},
        {"scope": Scope(user="ben")},
        {"origin": Origin(OriginKind.PERSON, "cli", "s1")},
        {"event_type": EventType.PREFERENCE},
        {"layer": Layer.SEMANTIC},
        {"valid_until": DAWN + timedelta(days=900)},
        {"when_said": "yesterday"},
        {"details": Episode(speaker="Ben")},
        {"details": Episode(place="Frankfurt")},
    ],
    ids=lambda fields: str(next(iter(fields.items()))),
)
def test_what_sets_two_memories_apart_keeps_them_apart(kept: Kept, fields: dict[str, Any]) -> None:
    assert not is_merged(kept, SAME, {}, fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"valid_until": DAWN},
        {"event_type": EventType.TASK_RECORD},
        {"event_type": EventType.DISCUSSION},
        {"layer": Layer.PROCEDURAL, "details": Procedure("always", ("one", "two"))},
    ],
    ids=["expired", "records of work", "discussions", "procedures"],
)
def test_some_kinds_are_never_merged(kept: Kept, fields: dict[str, Any]) -> None:
    assert not is_merged(kept, SAME, fields, fields)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"details": Episode(speaker="Ben", turns=(1,))}, {"details": Episode(speaker="Ben", turns=(7,))}),
        ({"details": Episode(place="atlas", inferred=("place",))}, {}),
        ({"origin": Origin(OriginKind.AGENT, "test", "s1")}, {"origin": Origin(OriginKind.AGENT, "other", "s2")}),
        (
            {"layer": Layer.SEMANTIC, "details": Triple("port", Predicate.FACT, "8080")},
            {"layer": Layer.SEMANTIC, "details": Triple("billing service", Predicate.FACT, "port 8080")},
        ),
        ({"when_said": "today"}, {"when_said": "this morning"}),
        ({"valid_until": DAWN + timedelta(days=900)}, {"valid_until": DAWN + timedelta(days=900)}),
    ],
    ids=["one speaker", "an inferred place", "two sessions of a user", "rules", "one day", "one validity"],
)
def test_what_says_the_same_of_the_same_is_merged(kept: Kept, one: dict[str, Any], other: dict[str, Any]) -> None:
    assert is_merged(kept, SAME, one, other)


def test_a_thing_said_of_two_days_is_two_things(kept: Kept) -> None:
    texts = ("The deploy failed yesterday.", "Yesterday the deploy failed.")
    said = {"when_said": "yesterday"}
    assert not is_merged(kept, texts, said, said | {"occurred_at": DAWN + timedelta(days=7)})


@pytest.mark.parametrize(("session", "merged"), [("s1", True), ("s2", False)])
def test_without_the_grant_sessions_keep_their_episodes(kept: Kept, session: str, *, merged: bool) -> None:
    kept.merging = kept.job(shared=False)
    assert is_merged(kept, SAME, {}, {"origin": Origin(OriginKind.AGENT, "test", session)}) is merged


def test_without_the_grant_rules_are_the_users_all_the_same(kept: Kept) -> None:
    kept.merging = kept.job(shared=False)
    rule = {"layer": Layer.SEMANTIC}
    assert is_merged(kept, SAME, rule, rule | {"origin": Origin(OriginKind.AGENT, "test", "s2")})


def test_several_clusters_of_one_chain_are_told_apart(kept: Kept) -> None:
    """Links may join what is not the same; only what is the same in every two becomes one."""
    kept.merging = kept.job(policy=MergePolicy(share=1.0))
    first, second = kept.alike(*SAME), kept.alike(*SAME_ZH)
    kept.link(second[0], SIMILAR, first[0])
    kept.merge()
    assert len(kept.overviews(*first)) == len(kept.overviews(*second)) == 1
    assert kept.overview(*first) != kept.overview(*second)


def test_the_clearest_wording_holds_every_figure_then_most_of_what_is_common_and_is_short() -> None:
    def said(*texts: str) -> str:
        return clearest([a_memory(id=str(n), content=text) for n, text in enumerate(texts)]).content

    assert said("会议在下午三点", "会议在15:00") == "会议在15:00"
    assert said("Port 80 it is for Atlas", "Atlas port 80", "Atlas has port 80") == "Atlas port 80"
    assert said("Atlas port 80", "Atlas port 80") == "Atlas port 80"
