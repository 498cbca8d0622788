"""What waits for a person, and what becomes of it."""

from dataclasses import replace

import pytest

from mcp_memory.engine.domain.errors import Invalid, NothingToUndo, NothingWaits, PersonNeeded
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Change, Link, Memory, Principal
from mcp_memory.engine.domain.requests import Correct, Forget, Recall, Remember, Review
from mcp_memory.engine.domain.review import ReviewKind
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Mark, Status
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock

PERSON = Principal(user="me", agent="cli", session="s1", person=True)
TEXTS = [f"The staging gateway of Atlas listens on port {port}." for port in (7443, 8443, 9443)]


def remember(engine: MemoryEngine, text: str, layer: Layer | None = None) -> Memory:
    return engine.remember(OWNER, Remember(content=text, layer=layer)).outcome.memory


def conflict(engine: MemoryEngine, clock: FrozenClock, sides: int = 2) -> list[Memory]:
    """Contradicting memories, the oldest first."""
    made = []
    for text in TEXTS[:sides]:
        made.append(remember(engine, text))
        clock.advance(days=1)
    return made


def states(engine: MemoryEngine, *memories: Memory) -> list[tuple[Status, frozenset[Mark]]]:
    found = [engine.dossier(OWNER, memory.id).memory for memory in memories]
    return [(memory.status, memory.marks) for memory in found]


def test_the_two_sides_of_a_contradiction_are_one_item(engine: MemoryEngine, clock: FrozenClock) -> None:
    old, new = conflict(engine, clock)
    answer = engine.review(OWNER, Review())
    [item] = answer.items
    assert (answer.total, item.kind, item.evidence) == (1, ReviewKind.CONFLICT, 2)
    assert [memory.id for memory in item.memories] == [new.id, old.id]
    assert item.reason.startswith("port: 7443 against 8443")


