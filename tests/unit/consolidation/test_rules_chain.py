"""Chain A on a real folder: what rises, what is held, and that it never feeds on itself."""

import pytest
from consolidation_kit import Life

from mcp_memory.engine.domain.memory import Change, Memory, Triple
from mcp_memory.engine.domain.promotion import CandidateState
from mcp_memory.engine.domain.vocabulary import EventType, Layer, LinkKind, Mark, OriginKind, Predicate, Status
from mcp_memory.testing import OWNER, a_memory

TABS = "I prefer tabs over spaces"
CHANGELOGS = (
    "Releases need a signed changelog",
    "In all cases a signed changelog comes with releases",
    "Please take care that releases always get a signed changelog",
)
FRIDAYS = ("Never deploy on Fridays", "Don't deploy on Fridays", "We never deploy on Fridays")
PNPM = ("前端项目一律用 pnpm", "前端项目必须使用 pnpm", "前端项目统一使用 pnpm")
"""One rule in different words."""


def links_of(life: Life, memory: Memory, kind: LinkKind) -> set[tuple[str, str]]:
    dossier = life.records.dossier(memory.id)
    assert dossier is not None
    return {(link.source, link.target) for link in dossier.links if link.kind is kind}


def test_the_same_rule_in_three_scenes_becomes_a_rule(life: Life) -> None:
    """One episode with three observations is enough; the statement is told of its speaker."""
    episode = life.say_in_scenes(TABS, TABS, TABS)[0]
    done = life.consolidating().run()
    (rule,) = life.rules()
    assert (rule.content, rule.status) == ("The user prefers tabs over spaces", Status.ACTIVE)
    assert rule.details == Triple("The user", Predicate.PREFERS, "tabs over spaces")
    assert (rule.event_type, rule.origin.kind, rule.importance) == (EventType.PREFERENCE, OriginKind.AGENT, 1.0)
    assert rule.confidence == pytest.approx(1 - 0.3 * 0.8)
    assert links_of(life, rule, LinkKind.DERIVED_FROM) == {(rule.id, episode.id)}
    assert life.records.observation_count(rule.id) == 3
    assert (done.counts["promoted"], done.reason) == (1, "")
    assert done.candidates[0].report.passed


def test_nearly_the_same_words_count_as_one_rule(life: Life) -> None:
    life.say_in_scenes(*FRIDAYS)
    life.consolidating().run()
    (rule,) = life.rules()
    assert rule.status is Status.ACTIVE
    assert len(links_of(life, rule, LinkKind.DERIVED_FROM)) == 3


def test_different_wordings_make_a_rule_that_waits(life: Life) -> None:
    life.say_in_scenes(*CHANGELOGS)
    life.consolidating().run()
    (rule,) = life.rules()
    assert rule.status is Status.PENDING


def test_a_repeat_in_one_scene_adds_nothing(life: Life) -> None:
    for text in (TABS, TABS, "I prefer tabs over spaces.", "I really prefer tabs over spaces"):
        life.say(text, "one")
    life.say(TABS, "two")
    life.consolidating().run()
    assert life.rules() == []
    (candidate,) = life.open_candidates()
    failed = {result.gate: result.reason for result in candidate.report.failed}
    assert failed["more than one scene"] == "seen 2 times in 2 scenes; needs 3 times in 2 scenes"


def test_other_words_in_the_same_scene_are_an_observation_of_their_own(life: Life) -> None:
    """Three observations in two scenes are the minimum."""
    life.say(CHANGELOGS[0], "one")
    life.say(CHANGELOGS[1], "one")
    life.say(CHANGELOGS[0], "two")
    life.consolidating().run()
    (rule,) = life.rules()
    assert rule.confidence == pytest.approx(0.7)


def test_unknown_sessions_are_one_scene(life: Life) -> None:
    for text in (*FRIDAYS, "Deployments on Fridays: never deploy"):
        life.say(text, "")
    life.consolidating().run()
    assert life.rules() == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("We deployed version 2.3 yesterday", "a one-off event"),
        ("For now we use SQLite for the cache", "a provisional conclusion"),
        ("I hate this tool, never again!!", "a strongly emotional statement"),
        ("Which port does Atlas use?", "a question, task or commitment"),
        ("Write the letter to Maria", "a question, task or commitment"),
    ],
)
def test_what_no_rule_may_rest_on_is_left_out_and_counted(life: Life, text: str, why: str) -> None:
    kind = EventType.TASK if text.startswith("Write") else None
    for session in ("a", "b", "c"):
        life.say(text, session, event_type=kind)
    done = life.consolidating().run()
    assert (life.rules(), done.left_out) == ([], {why: 1})
    assert done.reason == f"nothing said often enough: {why} (1)"


