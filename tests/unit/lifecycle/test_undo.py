"""What a person said of a memory can be taken back, with everything it changed elsewhere."""

from dataclasses import replace

import pytest

from mcp_memory.engine.domain.answers import NewVersion
from mcp_memory.engine.domain.errors import Invalid, NothingWaits, PersonNeeded
from mcp_memory.engine.domain.memory import Link, Memory, Principal
from mcp_memory.engine.domain.requests import Correct, Forget, Remember, Review
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Mark, Status
from mcp_memory.engine.lifecycle.undo import put_back
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import DAWN, OWNER, FrozenClock

PERSON = Principal(user="me", agent="cli", session="s1", person=True)
PORTS = [f"The staging gateway of Atlas listens on port {port}." for port in (7443, 8443)]
BREAD = "Flour for the bread comes from the mill in Aich."


def remember(engine: MemoryEngine, text: str, **wishes: object) -> Memory:
    return engine.remember(OWNER, Remember(content=text, **wishes)).outcome.memory  # type: ignore[arg-type]


def now(engine: MemoryEngine, memory: Memory) -> Memory:
    return engine.dossier(OWNER, memory.id).memory


def undo(engine: MemoryEngine, memory: Memory) -> set[str]:
    """Ids of what was put back."""
    return {restored.id for restored in engine.review(PERSON, Review(action="undo", id=memory.id)).decided}


def derive(engine: MemoryEngine, *chain: Memory) -> None:
    """Let each be derived from the one before."""
    with engine._parts.records.writing() as writing:
        for source, target in zip(chain[1:], chain, strict=False):
            writing.link(Link(source.id, LinkKind.DERIVED_FROM, target.id, DAWN))


@pytest.mark.parametrize(
    "ask",
    [
        Correct(id="", verdict="wrong"),
        Correct(id="", verdict="outdated", user_confirmed=True),
        Correct(id="", verdict="confirmed"),
        Correct(id="", verdict="pin"),
        Correct(id="", content="Flour for the bread comes from the mill in Esch."),
        Correct(id="", layer=Layer.PROCEDURAL),
    ],
    ids=lambda ask: ask.verdict + ask.layer if ask.layer else ask.verdict,
)
def test_any_correction_can_be_taken_back_once(engine: MemoryEngine, clock: FrozenClock, ask: Correct) -> None:
    memory = remember(engine, BREAD)
    clock.advance(hours=1)
    engine.correct(PERSON, replace(ask, id=memory.id))
    assert now(engine, memory) != memory
    clock.advance(hours=1)
    assert undo(engine, memory) == {memory.id}
    restored = now(engine, memory)
    assert replace(restored, version=1, changed_at=memory.changed_at) == memory
    assert restored.version == 3
    with pytest.raises(NothingWaits, match="was taken back at"):
        undo(engine, memory)
    with pytest.raises(NothingWaits, match="no decision and no correction"):
        undo(engine, remember(engine, "The mill in Aich is closed on Mondays."))


def test_unpinning_is_taken_back_to_what_was_pinned(engine: MemoryEngine, clock: FrozenClock) -> None:
    memory = remember(engine, BREAD)
    engine.correct(OWNER, Correct(id=memory.id, verdict="pin"))
    clock.advance(hours=1)
    engine.correct(OWNER, Correct(id=memory.id, verdict="unpin"))
    undo(engine, memory)
    assert now(engine, memory).marks == {Mark.PINNED}


def test_what_rested_on_it_waits_no_more(engine: MemoryEngine, clock: FrozenClock) -> None:
    """However far it was derived; what waits for another reason still does."""
    episode, rule, step, other = (remember(engine, f"{text} {BREAD}") for text in ("One:", "Two:", "Three:", "Four:"))
    derive(engine, episode, rule, step)
    derive(engine, episode, other)
    clock.advance(hours=1)
    engine.correct(PERSON, Correct(id=episode.id, verdict="wrong"))
    assert all(Mark.POSSIBLY_OUTDATED in now(engine, one).marks for one in (rule, step, other))
    clock.advance(hours=1)
    engine.correct(PERSON, Correct(id=other.id, verdict="pin"))
    assert undo(engine, episode) == {episode.id, rule.id, step.id}
    assert not any(now(engine, one).marks for one in (episode, rule, step))
    assert now(engine, other).marks == {Mark.POSSIBLY_OUTDATED, Mark.PINNED}