def test_each_item_shows_the_reason_why_it_waits_and_not_what_was_said_of_it_since(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    """Neither the reason of a decision that was taken back, nor of a change that left it waiting."""
    old, new = conflict(engine, clock)
    told = engine.review_item(OWNER, old.id).reason
    engine.review(PERSON, Review(action="keep_new", id=old.id, reason="asked the team"))
    engine.review(PERSON, Review(action="undo", id=new.id, reason="asked the wrong team"))
    engine.correct(PERSON, Correct(id=old.id, verdict="pin", reason="often needed"))
    assert [item.reason for item in engine.review(OWNER, Review()).items] == [told]
    assert engine.review_item(OWNER, new.id).reason == told


def test_the_reason_of_a_contradiction_names_no_side_as_contradicting_itself(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    old, new = conflict(engine, clock)
    for item in (*engine.review(OWNER, Review()).items, *(engine.review_item(OWNER, one.id) for one in (old, new))):
        assert item.id == new.id
        assert new.id not in item.reason


def test_a_contradiction_that_an_edit_opens_is_named_beside_the_reason_of_the_edit(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    conflict(engine, clock, sides=1)
    other = remember(engine, "The staging gateway of Atlas is new.")
    engine.correct(OWNER, Correct(id=other.id, content=TEXTS[1], reason="looked it up"))
    assert engine.review_item(OWNER, other.id).reason == "looked it up; port: 7443 against 8443"


def test_of_a_rule_that_waits_the_reason_says_what_keeps_it(engine: MemoryEngine, clock: FrozenClock) -> None:
    """What the gates said, also after more has agreed with it; of what an agent asked for, whose word is missing."""
    for place in range(4):
        who = Principal(user="me", agent="test", session=f"s{place}")
        clock.advance(hours=9)
        engine.remember(who, Remember(content="The database password is rotated every month."))
        if place:
            engine.run_job("consolidation")
    [item] = engine.review(OWNER, Review()).items
    assert item.reason.startswith("it touches a sensitive topic ('password'); ")
    asked = remember(engine, "Nobody may work on Mondays.", Layer.SEMANTIC)
    found = engine.review_item(OWNER, asked.id)
    assert "asked for it to stand as a rule, and no person has confirmed it" in found.reason


def test_evidence_that_arrives_meanwhile_is_counted_and_decides_nothing(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    _, new = conflict(engine, clock)
    other = Principal(user="me", agent="test", session="s2")
    engine.remember(other, Remember(content=TEXTS[1]))
    [item] = engine.review(OWNER, Review()).items
    assert item.evidence == 3
    assert states(engine, new) == [(Status.ACTIVE, frozenset({Mark.CONFLICTED}))]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("keep_new", [Status.SUPERSEDED, Status.ACTIVE]),
        ("approve", [Status.SUPERSEDED, Status.ACTIVE]),
        ("keep_old", [Status.ACTIVE, Status.OVERTURNED]),
        ("reject", [Status.ACTIVE, Status.OVERTURNED]),
        ("keep_both", [Status.ACTIVE, Status.ACTIVE]),
    ],
)
def test_a_person_decides_a_contradiction_and_can_undo_it(
    engine: MemoryEngine, clock: FrozenClock, action: str, expected: list[Status]
) -> None:
    old, new = conflict(engine, clock)
    before = states(engine, old, new)
    engine.review(PERSON, Review(action=action, id=old.id, reason="asked the team"))  # type: ignore[arg-type]
    assert states(engine, old, new) == [(status, frozenset()) for status in expected]
    assert engine.review(OWNER, Review()).items == ()
    assert engine.dossier(OWNER, new.id).history[-1].verb == f"review: {action}"
    engine.review(PERSON, Review(action="undo", id=new.id))
    assert states(engine, old, new) == before
    with pytest.raises(NothingToUndo, match=r"was taken back at .* There is nothing left to take back. Decide it anew"):
        engine.review(PERSON, Review(action="undo", id=new.id))


def test_of_three_sides_the_older_two_still_wait_when_the_newest_is_rejected(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    sides = conflict(engine, clock, sides=3)
    [item] = engine.review(OWNER, Review()).items
    assert len(item.memories) == 3
    engine.review(PERSON, Review(action="keep_old", id=item.id))
    [rest] = engine.review(OWNER, Review()).items
    assert {memory.id for memory in rest.memories} == {sides[0].id, sides[1].id}


def test_an_agent_decides_with_the_persons_word_only(engine: MemoryEngine, clock: FrozenClock) -> None:
    old, new = conflict(engine, clock)
    with pytest.raises(PersonNeeded):
        engine.review(OWNER, Review(action="keep_new", id=old.id))
    engine.review(OWNER, Review(action="keep_new", id=old.id, user_confirmed=True))
    assert engine.dossier(OWNER, new.id).history[-1].verb == "review: keep_new, asserted by agent"


def test_of_two_reviewers_the_second_is_told_who_was_faster(engine: MemoryEngine, clock: FrozenClock) -> None:
    old, _ = conflict(engine, clock)
    engine.review(PERSON, Review(action="keep_new", id=old.id))
    with pytest.raises(NothingWaits, match="was decided by cli"):
        engine.review(PERSON, Review(action="keep_old", id=old.id))


def test_a_pending_rule_is_approved_or_rejected(engine: MemoryEngine) -> None:
    good = remember(engine, "We always answer within a day.", Layer.SEMANTIC)
    bad = remember(engine, "Nobody may work on Mondays.", Layer.SEMANTIC)
    items = engine.review(OWNER, Review()).items
    assert {item.kind for item in items} == {ReviewKind.PROMOTION}
    engine.review(PERSON, Review(action="approve", id=good.id))
    engine.review(PERSON, Review(action="reject", id=bad.id))
    assert states(engine, good, bad) == [(Status.ACTIVE, frozenset()), (Status.OVERTURNED, frozenset())]
    with pytest.raises(NothingWaits):
        engine.review(PERSON, Review(action="approve", id=good.id))


def test_there_is_nothing_to_choose_where_nothing_contradicts(engine: MemoryEngine) -> None:
    rule = remember(engine, "We always answer within a day.", Layer.SEMANTIC)
    with pytest.raises(Invalid, match="approve or reject"):
        engine.review(PERSON, Review(action="keep_both", id=rule.id))


def test_what_was_derived_from_something_overturned_waits(engine: MemoryEngine) -> None:
    episode = remember(engine, "We always answer within a day.")
    rule = remember(engine, "We always answer within a day.", Layer.SEMANTIC)
    engine.review(PERSON, Review(action="approve", id=rule.id))
    engine.correct(OWNER, Correct(id=episode.id, verdict="wrong"))
    [item] = engine.review(OWNER, Review()).items
    assert (item.kind, item.id) == (ReviewKind.DOUBT, rule.id)
    engine.review(PERSON, Review(action="approve", id=rule.id))
    assert states(engine, rule) == [(Status.ACTIVE, frozenset())]


def test_a_decision_puts_up_what_rests_on_the_loser(engine: MemoryEngine, clock: FrozenClock) -> None:
    episode = remember(engine, TEXTS[0])
    rule = remember(engine, TEXTS[0], Layer.SEMANTIC)
    engine.review(PERSON, Review(action="approve", id=rule.id))
    clock.advance(days=1)
    remember(engine, TEXTS[1])
    answer = engine.review(PERSON, Review(action="keep_new", id=episode.id))
    assert Status.SUPERSEDED in {memory.status for memory in answer.decided}


def test_the_other_side_of_a_purged_memory_waits_no_more(engine: MemoryEngine, clock: FrozenClock) -> None:
    old, new = conflict(engine, clock)
    engine.forget(PERSON, Forget(ids=(old.id,), mode="purge", confirm=True))
    assert engine.review(OWNER, Review()).items == ()
    assert states(engine, new) == [(Status.ACTIVE, frozenset())]


@pytest.mark.parametrize("sides", [2, 3])
def test_briefing_and_status_count_the_items_that_wait(engine: MemoryEngine, clock: FrozenClock, sides: int) -> None:
    """The sides of a contradiction are one question, however many they are, as in the review itself."""
    conflict(engine, clock, sides)
    remember(engine, "We always answer within a day.", Layer.SEMANTIC)
    assert engine.recall(OWNER, Recall()).waiting == 2  # type: ignore[union-attr]
    assert engine.status(OWNER).waiting == {"conflict": 1, "promotion": 1}
    assert engine.review(OWNER, Review()).total == 2


def test_a_briefing_of_a_project_counts_what_waits_there_and_what_waits_everywhere(engine: MemoryEngine) -> None:
    """A contradiction between a project and what is global is one question in both."""
    for project, text in (("", "网关监听 8443 端口。"), ("atlas", "网关监听 9443 端口。"), ("borealis", "")):
        ask = Remember(content=text or "每周二发版。", project=project, layer=None if text else Layer.SEMANTIC)
        engine.remember(OWNER, ask)
    counts = [engine.recall(OWNER, Recall(project=name)).waiting for name in ("", "atlas", "borealis")]  # type: ignore[union-attr]
    assert counts == [2, 1, 2]


def test_proposed_rules_that_contradict_are_one_item_and_the_loser_is_no_rule(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    old = remember(engine, TEXTS[0], Layer.SEMANTIC)
    clock.advance(days=1)
    new = remember(engine, TEXTS[1], Layer.SEMANTIC)
    [item] = engine.review(OWNER, Review()).items
    assert (item.kind, [memory.id for memory in item.memories]) == (ReviewKind.CONFLICT, [new.id, old.id])
    before = states(engine, old, new)
    engine.review(PERSON, Review(action="keep_new", id=item.id))
    assert [status for status, _ in states(engine, old, new)] == [Status.SUPERSEDED, Status.ACTIVE]
    engine.review(PERSON, Review(action="undo", id=new.id))
    assert states(engine, old, new) == before


def test_of_two_reviewers_at_the_same_moment_one_decides(engine: MemoryEngine, clock: FrozenClock) -> None:
    """The second has listed the item before the first decides, and comes to the write after it."""
    old, _ = conflict(engine, clock)
    reviewing = engine._reviewing
    reach = Reach(user="me", sessions=None)
    item = reviewing.item(reach, old.id)
    engine.review(PERSON, Review(action="keep_new", id=old.id))
    with engine._parts.records.writing() as writing, pytest.raises(NothingWaits, match="decided by cli"):
        reviewing._still_waiting(writing, item.memories[-1], item.kind)


@pytest.mark.parametrize("by", ["review", "correct"])
def test_a_new_version_that_a_person_approves_takes_the_place_of_the_old_one(
    engine: MemoryEngine, clock: FrozenClock, by: str
) -> None:
    """On either path, and undone as one."""
    old = remember(engine, "To release Atlas: 1. test it 2. tag it", Layer.PROCEDURAL)
    gone = remember(engine, "To release Atlas: 1. tag it 2. ship it", Layer.PROCEDURAL)
    engine.correct(OWNER, Correct(id=gone.id, verdict="wrong"))
    new = replace(old, id="ffffffff-0000-7000-8000-000000000001", content="To release Atlas: 1. tag 2. wait")
    new = replace(new, status=Status.PENDING, version=1)
    with engine._parts.records.writing() as writing:
        writing.put(Change.made(OWNER, "consolidate", "", None, new))
        for older in (old, gone):
            writing.link(Link(new.id, LinkKind.SUPERSEDES, older.id, clock()))
    clock.advance(hours=1)
    if by == "review":
        decided = engine.review(PERSON, Review(action="approve", id=new.id)).decided
        assert [memory.id for memory in decided] == [new.id, old.id]
    else:
        engine.correct(PERSON, Correct(id=new.id, verdict="confirmed"))
    assert [status for status, _ in states(engine, old, new)] == [Status.SUPERSEDED, Status.ACTIVE]
    clock.advance(hours=1)
    engine.review(PERSON, Review(action="undo", id=new.id))
    assert [status for status, _ in states(engine, old, new)] == [Status.ACTIVE, Status.PENDING]
    assert [status for status, _ in states(engine, gone)] == [Status.OVERTURNED]


def test_what_a_person_let_stand_and_then_archived_is_no_side_of_a_new_question(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    first, second = conflict(engine, clock)
    engine.review(PERSON, Review(action="keep_both", id=first.id))
    engine.forget(OWNER, Forget(ids=(second.id,)))
    remember(engine, TEXTS[2])
    assert engine.status(OWNER).waiting == {"conflict": 1}
