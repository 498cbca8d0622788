"""Chain A again and again: a second run changes nothing, runs are bounded, others may write meanwhile."""

from dataclasses import replace

import pytest
from consolidation_kit import Life
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_rules_chain import FRIDAYS, PNPM, TABS, links_of

from mcp_memory.engine.consolidation.promotions import Promotions, as_itself
from mcp_memory.engine.consolidation.reading import values_in
from mcp_memory.engine.domain.memory import Change
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.promotion import CandidateState
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, OriginKind, Status
from mcp_memory.testing import OWNER

TEXTS = st.sampled_from(
    [*FRIDAYS, TABS, "Always deploy on Fridays", "I like tabs", "The cache uses Redis", "发布前要跑测试"]
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(st.tuples(TEXTS, st.sampled_from("abcd")), max_size=12))
def test_one_run_is_a_hundred_runs(said: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory) -> None:
    """A second run changes nothing more, not even when it begins from the beginning."""
    life = Life.on(tmp_path_factory.mktemp("life"))
    for text, session in said:
        life.say(text, session)
    consolidating = life.consolidating()
    consolidating.run()
    once = life.everything()
    for _ in range(3):
        consolidating.run()
    life.forget_how_far()
    consolidating.run()
    assert life.everything() == once
    life.engine.close()


def test_a_dry_run_writes_nothing_and_names_the_candidates(life: Life) -> None:
    life.say_in_scenes(*[TABS] * 3)
    before = life.everything()
    (candidate,) = life.consolidating().dry_run()
    assert candidate.report.passed
    assert (life.everything(), life.records.watermark()) == (before, 0)


def test_a_run_is_bounded_by_number_and_the_next_goes_on(life: Life) -> None:
    life.policy = ConsolidationPolicy(max_episodes=2)
    life.say_in_scenes(*FRIDAYS)
    first = life.consolidating().run()
    assert (first.rests, first.counts["read"]) == (True, 2)
    second = life.consolidating().run()
    assert (second.rests, len(life.rules())) == (False, 1)


def test_a_run_is_bounded_by_time(life: Life) -> None:
    life.say_in_scenes(*FRIDAYS)
    ticks = iter(range(0, 10_000, 15))
    done = life.consolidating(stopwatch=lambda: float(next(ticks))).run()
    assert (done.rests, done.counts["read"]) == (True, 1)


def test_it_is_due_when_enough_episodes_have_gathered(life: Life) -> None:
    life.policy = ConsolidationPolicy(every_episodes=3)
    consolidating = life.consolidating()
    life.say_in_scenes("The cache uses Redis", "The port of Atlas is 8080")
    assert not consolidating.is_due()
    life.say("Comet runs on ARM", "x")
    assert consolidating.is_due()
    consolidating.run()
    assert not consolidating.is_due()


def test_a_switched_off_layer_is_not_made(life: Life) -> None:
    life.policy = ConsolidationPolicy(layers=frozenset({Layer.PROCEDURAL}))
    life.say_in_scenes(*[TABS] * 3)
    life.consolidating().run()
    assert life.rules() == []


def test_what_changed_meanwhile_is_not_promoted(life: Life) -> None:
    """Between the gates and the write somebody archives a source."""

    def archiving(*statements: str) -> str:
        with life.records.writing() as writing:
            now = writing.get(sources[0].id)
            assert now is not None
            writing.put(Change.made(OWNER, "archive", "", now, now.changed(life.clock(), status=Status.ARCHIVED)))
        return statements[0]

    sources = life.say_in_scenes(*PNPM)
    done = life.consolidating(reasoner=life.reasoner(archiving)).run()
    assert (life.rules(), done.counts["changed meanwhile"]) == ([], 1)


def test_a_rule_that_somebody_stored_meanwhile_is_supported_instead(life: Life) -> None:
    def storing(*_: str) -> str:
        life.say(PNPM[0], "told", layer=Layer.SEMANTIC, user_confirmed=True)
        return PNPM[0]

    life.say_in_scenes(*PNPM)
    life.consolidating(reasoner=life.reasoner(storing)).run()
    (rule,) = life.rules()
    assert rule.origin.kind is OriginKind.ASSERTED
    assert len(links_of(life, rule, LinkKind.SUPPORTS)) == 3


def test_a_candidate_that_another_process_settled_is_left_alone(life: Life) -> None:
    life.say_in_scenes(*PNPM[:2])
    life.consolidating().run()
    (held,) = life.open_candidates()

    def settling(*statements: str) -> str:
        with life.records.consolidating() as writing:
            writing.keep_candidate(replace(held, state=CandidateState.REJECTED))
        return statements[0]

    life.say(PNPM[2], "third")
    life.consolidating(reasoner=life.reasoner(settling)).run()
    assert life.rules() == []
    assert as_itself("me").agent == "consolidation"


def test_support_is_only_looked_at_in_a_dry_run(life: Life) -> None:
    life.say_in_scenes(*FRIDAYS)
    life.consolidating().run()
    life.say("Don't ever deploy on Fridays", "new")
    seen = life.everything()
    assert life.consolidating().dry_run() == ()
    assert life.everything() == seen


def test_what_no_longer_stands_is_not_supported(life: Life) -> None:
    life.say_in_scenes(*FRIDAYS)
    life.consolidating().run()
    (rule,) = life.rules()
    (candidate,) = life.records.candidates("me", {CandidateState.PROMOTED})
    promotions = Promotions(life.records, life.clock)
    life.overturned(candidate.memory_id)
    assert promotions.support(OWNER, rule, candidate, ()) is None


@pytest.mark.parametrize("text", ["acgt" * 5_000, "x" * 20_000, "字" * 20_000, "a_" * 10_000])
def test_a_text_without_end_is_no_statement_and_is_read_at_once(life: Life, text: str) -> None:
    life.say(text, "a")
    assert life.consolidating().run().left_out["too long for one statement"] == 1
    assert len(values_in(text)) <= 1
