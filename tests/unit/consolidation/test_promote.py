"""Promotion on demand: what a person says counts, what an agent says goes through the gates."""

from dataclasses import replace
from datetime import datetime

import pytest
from consolidation_kit import REACH, Life
from test_procedures_chain import SERVICES, deploy
from test_rules_chain import CHANGELOGS, FRIDAYS, TABS

from mcp_memory.engine.consolidation.promote import Promoting
from mcp_memory.engine.domain.errors import ContentTooLong, Invalid, MemoryNotFound, StaleVersion
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Action, Change, Memory, Procedure
from mcp_memory.engine.domain.promotion import CandidateState, Held, Previewed, Promote, Promoted, Ran, Waits
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Mark, OriginKind, Status
from mcp_memory.testing import DAWN, OWNER


def ids_of(memories: list[Memory]) -> list[str]:
    return [memory.id for memory in memories]


def test_without_ids_and_statement_it_consolidates_and_lists_what_is_held(life: Life) -> None:
    life.say_in_scenes(*[TABS] * 3)
    life.say_in_scenes(*FRIDAYS[:2])
    outcome = life.promote()
    assert isinstance(outcome, Ran)
    assert outcome.consolidated.counts["promoted"] == 1
    assert [candidate.state for candidate in outcome.candidates] == [CandidateState.OPEN]


@pytest.mark.parametrize("how", ["told as a rule", "promoted in other words", "promoted from more"])
def test_what_is_a_rule_by_now_is_not_listed(life: Life, how: str) -> None:
    said = life.say_in_scenes(*[FRIDAYS[0]] * 2)
    life.say_in_scenes("Use tabs in Go files", "In Go files we use tabs")
    life.consolidating().run()
    assert len(life.open_candidates()) == 2
    if how == "told as a rule":
        life.say(FRIDAYS[1], "told", layer=Layer.SEMANTIC, user_confirmed=True)
    elif how == "promoted in other words":
        life.promote(*ids_of(said), statement="The weekend begins on Thursday for releases", user_confirmed=True)
    else:
        more = life.say("Never deploy on Fridays, says the team", "third")
        life.promote(*ids_of(said), more.id, user_confirmed=True)
    outcome = life.promote()
    assert isinstance(outcome, Ran)
    assert [("Go" in one.statement, one.state) for one in outcome.candidates] == [(True, CandidateState.OPEN)]


def test_a_dry_run_of_that_only_lists(life: Life) -> None:
    life.say_in_scenes(*[TABS] * 3)
    outcome = life.promote(dry_run=True)
    assert isinstance(outcome, Previewed)
    assert [candidate.statement for candidate in outcome.candidates] == ["The user prefers tabs over spaces"]
    assert life.rules() == []


def test_what_may_not_be_seen_is_not_listed(life: Life) -> None:
    life.say_in_scenes(*FRIDAYS[:2])
    life.consolidating().run()
    outcome = life.promote(reach=Reach(user="me", sessions=frozenset({"scene-0"})))
    assert isinstance(outcome, Ran)
    assert outcome.candidates == ()


def test_ids_alone_induce_a_rule_through_the_gates(life: Life) -> None:
    said = life.say_in_scenes(*FRIDAYS)
    outcome = life.promote(*ids_of(said))
    assert isinstance(outcome, Promoted)
    assert (outcome.memory.status, outcome.memory.origin.kind) == (Status.ACTIVE, OriginKind.AGENT)
    assert outcome.report.passed


def test_too_little_is_held_with_its_report_and_tried_again(life: Life) -> None:
    said = life.say_in_scenes(*FRIDAYS[:2])
    outcome = life.promote(*ids_of(said))
    assert isinstance(outcome, Held)
    assert "more than one scene" in {result.gate for result in outcome.candidate.report.failed}
    again = life.promote(*ids_of(said))
    assert isinstance(again, Held)
    assert again.candidate.id == outcome.candidate.id
    assert len(life.open_candidates()) == 1


def test_a_persons_word_makes_it_count_whatever_the_gates_say(life: Life) -> None:
    said = life.say(TABS, "a")
    outcome = life.promote(said.id, user_confirmed=True)
    assert isinstance(outcome, Promoted)
    assert (outcome.memory.status, outcome.memory.origin.kind) == (Status.ACTIVE, OriginKind.ASSERTED)
    assert (outcome.memory.confidence, outcome.memory.confirmed_at) == (0.85, outcome.memory.stored_at)
    assert not outcome.report.passed
    by_hand = life.promote(life.say("I like green tea", "a").id, person=True)
    assert isinstance(by_hand, Promoted)
    assert by_hand.memory.origin.kind is OriginKind.PERSON


