"""What leases owe the background: one holder at a time, whoever is killed, whatever the clock does."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.ports.leases import Leases
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN

SECONDS = 60.0


@pytest.fixture
def leases(tmp_path: Path) -> Iterator[SqliteRecords]:
    with closing(open_records(tmp_path, StorePolicy())) as records:
        yield records


def after(seconds: float) -> datetime:
    return DAWN + timedelta(seconds=seconds)


def test_a_lease_is_one_holders_until_it_runs_out_or_is_given_back(leases: Leases) -> None:
    assert leases.acquire("feed", "one", DAWN, SECONDS)
    assert not leases.acquire("feed", "two", after(59), SECONDS)
    assert leases.acquire("feed", "two", after(60), SECONDS)
    assert not leases.acquire("feed", "one", after(61), SECONDS)
    leases.release("feed", "one")
    assert not leases.acquire("feed", "one", after(61), SECONDS)
    leases.release("feed", "two")
    assert leases.acquire("feed", "one", after(61), SECONDS)


def test_a_holder_that_asks_again_prolongs_its_lease(leases: Leases) -> None:
    for seconds in range(0, 600, 30):
        assert leases.acquire("feed", "one", after(seconds), SECONDS)
        assert not leases.acquire("feed", "two", after(seconds + 29), SECONDS)


def test_leases_of_other_names_are_other_leases(leases: Leases) -> None:
    assert leases.acquire("feed", "one", DAWN, SECONDS)
    assert leases.acquire("decay", "two", DAWN, SECONDS)
    leases.release("decay", "one")
    assert not leases.acquire("decay", "three", DAWN, SECONDS)


def test_asking_writes_only_when_it_has_to(tmp_path: Path) -> None:
    """So that idle processes do not wake each other up, and nobody waits for the write lock to be told no."""
    with (
        closing(open_records(tmp_path, StorePolicy(lock_patience_seconds=0.05))) as records,
        closing(open_records(tmp_path, StorePolicy())) as writer,
    ):
        assert records.acquire("feed", "one", DAWN, SECONDS)
        with writer.writing():
            assert records.acquire("feed", "one", after(30), SECONDS)
            assert not records.acquire("feed", "two", after(30), SECONDS)


def test_a_clock_that_was_set_back_leaves_no_lease_for_ever(leases: Leases) -> None:
    assert leases.acquire("feed", "killed", DAWN + timedelta(days=400), SECONDS)
    assert leases.acquire("feed", "one", DAWN, SECONDS)
    assert not leases.acquire("feed", "two", DAWN, SECONDS)


def test_processes_are_never_in_at_the_same_time(tmp_path: Path) -> None:
    open_records(tmp_path, StorePolicy()).close()
    worker = str(Path(__file__).with_name("leases_worker.py"))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    running = [
        subprocess.Popen([sys.executable, worker, str(tmp_path), holder, "150"], env=environment)
        for holder in ("one", "two")
    ]
    assert [process.wait() for process in running] == [0, 0]
    log = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert log[::2] == [line.replace("out", "in") for line in log[1::2]]
    assert {line.split()[1] for line in log} == {"one", "two"}


ACTS = st.lists(st.tuples(st.sampled_from(["one", "two", "three"]), st.integers(0, 45), st.booleans()), max_size=25)


@settings(max_examples=40, deadline=None)
@given(acts=ACTS)
def test_nobody_gets_a_lease_in_the_time_another_was_promised(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, int, bool]]
) -> None:
    """Half of the time asked for is promised; all of it is what others wait at most."""
    with closing(open_records(tmp_path_factory.mktemp("leases"), StorePolicy())) as leases:
        now, holder, promised, at_most = 0.0, "", 0.0, 0.0
        for who, passed, gives_back in acts:
            now += passed
            granted = leases.acquire("feed", who, after(now), SECONDS)
            if granted:
                assert who == holder or now >= promised
                holder, promised, at_most = who, now + SECONDS / 2, max(at_most, now + SECONDS)
            else:
                assert who != holder
                assert now < at_most
            if granted and gives_back:
                leases.release("feed", who)
                holder, promised, at_most = "", 0.0, 0.0
