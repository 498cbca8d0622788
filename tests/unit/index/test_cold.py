"""The cold tier as the local index meets it: nothing of it in memory, all of it within reach."""

from dataclasses import replace
from pathlib import Path

import pytest
from index_kit import ALL_MINE, ASKED, SPACE, Ledger, a_row, packed

from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hits

ANYWHERE = replace(ALL_MINE, tiers=frozenset(Tier))
KEPT = IndexPolicy(cold_snapshot_rows=10, snapshot_drift=0.5, page=100)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def ledger() -> Ledger:
    """Twenty cold memories and two hot ones, revisions 1 to 22."""
    ledger = Ledger()
    ledger.fill(20, tier=Tier.COLD)
    ledger.fill(2, prefix="h")
    return ledger


def a_ledger(*tiers: Tier) -> Ledger:
    """One memory of each of these tiers, in order."""
    ledger = Ledger()
    for number, tier in enumerate(tiers, 1):
        ledger.set(f"m{number}", a_row(f"m{number}", seed=number, tier=tier))
    return ledger


def an_index(ledger: Ledger, folder: Path | None) -> LocalIndex:
    return LocalIndex(ledger, ledger, SPACE, KEPT, folder)


def ask(index: LocalIndex) -> Hits:
    return index.search([], ASKED, ANYWHERE, 50)


def saved(folder: Path) -> list[str]:
    return sorted(file.name[16:] for file in folder.glob("*"))


def test_the_nearest_of_all_tiers_come_in_one_order() -> None:
    mixed = a_ledger(Tier.HOT, Tier.COLD, Tier.WARM, Tier.COLD)
    plain = a_ledger(*[Tier.HOT] * 4)
    for limit in (1, 2, 3, 10):
        expected = LocalIndex(plain, plain, SPACE).search([], ASKED, ANYWHERE, limit)
        assert LocalIndex(mixed, mixed, SPACE).search([], ASKED, ANYWHERE, limit) == expected


@pytest.mark.parametrize(
    "question", [None, packed(1.0, 0.0), packed(*[float("nan")] * 8)], ids=["none", "another size", "not finite"]
)
def test_a_question_that_fits_nothing_finds_nothing(question: Vector | None) -> None:
    ledger = a_ledger(Tier.COLD, Tier.HOT)
    assert LocalIndex(ledger, ledger, SPACE).search([], question, ANYWHERE, 5) == Hits((), ())


def test_what_turns_cold_leaves_the_memory_and_comes_back() -> None:
    ledger = a_ledger(Tier.HOT, Tier.HOT)
    index = LocalIndex(ledger, ledger, SPACE)
    assert len(index.search([], ASKED, ALL_MINE, 5).by_vector) == 2
    ledger.set("m1", a_row("m1", seed=1, tier=Tier.COLD))
    assert [hit.memory_id for hit in index.search([], ASKED, ALL_MINE, 5).by_vector] == ["m2"]
    assert len(ask(index).by_vector) == 2
    ledger.set("m1", a_row("m1", seed=1))
    assert len(index.search([], ASKED, ALL_MINE, 5).by_vector) == 2
    assert len(ask(index).by_vector) == 2


def test_nothing_cold_is_read_before_a_question_looks_that_far(ledger: Ledger, folder: Path) -> None:
    """And then a snapshot is opened, and only what has changed since is read."""
    assert an_index(ledger, folder).save()
    assert saved(folder) == ["cold-22.rows"]
    index = an_index(ledger, folder)
    ledger.pulls.clear()
    index.search([], ASKED, ALL_MINE, 5)
    assert ledger.pulls == [0]
    assert len(ask(index).by_vector) == 22
    assert set(ledger.pulls[1:]) == {22}
    ledger.set("m003", a_row("m003", seed=4))
    ledger.set("h001", a_row("h001", seed=2, tier=Tier.COLD))
    assert ask(index) == ask(an_index(ledger, None))
    assert len(ask(index).by_vector) == 22