def test_an_agents_own_wording_waits(life: Life) -> None:
    said = life.say_in_scenes(*FRIDAYS)
    outcome = life.promote(*ids_of(said), statement="Deployments are off limits on Fridays")
    assert isinstance(outcome, Waits)
    assert outcome.memory.content == "Deployments are off limits on Fridays"
    assert outcome.report.waits == ("test worded it, and no person has confirmed it",)


def test_the_sources_of_a_statement_are_sought(life: Life) -> None:
    life.say_in_scenes(*FRIDAYS)
    life.say("Always deploy on Fridays", "x")
    outcome = life.promote(statement="Never deploy on Fridays")
    assert isinstance(outcome, Held)
    assert len(outcome.candidate.evidence) == 3
    assert outcome.candidate.report.failed[0].gate == "no conflict"


def test_a_named_source_that_says_the_contrary_stands_against_it(life: Life) -> None:
    said = life.say_in_scenes(*FRIDAYS, "Always deploy on Fridays")
    outcome = life.promote(*ids_of(said), statement="Never deploy on Fridays", user_confirmed=True)
    assert isinstance(outcome, Promoted)
    assert Mark.CONFLICTED in outcome.memory.marks
    dossier = life.records.dossier(outcome.memory.id)
    assert dossier is not None
    assert {link.kind for link in dossier.links} == {LinkKind.DERIVED_FROM, LinkKind.CONFLICTS_WITH}


def test_named_sources_that_do_not_say_it_are_told(life: Life) -> None:
    said = [*life.say_in_scenes(*FRIDAYS), life.say("The cache uses Redis", "x")]
    outcome = life.promote(*ids_of(said))
    assert isinstance(outcome, Waits)
    assert "1 of those named do not say it" in outcome.report.waits


def test_different_wordings_wait_for_a_person(life: Life) -> None:
    outcome = life.promote(*ids_of(life.say_in_scenes(*CHANGELOGS)))
    assert isinstance(outcome, Waits)


def test_it_is_stored_once(life: Life) -> None:
    said = life.say_in_scenes(*FRIDAYS)
    life.promote(*ids_of(said))
    again = life.promote(*ids_of(said))
    assert isinstance(again, Promoted)
    assert again.note == "it is known already"
    assert len(life.rules()) == 1


def test_a_person_approves_what_waits_by_its_id_or_by_saying_it(life: Life) -> None:
    life.say_in_scenes(*["I am allergic to peanuts"] * 3, *["My blood pressure pills: always take them at noon"] * 3)
    life.consolidating().run()
    first, second = life.rules(Status.PENDING)
    assert isinstance(life.promote(first.id), Waits)
    assert isinstance(life.promote(first.id, user_confirmed=True, dry_run=True), Previewed)
    assert isinstance(life.promote(statement=second.content), Waits)
    for outcome in (
        life.promote(first.id, user_confirmed=True),
        life.promote(statement=second.content, user_confirmed=True),
    ):
        assert isinstance(outcome, Promoted)
        assert outcome.note == "it waited, and was approved"
    assert len(life.rules(Status.ACTIVE)) == 2


def test_a_waiting_memory_without_gates_says_so(life: Life) -> None:
    waiting = life.say("Never deploy on Fridays", "a", layer=Layer.SEMANTIC)
    outcome = life.promote(waiting.id)
    assert isinstance(outcome, Waits)
    assert outcome.report.waits == ("no gates were asked; a person decides",)
    with pytest.raises(Invalid, match="as it is"):
        life.promote(waiting.id, statement="other words")


def test_a_preview_writes_nothing(life: Life) -> None:
    said = life.say_in_scenes(*FRIDAYS)
    outcome = life.promote(*ids_of(said), dry_run=True)
    assert isinstance(outcome, Previewed)
    assert (life.rules(), life.open_candidates()) == ([], ())


