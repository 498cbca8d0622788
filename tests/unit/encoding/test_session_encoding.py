"""Sessions become memories by themselves, once, and never rules."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_memory.engine.domain.errors import ReasonerUnavailable
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Episode, Memory, Principal, Procedure
from mcp_memory.engine.domain.policies import EncodingPolicy
from mcp_memory.engine.domain.requests import Correct, Listing, Observe, Recall, Remember, Said
from mcp_memory.engine.domain.sessions import IMPORTED, Role
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark, OriginKind, Status
from mcp_memory.engine.ports.reasoner import Candidate, Extraction
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock, ScriptedReasoner, an_engine

USER, ASSISTANT = Role.USER, Role.ASSISTANT


def say(engine: MemoryEngine, *texts: str, role: Role = USER, end: bool = False, who: Principal = OWNER) -> None:
    turns = tuple(Said(role=role, content=text) for text in texts)
    engine.observe(who, Observe(turns=turns, end=end))


def encode(engine: MemoryEngine) -> None:
    while engine.encode().done:
        pass


def memories(engine: MemoryEngine, who: Principal = OWNER) -> tuple[Memory, ...]:
    return engine.listing(who, Listing()).memories


def test_a_decision_is_recalled_before_its_session_ends(engine: MemoryEngine) -> None:
    say(engine, "Hello!", "We decided to keep the sessions in Redis.")
    encode(engine)
    answer = engine.recall(OWNER, Recall(query="sessions Redis"))
    [memory] = memories(engine)
    assert [found.memory.id for found in answer.found] == [memory.id]  # type: ignore[union-attr]
    assert (memory.layer, memory.event_type) == (Layer.EPISODIC, EventType.DECISION)
    assert memory.origin.kind is OriginKind.ASSERTED
    assert isinstance(memory.details, Episode)
    assert memory.details.turns == (2,)


def test_a_key_event_goes_before_a_boundary(engine: MemoryEngine) -> None:
    """Another session's whole batch was queued first; the decision is encoded before it."""
    other = Principal(user="me", agent="test", session="s0")
    say(engine, "Our office is in Lyon since 2019.", end=True, who=other)
    say(engine, "We decided to rent the hall in Porto.")
    engine.encode()
    assert [memory.event_type for memory in memories(engine)] == [EventType.DECISION]


def test_no_turn_is_encoded_twice(engine: MemoryEngine, clock: FrozenClock) -> None:
    """A key event, an idle time-out, going on, and the end of the session: one memory, one observation."""
    say(engine, "We decided to keep the sessions in Redis.")
    encode(engine)
    clock.advance(minutes=10)
    assert engine.sweep()["paused"] == 1
    encode(engine)
    say(engine, "ok", end=True)
    encode(engine)
    [memory] = memories(engine)
    assert memory.version == 1
    assert len(engine.dossier(OWNER, memory.id).observations) == 1


def test_an_idle_session_is_encoded_and_stays_open(engine: MemoryEngine, clock: FrozenClock) -> None:
    say(engine, "The staging server is called Kestrel.")
    clock.advance(seconds=299)
    assert engine.sweep() == {"paused": 0, "archived": 0}
    clock.advance(seconds=2)
    assert engine.sweep() == {"paused": 1, "archived": 0}
    assert engine.sweep() == {"paused": 0, "archived": 0}
    assert engine.working(OWNER).session.ended_at is None


def test_small_talk_leaves_nothing(engine: MemoryEngine) -> None:
    for number in range(20):
        say(engine, "ok", "thanks!", "haha", "what time is it?", "好的", f"let me look at file {number}")
    say(engine, "bye", end=True)
    encode(engine)
    assert memories(engine) == ()


def test_a_settled_procedure_is_stored_once(engine: MemoryEngine) -> None:
    say(engine, "以后发版都按：先跑回归，再灰度10%，最后全量")
    say(engine, "From now on we release like this: first run the regression tests, then roll out to 10%, then to all.")
    encode(engine)
    found = memories(engine)
    assert [memory.layer for memory in found] == [Layer.PROCEDURAL] * 2
    steps = {memory.details.steps for memory in found if isinstance(memory.details, Procedure)}
    assert ("跑回归", "灰度10%", "全量") in steps