def test_cold_rows_are_kept_again_once_many_may_have_changed(ledger: Ledger, folder: Path) -> None:
    index = an_index(ledger, folder)
    assert index.save()
    assert not index.save()
    ledger.fill(9, prefix="n", tier=Tier.COLD)
    assert not index.save()
    ledger.fill(21, prefix="o", tier=Tier.COLD)
    ledger.pulls.clear()
    assert index.save()
    assert saved(folder) == ["cold-52.rows"]
    assert 0 not in ledger.pulls
    assert len(ask(index).by_vector) == 50
    assert not an_index(ledger, folder).save()


def test_few_cold_rows_leave_no_file(folder: Path) -> None:
    ledger = Ledger()
    ledger.fill(9, tier=Tier.COLD)
    index = an_index(ledger, folder)
    assert not index.save()
    ledger.set("m003")
    assert index.size() == 8
    assert saved(folder) == []


def test_each_part_keeps_its_own_file(folder: Path) -> None:
    ledger = Ledger()
    ledger.fill(60, tier=Tier.COLD)
    ledger.fill(20, prefix="h")
    policy = replace(KEPT, exact_rows=0, snapshot_rows=10)
    index = LocalIndex(ledger, ledger, SPACE, policy, folder)
    assert index.save()
    assert saved(folder) == ["-80.rows", "cold-80.rows"]
    ledger.fill(20, prefix="i")
    assert index.save()
    assert saved(folder) == ["-100.rows", "cold-80.rows"]
    ledger.fill(30, prefix="n", tier=Tier.COLD)
    assert index.save()
    assert saved(folder) == ["-130.rows", "cold-130.rows"]
    assert ask(LocalIndex(ledger, ledger, SPACE, policy, folder)) == ask(an_index(ledger, None))


@pytest.mark.parametrize("by", ["the index that kept it", "another process"])
def test_a_purge_leaves_nothing_in_what_is_kept_of_the_cold_tier(ledger: Ledger, folder: Path, by: str) -> None:
    index = an_index(ledger, folder)
    assert index.save()
    (folder / "another-15.rows").write_bytes(b"of another space")
    ledger.set("m007")
    purging = index if by == "the index that kept it" else an_index(ledger, folder)
    assert purging.size() == 21
    assert saved(folder) == []
    ledger.pulls.clear()
    assert purging.save()
    assert 0 not in ledger.pulls
    assert saved(folder) == ["cold-23.rows"]
    [file] = folder.iterdir()
    assert b"m006" in file.read_bytes()
    assert b"m007" not in file.read_bytes()
    assert len(ask(index).by_vector) == 21


def test_records_that_went_back_are_read_anew(ledger: Ledger, folder: Path) -> None:
    assert an_index(ledger, folder).save()
    older = Ledger()
    older.fill(12, tier=Tier.COLD)
    assert len(ask(an_index(older, folder)).by_vector) == 12
    assert saved(folder) == []


def test_rebuilding_trusts_nothing_that_was_kept(ledger: Ledger, folder: Path) -> None:
    index = an_index(ledger, folder)
    assert index.save()
    assert index.rebuild() == 22
    assert saved(folder) == []
    assert index.save()
    assert saved(folder) == ["cold-22.rows"]


def test_once_most_are_cold_the_file_of_those_that_were_near_goes(folder: Path) -> None:
    """A process that starts would otherwise catch up with all that turned cold since."""
    ledger = Ledger()
    ledger.fill(40)
    policy = replace(KEPT, exact_rows=0, snapshot_rows=10)
    index = LocalIndex(ledger, ledger, SPACE, policy, folder)
    assert index.save()
    assert saved(folder) == ["-40.rows"]
    ledger.fill(35, tier=Tier.COLD)
    assert index.save()
    assert saved(folder) == ["cold-75.rows"]
    assert len(ask(LocalIndex(ledger, ledger, SPACE, policy, folder)).by_vector) == 40