def test_runs_are_promoted_to_a_procedure(life: Life) -> None:
    runs = [deploy(life, service) for service in SERVICES[:3]]
    outcome = life.promote(*ids_of(runs), to=Layer.PROCEDURAL)
    assert isinstance(outcome, Waits)
    assert isinstance(outcome.memory.details, Procedure)
    assert outcome.memory.details.inputs == ("service",)


def test_a_procedure_may_be_worded_with_its_steps(life: Life) -> None:
    runs = [deploy(life, service) for service in SERVICES[:3]]
    outcome = life.promote(*ids_of(runs), to=Layer.PROCEDURAL, steps=("test {service}", "push {service}"))
    assert isinstance(outcome, Waits)
    assert isinstance(outcome.memory.details, Procedure)
    assert outcome.memory.details.steps == ("test {service}", "push {service}")


def test_a_person_may_give_a_procedure_without_sources(life: Life) -> None:
    outcome = life.promote(
        statement="To release: test, then push", to=Layer.PROCEDURAL, steps=("test", "push"), person=True
    )
    assert isinstance(outcome, Promoted)
    assert outcome.memory.status is Status.ACTIVE
    held = life.promote(statement="To archive it", to=Layer.PROCEDURAL, steps=("pack", "store"))
    assert isinstance(held, Held)


def test_one_run_needs_steps_and_gives_the_goal(life: Life) -> None:
    run = deploy(life, "atlas")
    with pytest.raises(Invalid, match="at least two steps"):
        life.promote(run.id, to=Layer.PROCEDURAL)
    outcome = life.promote(run.id, to=Layer.PROCEDURAL, steps=("test", "push"), person=True)
    assert isinstance(outcome, Promoted)
    assert outcome.memory.content.startswith("deploy atlas to staging")


def test_what_cannot_be_promoted_is_named(life: Life) -> None:
    said = life.say(TABS, "a")
    settled = life.say("release", "a", steps=("test", "push"))
    gone = life.say("The cache uses Redis", "a")
    with life.records.writing() as writing:
        writing.put(Change.made(OWNER, "archive", "", gone, gone.changed(life.clock(), status=Status.ARCHIVED)))
    for ids, ask, match in (
        ([settled.id], {}, "drawn from episodes"),
        ([said.id], {"to": Layer.PROCEDURAL}, "have no steps"),
        ([said.id], {"to": Layer.EPISODIC}, "rise to semantic"),
        ([gone.id], {}, "no longer counts"),
        ([], {"steps": ("a", "b")}, "not what for"),
    ):
        with pytest.raises(Invalid, match=match):
            life.promote(*ids, **ask)
    with pytest.raises(MemoryNotFound):
        life.promote("99999999-0000-7000-8000-000000000000")
    with pytest.raises(ContentTooLong):
        life.promote(statement="x" * 100_001)


def test_steps_read_from_the_statement_do(life: Life) -> None:
    outcome = life.promote(statement="To release:\n1. test it\n2. push it", to=Layer.PROCEDURAL, person=True)
    assert isinstance(outcome, Promoted)
    assert isinstance(outcome.memory.details, Procedure)
    assert outcome.memory.details.steps == ("test it", "push it")


def test_nothing_is_stored_when_a_source_changes_meanwhile(life: Life) -> None:
    said = life.say_in_scenes(*FRIDAYS)

    def now() -> datetime:
        """A clock at whose look somebody archives a source."""
        with life.records.writing() as writing:
            source = writing.get(said[0].id)
            if source is not None and source.status is Status.ACTIVE:
                writing.put(Change.made(OWNER, "archive", "", source, source.changed(DAWN, status=Status.ARCHIVED)))
        return life.clock()

    consolidating = replace(life.consolidating(), clock=now)
    with pytest.raises(StaleVersion):
        Promoting(consolidating, consolidating.run, life.decide).promote(OWNER, REACH, Promote(ids=tuple(ids_of(said))))
    assert life.rules() == []


