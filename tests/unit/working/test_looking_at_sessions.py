"""What a principal is told of sessions: those it may see, what waits in them, and the turns a memory came from."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mcp_memory.engine.domain.errors import Invalid, MemoryNotFound, SessionNotFound
from mcp_memory.engine.domain.requests import Listing, Observe, Remember, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.privacy.access import Grants
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock, an_engine
from mcp_memory.views.sessions import WorkingView

OTHER = replace(OWNER, session="s2")
NOBODY = replace(OWNER, session="")
NOBODY_ELSE = replace(OWNER, session="s9")


@pytest.fixture
def engine(tmp_path: Path, clock: FrozenClock) -> Iterator[MemoryEngine]:
    """An engine of which each session sees its own episodes only; both sessions have said something."""
    with an_engine(tmp_path / "home", clock=clock, grants=Grants(user_sessions=False)) as made:
        for who, text in ((OWNER, "We decided to use PostgreSQL for the ledger of Atlas."), (OTHER, "Hello there!")):
            made.observe(who, Observe(turns=(Said(role=Role.USER, content=text),)))
            clock.advance(minutes=1)
        yield made


def test_the_latest_activity_comes_first(tmp_path: Path, clock: FrozenClock) -> None:
    with an_engine(tmp_path / "shared", clock=clock) as engine:
        for who in (OWNER, OTHER):
            engine.observe(who, Observe(goal="Release"))
            clock.advance(minutes=1)
        assert [session.id for session in engine.sessions(NOBODY)] == ["s2", "s1"]
        assert [session.id for session in engine.sessions(NOBODY, limit=1)] == ["s2"]


def test_without_a_grant_a_session_sees_itself_only(engine: MemoryEngine) -> None:
    assert [session.id for session in engine.sessions(OWNER)] == ["s1"]
    assert engine.sessions(NOBODY) == ()
    assert engine.sessions(replace(OWNER, session="never observed")) == ()


def test_turns_wait_until_they_are_encoded(engine: MemoryEngine) -> None:
    assert engine.unencoded(OWNER) == 1
    engine.observe(OWNER, Observe(end=True))
    while engine.encode().done:
        pass
    assert engine.unencoded(OWNER) == 0
    with pytest.raises(SessionNotFound):
        engine.unencoded(NOBODY)


def test_an_episode_tells_the_turns_it_came_from_to_whom_may_see_it(engine: MemoryEngine) -> None:
    """Also when they lie in the archive; a memory that was told directly came from none."""
    engine.observe(OWNER, Observe(end=True))
    while engine.encode().done:
        pass
    [episode] = engine.listing(OWNER, Listing()).memories
    assert [turn.content for turn in engine.source_turns(OWNER, episode.id)] == [
        "We decided to use PostgreSQL for the ledger of Atlas."
    ]
    with pytest.raises(MemoryNotFound):
        engine.source_turns(OTHER, episode.id)
    told = engine.remember(OWNER, Remember(content="Tea is at four")).outcome.memory
    assert engine.source_turns(OWNER, told.id) == ()
    assert engine.gate_report(OWNER, told.id) is None
    with pytest.raises(MemoryNotFound):
        engine.gate_report(OTHER, told.id)


def test_what_may_not_be_seen_is_not_resumed(engine: MemoryEngine) -> None:
    """Its task state stays where it is, and its scene is not joined."""
    asked = engine.observe(NOBODY_ELSE, Observe(resumes="s1"))
    assert "no session of that id" in asked.notes[0]
    assert asked.working.session.scene == "s9"
    assert asked.working.rounds == ()


@pytest.mark.parametrize("argument", ["goal", "step", "artifact"])
def test_what_a_task_is_told_has_an_end(engine: MemoryEngine, argument: str) -> None:
    """Its state goes with every answer."""
    with pytest.raises(Invalid, match=f"{argument}: 10,001 characters"):
        engine.observe(OWNER, Observe(**{argument: "汉" * 10_001}))  # type: ignore[arg-type]
    long = engine.observe(OWNER, Observe(**{argument: "汉" * 10_000})).working  # type: ignore[arg-type]
    assert len(WorkingView.of(long, 1_000).line()) < 2_000
