"""What the book of jobs owes the timetable: one holder at a time (see the leases), and the last run of each job."""

from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records_kit import moments, texts
from sessions_kit import after, numbers

from mcp_memory.engine.domain.jobs import JobRun
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.ports.jobs import JobBook
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN

RUNS = st.builds(
    JobRun,
    name=texts,
    started_at=moments,
    finished_at=st.none() | moments,
    passed=st.booleans(),
    counts=st.dictionaries(texts, numbers, max_size=3),
    reason=texts,
)


@pytest.fixture
def book(records: SqliteRecords) -> JobBook:
    return records


@settings(max_examples=40, deadline=None)
@given(run=RUNS)
def test_a_run_comes_back_as_it_was_noted(run: JobRun, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("jobs")
    with closing(open_records(folder, StorePolicy())) as book:
        book.note_job(run)
    with closing(open_records(folder, StorePolicy())) as book:
        assert book.job_runs() == (run,)


def test_each_job_has_its_last_run_and_they_are_counted(book: JobBook) -> None:
    for number in range(3):
        book.note_job(JobRun(name="merge", started_at=after(number), counts={"merged": number}, runs=99))
    book.note_job(JobRun(name="backup", started_at=DAWN, passed=True, finished_at=after(1)))
    backup, merge = book.job_runs()
    assert (backup.name, backup.passed, backup.finished_at, backup.runs) == ("backup", True, after(1), 1)
    assert (merge.name, merge.started_at, merge.counts, merge.runs) == ("merge", after(2), {"merged": 2}, 3)


def test_the_beginning_and_the_end_of_a_run_are_one(book: JobBook) -> None:
    book.note_job(JobRun(name="merge", started_at=DAWN))
    book.note_job(JobRun(name="merge", started_at=DAWN, finished_at=after(5), reason="nothing is alike"))
    (run,) = book.job_runs()
    assert (run.finished_at, run.reason, run.runs) == (after(5), "nothing is alike", 1)


def test_nothing_has_run_in_a_fresh_folder(book: JobBook) -> None:
    assert book.job_runs() == ()


def test_a_run_moves_no_revision(records: SqliteRecords) -> None:
    """Nothing that a reader of memories or sessions sees has changed."""
    before = records.revision()
    records.note_job(JobRun(name="merge", started_at=DAWN))
    assert records.revision() == before


@pytest.mark.parametrize("counts", ["{", "[]", '{"merged": "many"}'])
def test_a_damaged_run_is_left_out_and_written_over(records: SqliteRecords, counts: str) -> None:
    for name in ("backup", "merge"):
        records.note_job(JobRun(name=name, started_at=DAWN))
    with records._connections.writing() as connection:
        connection.exec_driver_sql("UPDATE job_runs SET counts = ? WHERE name = 'merge'", (counts,))
    assert [run.name for run in records.job_runs()] == ["backup"]
    records.note_job(JobRun(name="merge", started_at=after(1)))
    assert [run.name for run in records.job_runs()] == ["backup", "merge"]
