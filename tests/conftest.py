"""Fixtures every test may use: a clock that stands still, and the real engine on a folder of its own."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import FrozenClock, HashingEmbedder, an_engine

if TYPE_CHECKING:
    from cli_kit import Shell
    from consolidation_kit import Life
    from merge_kit import Kept

os.environ.pop("HF_HUB_OFFLINE", None)  # the hub of the tests is a loopback one
os.environ["TZ"] = "UTC"  # dates are shown in the zone of the machine; expectations need one
if hasattr(time, "tzset"):
    time.tzset()


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def embedder() -> HashingEmbedder:
    return HashingEmbedder()


@pytest.fixture
def engine(tmp_path: Path, clock: FrozenClock, embedder: HashingEmbedder) -> Iterator[MemoryEngine]:
    """The real engine, warmed, on a fresh folder."""
    with an_engine(tmp_path / "home", clock=clock, embedder=embedder) as engine:
        engine.warm()
        yield engine


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    """The real records of a fresh folder."""
    with closing(open_records(tmp_path, StorePolicy())) as records:
        yield records


@pytest.fixture
def kept(tmp_path: Path) -> "Iterator[Kept]":
    """An engine whose near duplicates are merged, for the tests of that."""
    from merge_kit import Kept  # noqa: PLC0415 (on the path only where the tests beside it are collected)

    made = Kept(tmp_path)
    yield made
    made.close()


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> "Shell":
    """A person at a terminal, with a data folder of their own."""
    from cli_kit import Shell  # noqa: PLC0415 (on the path only where the tests beside it are collected)

    return Shell(tmp_path / "home", capsys, monkeypatch)


@pytest.fixture
def life(tmp_path: Path) -> "Iterator[Life]":
    """A life on a folder of its own, for the tests of consolidation."""
    from consolidation_kit import Life  # noqa: PLC0415 (on the path only where the tests beside it are collected)

    made = Life.on(tmp_path)
    yield made
    made.engine.close()
