"""Snapshot files: whole or missing, the newest first, and nothing left over."""

import json
import os
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from index_kit import ALL_MINE, ASKED, SPACE, a_row

from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.index.rows import Rows
from mcp_memory.engine.index.slots import Key
from mcp_memory.engine.index.snapshots import Snapshot, Snapshots
from mcp_memory.engine.ports.embedder import Vector

ON_CODES = IndexPolicy(exact_rows=0)
CONTENT = [
    a_row("a", 0, 1, ("x",)),
    a_row("a", 1, 2, ("x",)),
    a_row("b", 0, 3, ("y", "\ud800"), "garden"),
    a_row("c", 0, 0),
]


def read(keys: Sequence[Key]) -> dict[Key, Vector]:
    return {
        (row.memory_id, row.chunk): row.vector for row in CONTENT if row.vector and (row.memory_id, row.chunk) in keys
    }


def a_snapshot(revision: int = 7, size: int = 4) -> Snapshot:
    rows = Rows(read, ON_CODES)
    rows.add(CONTENT[:size])
    packed = rows.packed()
    assert packed is not None
    return Snapshot(revision, packed)


def answer(snapshot: Snapshot) -> object:
    rows = Rows.unpacked(snapshot.rows, read, ON_CODES)
    return len(rows), rows.nearest(ASKED, ALL_MINE, 10, [])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def snapshots(folder: Path) -> Snapshots:
    return Snapshots(folder, SPACE)


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_what_was_written_is_read(snapshots: Snapshots) -> None:
    assert snapshots.newest() is None
    assert snapshots.write(a_snapshot())
    found = snapshots.newest()
    assert found is not None
    assert found.revision == 7
    assert answer(found) == answer(a_snapshot())


def test_only_the_newest_stays_and_only_of_the_owner(snapshots: Snapshots, folder: Path) -> None:
    for revision in (7, 12):
        assert snapshots.write(a_snapshot(revision))
    [file] = files(folder)
    assert file.name.endswith("-12.rows")
    if os.name == "posix":
        assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)


def test_an_older_one_written_late_does_not_remove_the_newer(snapshots: Snapshots) -> None:
    assert snapshots.write(a_snapshot(12))
    assert snapshots.write(a_snapshot(7))
    found = snapshots.newest()
    assert found is not None
    assert found.revision == 12


@settings(max_examples=80, deadline=None)
@given(place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7), harm=st.sampled_from(["cut", "flip"]))
def test_a_file_that_is_cut_short_or_changed_anywhere_is_taken_for_missing_and_removed(
    tmp_path_factory: pytest.TempPathFactory, place: float, bit: int, harm: str
) -> None:
    folder = tmp_path_factory.mktemp("index")
    snapshots = Snapshots(folder, SPACE)
    assert snapshots.write(a_snapshot())
    [file] = files(folder)
    content = bytearray(file.read_bytes())
    at = int(place * len(content))
    content[at] ^= 1 << bit
    file.write_bytes(content[:at] if harm == "cut" else content)
    assert snapshots.newest() is None
    assert files(folder) == []


@pytest.mark.parametrize("content", [b"PK", b"\0" * 4])
def test_a_damaged_file_leaves_the_one_before_it(snapshots: Snapshots, folder: Path, content: bytes) -> None:
    """Also one whose checksum is right, of nothing."""
    assert snapshots.write(a_snapshot(7))
    [file] = files(folder)
    file.with_name(file.name.replace("-7", "-9")).write_bytes(content)
    found = snapshots.newest()
    assert found is not None
    assert found.revision == 7
    assert files(folder) == [file]


@pytest.mark.parametrize("name", ["{name}-8.rows", "{name}-07x.rows", "{name}.rows", "other-9.rows"])
def test_a_file_under_a_name_that_is_not_its_own_is_no_snapshot(snapshots: Snapshots, folder: Path, name: str) -> None:
    assert snapshots.write(a_snapshot(7))
    [file] = files(folder)
    file.rename(file.with_name(name.format(name=file.name.removesuffix("-7.rows"))))
    assert snapshots.newest() is None


def test_a_file_of_another_space_or_format_is_no_snapshot(folder: Path, snapshots: Snapshots) -> None:
    other = Snapshots(folder, "other:1")
    assert other.write(a_snapshot())
    assert snapshots.newest() is None
    [file] = files(folder)
    assert snapshots.write(a_snapshot())
    [mine] = [found for found in files(folder) if found != file]
    mine.write_bytes(file.read_bytes())
    assert snapshots.newest() is None


def test_arrays_of_another_making_are_no_snapshot(folder: Path, snapshots: Snapshots) -> None:
    """A sound checksum over something else, as a later version might write it."""
    assert snapshots.write(a_snapshot())
    [file] = files(folder)
    with file.open("wb") as opened:
        np.save(opened, np.frombuffer(json.dumps({"format": 99}).encode(), dtype=np.uint8))
    content = file.read_bytes()
    file.write_bytes(content + zlib.crc32(content).to_bytes(4, "little"))
    assert snapshots.newest() is None


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "index").write_text("not a folder", encoding="utf-8")
    snapshots = Snapshots(tmp_path / "index", SPACE)
    assert not snapshots.write(a_snapshot())
    assert snapshots.newest() is None


def test_what_another_process_had_begun_is_removed_and_a_name_that_is_taken_leaves_nothing(
    snapshots: Snapshots, folder: Path
) -> None:
    folder.mkdir()
    (folder / "killed.unfinished").write_bytes(b"half")
    assert snapshots.write(a_snapshot(7))
    [file] = files(folder)
    in_the_way = file.with_name(file.name.replace("-7", "-8"))
    in_the_way.mkdir()
    assert not snapshots.write(a_snapshot(8))
    assert files(folder) == [file, in_the_way]


def test_all_are_removed_of_every_space(snapshots: Snapshots, folder: Path) -> None:
    assert snapshots.write(a_snapshot())
    assert Snapshots(folder, "other:1").write(a_snapshot())
    (folder / "killed.unfinished").write_bytes(b"half")
    snapshots.remove_all()
    assert files(folder) == []
