"""Near duplicates become one memory, in two steps, and what they were stays."""

from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from merge_kit import SAME, SAME_ZH, Kept

from mcp_memory.engine.comparison.relation import Comparison, Relation
from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.memory import Observation, Scope
from mcp_memory.engine.domain.policies import MergePolicy, StorePolicy
from mcp_memory.engine.domain.requests import Forget, Recall, Remember
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Mark, Status
from mcp_memory.engine.records.store import open_records
from mcp_memory.testing import DAWN, OWNER, FrozenClock, an_engine

ACTIVE, ARCHIVED = Status.ACTIVE, Status.ARCHIVED


@pytest.mark.parametrize("texts", [SAME, SAME_ZH])
def test_memories_that_say_the_same_become_one_and_stay_as_archived(kept: Kept, texts: tuple[str, ...]) -> None:
    sources = kept.alike(*texts)
    kept.merge()
    overview = kept.overview(*sources)
    assert (overview.status, overview.content in texts, overview.id in {one.id for one in sources}) == (
        ACTIVE,
        True,
        False,
    )
    assert set(kept.statuses(*sources)) == {ARCHIVED}
    for source in sources:
        last = kept.dossier(source).history[-1]
        assert (last.actor, last.verb, last.reason) == (
            "merge",
            "merge",
            f"merged into {overview.id}, which says the same",
        )
    assert {link.source for link in kept.dossier(overview).links} == {source.id for source in sources}


def test_the_overview_is_there_before_its_sources_go(kept: Kept) -> None:
    """One run writes, a later one archives: a question that is answered meanwhile meets one of them."""
    sources = kept.alike(*SAME)
    assert kept.merging.run().counts == {"compared": 3, "overviews": 1, "waiting": 0}
    assert kept.statuses(*sources, kept.overview(*sources)) == [ACTIVE] * 4
    hasty = kept.merging.run()
    assert (hasty.counts["waiting"], kept.statuses(*sources)) == (1, [ACTIVE] * 3)
    kept.clock.advance(seconds=30)
    assert kept.merging.run().counts == {"archived": 3, "waiting": 0}
    assert kept.statuses(*sources) == [ARCHIVED] * 3


def test_a_run_gives_way_before_each_cluster_and_keeps_no_lock_meanwhile(kept: Kept, tmp_path: Path) -> None:
    """Whoever is answered meanwhile, or writes, waits for one of them at most."""
    for texts in (SAME, SAME_ZH):
        kept.alike(*texts)
    times: list[int] = []
    with closing(open_records(tmp_path, StorePolicy(lock_patience_seconds=0.0))) as others:

        def write() -> None:
            with others.writing():
                times.append(1)

        job = kept.job(give_way=write, policy=MergePolicy(share=1.0))
        assert (job.run().counts["overviews"], len(times)) == (2, 2)
        kept.clock.advance(minutes=1)
        assert (job.run().counts["archived"], len(times)) == (5, 4)


def test_sources_that_are_found_by_meaning_wait_until_the_overview_is_too(kept: Kept) -> None:
    sources = kept.alike(*SAME)
    kept.embed(sources[1])
    kept.merging.run()
    kept.clock.advance(days=3)
    outcome = kept.merging.run()
    assert (outcome.counts["waiting"], kept.statuses(*sources)) == (1, [ACTIVE] * 3)
    assert "found by meaning" in outcome.reason
    assert not kept.merging.is_open({"waiting": 1})
    kept.embed(kept.overview(*sources))
    assert kept.merging.is_open({"waiting": 1})
    assert kept.merging.is_open({"overviews": 1})
    assert not kept.merging.is_open({"archived": 1})
    kept.merging.run()
    assert kept.statuses(*sources) == [ARCHIVED] * 3