def test_a_statement_with_an_end_is_a_one_off(life: Life) -> None:
    for session in ("a", "b", "c"):
        life.say("The office is closed", session, valid_until="2026-05-01")
    assert life.consolidating().run().left_out == {"a one-off event": 1}


def test_an_imported_copy_adds_no_scene(life: Life) -> None:
    life.say("Never deploy on Fridays", "a")
    life.say("Don't deploy on Fridays", "b")
    copy = a_memory(id=life.new_id(), content="We never deploy on Fridays")
    with life.records.writing() as writing:
        writing.put(Change.made(OWNER, "import", "", None, copy))
    done = life.consolidating().run()
    assert life.rules() == []
    assert done.left_out["a copy that was never seen in a scene"] == 1


def test_templates_about_other_objects_make_no_rule(life: Life) -> None:
    life.say_in_scenes("Use uv for Atlas", "Use poetry for Borealis", "Use conda for Comet")
    life.say_in_scenes("Alice prefers tea", "Bob prefers tea", "Carol prefers tea")
    life.consolidating().run()
    assert life.rules() == []


def test_a_sensitive_topic_waits(life: Life) -> None:
    life.say_in_scenes(*["I am allergic to peanuts"] * 3)
    life.consolidating().run()
    (rule,) = life.rules()
    assert rule.status is Status.PENDING
    assert rule.marks == {Mark.SENSITIVE}


def test_against_a_known_rule_both_are_marked_and_it_waits(life: Life) -> None:
    known = life.say("Always deploy on Fridays", "told", layer=Layer.SEMANTIC, user_confirmed=True)
    life.say_in_scenes(*["Never deploy on Fridays"] * 3)
    life.consolidating().run()
    (new,) = life.rules(Status.PENDING)
    (old,) = life.rules(Status.ACTIVE)
    assert Mark.CONFLICTED in new.marks
    assert Mark.CONFLICTED in old.marks
    assert links_of(life, new, LinkKind.CONFLICTS_WITH) == {(new.id, known.id)}
    assert life.consolidating().run().counts == {}


def test_a_later_contrary_statement_makes_it_wait(life: Life) -> None:
    life.say_in_scenes(*["Never deploy on Fridays"] * 7)
    contrary = life.say("Always deploy on Fridays", "later")
    life.consolidating().run()
    (rule,) = life.rules()
    assert rule.status is Status.PENDING
    assert links_of(life, rule, LinkKind.CONFLICTS_WITH) == {(rule.id, contrary.id)}


def test_disagreement_bars_the_way(life: Life) -> None:
    life.say_in_scenes(*["Never deploy on Fridays"] * 3)
    life.say("Always deploy on Fridays", "x")
    done = life.consolidating().run()
    assert life.rules() == []
    assert done.reason == "no candidate passed: no conflict (1), confidence (1)"


def test_later_agreeing_episodes_support_it_and_raise_it(life: Life) -> None:
    life.say_in_scenes(*FRIDAYS)
    life.consolidating().run()
    (before,) = life.rules()
    later = life.say("Don't ever deploy on Fridays", "new")
    done = life.consolidating().run()
    (after,) = life.rules()
    assert done.counts["supported"] == 1
    assert after.confidence == pytest.approx(1 - (1 - before.confidence) * 0.9 * 0.8)
    assert (later.id, after.id) in links_of(life, after, LinkKind.SUPPORTS)
    assert done.reason == "what is new supports what is known"


def test_a_rule_that_a_person_gave_is_supported_too(life: Life) -> None:
    rule = life.say("Never deploy on Fridays", "told", layer=Layer.SEMANTIC, user_confirmed=True)
    life.say("We never deploy on Fridays", "told")
    life.say("We never deploy on Fridays", "other")
    life.consolidating().run()
    (after,) = life.rules()
    assert (after.id, after.version) == (rule.id, 2)
    assert after.confidence > rule.confidence
    seen = life.everything()
    life.forget_how_far()
    life.consolidating().run()
    assert life.everything() == seen


def test_what_is_held_is_tried_again_on_new_evidence_only(life: Life) -> None:
    life.say_in_scenes(*FRIDAYS[:2])
    life.consolidating().run()
    (held,) = life.open_candidates()
    assert life.consolidating().run().reason == "nothing new since the last run"
    life.say(FRIDAYS[2], "third")
    life.consolidating().run()
    (rule,) = life.rules()
    (promoted,) = life.records.candidates("me", {CandidateState.PROMOTED})
    assert (promoted.id, promoted.memory_id) == (held.id, rule.id)
    assert life.open_candidates() == ()


