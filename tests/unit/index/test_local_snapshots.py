"""Starting from a snapshot: the same answers sooner; a purge, other records or an older copy make it void."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from index_kit import ALL_MINE, ASKED, SPACE, Ledger, a_row

from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.index.snapshots import Snapshot, Snapshots
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hits

POLICY = IndexPolicy(exact_rows=0, snapshot_rows=10, snapshot_drift=0.5, page=100)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def ledger() -> Ledger:
    """Twenty memories, revisions 1 to 20."""
    ledger = Ledger()
    ledger.fill(20)
    return ledger


def an_index(ledger: Ledger, folder: Path | None, policy: IndexPolicy = POLICY) -> LocalIndex:
    return LocalIndex(ledger, ledger, SPACE, policy, folder)


def ask(index: LocalIndex) -> Hits:
    return index.search([], ASKED, ALL_MINE, 50)


def fresh(ledger: Ledger) -> Hits:
    return ask(an_index(ledger, None))


def saved(folder: Path) -> list[str]:
    """The revisions of the files."""
    return sorted(file.name.rpartition("-")[2] for file in folder.glob("*"))


def test_an_index_starts_from_the_snapshot_and_pulls_what_changed_since(ledger: Ledger, folder: Path) -> None:
    assert an_index(ledger, folder).save()
    ledger.set("m003", a_row("m003", seed=77), a_row("m003", 1, seed=78))
    ledger.set("new", a_row("new", seed=79))
    expected = fresh(ledger)
    ledger.pulls.clear()
    assert ask(an_index(ledger, folder)) == expected
    assert ledger.pulls[0] == 20


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(Path.unlink, id="missing"),
        pytest.param(lambda file: file.write_bytes(file.read_bytes()[:-9]), id="cut short"),
        pytest.param(lambda file: file.write_bytes(b""), id="empty"),
        pytest.param(lambda file: file.write_bytes(file.read_bytes().replace(b"some:1", b"same:1")), id="foreign"),
    ],
)
def test_without_a_usable_snapshot_the_answers_are_the_same(
    ledger: Ledger, folder: Path, spoil: Callable[[Path], object]
) -> None:
    assert an_index(ledger, folder).save()
    [file] = folder.iterdir()
    spoil(file)
    index = an_index(ledger, folder)
    ledger.pulls.clear()
    assert ask(index) == fresh(ledger)
    assert ledger.pulls[0] == 0
    assert index.save()
    assert saved(folder) == ["20.rows"]


def test_a_snapshot_is_written_only_when_it_is_worth_it(ledger: Ledger, folder: Path) -> None:
    """Many rows, searched by codes, and many of them changed since the last, written or read."""
    assert not an_index(ledger, None).save()
    assert not an_index(ledger, folder, replace(POLICY, snapshot_rows=21)).save()
    assert not an_index(ledger, folder, replace(POLICY, exact_rows=20)).save()
    index = an_index(ledger, folder)
    assert index.save()
    assert not index.save()
    ledger.fill(9, prefix="n")
    assert not index.save()
    assert not an_index(ledger, folder).save()
    ledger.fill(11, prefix="o")
    assert index.save()
    assert saved(folder) == ["40.rows"]


def test_a_folder_that_refuses_costs_nothing_but_the_snapshot(ledger: Ledger, folder: Path) -> None:
    folder.write_text("not a folder", encoding="utf-8")
    index = an_index(ledger, folder)
    assert not index.save()
    assert ask(index) == fresh(ledger)


def test_a_purge_removes_every_snapshot_that_came_before_it(ledger: Ledger, folder: Path) -> None:
    index = an_index(ledger, folder)
    assert index.save()
    (folder / "another-15.rows").write_bytes(b"of another space")
    (folder / "killed.unfinished").write_bytes(b"half")
    ledger.set("m007")
    assert index.size() == 19
    assert saved(folder) == []
    assert index.save()
    assert saved(folder) == ["21.rows"]
    assert ask(an_index(ledger, folder)) == fresh(ledger)
    [file] = folder.iterdir()
    assert b"m006" in file.read_bytes()
    assert b"m007" not in file.read_bytes()


def test_a_process_that_starts_after_a_purge_removes_them_too(ledger: Ledger, folder: Path) -> None:
    assert an_index(ledger, folder).save()
    ledger.set("m007")
    assert ask(an_index(ledger, folder)) == fresh(ledger)
    assert saved(folder) == []


@pytest.mark.parametrize("seen_by", ["nobody yet", "another thread"])
def test_a_purge_while_a_snapshot_is_written_voids_it(
    ledger: Ledger, folder: Path, seen_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = an_index(ledger, folder)
    write = Snapshots.write

    def write_slowly(snapshots: Snapshots, snapshot: Snapshot) -> bool:
        ledger.set("m007")
        if seen_by == "another thread":
            index.size()
        return write(snapshots, snapshot)

    monkeypatch.setattr(Snapshots, "write", write_slowly)
    assert not index.save()
    assert saved(folder) == []


def test_records_that_went_back_are_read_anew(ledger: Ledger, folder: Path) -> None:
    """An older copy of the records was put back, beneath a running index and before a start."""
    index = an_index(ledger, folder)
    assert index.save()
    older = Ledger()
    older.fill(12)
    ledger.revision, ledger._memories = older.revision, older._memories
    assert ask(index) == fresh(older)
    assert saved(folder) == []
    newer = Ledger()
    newer.fill(20)
    assert an_index(newer, folder).save()
    assert ask(an_index(older, folder)) == fresh(older)
    assert saved(folder) == []


def test_a_snapshot_of_other_records_is_found_out(ledger: Ledger, folder: Path) -> None:
    """Put back and then written on: the revision is high enough, but what it knows last is not there."""
    assert an_index(ledger, folder).save()
    others = Ledger()
    others.fill(12)
    others.fill(13, prefix="k")
    index = an_index(others, folder)
    assert ask(index) == fresh(others)
    assert saved(folder) == []


class Busy(Ledger):
    """A source in which another process changes a memory just before its vector is first read."""

    def vectors_of(self, chunks: Sequence[tuple[str, int]], space: str) -> dict[tuple[str, int], Vector]:
        if self.revision == 20:
            self.set("m019", a_row("m019", seed=99))
        return super().vectors_of(chunks, space)


def test_a_change_between_catching_up_and_comparing_does_not_void_a_snapshot(ledger: Ledger, folder: Path) -> None:
    assert an_index(ledger, folder).save()
    busy = Busy()
    busy.fill(20)
    assert ask(an_index(busy, folder)) == fresh(busy)
    assert busy.revision == 21
    assert 0 not in busy.pulls[:2]
    assert saved(folder) == ["20.rows"]


def test_rebuilding_trusts_no_snapshot(ledger: Ledger, folder: Path) -> None:
    index = an_index(ledger, folder)
    assert index.save()
    ledger.pulls.clear()
    assert index.rebuild() == 20
    assert ledger.pulls == [0]
    assert saved(folder) == []
    assert index.save()