def test_the_overview_inherits_the_most_that_any_source_had(kept: Kept) -> None:
    later = DAWN + timedelta(days=20)
    one, other = kept.alike(*SAME[:2], importance=0.4, confidence=0.6, tags=("ops",))
    kept.edit(one, importance=0.9, recalled_at=later, recall_count=4, confirmed_at=later)
    kept.edit(other, confidence=0.85, tags=("ops", "billing"), recall_count=2, occurred_at=later)
    kept.merge()
    made = kept.overview(one, other)
    assert (made.importance, made.confidence, made.tags) == (0.9, 0.85, ("ops", "billing"))
    assert (made.recalled_at, made.recall_count, made.confirmed_at) == (later, 4, later)
    assert (made.occurred_at, made.version, made.marks) == (later, 1, frozenset())


def test_the_overview_was_seen_wherever_its_sources_were_each_scene_once(kept: Kept) -> None:
    one, other = kept.alike(*SAME[:2])
    seen = [(one, "s2", 3), (other, "s2", 2), (other, "s3", 4)]
    with kept.records.writing() as writing:
        for memory, scene, day in seen:
            writing.observe(Observation(memory.id, scene, DAWN + timedelta(days=day)))
    kept.merge()
    found = {(seen.scene, seen.at) for seen in kept.dossier(kept.overview(one, other)).observations}
    assert found == {
        ("s1", one.occurred_at),
        ("s2", DAWN + timedelta(days=2)),
        ("s3", DAWN + timedelta(days=4)),
    }


def test_what_is_seen_between_the_two_steps_is_not_lost(kept: Kept) -> None:
    one, other = kept.alike(*SAME[:2])
    kept.merging.run()
    with kept.records.writing() as writing:
        writing.observe(Observation(other.id, "late", DAWN + timedelta(days=29)))
    kept.clock.advance(minutes=1)
    kept.merge()
    assert "late" in {seen.scene for seen in kept.dossier(kept.overview(one, other)).observations}


def test_what_rests_on_a_source_rests_on_the_overview_too(kept: Kept) -> None:
    rule = kept.put("Services listen above 8000.", layer=Layer.SEMANTIC)
    older, near = kept.put("Port 80 it was."), kept.put("Billing has a service.")
    one, other = kept.alike(*SAME[:2])
    kept.link(rule, LinkKind.DERIVED_FROM, one)
    kept.link(other, LinkKind.SUPPORTS, rule)
    kept.link(other, LinkKind.SUPERSEDES, older)
    kept.link(near, LinkKind.SIMILAR_TO, one)
    kept.link(one, LinkKind.CONFLICTS_WITH, older)
    before = {*kept.dossier(one).links, *kept.dossier(other).links}
    kept.merge()
    made = kept.overview(one, other)
    found = {(link.source, link.kind, link.target) for link in kept.dossier(made).links}
    assert found == {
        (one.id, LinkKind.MERGED_INTO, made.id),
        (other.id, LinkKind.MERGED_INTO, made.id),
        (rule.id, LinkKind.DERIVED_FROM, made.id),
        (made.id, LinkKind.SUPPORTS, rule.id),
        (made.id, LinkKind.SUPERSEDES, older.id),
        (near.id, LinkKind.SIMILAR_TO, made.id),
    }
    assert before <= {*kept.dossier(one).links, *kept.dossier(other).links}


@pytest.mark.parametrize("changed", ["source", "overview"])
def test_what_somebody_changed_between_the_two_steps_is_left_alone(kept: Kept, changed: str) -> None:
    one, other = kept.alike(*SAME[:2])
    kept.merging.run()
    made = kept.overview(one, other)
    kept.edit(one if changed == "source" else made, status=Status.OVERTURNED)
    kept.clock.advance(minutes=1)
    kept.merge()
    expected = [Status.OVERTURNED, ARCHIVED] if changed == "source" else [ACTIVE, ACTIVE]
    assert kept.statuses(one, other) == expected


