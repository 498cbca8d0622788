"""Merging beside other processes: readers that always find the fact, and a job that is killed at its worst moment."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Self

import pytest
from merge_kit import SAME, SAME_ZH, SPACE, Kept

from mcp_memory.engine.domain.policies import MergePolicy
from mcp_memory.engine.domain.requests import Recall, Remember
from mcp_memory.engine.domain.vocabulary import Status
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock, HashingEmbedder, an_engine

WORKER = Path(__file__).with_name("merge_worker.py")
ACTIVE, ARCHIVED = Status.ACTIVE, Status.ARCHIVED


@contextmanager
def worker(verb: str, folder: Path, argument: str = "") -> Iterator[subprocess.Popen[str]]:
    """Another process at work, which is killed in the end."""
    command = [sys.executable, str(WORKER), verb, str(folder), argument]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


class Answers:
    """What a reading process says, as it comes."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.seen: list[int] = []
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._process = process
        self._thread = Thread(target=self._follow)
        self._thread.start()

    def _follow(self) -> None:
        for line in self._process.stdout or ():
            self._lines.put(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._thread.join()

    def wait(self) -> None:
        """Until a question that is asked after now has been answered."""
        try:
            while True:
                self.seen.append(int(self._lines.get_nowait()))
        except Empty:
            self.seen += [int(self._lines.get(timeout=60)) for _ in range(3)]


@pytest.mark.parametrize(
    ("texts", "question"),
    [(SAME, "billing service port"), (SAME_ZH, "计费服务端口"), (SAME, "serve bills prt")],
    ids=["words", "Chinese words", "meaning"],
)
def test_another_process_finds_the_fact_at_every_moment(tmp_path: Path, texts: tuple[str, ...], question: str) -> None:
    clock, embedder = FrozenClock(), HashingEmbedder()
    embedder.load()
    with an_engine(tmp_path, clock=clock, embedder=embedder) as engine:
        for text in texts:
            engine.remember(OWNER, Remember(content=text))
        embed(engine)
        merged = 0
        with worker("read", tmp_path, question) as process, Answers(process) as answers:
            for _ in range(4):
                answers.wait()
                merged += engine.run_job("merge").counts.get("archived", 0)
                answers.wait()
                embed(engine)
                clock.advance(minutes=1)
            answers.wait()
        assert merged == len(texts)
        assert min(answers.seen) >= 1
        assert engine.recall(OWNER, Recall(query=question)).total == 1  # type: ignore[union-attr]


def embed(engine: MemoryEngine) -> None:
    """Give every text that waits its vector."""
    while engine.work().done:
        pass


def test_a_job_that_is_killed_while_it_writes_overviews_leaves_whole_ones(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    first, second = kept.alike(*SAME), kept.alike(*SAME_ZH)
    with worker("begin", tmp_path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "stopped\n"
    assert process.returncode == -9 or sys.platform == "win32"
    assert kept.statuses(*first, *second, kept.overview(*first)) == [ACTIVE] * 6
    assert kept.overviews(*second) == []
    kept.overview_ids.start = 2_000_000
    kept.clock.advance(minutes=1)
    kept.merge()
    assert kept.statuses(*first, *second) == [ARCHIVED] * 5
    assert kept.statuses(kept.overview(*first), kept.overview(*second)) == [ACTIVE] * 2
    assert all(finding.passed for finding in kept.records.check())
    kept.close()


def test_a_job_that_is_killed_while_it_archives_is_gone_on_with(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    first, second = kept.alike(*SAME), kept.alike(*SAME_ZH)
    kept.job(policy=MergePolicy(share=1.0)).run()
    with worker("finish", tmp_path, "1") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "stopped\n"
    assert kept.statuses(*first, *second) == [ARCHIVED] * 3 + [ACTIVE] * 2
    kept.clock.advance(minutes=2)
    kept.merge()
    assert kept.statuses(*first, *second) == [ARCHIVED] * 5
    assert len(kept.overviews(*first, *second)) == 2
    assert kept.records.state(SPACE).parked == 0
    kept.close()