def test_what_rested_on_the_loser_of_a_contradiction_waits_no_more(engine: MemoryEngine, clock: FrozenClock) -> None:
    old = remember(engine, PORTS[0])
    rule = remember(engine, BREAD)
    derive(engine, old, rule)
    clock.advance(days=1)
    new = remember(engine, PORTS[1])
    clock.advance(days=1)
    answer = engine.review(PERSON, Review(action="keep_new", id=old.id))
    assert answer.for_review == (rule.id,)
    clock.advance(days=1)
    assert undo(engine, new) == {old.id, new.id, rule.id}
    assert now(engine, rule).marks == frozenset()
    assert now(engine, old).status is Status.ACTIVE


def test_taking_a_correction_back_brings_the_contradiction_back(engine: MemoryEngine, clock: FrozenClock) -> None:
    old = remember(engine, PORTS[0])
    clock.advance(days=1)
    new = remember(engine, PORTS[1])
    before = now(engine, old).marks, now(engine, new).marks
    assert all(Mark.CONFLICTED in marks for marks in before)
    clock.advance(days=1)
    engine.correct(PERSON, Correct(id=new.id, verdict="wrong"))
    assert now(engine, old).marks == frozenset()
    clock.advance(days=1)
    assert undo(engine, new) == {old.id, new.id}
    assert (now(engine, old).marks, now(engine, new).marks) == before


def test_what_changed_since_is_not_undone_over(engine: MemoryEngine, clock: FrozenClock) -> None:
    old = remember(engine, PORTS[0])
    clock.advance(days=1)
    new = remember(engine, PORTS[1])
    clock.advance(days=1)
    engine.review(PERSON, Review(action="keep_both", id=old.id))
    clock.advance(days=1)
    engine.correct(OWNER, Correct(id=new.id, verdict="pin"))
    assert undo(engine, old) == {old.id}
    assert now(engine, new).marks == {Mark.PINNED, Mark.CONFLICTED}, "one side is never marked alone"


def test_a_text_that_another_memory_has_by_now_is_not_put_back(engine: MemoryEngine, clock: FrozenClock) -> None:
    memory = remember(engine, BREAD)
    engine.correct(OWNER, Correct(id=memory.id, content="Flour for the bread comes from the mill in Esch."))
    clock.advance(hours=1)
    twin = remember(engine, BREAD)
    with pytest.raises(Invalid, match=twin.id):
        undo(engine, memory)
    assert now(engine, memory).version == 2


def test_only_a_person_takes_back(engine: MemoryEngine) -> None:
    memory = remember(engine, BREAD)
    engine.correct(OWNER, Correct(id=memory.id, verdict="wrong"))
    with pytest.raises(PersonNeeded):
        engine.review(OWNER, Review(action="undo", id=memory.id))
    engine.review(OWNER, Review(action="undo", id=memory.id, user_confirmed=True))
    assert now(engine, memory).status is Status.ACTIVE


def test_what_was_only_stored_or_archived_is_no_decision(engine: MemoryEngine) -> None:
    memory = remember(engine, BREAD)
    for _ in range(2):
        with pytest.raises(NothingWaits):
            undo(engine, memory)
        engine.forget(OWNER, Forget(ids=(memory.id,)))


def test_what_was_purged_since_is_not_put_back(engine: MemoryEngine, clock: FrozenClock) -> None:
    old = remember(engine, PORTS[0])
    clock.advance(days=1)
    new = remember(engine, PORTS[1])
    engine.review(PERSON, Review(action="keep_new", id=old.id))
    change = engine.dossier(OWNER, old.id).history[-1]
    engine.forget(PERSON, Forget(ids=(old.id,), mode="purge", confirm=True))
    with engine._parts.records.writing() as writing:
        assert put_back(writing, PERSON, Review(action="undo", id=old.id), change, DAWN) is None
    assert now(engine, new).marks == frozenset()


REVERSALS = [
    ("The Robin service runs on port 7001.", "The Robin service runs on port 7002."),
    ("Ada leads the Kite team.", "Ben leads the Kite team."),
    ("发布在周二进行。", "发布在周五进行。"),
]