def test_what_the_agent_recalled_and_repeats_is_not_stored_again(engine: MemoryEngine) -> None:
    engine.remember(OWNER, Remember(content="We decided to keep the sessions of Atlas in Redis."))
    later = Principal(user="me", agent="test", session="s2")
    engine.recall(later, Recall(query="Atlas sessions"))
    say(engine, "I found that we decided to keep the sessions of Atlas in Redis.", role=ASSISTANT, who=later)
    say(engine, "We decided to keep the sessions of Atlas in Redis.", role=ASSISTANT, who=later, end=True)
    encode(engine)
    [memory] = memories(engine)
    assert len(engine.dossier(OWNER, memory.id).observations) == 1


def test_the_same_statement_in_another_session_is_another_observation(engine: MemoryEngine) -> None:
    for session in ("a", "b"):
        say(engine, "I prefer tea over coffee.", who=Principal(user="me", agent="test", session=session))
    encode(engine)
    [memory] = memories(engine)
    assert {seen.scene for seen in engine.dossier(OWNER, memory.id).observations} == {"a", "b"}


def test_a_resumed_session_adds_no_scene(engine: MemoryEngine) -> None:
    say(engine, "I prefer tea over coffee.", who=Principal(user="me", agent="test", session="a"))
    resumed = Principal(user="me", agent="test", session="b")
    engine.observe(resumed, Observe(turns=(Said(role=USER, content="I prefer tea over coffee."),), resumes="a"))
    encode(engine)
    [memory] = memories(engine)
    assert {seen.scene for seen in engine.dossier(OWNER, memory.id).observations} == {"a"}


def test_the_same_goal_within_a_week_is_the_same_scene(engine: MemoryEngine, clock: FrozenClock) -> None:
    for session, days in (("a", 0), ("b", 6), ("c", 8)):
        clock.advance(days=days)
        who = Principal(user="me", agent="test", session=session)
        engine.observe(who, Observe(turns=(Said(role=USER, content="hello"),), goal="Move the shop to Porto"))
    scenes = [engine.working(Principal(user="me", agent="test", session=name)).session.scene for name in "abc"]
    assert scenes == ["a", "a", "c"]


def test_what_was_held_long_apart_is_no_one_scene_though_noted_together(engine: MemoryEngine) -> None:
    """Three releases of one month, written down in an hour."""
    for session, day in (("a", "03"), ("b", "08"), ("c", "22")):
        who = Principal(user="me", agent="test", session=session)
        said = Said(role=USER, content="hello", at=f"2026-02-{day}T10:00:00+00:00")
        engine.observe(who, Observe(turns=(said,), goal="Release the shop"))
    scenes = [engine.working(Principal(user="me", agent="test", session=name)).session.scene for name in "abc"]
    assert scenes == ["a", "a", "c"]


def test_a_denial_marks_the_memory_and_shows_in_the_working_part(engine: MemoryEngine) -> None:
    kept = engine.remember(OWNER, Remember(content="The user lives in Hamburg.")).outcome.memory
    engine.recall(OWNER, Recall(query="where does the user live, Hamburg?"))
    say(engine, "You live in Hamburg, as far as I remember.", role=ASSISTANT)
    say(engine, "No, that's wrong. I never said that I live in Hamburg.")
    encode(engine)
    after = engine.dossier(OWNER, kept.id).memory
    assert Mark.DENIED in after.marks
    assert after.status is Status.ACTIVE
    assert after.confidence < kept.confidence
    assert engine.working(OWNER).session.denied == ("The user lives in Hamburg.",)
    say(engine, "No, that's wrong, I never said that.")
    encode(engine)
    assert engine.dossier(OWNER, kept.id).memory.version == after.version


