"""A contradiction is marked and waits; a refinement is a new version; a person's reversal is the decision."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from mcp_memory.engine.domain.answers import Conflict, NewVersion, Recalled, Stored
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.requests import Correct, Forget, Listing, Observe, Recall, Remember, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import LinkKind, Mark, Status
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock

OLD = "The staging gateway of Atlas listens on port 8443."
NEW = "The staging gateway of Atlas listens on port 9443."
BOTH = frozenset({Mark.CONFLICTED, Mark.POSSIBLY_OUTDATED})


@dataclass(frozen=True, slots=True)
class Racing:
    """Seeks contradictions, and lets something happen before what it found is used."""

    against: Callable[..., Any]


def remember(engine: MemoryEngine, text: str, **more: object) -> Memory:
    return engine.remember(OWNER, Remember(content=text, **more)).outcome.memory  # type: ignore[arg-type]


def now(engine: MemoryEngine, memory: Memory) -> Memory:
    return engine.dossier(OWNER, memory.id).memory


def test_both_are_marked_linked_and_the_newer_event_ranks_first(engine: MemoryEngine, clock: FrozenClock) -> None:
    old = remember(engine, OLD)
    clock.advance(days=1)
    outcome = engine.remember(OWNER, Remember(content=NEW)).outcome
    assert isinstance(outcome, Conflict)
    assert outcome.others[0].id == old.id
    assert "8443 against 9443" in outcome.reason
    assert now(engine, old).marks == BOTH
    assert now(engine, outcome.memory).marks == {Mark.CONFLICTED}
    assert now(engine, old).status is Status.ACTIVE
    links = engine.dossier(OWNER, old.id).links
    assert [(link.source, link.kind) for link in links] == [(outcome.memory.id, LinkKind.CONFLICTS_WITH)]
    answer = engine.recall(OWNER, Recall(query="staging gateway port"))
    assert isinstance(answer, Recalled)
    assert [found.memory.id for found in answer.found] == [outcome.memory.id, old.id]


def test_the_older_event_ranks_below_also_when_it_is_told_later(engine: MemoryEngine) -> None:
    new = remember(engine, NEW)
    old = remember(engine, OLD, occurred_at="2026-01-05")
    assert now(engine, old).marks == BOTH
    assert now(engine, new).marks == {Mark.CONFLICTED}


def test_a_persons_reversal_is_the_decision(engine: MemoryEngine) -> None:
    old = remember(engine, OLD)
    outcome = engine.remember(OWNER, Remember(content=NEW, user_confirmed=True)).outcome
    assert isinstance(outcome, NewVersion)
    assert now(engine, old).status is Status.SUPERSEDED
    assert now(engine, outcome.memory).marks == frozenset()


def test_a_more_precise_statement_replaces_the_vaguer_one(engine: MemoryEngine) -> None:
    old = remember(engine, "The review meeting is on Friday.")
    outcome = engine.remember(OWNER, Remember(content="The review meeting is on Friday at 15:00.")).outcome
    assert isinstance(outcome, NewVersion)
    assert now(engine, old).status is Status.SUPERSEDED
    assert now(engine, old).marks == frozenset()


def test_an_agent_replaces_nothing_that_a_person_said(engine: MemoryEngine) -> None:
    person = Principal(user="me", agent="cli", session="s1", person=True)
    old = engine.remember(person, Remember(content="The review meeting is on Friday.")).outcome.memory
    outcome = engine.remember(OWNER, Remember(content="The review meeting is on Friday at 15:00.")).outcome
    assert isinstance(outcome, Stored)
    assert now(engine, old).status is Status.ACTIVE


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Sensor 12 reads 7 degrees.", "Sensor 13 reads 9 degrees."),
        ("I like tea.", "I like coffee."),
        ("Anna: I prefer tea.", "Ben: I prefer coffee."),
        ("We ordered 40 units in March.", "We ordered 60 units in April."),
        ("我喜欢喝茶。", "我喜欢喝咖啡。"),
    ],
)
def test_what_can_both_hold_is_left_alone(engine: MemoryEngine, first: str, second: str) -> None:
    one, other = remember(engine, first), remember(engine, second)
    assert (now(engine, one).marks, now(engine, other).marks) == (frozenset(), frozenset())
    assert {now(engine, one).status, now(engine, other).status} == {Status.ACTIVE}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The deadline is 3 May", "截止日期是5月4日"),
        ("Heron的截止日期是5月4日", "The deadline for Heron is 3 May"),
    ],
)
def test_a_contradiction_is_found_across_languages(engine: MemoryEngine, first: str, second: str) -> None:
    old = remember(engine, first)
    outcome = engine.remember(OWNER, Remember(content=second)).outcome
    assert isinstance(outcome, Conflict)
    assert [other.id for other in outcome.others] == [old.id]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (OLD, NEW),
        ("截止日期是5月4日。", "截止日期是5月6日。"),
        (OLD, "The staging gateway of Atlas listens on port 7443."),
    ],
)
@pytest.mark.parametrize("projects", [("", "zed"), ("zed", ""), ("zed", "zed")])
def test_a_project_and_what_is_global_stand_against_each_other_whichever_came_first(
    engine: MemoryEngine, clock: FrozenClock, first: str, second: str, projects: tuple[str, str]
) -> None:
    old = remember(engine, first, project=projects[0])
    clock.advance(days=1)
    new = remember(engine, second, project=projects[1])
    assert now(engine, old).marks == BOTH
    assert now(engine, new).marks == {Mark.CONFLICTED}


def test_two_projects_are_another_matter(engine: MemoryEngine) -> None:
    elsewhere, here = remember(engine, OLD, project="borealis"), remember(engine, NEW, project="atlas")
    assert now(engine, elsewhere).marks == now(engine, here).marks == frozenset()


def test_what_a_person_says_of_everything_does_not_replace_what_holds_in_a_project(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    """Both are marked: a project may well be the exception. What was as global as it is gives way."""
    there = remember(engine, OLD, project="zed")
    everywhere = remember(engine, OLD.replace("8443", "7443"))
    clock.advance(days=1)
    outcome = engine.remember(OWNER, Remember(content=NEW, user_confirmed=True)).outcome
    assert isinstance(outcome, Conflict)
    assert [other.id for other in outcome.others] == [there.id]
    assert now(engine, there).marks == BOTH
    assert now(engine, everywhere).status is Status.SUPERSEDED


def test_a_more_precise_global_statement_leaves_a_projects_own_alone(engine: MemoryEngine) -> None:
    old = remember(engine, "The review meeting is on Friday.", project="zed")
    remember(engine, "The review meeting is on Friday at 15:00.")
    assert (now(engine, old).status, now(engine, old).marks) == (Status.ACTIVE, frozenset())


def test_a_session_that_contradicts_itself_is_marked(engine: MemoryEngine) -> None:
    turns = (Said(role=Role.USER, content=OLD), Said(role=Role.USER, content=NEW))
    engine.observe(OWNER, Observe(turns=turns, end=True))
    while engine.encode().done:
        pass
    answer = engine.recall(OWNER, Recall(query="staging gateway port"))
    assert isinstance(answer, Recalled)
    assert [Mark.CONFLICTED in found.memory.marks for found in answer.found] == [True, True]


@pytest.mark.parametrize("way", ["overturn", "archive", "purge", "edit"])
def test_what_stands_alone_is_no_longer_in_conflict(engine: MemoryEngine, way: str) -> None:
    old, new = remember(engine, OLD), remember(engine, NEW)
    match way:
        case "overturn":
            engine.correct(OWNER, Correct(id=old.id, verdict="wrong"))
        case "edit":
            engine.correct(OWNER, Correct(id=old.id, content=NEW.replace("Atlas", "Borealis")))
        case _:
            engine.forget(OWNER, Forget(ids=(old.id,), mode=way, confirm=True))  # type: ignore[arg-type]
    assert now(engine, new).marks == frozenset()


def test_an_edit_that_contradicts_is_marked(engine: MemoryEngine) -> None:
    other, memory = remember(engine, OLD), remember(engine, "The gateway is a small machine in the cellar.")
    after = engine.correct(OWNER, Correct(id=memory.id, content=NEW)).memory
    assert Mark.CONFLICTED in after.marks
    assert Mark.CONFLICTED in now(engine, other).marks


def test_a_session_that_repeats_what_is_known_and_then_hints_at_something_else_is_encoded(
    engine: MemoryEngine,
) -> None:
    """A statement that was only seen again has no record of its own that anything could be linked to."""
    remember(engine, "The API limit of Atlas is 500 per minute.")
    said = ("The API limit of Atlas is 500 per minute.", "The API limit of Atlas is 1000 requests per minute.")
    engine.observe(OWNER, Observe(turns=(Said(role=Role.USER, content=" ".join(said)),), end=True))
    reports = [engine.encode() for _ in range(4)]
    assert [report.failed for report in reports] == [()] * 4
    assert engine._parts.sessions.encoding_state().total == 0
    answer = engine.recall(OWNER, Recall(query="API limit of Atlas"))
    assert isinstance(answer, Recalled)
    assert {found.memory.content for found in answer.found} == set(said)


def test_what_another_process_purges_meanwhile_hinders_no_remember(engine: MemoryEngine) -> None:
    """It was there when contradictions were sought, and is gone when the statement is stored."""
    gone = remember(engine, "The API limit of Atlas is 500 per minute.")
    remembering, against = engine._remembering, engine._remembering.clashes.against

    def purged_meanwhile(*args: Any) -> Any:
        found = against(*args)
        engine.forget(
            Principal(user="me", agent="cli", person=True), Forget(ids=(gone.id,), mode="purge", confirm=True)
        )
        return found

    racing = replace(remembering, clashes=Racing(purged_meanwhile))  # type: ignore[arg-type]
    ask = Remember(content="The API limit of Atlas is 1000 requests per minute.")
    outcome = racing.remember(OWNER, Reach(user="me", sessions=None), ask, "s1")
    assert isinstance(outcome, Stored)


@pytest.mark.parametrize(
    ("first", "second"), [(OLD, NEW), ("预发环境的端口是 8443。", "预发环境的端口是 9443。")], ids=["en", "zh"]
)
def test_what_comes_back_by_being_repeated_marks_both_sides_again(
    engine: MemoryEngine, first: str, second: str
) -> None:
    old, new = remember(engine, first), remember(engine, second)
    engine.forget(OWNER, Forget(ids=(old.id,)))
    assert Mark.CONFLICTED not in now(engine, new).marks
    again = remember(engine, first)
    assert again.id == old.id
    assert now(engine, old) == again
    assert Mark.CONFLICTED in again.marks
    assert Mark.CONFLICTED in now(engine, new).marks


def test_what_comes_back_by_being_repeated_is_not_torn_by_what_is_gone(engine: MemoryEngine) -> None:
    old, new = remember(engine, OLD), remember(engine, NEW)
    engine.forget(OWNER, Forget(ids=(old.id,)))
    engine.correct(OWNER, Correct(id=new.id, verdict="wrong"))
    assert remember(engine, OLD).marks == frozenset()
    assert now(engine, old).status is Status.ACTIVE


@pytest.mark.parametrize("mode", ["archive", "purge"])
@pytest.mark.parametrize(
    ("known", "said"), [(OLD, NEW), ("预发环境的端口是 8443。", "预发环境的端口是 9443。")], ids=["en", "zh"]
)
def test_what_is_put_away_meanwhile_contradicts_nothing(
    engine: MemoryEngine, mode: Literal["archive", "purge"], known: str, said: str
) -> None:
    gone = remember(engine, known)
    remembering, against = engine._remembering, engine._remembering.clashes.against

    def put_away_meanwhile(*args: Any) -> Any:
        found = against(*args)
        person = Principal(user="me", agent="cli", person=True)
        engine.forget(person, Forget(ids=(gone.id,), mode=mode, confirm=True))
        return found

    racing = replace(remembering, clashes=Racing(put_away_meanwhile))  # type: ignore[arg-type]
    outcome = racing.remember(OWNER, Reach(user="me", sessions=None), Remember(content=said), "s1")
    assert isinstance(outcome, Stored)
    assert outcome.memory.marks == frozenset()
    assert engine.dossier(OWNER, outcome.memory.id).links == ()


def heard(engine: MemoryEngine, clock: FrozenClock, *said: tuple[str, str]) -> list[Memory]:
    """What several people say, one session after the other; the memories it becomes, oldest first."""
    for number, (speaker, text) in enumerate(said):
        who = Principal(user="me", agent="test", session=f"s{number}")
        engine.observe(who, Observe(turns=(Said(role=Role.USER, content=text, speaker=speaker),), end=True))
        clock.advance(days=1)
        while engine.encode().done:
            pass
    return sorted(engine.listing(OWNER, Listing()).memories, key=lambda memory: memory.occurred_at)


@pytest.mark.parametrize(
    "texts",
    [
        ("Yes, the session timeout in the shop is 30 minutes.", "The session timeout in the shop is 60 minutes now."),
        ("订单导出每天凌晨2点运行。", "订单导出每天凌晨4点运行。"),
    ],
)
def test_who_says_something_does_not_hide_that_it_contradicts(
    engine: MemoryEngine, clock: FrozenClock, texts: tuple[str, str]
) -> None:
    old, new = heard(engine, clock, ("Ben", texts[0]), ("Ada", texts[1]))
    assert Mark.CONFLICTED in old.marks & new.marks
    assert Mark.POSSIBLY_OUTDATED in old.marks


def test_what_two_people_prefer_is_no_contradiction_and_what_one_does_is(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    said = ("I prefer tea over coffee.", "I prefer coffee over tea.")
    first, second, again = heard(engine, clock, ("Ben", said[0]), ("Ada", said[1]), ("Ben", said[1]))
    assert second.marks == frozenset()
    assert Mark.CONFLICTED in first.marks & again.marks