def test_a_parameter_that_is_named_in_the_given_steps_is_what_varies(life: Life) -> None:
    for number in ("1.2", "1.3", "1.4"):
        calls = [Action("make", '{"target": "check"}', "ok"), Action("git_push", '{"remote": "origin"}', "ok")]
        life.do(f"release {number}", calls, f"release-{number}")
    ids = ids_of(life.listed(frozenset({Layer.EPISODIC}), ()))
    steps = ("check everything", "tag {version}", "push the tag {version}")
    outcome = life.promote(*ids, to=Layer.PROCEDURAL, statement="release {version}", steps=steps)
    assert isinstance(outcome, Waits)
    reasons = {result.gate: result.reason for result in outcome.report.results}
    assert reasons["applies to other objects"].startswith("seen on different objects (")
    alone = life.promote(ids[0], to=Layer.PROCEDURAL, statement="release {version}", steps=steps)
    assert isinstance(alone, Held)
    told = {result.gate: result.reason for result in alone.candidate.report.failed}
    assert told["applies to other objects"].startswith("seen on one object only (")


def test_steps_that_name_no_parameter_apply_to_nothing_else(life: Life) -> None:
    outcome = life.promote(to=Layer.PROCEDURAL, statement="release it", steps=("check it", "push it"))
    assert isinstance(outcome, Held)
    told = {result.gate: result.reason for result in outcome.candidate.report.failed}
    assert "nothing in it varies" in told["applies to other objects"]


def test_a_dry_run_says_what_the_persons_word_would_do(life: Life) -> None:
    said = ids_of(life.say_in_scenes(*FRIDAYS))
    for ids, ask, would in (
        (said, {}, "it would count at once"),
        (said[:1], {}, "it would be held; a person may override that"),
        (said[:1], {"user_confirmed": True}, "it would count at once, on the person's word, whatever the gates say ("),
        (said, {"statement": "No deployments on Fridays"}, "it would wait for a person: test worded it"),
        (said, {"statement": "No deployments on Fridays", "user_confirmed": True}, "on the person's word"),
    ):
        outcome = life.promote(*ids, dry_run=True, **ask)
        assert isinstance(outcome, Previewed)
        assert would in outcome.would
    assert life.rules() == []
    rule = life.promote(*said)
    assert isinstance(rule, Promoted)
    again = life.promote(*said, dry_run=True)
    assert isinstance(again, Previewed)
    assert again.would == f"it is known already ({rule.memory.id})"


def test_a_dry_run_of_what_waits_says_what_the_persons_word_would_do(life: Life) -> None:
    waiting = life.promote(*ids_of(life.say_in_scenes(*FRIDAYS)), statement="No deployments on Fridays")
    assert isinstance(waiting, Waits)
    assert isinstance(life.promote(waiting.memory.id, dry_run=True), Waits)
    outcome = life.promote(waiting.memory.id, dry_run=True, user_confirmed=True)
    assert isinstance(outcome, Previewed)
    assert (outcome.would, len(outcome.candidates)) == ("it would count at once, on the person's word", 1)
    assert [rule.status for rule in life.rules()] == [Status.PENDING]


def test_what_is_contradicted_is_not_approved_past_the_review(life: Life) -> None:
    life.say("Always deploy on Fridays", "told", layer=Layer.SEMANTIC, user_confirmed=True)
    life.say_in_scenes(*FRIDAYS)
    life.consolidating().run()
    (waiting,) = life.rules(Status.PENDING)
    with pytest.raises(Invalid, match="decide between them with review"):
        life.promote(waiting.id, user_confirmed=True)


def test_steps_need_something_they_are_for(life: Life) -> None:
    settled = life.say("release", "a", steps=("test", "push"))
    outcome = life.promote(settled.id, to=Layer.PROCEDURAL, steps=("test", "push", "tell"), person=True)
    assert isinstance(outcome, Promoted)


@pytest.mark.parametrize(("confirmed", "sources"), [(True, 2), (False, 1)])
def test_what_a_person_draws_from_things_that_differ_rests_on_all_of_them(
    life: Life,
    confirmed: bool,  # noqa: FBT001 (a parameter of tests)
    sources: int,
) -> None:
    """An agent's statement rests on what says the same of the same."""
    said = life.say_in_scenes("Never deploy the map service on Fridays", "Never deploy the billing service on Fridays")
    statement = "Never deploy the map service on Fridays, whatever happens"
    outcome = life.promote(*ids_of(said), statement=statement, user_confirmed=confirmed, dry_run=not confirmed)
    if isinstance(outcome, Promoted):
        assert len(life.links(outcome.memory, LinkKind.DERIVED_FROM)) == sources
    else:
        assert isinstance(outcome, Previewed)
        assert [len(candidate.observations) for candidate in outcome.candidates] == [sources]