def test_a_denial_clears_when_the_person_confirms(engine: MemoryEngine) -> None:
    kept = engine.remember(OWNER, Remember(content="The user lives in Hamburg.")).outcome.memory
    engine.recall(OWNER, Recall(query="Hamburg"))
    say(engine, "No, that's wrong, I don't live in Hamburg.")
    encode(engine)
    engine.correct(OWNER, Correct(id=kept.id, verdict="confirmed", user_confirmed=True))
    assert engine.dossier(OWNER, kept.id).memory.marks == frozenset()


def test_absence_expires(engine: MemoryEngine, clock: FrozenClock) -> None:
    say(engine, "I'm away until Sunday, so please don't deploy anything before Monday.")
    encode(engine)
    [memory] = memories(engine)
    assert Mark.EXPIRED not in memory.marks
    clock.advance(days=7)
    assert Mark.EXPIRED in memories(engine)[0].marks


def test_relative_times_count_from_when_it_was_said(engine: MemoryEngine) -> None:
    said = Said(role=USER, content="Yesterday we decided to sell the old van.", at="2026-02-10T12:00:00+00:00")
    engine.observe(OWNER, Observe(turns=(said,)))
    encode(engine)
    [memory] = memories(engine)
    assert memory.occurred_at.date().isoformat() == "2026-02-09"
    assert memory.when_said == "Yesterday"


def test_speakers_stay_with_what_they_said(engine: MemoryEngine) -> None:
    engine.observe(
        OWNER, Observe(turns=(Said(role=USER, content="I will send the draft by Friday.", speaker="Betty"),))
    )
    encode(engine)
    [memory] = memories(engine)
    assert memory.content == "Betty: I will send the draft by Friday."
    assert isinstance(memory.details, Episode)
    assert memory.details.speaker == "Betty"
    assert "Betty" in memory.details.subjects


def test_a_name_may_come_from_what_was_said_before(tmp_path: Path) -> None:
    """Or from the goal: a statement that stands by itself spells out what "it" and "I" were. A number may not."""
    resolved = Candidate(content="Betty takes the beds of Orchard.", event_type=EventType.COMMITMENT, turns=(2,))
    later = Candidate(content="The beds go to Carlos.", event_type=EventType.COMMITMENT, turns=(2,))
    counted = Candidate(content="Betty takes 40 beds.", event_type=EventType.COMMITMENT, turns=(2,))
    reasoner = ScriptedReasoner(Extraction(candidates=(resolved, later, counted), reasoner="scripted"))
    with an_engine(tmp_path, reasoner=reasoner) as engine:
        texts = ("Betty is here, and there are 40 beds.", "I take the beds.", "Carlos has just come, too.")
        turns = tuple(Said(role=USER, content=text) for text in texts)
        engine.observe(OWNER, Observe(turns=turns, goal="Plant out Orchard", end=True))
        encode(engine)
        kept = [memory.content for memory in memories(engine) if memory.event_type is EventType.COMMITMENT]
    assert kept == [resolved.content]


def test_a_task_leaves_one_record_that_grows(engine: MemoryEngine) -> None:
    turns = (
        Said(role=USER, content="Please fix the broken build of the importer."),
        Said(role=Role.TOOL_CALL, content='{"name": "pytest", "arguments": {"path": "tests"}}'),
        Said(role=Role.TOOL_RESULT, content="2 failed"),
        Said(role=Role.TOOL_CALL, content="edit(importer.py)"),
        Said(role=Role.TOOL_RESULT, content="done"),
    )
    engine.observe(OWNER, Observe(turns=turns, goal="Fix the build of the importer"))
    engine.pause(OWNER)
    encode(engine)
    [record] = [memory for memory in memories(engine) if memory.event_type is EventType.TASK_RECORD]
    assert isinstance(record.details, Episode)
    assert [action.name for action in record.details.actions] == ["pytest", "edit"]
    assert record.details.actions[0].outcome == "failed: 2 failed"
    engine.observe(OWNER, Observe(turns=(Said(role=Role.TOOL_CALL, content="git_push(main)"),), end=True))
    encode(engine)
    [grown] = [memory for memory in memories(engine) if memory.event_type is EventType.TASK_RECORD]
    assert (grown.id, grown.version) == (record.id, 2)