def test_an_identical_repeat_in_a_new_scene_is_new_evidence(life: Life) -> None:
    """It changes no record, only adds an observation, and is seen all the same."""
    life.say(TABS, "a")
    life.say(TABS, "b")
    life.consolidating().run()
    assert life.rules() == []
    life.say(TABS, "c")
    life.consolidating().run()
    assert len(life.rules()) == 1


def test_what_a_person_overturned_is_not_proposed_again_from_the_same_evidence(life: Life) -> None:
    life.say_in_scenes(*[TABS] * 3)
    consolidating = life.consolidating()
    consolidating.run()
    (candidate,) = life.records.candidates("me", {CandidateState.PROMOTED})
    assert life.overturned(candidate.memory_id).status is Status.OVERTURNED
    life.forget_how_far()
    done = consolidating.run()
    assert life.rules(Status.ACTIVE, Status.PENDING) == []
    assert done.left_out["rejected before, from the same evidence"] == 1


def test_on_new_evidence_it_comes_back_and_waits(life: Life) -> None:
    life.say_in_scenes(*[TABS] * 3)
    life.consolidating().run()
    (candidate,) = life.records.candidates("me", {CandidateState.PROMOTED})
    life.overturned(candidate.memory_id)
    life.say(TABS, "new")
    life.consolidating().run()
    (rule,) = life.rules(Status.PENDING)
    promoted = life.records.candidates("me", {CandidateState.PROMOTED})
    (again,) = (one for one in promoted if one.memory_id == rule.id)
    assert "a person rejected it before, on less evidence" in again.report.waits


def test_it_never_feeds_on_its_own_output(life: Life) -> None:
    life.say_in_scenes(*[TABS] * 3)
    for _ in range(4):
        life.forget_how_far()
        life.consolidating().run()
    (rule,) = life.rules()
    assert (rule.version, life.records.observation_count(rule.id)) == (1, 3)


def test_one_agents_private_episodes_make_a_rule_that_waits(life: Life) -> None:
    life.shared = False
    life.say_in_scenes(*[TABS] * 3)
    life.consolidating().run()
    (rule,) = life.rules()
    assert (rule.status, rule.origin.agent) == (Status.PENDING, "test")


def test_several_agents_episodes_make_a_shared_one(life: Life) -> None:
    life.shared = False
    for place, text in enumerate(FRIDAYS):
        life.say(text, f"s{place}", agent=f"agent-{place}")
    life.consolidating().run()
    (rule,) = life.rules()
    assert (rule.status, rule.origin.agent, rule.origin.session) == (Status.ACTIVE, "consolidation", "")


def test_a_project_and_what_is_global_go_together(life: Life) -> None:
    life.say(FRIDAYS[0], "a", project="atlas")
    life.say(FRIDAYS[1], "b", project="atlas")
    life.say(FRIDAYS[2], "c")
    life.say(FRIDAYS[2], "d", project="comet")
    life.consolidating().run()
    (rule,) = life.rules()
    assert rule.scope.project == "atlas"


def test_a_decision_waits_for_a_person(life: Life) -> None:
    life.say_in_scenes(*["We decided to use PostgreSQL"] * 3)
    life.consolidating().run()
    (rule,) = life.rules()
    assert rule.status is Status.PENDING


def test_a_doubted_episode_weakens_the_rule(life: Life) -> None:
    said = life.say_in_scenes(*FRIDAYS)
    with life.records.writing() as writing:
        denied = said[0].marked(Mark.DENIED).changed(life.clock())
        writing.put(Change.made(OWNER, "deny", "", said[0], denied))
    life.consolidating().run()
    (candidate,) = life.open_candidates()
    assert candidate.confidence < 0.7


def test_what_is_global_joins_a_project_that_says_the_same(life: Life) -> None:
    """The global one comes last, so it is the one that is looked at."""
    life.say(FRIDAYS[0], "a", project="atlas")
    life.say(FRIDAYS[1], "b", project="atlas")
    life.say("The cache uses Redis", "b", project="comet")
    life.consolidating().run()
    life.say(FRIDAYS[2], "c")
    life.consolidating().run()
    (rule,) = life.rules()
    assert rule.scope.project == "atlas"


def test_a_statement_of_nothing_is_left_out(life: Life) -> None:
    for session in ("a", "b", "c"):
        life.say("We should always do that", session)
    assert life.consolidating().run().left_out == {"says nothing by itself": 1}
