"""Remembering through the real engine: layers, twins, times, what is refused."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_memory.engine.domain.answers import Pending, SeenAgain, Stored
from mcp_memory.engine.domain.errors import ContentTooLong, EmptyContent, Invalid
from mcp_memory.engine.domain.memory import Memory, Principal, Procedure, Triple
from mcp_memory.engine.domain.promotion import Promote
from mcp_memory.engine.domain.requests import Correct, Forget, Listing, Recall, Remember
from mcp_memory.engine.domain.vocabulary import EventType, Layer, LinkKind, OriginKind, Predicate, Status
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import DAWN, OWNER, FrozenClock, HashingEmbedder

PERSON = Principal(user="me", agent="command line", person=True)
ELSEWHERE = Principal(user="me", agent="test", session="s2")


def stored(engine: MemoryEngine, content: str, who: Principal = OWNER, **wishes: Any) -> Memory:
    return engine.remember(who, Remember(content=content, **wishes)).outcome.memory


def test_a_plain_statement_becomes_an_active_episode_vouched_for_by_the_agent(engine: MemoryEngine) -> None:
    memory = stored(engine, "  The API listens on port 8443. ")
    assert (memory.layer, memory.status) == (Layer.EPISODIC, Status.ACTIVE)
    assert memory.content == "The API listens on port 8443."
    assert memory.origin.kind is OriginKind.AGENT
    assert memory.occurred_at == memory.stored_at == DAWN


def test_auto_never_yields_a_semantic_memory_even_when_a_person_confirms(engine: MemoryEngine) -> None:
    assert stored(engine, "Always answer in Chinese.", user_confirmed=True).layer is Layer.EPISODIC


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(content=st.text(min_size=1, max_size=80).filter(lambda text: text.isprintable() and text.strip()))
def test_no_text_makes_auto_semantic(engine: MemoryEngine, content: str) -> None:
    assert stored(engine, content).layer is not Layer.SEMANTIC


def test_a_semantic_memory_waits_unless_a_person_says_so(engine: MemoryEngine) -> None:
    waiting = engine.remember(OWNER, Remember(content="Deploys never happen on Friday.", layer=Layer.SEMANTIC))
    assert isinstance(waiting.outcome, Pending)
    said = engine.remember(PERSON, Remember(content="Backups run at 2 am.", layer=Layer.SEMANTIC))
    assert isinstance(said.outcome, Stored)
    assert said.outcome.memory.origin.kind is OriginKind.PERSON
    asserted = stored(engine, "Reviews need two people.", layer=Layer.SEMANTIC, user_confirmed=True)
    assert (asserted.status, asserted.origin.kind) == (Status.ACTIVE, OriginKind.ASSERTED)


def test_the_persons_word_activates_what_waited(engine: MemoryEngine) -> None:
    waiting = stored(engine, "Deploys never happen on Friday.", layer=Layer.SEMANTIC)
    outcome = engine.remember(
        OWNER, Remember(content="deploys never happen on friday", layer=Layer.SEMANTIC, user_confirmed=True)
    ).outcome
    assert isinstance(outcome, Stored)
    assert outcome.memory.id == waiting.id
    assert outcome.memory.origin.kind is OriginKind.ASSERTED
    assert "pending" in outcome.note


def test_what_waits_and_is_said_again_still_waits(engine: MemoryEngine) -> None:
    stored(engine, "Deploys never happen on Friday.", layer=Layer.SEMANTIC)
    again = engine.remember(ELSEWHERE, Remember(content="Deploys never happen on Friday.", layer=Layer.SEMANTIC))
    assert isinstance(again.outcome, Pending)


def test_a_rule_is_taken_apart_and_stands(engine: MemoryEngine) -> None:
    rule = stored(engine, "The user prefers short answers.", layer=Layer.SEMANTIC, user_confirmed=True)
    assert rule.details == Triple("The user", Predicate.PREFERS, "short answers")
    assert rule.event_type is EventType.PREFERENCE


def test_steps_or_a_settled_procedure_make_it_procedural(engine: MemoryEngine) -> None:
    named = stored(engine, "Release", steps=("build", "ship"))
    assert named.content == "Release\n1. build\n2. ship"
    assert named.details == Procedure(trigger="Release", steps=("build", "ship"))
    settled = stored(engine, "以后发版都按：先跑回归，再灰度10%，最后全量")
    assert settled.layer is Layer.PROCEDURAL
    assert settled.status is Status.ACTIVE


def test_the_same_statement_is_one_memory_and_counts_once_a_scene(engine: MemoryEngine) -> None:
    first = stored(engine, "The API listens on port 8443.")
    retry = engine.remember(OWNER, Remember(content="the API  listens on port 8443")).outcome
    assert retry == SeenAgain(first, observations=1)
    elsewhere = engine.remember(ELSEWHERE, Remember(content="The API listens on port 8443!")).outcome
    assert elsewhere == SeenAgain(first, observations=2)


def test_another_project_or_a_differing_value_is_another_memory(engine: MemoryEngine) -> None:
    ids = {
        stored(engine, content, project=project).id
        for content, project in [
            ("The API listens on port 8443.", ""),
            ("The API listens on port 8443.", "atlas"),
            ("The API listens on port 8444.", ""),
            ("The budget is 5,000 euros.", ""),
            ("The budget is 5,500 euros.", ""),
            ("We run version 2.3.1.", ""),
            ("We run version 2.3.2.", ""),
        ]
    }
    assert len(ids) == 7


def test_a_repeat_adds_its_tags_and_its_validity(engine: MemoryEngine) -> None:
    stored(engine, "The office is closed.", tags=("office",))
    again = stored(engine, "The office is closed.", tags=("holiday", "office"), valid_until="2026-03-05")
    assert again.tags == ("office", "holiday")
    assert again.valid_until == datetime(2026, 3, 6, tzinfo=UTC)
    assert again.version == 2


@pytest.mark.parametrize("is_archived", [False, True])
@pytest.mark.parametrize("content", ["Reviews need two people.", "评审需要两个人。"])
def test_a_rule_that_waits_waits_on_however_often_it_is_repeated_until_a_person_says_it(
    engine: MemoryEngine, content: str, *, is_archived: bool
) -> None:
    rule = stored(engine, content, layer=Layer.SEMANTIC)
    if is_archived:
        engine.forget(OWNER, Forget(ids=(rule.id,)))
    again = stored(engine, content, who=ELSEWHERE)
    assert (again.id, again.status, again.origin) == (rule.id, Status.PENDING, rule.origin)
    said = stored(engine, content, user_confirmed=True)
    assert (said.id, said.status, said.origin.kind) == (rule.id, Status.ACTIVE, OriginKind.ASSERTED)


def test_an_archived_twin_comes_back(engine: MemoryEngine) -> None:
    memory = stored(engine, "The office is closed.")
    engine.forget(OWNER, Forget(ids=(memory.id,)))
    outcome = engine.remember(OWNER, Remember(content="The office is closed.")).outcome
    assert isinstance(outcome, Stored)
    assert (outcome.memory.id, outcome.memory.status) == (memory.id, Status.ACTIVE)


def test_an_overturned_twin_gives_a_new_linked_record_that_says_so(engine: MemoryEngine) -> None:
    wrong = stored(engine, "The office is closed.")
    engine.correct(OWNER, Correct(id=wrong.id, verdict="wrong"))
    outcome = engine.remember(OWNER, Remember(content="The office is closed.")).outcome
    assert isinstance(outcome, Stored)
    assert outcome.memory.id != wrong.id
    assert wrong.id in outcome.note
    links = engine.dossier(OWNER, outcome.memory.id).links
    assert [(link.kind, link.target) for link in links] == [(LinkKind.SIMILAR_TO, wrong.id)]


@pytest.mark.parametrize("content", ["The office is closed.", "办公室关门了。"])
def test_an_overturned_twin_does_not_come_back_because_it_was_archived_since(
    engine: MemoryEngine, content: str
) -> None:
    wrong = stored(engine, content)
    engine.correct(OWNER, Correct(id=wrong.id, verdict="wrong"))
    engine.forget(OWNER, Forget(ids=(wrong.id,)))
    outcome = engine.remember(OWNER, Remember(content=content)).outcome
    assert isinstance(outcome, Stored)
    assert outcome.memory.id != wrong.id
    assert wrong.id in outcome.note
    assert engine.dossier(OWNER, wrong.id).memory.status is Status.ARCHIVED


def test_a_superseded_twin_does_not_come_back_because_it_was_archived_since(engine: MemoryEngine) -> None:
    older = stored(engine, "The API listens on port 8443.", who=PERSON)
    stored(engine, "The API listens on port 9443.", who=PERSON)
    assert engine.dossier(OWNER, older.id).memory.status is Status.SUPERSEDED
    engine.forget(OWNER, Forget(ids=(older.id,)))
    again = stored(engine, "The API listens on port 8443.", who=PERSON)
    assert again.id != older.id
    assert engine.dossier(OWNER, older.id).memory.status is Status.ARCHIVED


def test_a_rule_asked_for_beside_its_episode_is_derived_from_it(engine: MemoryEngine) -> None:
    episode = stored(engine, "Reviews need two people.")
    rule = stored(engine, "Reviews need two people.", layer=Layer.SEMANTIC, user_confirmed=True)
    assert rule.id != episode.id
    links = engine.dossier(OWNER, rule.id).links
    assert [(link.kind, link.target) for link in links] == [(LinkKind.DERIVED_FROM, episode.id)]
    repeat = engine.remember(OWNER, Remember(content="Reviews need two people.")).outcome
    assert isinstance(repeat, SeenAgain)


def test_relative_times_are_resolved_and_their_wording_kept(engine: MemoryEngine) -> None:
    memory = stored(engine, "Yesterday we moved the queue to Redis.")
    assert memory.occurred_at.date() == (DAWN - timedelta(days=1)).date()
    assert memory.when_said.lower() == "yesterday"
    named = stored(engine, "昨天换了数据库。", occurred_at="2026-02-01T08:00:00+08:00")
    assert named.occurred_at == datetime(2026, 2, 1, 0, 0, tzinfo=UTC)
    assert named.when_said == ""


def test_validity_comes_from_the_text_or_the_argument(engine: MemoryEngine) -> None:
    assert stored(engine, "Dana is away until 2026-03-08.").valid_until == datetime(2026, 3, 9, tzinfo=UTC)
    precise = stored(engine, "The token holds.", valid_until="2026-03-08T10:00:00Z")
    assert precise.valid_until == datetime(2026, 3, 8, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("argument", "ask"),
    [
        ("occurred_at", Remember(content="x", occurred_at="soonish")),
        ("valid_until", Remember(content="x", valid_until="soonish")),
    ],
)
def test_a_time_that_cannot_be_read_is_refused_by_name(engine: MemoryEngine, argument: str, ask: Remember) -> None:
    with pytest.raises(Invalid, match=f"{argument}: 'soonish' is not a time"):
        engine.remember(OWNER, ask)


def test_nothing_and_too_much_are_refused_and_nothing_is_written(engine: MemoryEngine) -> None:
    with pytest.raises(EmptyContent):
        engine.remember(OWNER, Remember(content=" \u200b\n"))
    with pytest.raises(ContentTooLong):
        engine.remember(OWNER, Remember(content="x" * 100_001))
    with pytest.raises(ContentTooLong):
        engine.remember(OWNER, Remember(content="x" * 99_999, steps=("y", "z")))
    assert engine.status(OWNER).counts == {}


def test_a_secret_never_reaches_store_embedder_or_answer(
    engine: MemoryEngine, clock: FrozenClock, embedder: HashingEmbedder
) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    reply = engine.remember(
        OWNER, Remember(content=f"令牌是{secret}，别外传", tags=(secret,), steps=(f"use {secret}", "push"))
    )
    clock.advance(seconds=1)
    while engine.work().done:
        pass
    assert reply.redactions
    assert secret not in repr(reply)
    assert all(secret not in text for text in embedder.seen)
    folder = engine.status(OWNER).data_folder
    engine.close()
    assert all(secret.encode() not in file.read_bytes() for file in Path(folder).rglob("*") if file.is_file())


def test_a_due_date_tells_when_it_is_due_and_not_when_it_happened(engine: MemoryEngine) -> None:
    task = stored(engine, "记得周日前提交报销单")
    assert task.event_type is EventType.TASK
    assert task.occurred_at == DAWN
    assert task.valid_until == datetime(2026, 3, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("Never deploy on Fridays.", "Never deploy on Fridays."),
        ("Never deploy on Fridays.", "The user said: never deploy on Fridays."),
        ("周五不要发布。", "周五不要发布。"),
    ],
)
def test_what_an_agent_repeats_of_what_it_was_shown_is_no_evidence(
    engine: MemoryEngine, clock: FrozenClock, text: str, again: str
) -> None:
    """It is told that it is known; with the person's word it counts."""
    engine.remember(OWNER, Remember(content=text))
    for number in range(3):
        clock.advance(hours=5)
        who = replace(OWNER, session=f"later {number}")
        engine.recall(who, Recall(query=text))
        kept = engine.remember(who, Remember(content=again)).outcome.memory
        assert engine.dossier(OWNER, kept.id).observations[1:] == ()
    engine.promote(OWNER, Promote())
    assert engine.listing(OWNER, Listing(layers=frozenset({Layer.SEMANTIC}))).memories == ()
    said = engine.remember(ELSEWHERE, Remember(content=text, user_confirmed=True)).outcome.memory
    assert len(engine.dossier(OWNER, said.id).observations) == 2