def test_the_record_of_a_session_replaces_nothing_else_that_was_noted_of_its_tasks(tmp_path: Path) -> None:
    """A reasoner may make episodes of the same type."""
    noted = Candidate(content="Betty shortened the label of the basket.", event_type=EventType.TASK_RECORD, turns=(1,))
    reasoner = ScriptedReasoner(Extraction(candidates=(noted,), reasoner="scripted"), Extraction(reasoner="scripted"))
    with an_engine(tmp_path, reasoner=reasoner) as engine:
        ask = {"goal": "Rework the checkout", "artifact": "basket.css"}
        for text in ("Betty shortened the label of the basket, it is done.", "Yesterday it was too long."):
            engine.observe(OWNER, Observe(turns=(Said(role=USER, content=text),), step=text, end=True, **ask))
            encode(engine)
        texts = [memory.content for memory in memories(engine)]
        assert noted.content in texts
        assert [text.startswith("Task: Rework the checkout") for text in texts].count(True) == 1
        assert len(texts) == 2


def test_a_task_is_dated_by_its_end(engine: MemoryEngine, clock: FrozenClock) -> None:
    """Whatever its last remark says of other days."""
    said = Said(role=ASSISTANT, content="It was last night's sync script that broke the import.")
    engine.observe(OWNER, Observe(turns=(said,), goal="Mend the import", step="read the log", end=True))
    encode(engine)
    [record] = [memory for memory in memories(engine) if memory.event_type is EventType.TASK_RECORD]
    assert record.occurred_at == clock()


def test_what_is_not_grounded_is_dropped_and_counted(tmp_path: Path) -> None:
    invented = Candidate(content="Betty promised 400 units by May.", event_type=EventType.COMMITMENT, turns=(1,))
    said = Candidate(content="We decided to order 40 units.", event_type=EventType.DECISION, turns=(1,))
    reasoner = ScriptedReasoner(Extraction(candidates=(invented, said), reasoner="scripted"))
    with an_engine(tmp_path, reasoner=reasoner) as engine:
        say(engine, "We decided to order 40 units.")
        encode(engine)
        assert [memory.content for memory in memories(engine)] == [said.content]
        [run] = [run for run in engine._parts.jobs.job_runs() if run.name == "encoding"]
        assert run.counts == {"kept decision": 1, "dropped: not grounded in its turns": 1}


def test_a_failing_task_waits_and_is_tried_again(tmp_path: Path, clock: FrozenClock) -> None:
    reasoner = ScriptedReasoner(ReasonerUnavailable("away"), Extraction())
    with an_engine(tmp_path, reasoner=reasoner, clock=clock) as engine:
        say(engine, "We decided to order 40 units.")
        assert engine.encode().failed == ("away. " + " ".join((ReasonerUnavailable.__doc__ or "").split()),)
        assert engine.encode().done == 0
        clock.advance(seconds=6)
        assert engine.encode().done == 1
        assert engine._parts.sessions.encoding_state().total == 0


def test_a_layer_that_is_switched_off_stays_empty(tmp_path: Path) -> None:
    policy = EncodingPolicy(layers=frozenset({Layer.PROCEDURAL}))
    with an_engine(tmp_path, encoding_policy=policy) as engine:
        say(engine, "We decided to order 40 units.", "From now on: first stop the pump, then open the valve.", end=True)
        encode(engine)
        assert [memory.layer for memory in memories(engine)] == [Layer.PROCEDURAL]


def test_a_reasoners_own_words_pass_the_gate(tmp_path: Path) -> None:
    leaking = Candidate(
        content="We decided to use the key sk-ant-api03-" + "a1B2" * 20, event_type=EventType.DECISION, turns=(1,)
    )
    with an_engine(tmp_path, reasoner=ScriptedReasoner(Extraction(candidates=(leaking,)))) as engine:
        say(engine, "We decided to use the other key.")
        encode(engine)
    assert b"a1B2a1B2" not in b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())


