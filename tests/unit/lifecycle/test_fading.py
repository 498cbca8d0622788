"""What becomes of memories that nobody needs: they cool, fall stale, are put away, and are never destroyed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.jobs import JobOutcome
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.policies import FadingPolicy
from mcp_memory.engine.domain.requests import Correct, Forget, Recall, Remember, Review
from mcp_memory.engine.domain.review import ReviewKind
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark, Status, Tier
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock, HashingEmbedder, an_engine

PERSON = Principal(user="me", agent="cli", session="s1", person=True)
NOTHING = "everything lies where it belongs, no rule is stale"
EPISODE = "Ada moved the printer into the cellar."
RULE = "Invoices are sent as PDF files."


def decay(engine: MemoryEngine) -> dict[str, int]:
    """One run of the job; what it did, without what it did not."""
    run = engine.run_job("decay")
    assert run.passed
    return {stage: count for stage, count in run.counts.items() if count}


def remember(engine: MemoryEngine, content: str, **wishes: Any) -> Memory:
    return engine.remember(OWNER, Remember(content=content, **wishes)).outcome.memory


def rule(engine: MemoryEngine, content: str = RULE) -> Memory:
    return remember(engine, content, layer=Layer.SEMANTIC, user_confirmed=True)


def recall(engine: MemoryEngine, query: str, **wishes: Any) -> Recalled:
    """An answer, and what it recalled noted."""
    answer = engine.recall(OWNER, Recall(query=query, **wishes))
    assert isinstance(answer, Recalled)
    while engine.work().done:
        pass
    return answer


def now(engine: MemoryEngine, memory: Memory) -> Memory:
    return engine.dossier(OWNER, memory.id).memory


def states(engine: MemoryEngine, *memories: Memory) -> list[tuple[Tier, Status, frozenset[Mark], float, int]]:
    found = [now(engine, memory) for memory in memories]
    return [(memory.tier, memory.status, memory.marks, memory.confidence, memory.version) for memory in found]


def test_an_unused_episode_turns_warm_and_then_cold(engine: MemoryEngine, clock: FrozenClock) -> None:
    episode = remember(engine, EPISODE)
    clock.advance(days=30)
    assert decay(engine) == {}
    clock.advance(days=1)
    assert decay(engine) == {"warm": 1}
    assert now(engine, episode).tier is Tier.WARM
    clock.advance(days=150)
    assert decay(engine) == {"cold": 1}
    assert now(engine, episode).tier is Tier.COLD


def test_moving_is_no_version(engine: MemoryEngine, clock: FrozenClock) -> None:
    episode = remember(engine, EPISODE)
    clock.advance(days=400)
    decay(engine)
    file = engine.dossier(OWNER, episode.id)
    assert (file.memory.version, len(file.history)) == (1, 1)
    assert file.memory.changed_at == episode.changed_at


def test_what_holds_until_it_is_revoked_never_cools(engine: MemoryEngine, clock: FrozenClock) -> None:
    """Rules, procedures, what is pinned, and preferences and constraints."""
    rule(engine)
    remember(engine, "Deploy: build, then test, then push.", steps=("build", "test", "push"))
    pinned = remember(engine, EPISODE)
    engine.correct(PERSON, Correct(id=pinned.id, verdict="pin"))
    remember(engine, "Marta prefers tea over coffee.", event_type=EventType.PREFERENCE)
    clock.advance(days=1_000)
    assert "warm" not in (counts := decay(engine))
    assert "cold" not in counts


def test_a_constraint_that_has_expired_cools(engine: MemoryEngine, clock: FrozenClock) -> None:
    held = remember(engine, "No deploys.", event_type=EventType.CONSTRAINT, valid_until="2026-03-20")
    clock.advance(days=40)
    assert decay(engine) == {"warm": 1}
    assert now(engine, held).tier is Tier.WARM


@pytest.mark.parametrize(("days", "tier"), [(31, Tier.WARM), (400, Tier.COLD)])
def test_a_recall_brings_it_back_at_once(engine: MemoryEngine, clock: FrozenClock, days: int, tier: Tier) -> None:
    episode = remember(engine, EPISODE)
    clock.advance(days=days)
    decay(engine)
    assert now(engine, episode).tier is tier
    recall(engine, "printer cellar")
    assert now(engine, episode).tier is Tier.HOT
    assert decay(engine) == {}


def test_an_edit_brings_it_back_at_once(engine: MemoryEngine, clock: FrozenClock) -> None:
    episode = remember(engine, EPISODE)
    clock.advance(days=400)
    decay(engine)
    engine.correct(OWNER, Correct(id=episode.id, content="Ada moved the printer into the attic."))
    assert now(engine, episode).tier is Tier.HOT
    assert decay(engine) == {}


def test_what_is_recalled_often_stays_hot_longer(engine: MemoryEngine, clock: FrozenClock) -> None:
    episode = remember(engine, EPISODE)
    for _ in range(5):
        recall(engine, "printer cellar")
    clock.advance(days=80)
    assert decay(engine) == {}
    clock.advance(days=101)
    assert decay(engine) == {"cold": 1, "log": 1}
    assert now(engine, episode).recall_count == 5


def test_a_run_that_is_cut_short_is_gone_on_with(tmp_path: Path, clock: FrozenClock) -> None:
    with an_engine(tmp_path, clock=clock, fading_policy=FadingPolicy(most_moves=2)) as engine:
        for number in range(3):
            remember(engine, f"Episode {number} about {'abc'[number]}.")
        clock.advance(days=400)
        run = engine.run_job("decay")
        assert (run.counts["cold"], run.reason) == (2, "more is due than one run does; the next one goes on")
        assert decay(engine) == {"cold": 1}
        assert engine.run_job("decay").reason == NOTHING


def test_a_rule_nobody_needed_loses_confidence_once_and_goes_up_for_review(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    stale = rule(engine)
    clock.advance(days=180)
    assert decay(engine) == {}
    clock.advance(days=1)
    assert decay(engine) == {"stale": 1}
    found = now(engine, stale)
    assert Mark.POSSIBLY_OUTDATED in found.marks
    assert found.confidence == pytest.approx(stale.confidence - 0.1)
    [item] = engine.review(OWNER, Review()).items
    assert (item.kind, item.reason) == (ReviewKind.DOUBT, "neither recalled nor confirmed for 180 days")
    assert engine.dossier(OWNER, stale.id).history[-1].actor == "decay"
    clock.advance(days=500)
    assert decay(engine) == {}


def test_confidence_does_not_fall_below_the_floor(tmp_path: Path, clock: FrozenClock) -> None:
    with an_engine(tmp_path, clock=clock, fading_policy=FadingPolicy(stale_step=0.9, stale_floor=0.4)) as engine:
        stale = rule(engine)
        clock.advance(days=200)
        decay(engine)
        assert now(engine, stale).confidence == 0.4


def test_a_decision_starts_the_time_anew(engine: MemoryEngine, clock: FrozenClock) -> None:
    stale = rule(engine)
    clock.advance(days=200)
    decay(engine)
    engine.review(PERSON, Review(action="approve", id=stale.id))
    clock.advance(days=180)
    assert decay(engine) == {}
    clock.advance(days=1)
    assert decay(engine) == {"stale": 1}


def test_a_question_that_recalls_a_rule_keeps_it_fresh_and_a_briefing_does_not(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    needed, other = rule(engine), rule(engine, "The vault door stays locked.")
    clock.advance(days=100)
    recall(engine, "invoices sent PDF files", limit=1)
    engine.recall(OWNER, Recall())
    engine.work()
    clock.advance(days=100)
    assert decay(engine) == {"stale": 1, "log": 2}
    assert now(engine, needed).marks == frozenset()
    assert now(engine, other).marks == {Mark.POSSIBLY_OUTDATED}


def test_a_pinned_rule_and_one_that_waits_already_are_left_alone(engine: MemoryEngine, clock: FrozenClock) -> None:
    pinned = rule(engine)
    engine.correct(PERSON, Correct(id=pinned.id, verdict="pin"))
    for port in (7443, 8443):
        rule(engine, f"The staging gateway of Atlas listens on port {port}.")
    remember(engine, "The mill is closed.", layer=Layer.SEMANTIC)
    waiting = [item.memories for item in engine.review(OWNER, Review()).items]
    clock.advance(days=400)
    before = states(engine, pinned, *(memory for members in waiting for memory in members))
    decay(engine)
    assert states(engine, pinned, *(memory for members in waiting for memory in members)) == before


@pytest.fixture
def keeping(tmp_path: Path, clock: FrozenClock) -> Iterator[MemoryEngine]:
    """An engine that archives after a year."""
    with an_engine(tmp_path, clock=clock, fading_policy=FadingPolicy(retention_days=365)) as engine:
        yield engine


def test_nothing_is_archived_unless_that_is_set(engine: MemoryEngine, clock: FrozenClock) -> None:
    episode = remember(engine, EPISODE)
    clock.advance(days=10_000)
    decay(engine)
    assert now(engine, episode).status is Status.ACTIVE


def test_retention_archives_what_is_cold_and_a_person_can_bring_it_back(
    keeping: MemoryEngine, clock: FrozenClock
) -> None:
    episode, pinned, used = (remember(keeping, text) for text in (EPISODE, "The mill burnt.", "Bo sold the car."))
    keeping.correct(PERSON, Correct(id=pinned.id, verdict="pin"))
    recall(keeping, "sold car")
    rule(keeping)
    clock.advance(days=366)
    assert decay(keeping) == {"cold": 2, "stale": 1, "archived": 1, "log": 1}
    assert [now(keeping, memory).status for memory in (episode, pinned, used)] == [
        Status.ARCHIVED,
        Status.ACTIVE,
        Status.ACTIVE,
    ]
    assert keeping.dossier(OWNER, episode.id).history[-1].verb == "archive"
    assert decay(keeping) == {}
    keeping.forget(OWNER, Forget(ids=(episode.id,), mode="restore"))
    assert now(keeping, episode).status is Status.ACTIVE
    assert decay(keeping) == {}


def test_what_contradicted_an_archived_one_is_free_again(keeping: MemoryEngine, clock: FrozenClock) -> None:
    """The old side waits for a decision, so it stays; once that is taken nothing is held back."""
    sides = [remember(keeping, f"The staging gateway of Atlas listens on port {port}.") for port in (7443, 8443)]
    clock.advance(days=400)
    assert decay(keeping) == {"cold": 2}
    assert [now(keeping, memory).status for memory in sides] == [Status.ACTIVE, Status.ACTIVE]


def test_what_sessions_were_shown_is_forgotten_in_time(engine: MemoryEngine, clock: FrozenClock) -> None:
    """When the memory itself was recalled last stays known."""
    episode = remember(engine, EPISODE)
    recall(engine, "printer cellar")
    shown_at = now(engine, episode).recalled_at
    clock.advance(days=91)
    assert decay(engine) == {"warm": 1, "log": 1}
    assert decay(engine) == {}
    assert (now(engine, episode).recalled_at, now(engine, episode).recall_count) == (shown_at, 1)


def test_a_rehearsal_says_the_same_and_does_nothing(engine: MemoryEngine, clock: FrozenClock) -> None:
    episode, stale = remember(engine, EPISODE), rule(engine)
    assert engine.rehearse_job("decay") == JobOutcome(
        {"hot": 0, "warm": 0, "cold": 0, "stale": 0, "archived": 0, "log": 0}, NOTHING
    )
    clock.advance(days=200)
    before, revision = states(engine, episode, stale), engine.revision()
    would = engine.rehearse_job("decay")
    assert (states(engine, episode, stale), engine.revision()) == (before, revision)
    assert engine.run_job("decay").counts == would.counts
    assert engine.rehearse_job("decay").reason == NOTHING


def test_a_hundred_runs_leave_the_state_of_one(tmp_path: Path, clock: FrozenClock) -> None:
    with an_engine(tmp_path, clock=clock, fading_policy=FadingPolicy(retention_days=300)) as engine:
        made = [remember(engine, f"Word{number} happened here.") for number in range(5)] + [rule(engine)]
        clock.advance(days=301)
        decay(engine)
        once, revision = states(engine, *made), engine.revision()
        for _ in range(99):
            assert decay(engine) == {}
        assert (states(engine, *made), engine.revision()) == (once, revision)


def test_a_changed_setting_moves_memories_back(tmp_path: Path, clock: FrozenClock, embedder: HashingEmbedder) -> None:
    with an_engine(tmp_path, clock=clock, embedder=embedder) as engine:
        episode = remember(engine, EPISODE)
        clock.advance(days=40)
        assert decay(engine) == {"warm": 1}
    with an_engine(tmp_path, clock=clock, fading_policy=FadingPolicy(hot_days=50)) as engine:
        assert decay(engine) == {"hot": 1}
        assert now(engine, episode).tier is Tier.HOT
