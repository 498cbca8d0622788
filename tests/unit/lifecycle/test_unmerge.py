"""A merge is undone, by the job's own way or by hand, and stays undone."""

from dataclasses import replace

import pytest
from merge_kit import SAME, Kept

from mcp_memory.engine.domain.errors import Invalid, MemoryNotFound
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.testing import OWNER

ACTIVE, ARCHIVED = Status.ACTIVE, Status.ARCHIVED


def test_undoing_puts_the_sources_back_for_good(kept: Kept) -> None:
    sources = kept.alike(*SAME)
    kept.merge()
    made = kept.overview(*sources)
    kept.clock.advance(days=1)
    back = kept.unmerging.unmerge(OWNER, made.id)
    assert [memory.id for memory in back] == [source.id for source in sources]
    assert kept.statuses(*sources, made) == [ACTIVE, ACTIVE, ACTIVE, ARCHIVED]
    assert kept.dossier(made).history[-1].verb == "unmerge"
    restored = [replace(kept.now(source), version=1, changed_at=source.changed_at) for source in sources]
    assert restored == sources
    kept.merge()
    assert kept.statuses(*sources, made) == [ACTIVE, ACTIVE, ACTIVE, ARCHIVED]


def test_undoing_leaves_what_was_changed_since(kept: Kept) -> None:
    one, other = kept.alike(*SAME[:2])
    kept.merge()
    made = kept.overview(one, other)
    kept.edit(one, status=Status.OVERTURNED)
    kept.edit(made, status=Status.OVERTURNED)
    assert [memory.id for memory in kept.unmerging.unmerge(OWNER, made.id)] == [other.id]
    assert kept.statuses(one, other, made) == [Status.OVERTURNED, ACTIVE, Status.OVERTURNED]


def test_undoing_before_the_sources_were_archived_ends_the_merge(kept: Kept) -> None:
    one, other = kept.alike(*SAME[:2])
    kept.merging.run()
    made = kept.overview(one, other)
    assert kept.unmerging.unmerge(OWNER, made.id) == ()
    kept.clock.advance(minutes=1)
    kept.merge()
    assert kept.statuses(one, other, made) == [ACTIVE, ACTIVE, ARCHIVED]


def test_only_an_overview_of_ones_own_can_be_undone(kept: Kept) -> None:
    one, other = kept.alike(*SAME[:2])
    kept.merge()
    with pytest.raises(Invalid, match="nothing was merged"):
        kept.unmerging.unmerge(OWNER, one.id)
    for who, named in ((OWNER, "0"), (Principal(user="ben", agent="test"), kept.overview(one, other).id)):
        with pytest.raises(MemoryNotFound):
            kept.unmerging.unmerge(who, named)


def test_what_a_person_restored_is_not_merged_with_the_same_again(kept: Kept) -> None:
    one, other = kept.alike(*SAME[:2])
    kept.merge()
    made = kept.overview(one, other)
    kept.edit(one, status=ACTIVE)
    kept.link(one, LinkKind.SIMILAR_TO, made)
    kept.merge()
    assert kept.statuses(one, other, made) == [ACTIVE, ARCHIVED, ACTIVE]
    new = kept.put(SAME[2])
    kept.link(new, LinkKind.SIMILAR_TO, one)
    kept.merge()
    assert kept.statuses(one, new) == [ARCHIVED, ARCHIVED]
    assert kept.now(made).status is ACTIVE


def test_nor_by_way_of_another_overview(kept: Kept) -> None:
    """What was taken apart does not come together again inside overviews that hold it."""
    one, other = kept.alike(*SAME[:2])
    kept.merge()
    kept.unmerging.unmerge(OWNER, kept.overview(one, other).id)
    kept.clock.advance(days=1)
    new = kept.put(SAME[2])
    kept.link(new, LinkKind.SIMILAR_TO, one)
    kept.merge()
    [made] = kept.overviews(new)
    assert kept.statuses(one, other, new, made) == [ARCHIVED, ACTIVE, ARCHIVED, ACTIVE]
    kept.link(made, LinkKind.SIMILAR_TO, other)
    kept.merge()
    assert kept.statuses(other, made) == [ACTIVE, ACTIVE]