PIECES = st.sampled_from(
    [
        "Remember that we always use tabs.",
        "The rule is: never deploy on Fridays.",
        "I prefer tea.",
        "We decided to go with plan B.",
        "记住：我们一律用中文写文档。",
        "我喜欢喝茶。",
        "From now on: first test, then merge, then deploy.",
        "thanks",
        "Why?",
    ]
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(st.tuples(st.sampled_from([USER, ASSISTANT]), PIECES), min_size=1, max_size=8))
def test_no_session_yields_a_semantic_memory_and_encoding_twice_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, said: list[tuple[Role, str]]
) -> None:
    """Iron rule 1, over generated sessions."""
    with an_engine(tmp_path_factory.mktemp("home")) as engine:
        engine.observe(OWNER, Observe(turns=tuple(Said(role=role, content=text) for role, text in said), end=True))
        encode(engine)
        everything = Filter(reach=Reach(user="me", sessions=None), statuses=frozenset(Status))
        before = engine._parts.records.listing(everything, limit=100)
        assert all(memory.layer is not Layer.SEMANTIC for memory in before)
        engine.observe(OWNER, Observe(end=True))
        encode(engine)
        assert engine._parts.records.listing(everything, limit=100) == before


def test_an_imported_session_adds_no_scene_and_vouches_less(engine: MemoryEngine) -> None:
    """A copy of what is known changes nothing; what is new stands on an import's word, seen in no scene."""
    say(engine, "I prefer tea over coffee.")
    encode(engine)
    [known] = memories(engine)
    copy = Principal(user="me", agent=f"{IMPORTED}other", session="copy")
    say(engine, "I prefer tea over coffee.", "We decided to sell the van.", who=copy, end=True)
    encode(engine)
    new = next(memory for memory in memories(engine) if memory.id != known.id)
    assert new.origin.kind is OriginKind.IMPORT
    assert engine.dossier(OWNER, new.id).observations == ()
    assert [seen.scene for seen in engine.dossier(OWNER, known.id).observations] == ["s1"]


def test_a_resumed_task_has_its_state_back(engine: MemoryEngine) -> None:
    """Steps, artefacts and rounds of the earlier session; a new connection is told what it may resume."""
    said = Said(role=USER, content="The dry run fails on the second shard.")
    engine.observe(OWNER, Observe(turns=(said,), goal="Move the shop", step="dump taken", artifact="shop.sql"))
    later = Principal(user="me", agent="test", session="s2")
    asked = engine.observe(later, Observe())
    assert any("Move the shop" in note and "s1" in note for note in asked.notes)
    state = engine.observe(Principal(user="me", agent="test", session="s3"), Observe(resumes="s1")).working
    assert (state.session.goal, state.session.steps, state.session.artifacts) == (
        "Move the shop",
        ("dump taken",),
        ("shop.sql",),
    )
    assert [turn.content for kept in state.rounds for turn in kept.turns] == [said.content]


def test_what_was_left_open_is_open_in_the_session_that_resumes_it(engine: MemoryEngine) -> None:
    """Until it is done there; what was done before does not come back."""
    say(engine, "TODO: rotate the backups of Atlas.", "TODO: update the runbook.", "The runbook is updated.")
    assert engine.working(OWNER).open_tasks == ("TODO: rotate the backups of Atlas.",)
    later = Principal(user="me", agent="test", session="s2")
    engine.observe(later, Observe(resumes="s1"))
    assert engine.working(later).open_tasks == engine.working(OWNER).open_tasks
    say(engine, "The backups of Atlas are now rotated.", who=later)
    assert engine.working(later).open_tasks == ()


def test_resuming_what_is_not_there_is_said(engine: MemoryEngine) -> None:
    assert "no session of that id" in engine.observe(OWNER, Observe(resumes="nosuch")).notes[0]