def test_what_is_changed_while_the_job_compares_gets_no_overview(kept: Kept) -> None:
    one, other = kept.alike(*SAME[:2])

    def same(_first: str, _second: str) -> Comparison:
        kept.edit(one, content="Something else altogether.")
        return Comparison(Relation.SAME, "", "")

    assert kept.job(compare=same).run().counts["overviews"] == 0
    assert kept.overviews(one, other) == []


def test_an_overview_that_is_changed_as_the_job_finishes_stands_for_nothing(kept: Kept) -> None:
    one, other = kept.alike(*SAME[:2])
    kept.merging.run()
    made = kept.overview(one, other)

    def clock() -> datetime:
        if kept.now(made).version == 1:
            kept.edit(made, content="Something else altogether.")
        return kept.clock() + timedelta(minutes=1)

    assert kept.job(clock=clock).run().counts["archived"] == 0
    assert kept.statuses(one, other, made) == [ACTIVE] * 3


def test_a_damaged_row_stops_nothing(kept: Kept) -> None:
    sources = kept.alike(*SAME[:2])
    others = kept.alike(*SAME_ZH)
    kept.job(policy=MergePolicy(share=1.0)).run()
    for memory in (sources[0], kept.overview(*others)):
        with kept.records._connections.writing() as connection:
            connection.exec_driver_sql("UPDATE memories SET details = 'x' WHERE id = ?", (memory.id,))
    kept.clock.advance(minutes=1)
    assert kept.merging.run().counts == {"archived": 1, "waiting": 0}
    assert kept.statuses(sources[1], *others) == [ARCHIVED, ACTIVE, ACTIVE]


# Bounds


def test_one_run_begins_one_cluster_in_a_small_folder(kept: Kept) -> None:
    first, second = kept.alike(*SAME), kept.alike(*SAME_ZH)
    kept.merging.run()
    assert len(kept.overviews(*first)) == 1
    assert kept.overviews(*second) == []


def test_one_run_concerns_at_most_a_share_of_the_active_memories(kept: Kept) -> None:
    texts = [(f"The port of service {name} is 8080.", f"Service {name} listens on port 8080.") for name in "abcdefgh"]
    clusters = [kept.alike(*pair) for pair in texts]
    kept.job(policy=MergePolicy(share=0.25)).run()
    assert [len(kept.overviews(*cluster)) for cluster in clusters] == [1, 1, 0, 0, 0, 0, 0, 0]


def test_clusters_members_and_comparisons_of_one_run_are_bounded(kept: Kept) -> None:
    clusters = [kept.alike(*SAME), kept.alike(*SAME_ZH)]
    job = kept.job(policy=MergePolicy(share=1.0, most_clusters=1, most_members=2))
    job.run()
    assert [len(kept.overviews(*cluster)) for cluster in clusters] == [1, 0]
    assert kept.overviews(clusters[0][2]) == []
    assert kept.job(policy=MergePolicy(most_compared=0)).run().counts["compared"] == 0


@pytest.mark.parametrize(("share", "begun"), [(0.9, 1), (1.0, 2)])
def test_the_share_is_counted_for_each_user(kept: Kept, share: float, begun: int) -> None:
    for user in ("ada", "ben"):
        kept.alike(*SAME[:2], scope=Scope(user=user))
    assert kept.job(policy=MergePolicy(share=share)).run().counts["overviews"] == begun


# Idempotent


def test_a_hundred_runs_leave_what_one_left(kept: Kept) -> None:
    kept.alike(*SAME)
    assert kept.merge().reason == "no two memories say the same in other words"
    revision = kept.records.revision()
    for _ in range(100):
        kept.clock.advance(days=7)
        assert kept.merging.run().reason == "no two memories say the same in other words"
    assert kept.records.revision() == revision


def test_rehearsing_tells_what_a_run_does_and_writes_nothing(kept: Kept) -> None:
    sources = kept.alike(*SAME)
    revision = kept.records.revision()
    told = kept.merging.rehearse()
    assert kept.records.revision() == revision
    assert kept.merging.run().counts == told.counts
    kept.clock.advance(minutes=1)
    told = kept.merging.rehearse()
    assert kept.statuses(*sources) == [ACTIVE] * 3
    assert kept.merging.run().counts == told.counts == {"archived": 3, "waiting": 0}


