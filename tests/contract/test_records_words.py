"""The port WordIndex: BM25 and coverage over the stored words."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from records_kit import EVERYTHING, a_change, put

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.vocabulary import Status
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.engine.text.tokens import query_terms
from mcp_memory.testing import DAWN, CountedIds, a_memory


@pytest.fixture
def new_id() -> CountedIds:
    return CountedIds()


def told(records: SqliteRecords, new_id: CountedIds, *contents: str) -> list[Memory]:
    """Store one memory per content, in one transaction."""
    memories = [a_memory(id=new_id(), content=content) for content in contents]
    with records.writing() as writing:
        for memory in memories:
            writing.put(a_change(memory))
    return memories


def found(records: SqliteRecords, question: str, within: Filter = EVERYTHING, limit: int = 30) -> list[str]:
    """The ids that the words of a question bring up, best first."""
    return [memory_id for memory_id, _ in records.search_words(query_terms(question), within, limit)]


def test_what_was_just_written_is_found_by_two_characters(records: SqliteRecords, new_id: CountedIds) -> None:
    """At once, in the same transaction as the text."""
    coffee, _ = told(records, new_id, "小明喜欢喝咖啡", "The release is on Friday")
    assert found(records, "咖啡") == [coffee.id]


def test_the_better_match_comes_first(records: SqliteRecords, new_id: CountedIds) -> None:
    """By BM25: more of the rare words, higher is better, and coverage says how much of the question is there."""
    fillers = [f"filler text number {n}" for n in range(20)]
    both, one, *_ = told(records, new_id, "postgres billing", "postgres website", *fillers)
    scores = records.search_words(["postgr", "bill"], EVERYTHING, 5)
    assert list(scores) == [(both.id, 0), (one.id, 0)]
    first, second = scores.values()
    assert first.words > second.words > 0
    assert first.coverage == 1.0
    assert 0 < second.coverage < 0.5


def test_an_edit_of_the_same_length_is_followed(records: SqliteRecords, new_id: CountedIds) -> None:
    """What was counted for one question does not stand in the way of the next."""
    (memory,) = told(records, new_id, "zebra")
    assert found(records, "giraffe") == []
    put(records, memory.changed(DAWN, content="giraffe"))
    assert (found(records, "zebra"), found(records, "giraffe")) == ([], [memory.id])


def test_terms_that_nobody_has_count_against_coverage(records: SqliteRecords, new_id: CountedIds) -> None:
    """A question of which half is unknown is not covered by the other half."""
    told(records, new_id, "postgres")
    (score,) = records.search_words(["postgr", "nowher"], EVERYTHING, 5).values()
    assert 0 < score.coverage < 0.5


def test_frequent_terms_do_not_bring_up_anything_by_themselves(records: SqliteRecords, new_id: CountedIds) -> None:
    """Terms in very many chunks are left out while a rarer one remains; they count in coverage."""
    wanted, *_ = told(records, new_id, "deploy zebra", *(f"deploy number {n}" for n in range(210)))
    assert found(records, "deploy zebra") == [wanted.id]
    (score,) = records.search_words(["deploy", "zebra"], EVERYTHING, 5).values()
    assert score.coverage == 1.0


def test_no_term_is_left_out_of_a_small_store(records: SqliteRecords, new_id: CountedIds) -> None:
    """There, a term in half of the memories still brings them up, behind the rarer ones."""
    wanted, *others = told(records, new_id, "deploy zebra", *(f"deploy number {n}" for n in range(20)))
    answers = found(records, "deploy zebra")
    assert answers[0] == wanted.id
    assert set(answers) == {wanted.id, *(memory.id for memory in others)}


def test_a_question_of_frequent_terms_alone_is_answered(records: SqliteRecords, new_id: CountedIds) -> None:
    """First what holds all of them, then the newest that hold some, each once, within the limit."""
    both, *some = told(
        records, new_id, "deploy server", *(f"{'deploy' if n % 2 else 'server'} {n}" for n in range(420))
    )
    answers = found(records, "deploy server", limit=10)
    assert answers[0] == both.id
    assert len(set(answers)) == 10
    assert set(answers[1:]) <= {memory.id for memory in some}
    assert found(records, "deploy server", limit=1) == [both.id]


def test_a_narrow_filter_is_filled_from_far_down_the_ranking(records: SqliteRecords, new_id: CountedIds) -> None:
    """However many better matches lie outside."""
    told(records, new_id, *("zebra zebra" for _ in range(20)), *(f"other {n}" for n in range(200)))
    hidden = a_memory(id=new_id(), content="zebra with a great many other words beside it", tags=("art",))
    put(records, hidden)
    tagged = Filter(reach=Reach(user="me", sessions=None), tags=frozenset({"art"}))
    assert found(records, "zebra", tagged, limit=2) == [hidden.id]


def test_status_and_edits_are_followed(records: SqliteRecords, new_id: CountedIds) -> None:
    """Archived words stay and are filtered; edited words are gone."""
    (memory,) = told(records, new_id, "zebra")
    archived = memory.changed(DAWN, status=Status.ARCHIVED)
    put(records, archived)
    assert found(records, "zebra") == [memory.id]
    assert found(records, "zebra", Filter(reach=Reach(user="me", sessions=None))) == []
    put(records, archived.changed(DAWN, content="giraffe"))
    assert found(records, "zebra") == []
    assert found(records, "giraffe") == [memory.id]


def test_given_chunks_are_scored_as_the_search_scores_them(records: SqliteRecords, new_id: CountedIds) -> None:
    """The same numbers on both ways; chunks without a hit, and unknown ones, are left out."""
    one, two, none, *_ = told(
        records, new_id, "zebra", "zebra filler giraffe", "elephant", *("filler" for _ in range(210))
    )
    wanted = [(one.id, 0), (two.id, 0), (none.id, 0), (one.id, 7), ("nobody", 0)]
    for terms in (["zebra", "giraff"], ["filler"], ["nowher"]):
        searched = records.search_words(terms, EVERYTHING, 1000)
        scored = records.score_words(terms, wanted)
        assert scored == {place: score for place, score in searched.items() if place in wanted}
    assert records.score_words(["zebra"], []) == {}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(
    terms=st.lists(st.text(max_size=8) | st.sampled_from(["zebra", '"', "AND", "NEAR(", "a:b", "*", "\x00", "\ud800"]))
)
def test_no_terms_ever_raise(records: SqliteRecords, terms: list[str]) -> None:
    """Whatever is asked, the answer is a possibly empty list of scores within their bounds."""
    if not records.count(EVERYTHING):
        put(records, a_memory(content='zebra AND "quoted" a:b'))
    scores = records.search_words(terms, EVERYTHING, 5)
    assert scores == records.score_words(terms, [(a_memory().id, 0)])
    assert all(0 <= score.coverage <= 1 and score.words > 0 for score in scores.values())


def test_a_question_of_a_thousand_terms_is_cut_short(records: SqliteRecords, new_id: CountedIds) -> None:
    """Only so many terms are looked up; those at the front are among them."""
    wanted, *_ = told(records, new_id, "zebra", *(" ".join(f"w{n}x{m}" for m in range(30)) for n in range(60)))
    terms = ["zebra", *(f"w{n}x{m}" for n in range(60) for m in range(30))]
    assert (wanted.id, 0) in records.search_words(terms, EVERYTHING, 100)
