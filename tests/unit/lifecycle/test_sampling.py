"""The random sample: a few episodes a day, the same all day, and none that was decided."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_memory.engine.domain.errors import NothingWaits
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.policies import FadingPolicy
from mcp_memory.engine.domain.requests import Forget, Observe, Remember, Review, Said
from mcp_memory.engine.domain.review import ReviewItem, ReviewKind
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import Status
from mcp_memory.engine.privacy.access import Grants
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock, an_engine

PERSON = Principal(user="me", agent="cli", session="s1", person=True)
HALLS = ("Porto", "Lyon", "Ghent", "Turin", "Graz", "Basel")


def fill(engine: MemoryEngine, clock: FrozenClock) -> None:
    """Six episodes that a session left, and one that was remembered; the next day has begun."""
    said = tuple(Said(role=Role.USER, content=f"We decided to rent the hall in {hall}.") for hall in HALLS)
    for turn in said:
        engine.observe(OWNER, Observe(turns=(turn,)))
        while engine.encode().done:
            pass
    engine.remember(OWNER, Remember(content="The mill is closed."))
    clock.advance(days=1)


@pytest.fixture
def engine(tmp_path: Path, clock: FrozenClock) -> Iterator[MemoryEngine]:
    with an_engine(tmp_path, clock=clock) as made:
        fill(made, clock)
        yield made


def sample(engine: MemoryEngine) -> list[ReviewItem]:
    return [item for item in engine.review(OWNER, Review(limit=50)).items if item.kind is ReviewKind.SAMPLE]


def test_one_a_day_is_put_up_and_it_stays_the_same_all_day(engine: MemoryEngine, clock: FrozenClock) -> None:
    [item] = sample(engine)
    assert "at random" in item.reason
    clock.advance(hours=10)
    assert [again.id for again in sample(engine)] == [item.id]
    days = set()
    for _ in range(20):
        clock.advance(days=1)
        days |= {drawn.id for drawn in sample(engine)}
    assert len(days) > 2


@pytest.mark.parametrize(("action", "status"), [("approve", Status.ACTIVE), ("reject", Status.OVERTURNED)])
def test_a_decided_one_does_not_come_back_and_ends_the_days_sample(
    engine: MemoryEngine, clock: FrozenClock, action: str, status: Status
) -> None:
    decided: set[str] = set()
    for _ in range(30):
        for item in sample(engine):
            answer = engine.review(PERSON, Review(action=action, id=item.id))  # type: ignore[arg-type]
            assert [memory.status for memory in answer.decided] == [status]
            assert item.id not in decided
            decided.add(item.id)
            assert sample(engine) == []
        clock.advance(days=1)
    assert len(decided) >= len(HALLS) - 2


def test_what_was_put_away_is_not_drawn(engine: MemoryEngine) -> None:
    for _ in HALLS:
        for item in sample(engine):
            engine.forget(OWNER, Forget(ids=(item.id,)))
    assert sample(engine) == []


def test_another_version_since_it_was_read_is_another_question(engine: MemoryEngine) -> None:
    """Whatever is not in the sample waits for nobody."""
    drawn = {item.id for item in sample(engine)}
    others = [memory for memory in engine.stats(OWNER).most_recalled if memory.id not in drawn]
    assert others == []
    other = engine.remember(OWNER, Remember(content="The barn is red.")).outcome.memory
    with pytest.raises(NothingWaits):
        engine.review_item(OWNER, other.id)
    [item] = sample(engine)
    assert engine.review_item(OWNER, item.id).kind is ReviewKind.SAMPLE


def test_it_can_be_switched_off_and_enlarged(tmp_path: Path, clock: FrozenClock) -> None:
    for number, expected in ((0, 0), (3, 3)):
        folder = tmp_path / str(number)
        with an_engine(folder, clock=clock, fading_policy=FadingPolicy(sample_per_day=number)) as engine:
            fill(engine, clock)
            assert len(sample(engine)) == expected


def test_what_was_stored_today_waits_until_tomorrow(tmp_path: Path, clock: FrozenClock) -> None:
    with an_engine(tmp_path, clock=clock) as engine:
        fill(engine, clock)
        clock.advance(days=-1)
        assert sample(engine) == []


def test_only_what_may_be_seen_is_drawn(tmp_path: Path, clock: FrozenClock) -> None:
    with an_engine(tmp_path, clock=clock, grants=Grants(user_sessions=False)) as engine:
        fill(engine, clock)
        assert len(sample(engine)) == 1
        other = Principal(user="me", agent="test", session="s2")
        assert engine.review(other, Review()).items == ()