@pytest.mark.parametrize("texts", REVERSALS)
@pytest.mark.parametrize("named", [0, 1])
def test_a_persons_reversal_can_be_taken_back_by_either_id(
    engine: MemoryEngine, clock: FrozenClock, texts: tuple[str, str], named: int
) -> None:
    """Then both stand, marked, as if nobody had decided; and a decision settles it again."""
    old = remember(engine, texts[0], layer=Layer.SEMANTIC, user_confirmed=True)
    clock.advance(days=1)
    outcome = engine.remember(OWNER, Remember(content=texts[1], layer=Layer.SEMANTIC, user_confirmed=True)).outcome
    assert isinstance(outcome, NewVersion)
    new = outcome.memory
    clock.advance(days=1)
    assert undo(engine, (old, new)[named]) == {old.id}
    assert (now(engine, old).status, now(engine, new).status) == (Status.ACTIVE, Status.ACTIVE)
    assert now(engine, old).marks == {Mark.CONFLICTED, Mark.POSSIBLY_OUTDATED}
    assert now(engine, new).marks == {Mark.CONFLICTED}
    [item] = engine.review(OWNER, Review()).items
    assert [memory.id for memory in item.memories] == [new.id, old.id]
    with pytest.raises(NothingWaits, match="was taken back at"):
        undo(engine, old)
    with pytest.raises(NothingWaits):
        undo(engine, new)
    engine.review(PERSON, Review(action="keep_old", id=new.id))
    assert (now(engine, old).status, now(engine, new).status) == (Status.ACTIVE, Status.OVERTURNED)
    assert now(engine, old).marks == frozenset()


def test_a_more_precise_version_can_be_taken_back_and_contradicts_nothing(engine: MemoryEngine) -> None:
    old = remember(engine, "The review meeting is on Friday.")
    new = remember(engine, "The review meeting is on Friday at 15:00.")
    assert undo(engine, new) == {old.id}
    assert [(now(engine, one).status, now(engine, one).marks) for one in (old, new)] == [
        (Status.ACTIVE, frozenset())
    ] * 2


@pytest.mark.parametrize("texts", REVERSALS)
def test_confirming_what_was_reversed_settles_it_and_can_be_taken_back(
    engine: MemoryEngine, clock: FrozenClock, texts: tuple[str, str]
) -> None:
    old, new = (remember(engine, text, layer=Layer.SEMANTIC, user_confirmed=True) for text in texts)
    clock.advance(days=1)
    engine.correct(PERSON, Correct(id=old.id, verdict="confirmed"))
    assert (now(engine, old).status, now(engine, new).status) == (Status.ACTIVE, Status.SUPERSEDED)
    assert now(engine, old).marks == now(engine, new).marks == frozenset()
    clock.advance(days=1)
    assert undo(engine, old) == {old.id, new.id}
    assert (now(engine, old).status, now(engine, new).status) == (Status.SUPERSEDED, Status.ACTIVE)


@pytest.mark.parametrize(
    "texts",
    [
        ("The Osprey port is 8001.", "The Osprey port is 8002.", "The Osprey port is 8001 in Frankfurt."),
        ("The Osprey port is 8001.", "The Osprey port is 8002.", "The Heron cache holds 500 entries."),
        ("截止日期是5月4日。", "截止日期是5月6日。", "午饭在十二点。"),
    ],
)
def test_undoing_an_edit_that_ended_a_contradiction_marks_both_again(
    engine: MemoryEngine, clock: FrozenClock, texts: tuple[str, str, str]
) -> None:
    old = remember(engine, texts[0])
    clock.advance(days=1)
    new = remember(engine, texts[1])
    before = now(engine, old).marks, now(engine, new).marks
    assert all(Mark.CONFLICTED in marks for marks in before)
    clock.advance(days=1)
    engine.correct(OWNER, Correct(id=new.id, content=texts[2]))
    assert Mark.CONFLICTED not in now(engine, old).marks
    clock.advance(days=1)
    undo(engine, new)
    assert (now(engine, old).marks, now(engine, new).marks) == before
    assert now(engine, old).status is now(engine, new).status is Status.ACTIVE


def test_what_came_in_while_a_memory_was_overturned_is_held_against_it_when_that_is_undone(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    old = remember(engine, PORTS[0])
    engine.correct(PERSON, Correct(id=old.id, verdict="wrong"))
    clock.advance(days=1)
    new = remember(engine, PORTS[1])
    assert now(engine, new).marks == frozenset()
    undo(engine, old)
    assert now(engine, old).marks == {Mark.CONFLICTED, Mark.POSSIBLY_OUTDATED}
    assert now(engine, new).marks == {Mark.CONFLICTED}
