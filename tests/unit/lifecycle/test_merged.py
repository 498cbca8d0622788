"""What is said, undone or erased of memories that were merged."""

from collections.abc import Sequence

import pytest
from merge_kit import SAME, SAME_ZH, Kept

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.domain.answers import Forgotten, SeenAgain, Stored
from mcp_memory.engine.domain.errors import NothingToUndo
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.requests import Forget, Review
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.engine.encoding.settle import Settling, Sighting, twins_of
from mcp_memory.engine.lifecycle.forget import Forgetting
from mcp_memory.engine.lifecycle.undo import Undoing
from mcp_memory.testing import OWNER, a_memory

ACTIVE, ARCHIVED = Status.ACTIVE, Status.ARCHIVED
REACH = Reach(user="me", sessions=None)
PERSON = Principal(user="me", agent="cli", session="s1", person=True)


def merged(kept: Kept, texts: Sequence[str]) -> tuple[list[Memory], Memory]:
    """The sources, that with the overview's words first, and the overview."""
    sources = kept.alike(*texts)
    kept.merge()
    made = kept.overview(*sources)
    return sorted(sources, key=lambda source: source.content != made.content), made


def say_again(kept: Kept, text: str) -> SeenAgain | Stored:
    draft = a_memory(id=kept.new_id(), content=text, occurred_at=kept.clock(), stored_at=kept.clock())
    with kept.records.writing() as writing:
        seen = Sighting(who=OWNER, scene="later", draft=draft)
        outcome = Settling(writing, seen, Clashes(kept.records, kept.records)).settle(twins_of(writing, REACH, draft))
    assert isinstance(outcome, SeenAgain | Stored)
    return outcome


def purge(kept: Kept, *memories: Memory, confirm: bool = True) -> Forgotten:
    ask = Forget(ids=tuple(memory.id for memory in memories), mode="purge", confirm=confirm)
    return Forgetting(kept.records, Clashes(kept.records, kept.records), kept.clock).forget(PERSON, REACH, ask, ())


def undo(kept: Kept, memory: Memory) -> list[str]:
    ask = Review(action="undo", id=memory.id, user_confirmed=True)
    return [
        back.id
        for back in Undoing(kept.records, Clashes(kept.records, kept.records), kept.clock)
        .undo(OWNER, REACH, ask)
        .decided
    ]


@pytest.mark.parametrize("texts", [SAME, SAME_ZH])
def test_what_was_merged_and_is_said_again_is_seen_in_the_overview(kept: Kept, texts: Sequence[str]) -> None:
    sources, made = merged(kept, texts)
    scenes = len(kept.dossier(made).observations)
    outcome = say_again(kept, sources[-1].content)
    assert isinstance(outcome, SeenAgain)
    assert outcome.memory.id == made.id
    assert len(kept.dossier(made).observations) == scenes + 1
    assert kept.statuses(*sources) == [ARCHIVED] * len(sources)


def test_once_its_overview_is_put_away_it_stands_by_itself_again(kept: Kept) -> None:
    sources, made = merged(kept, SAME)
    kept.edit(made, status=ARCHIVED)
    outcome = say_again(kept, sources[-1].content)
    assert isinstance(outcome, Stored)
    assert (outcome.memory.id, outcome.memory.status) == (sources[-1].id, ACTIVE)


def test_an_overview_that_was_merged_itself_leads_to_the_one_that_counts(kept: Kept) -> None:
    sources, made = merged(kept, SAME[:2])
    (third,) = kept.alike(SAME[2])
    kept.link(third, LinkKind.SIMILAR_TO, made)
    kept.merge()
    upper = kept.overview(third)
    assert say_again(kept, sources[-1].content).memory.id == upper.id


def test_a_merge_is_undone_by_the_overviews_id(kept: Kept) -> None:
    sources, made = merged(kept, SAME)
    assert sorted(undo(kept, made)) == sorted(source.id for source in sources)
    assert kept.statuses(*sources, made) == [ACTIVE, ACTIVE, ACTIVE, ARCHIVED]
    with pytest.raises(NothingToUndo):
        undo(kept, made)


@pytest.mark.parametrize("texts", [SAME, SAME_ZH])
def test_an_overview_is_erased_with_all_that_was_put_away_for_it(kept: Kept, texts: Sequence[str]) -> None:
    sources, made = merged(kept, texts)
    everything = {made.id, *(source.id for source in sources)}
    preview = purge(kept, made, confirm=False)
    assert {memory.id for memory in preview.done} == everything
    assert "hold the same words" in preview.note
    assert {memory.id for memory in purge(kept, made).done} == everything
    assert kept.records.get_many(list(everything)) == {}


def test_an_overview_of_overviews_is_erased_with_all_below(kept: Kept) -> None:
    sources, made = merged(kept, SAME[:2])
    (third,) = kept.alike(SAME[2])
    kept.link(third, LinkKind.SIMILAR_TO, made)
    kept.merge()
    upper = kept.overview(third)
    assert {memory.id for memory in purge(kept, upper).done} == {upper.id, made.id, third.id, *(s.id for s in sources)}


def test_a_source_takes_along_what_has_its_words_and_lets_the_others_stand(kept: Kept) -> None:
    (own, *others), made = merged(kept, SAME)
    assert {memory.id for memory in purge(kept, own).done} == {own.id, made.id}
    assert kept.statuses(*others) == [ACTIVE, ACTIVE]


def test_an_overview_that_had_a_sources_words_once_goes_with_it(kept: Kept) -> None:
    (own, *_), made = merged(kept, SAME)
    kept.edit(made, content="The billing service is reached on port 8080.")
    assert made.id in {memory.id for memory in purge(kept, own).done}


def test_a_source_in_other_words_is_erased_alone(kept: Kept) -> None:
    (own, other, _), made = merged(kept, SAME)
    gone = purge(kept, other)
    assert ([memory.id for memory in gone.done], gone.note) == ([other.id], "")
    assert kept.statuses(own, made) == [ARCHIVED, ACTIVE]


def test_a_source_that_a_person_took_back_goes_only_with_its_own_words(kept: Kept) -> None:
    (own, other, _), made = merged(kept, SAME)
    kept.edit(own, status=ACTIVE)
    kept.edit(other, status=ACTIVE)
    gone = {memory.id for memory in purge(kept, made).done}
    assert own.id in gone
    assert other.id not in gone