# Depth and drift


def test_a_merge_of_merges_is_not_merged_again(kept: Kept) -> None:
    wordings = [*SAME, "The billing service runs on port 8080."]
    known = kept.alike(*wordings[:2])
    for text in wordings[2:]:
        kept.merge()
        made = [one for one in kept.overviews(*known) if one.status is ACTIVE]
        known += [kept.put(text), *made]
        for one in made:
            kept.link(known[-2], LinkKind.SIMILAR_TO, one)
    kept.merge()
    assert [kept.now(one).status for one in known[-2:]] == [ACTIVE, ACTIVE]
    assert len(kept.overviews(*known)) == 2


def test_no_chain_drifts_from_one_statement_to_another(kept: Kept) -> None:
    """What is near to the next but not to all stays out, also when an overview stands for the rest."""

    def near(first: str, second: str) -> Comparison:
        is_near = abs(len(first) - len(second)) <= 1
        return Comparison(Relation.SAME if is_near else Relation.RELATED, "", "")

    job = kept.job(compare=near)
    kept.merging = job
    a, b, c, d = kept.alike("a", "aa", "aaa", "aaaa")
    kept.merge()
    assert kept.overview(a, b).content == "a"
    assert kept.overview(c, d).content == "aaa"
    assert len(kept.overviews(a, b, c, d)) == 2
    assert [link.source for link in kept.records.near_duplicates(9)] != []


def test_what_only_the_other_way_round_is_the_same_is_not(kept: Kept) -> None:
    one, other = kept.alike("first", "second")

    def finer(first: str, _second: str) -> Comparison:
        return Comparison(Relation.SAME if first == "first" else Relation.REFINES, "", "")

    kept.merging = kept.job(compare=finer)
    kept.merge()
    assert kept.overviews(one, other) == []


def test_a_marked_memory_is_not_even_looked_at(kept: Kept) -> None:
    kept.alike(*SAME[:2], marks=frozenset({Mark.PINNED}))
    assert kept.records.near_duplicates(9) == ()


def test_links_are_read_page_by_page_newest_first(kept: Kept) -> None:
    kept.alike(*SAME)
    whole = kept.records.near_duplicates(9)
    assert len(whole) == 3
    pages = [kept.records.near_duplicates(1, last) for last in (None, *whole)]
    assert [link for page in pages for link in page] == list(whole)


# On the timetable


def test_the_timetable_finishes_what_it_began_at_its_next_look_and_rests_for_a_week(tmp_path: Path) -> None:
    clock = FrozenClock()
    with an_engine(tmp_path, clock=clock) as engine:
        for text in SAME[:2]:
            engine.remember(OWNER, Remember(content=text))
        told = []
        for _ in range(4):
            run = engine.run_due("merge")
            told.append(run.counts if run else None)
            clock.advance(minutes=1)
        assert told == [
            {"compared": 1, "overviews": 1, "waiting": 0},
            {"archived": 2, "waiting": 0},
            None,
            None,
        ]
        answer = engine.recall(OWNER, Recall(query="billing service port"))
        assert isinstance(answer, Recalled)
        [found] = answer.found
        links = engine.dossier(OWNER, found.memory.id).links
        assert [link.kind for link in links] == [LinkKind.MERGED_INTO] * 2
        engine.forget(OWNER, Forget(ids=(links[0].source,), mode="restore"))
        clock.advance(days=7)
        run = engine.run_due("merge")
        assert run is not None
        assert run.reason == "no two memories say the same in other words"


def test_nothing_is_merged_where_that_is_switched_off(tmp_path: Path) -> None:
    with an_engine(tmp_path, merge_policy=MergePolicy(every_days=0)) as engine:
        assert "merge" not in {job.name for job in engine.jobs()}
