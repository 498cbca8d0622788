"""What a person decides, seen from the façade: rules rise, wait, are rejected, and are not proposed again."""

from contextlib import closing
from pathlib import Path

from mcp_memory.engine.domain.answers import Briefing
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.promotion import Held, Promote, Promoted, Ran, Waits
from mcp_memory.engine.domain.requests import Listing, Observe, Recall, Review, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import Layer, Status
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock

PERSON = Principal(user="me", agent="cli", session="s1", person=True)
RULES = Listing(layers=frozenset({Layer.SEMANTIC}), statuses=frozenset({Status.ACTIVE, Status.PENDING}))
EPISODES = Listing(layers=frozenset({Layer.EPISODIC}))
RULE = "We always write the release notes before we tag a version."


def seen_in(engine: MemoryEngine, *sessions: str, text: str = RULE) -> None:
    for session in sessions:
        who = Principal(user="me", agent="test", session=session)
        engine.observe(who, Observe(turns=(Said(role=Role.USER, content=text),), end=True))
    while engine.encode().done:
        pass


def standing(engine: MemoryEngine) -> list[str]:
    briefing = engine.recall(OWNER, Recall())
    assert isinstance(briefing, Briefing)
    return [memory.content for memory in briefing.standing]


def test_a_rule_rises_from_three_scenes_by_the_timetable(engine: MemoryEngine) -> None:
    seen_in(engine, "a", "b")
    engine.run_job("consolidation")
    assert standing(engine) == []
    seen_in(engine, "c")
    run = engine.run_job("consolidation")
    assert run.passed
    assert len(standing(engine)) == 1
    again = engine.run_job("consolidation")
    assert again.reason


def test_a_run_that_a_tool_asks_for_is_a_run_of_the_job(engine: MemoryEngine) -> None:
    """The status tells of it, with what it counted, and the timetable does not do it again at once."""
    seen_in(engine, "a", "b", "c")
    ran = engine.promote(OWNER, Promote())
    job = next(one for one in engine.jobs() if one.name == "consolidation")
    assert isinstance(ran, Ran)
    assert job.last is not None
    assert job.last.passed
    assert {**job.last.counts} == {**ran.consolidated.counts}
    assert engine.run_due("consolidation") is None


def test_what_runs_just_now_is_not_run_again_beside_it(
    engine: MemoryEngine, tmp_path: Path, clock: FrozenClock
) -> None:
    """Two runs at once would do each other's work twice; the answer says that one is under way."""
    seen_in(engine, "a", "b", "c")
    with closing(open_records(tmp_path / "home", StorePolicy())) as another:
        another.acquire("job:consolidation", "another process", clock(), 60.0)
    ran = engine.promote(OWNER, Promote())
    assert isinstance(ran, Ran)
    assert "running just now" in ran.consolidated.reason
    assert not ran.consolidated.counts
    assert standing(engine) == []


def test_the_persons_word_promotes_at_once(engine: MemoryEngine) -> None:
    seen_in(engine, "a")
    outcome = engine.promote(OWNER, Promote(statement=RULE, user_confirmed=True))
    assert isinstance(outcome, Promoted)
    assert outcome.memory.status is Status.ACTIVE
    assert ["release notes" in rule for rule in standing(engine)] == [True]


def test_what_an_agent_words_waits_and_a_rejected_one_is_not_proposed_again(engine: MemoryEngine) -> None:
    seen_in(engine, "a", "b", "c", text="I think we always ship small pieces, since large ones break.")
    ran = engine.promote(OWNER, Promote())
    assert isinstance(ran, Ran)
    for memory in engine.listing(OWNER, RULES).memories:
        if memory.status is Status.PENDING:
            engine.review(PERSON, Review(action="reject", id=memory.id))
    before = len(engine.listing(OWNER, RULES).memories)
    engine.promote(OWNER, Promote())
    assert len(engine.listing(OWNER, RULES).memories) == before


def test_an_agents_statement_never_counts_without_the_person(engine: MemoryEngine) -> None:
    seen_in(engine, "a", "b", "c")
    ids = tuple(memory.id for memory in engine.listing(OWNER, EPISODES).memories)
    outcome = engine.promote(OWNER, Promote(ids=ids, statement="Release notes come before the tag."))
    assert isinstance(outcome, Waits | Held)
    assert standing(engine) == []
