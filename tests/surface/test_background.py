"""The background: works when woken, pauses when idle, outlives failures, stops quickly."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import anyio
import pytest

from mcp_memory.engine.domain.answers import Report
from mcp_memory.engine.domain.errors import ModelUnavailable, StoreNewer
from mcp_memory.engine.domain.jobs import JobRun, JobState
from mcp_memory.scheduler.background import Background, regularly
from mcp_memory.scheduler.slices import Queue

SOON = 0.001
NEVER = 3_600.0


@dataclass
class Workshop:
    """An engine with some work waiting. `met` counts what was done, and lets a test wait for it."""

    waiting: int = 0
    warms: list[BaseException | None] = field(default_factory=list)
    trouble: list[BaseException] = field(default_factory=list)
    done: int = 0
    looks: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def warm(self) -> None:
        if self.warms and (failure := self.warms.pop(0)):
            raise failure

    def work(self) -> Report:
        try:
            if self.trouble:
                raise self.trouble.pop(0)
            if not self.waiting:
                return Report()
            self.waiting -= 1
            self.done += 1
            return Report(done=1)
        finally:
            self.looks.release()

    def looked(self, times: int) -> None:
        """Wait until work was looked for so many times more."""
        for _ in range(times):
            assert self.looks.acquire(timeout=60)


WARMED: Queue[Workshop] = Queue(name="work", work=lambda shop: shop.work(), warm=lambda shop: shop.warm())
PLAIN: Queue[Workshop] = Queue(name="more work", work=lambda shop: shop.work())


class NoJobs:
    """An engine's jobs where there are none."""

    def jobs(self) -> tuple[JobState, ...]:
        return ()

    def run_due(self, name: str) -> JobRun | None:
        raise AssertionError(name)


Starting = Callable[..., Background[Workshop]]


@pytest.fixture
def start() -> Iterator[Starting]:
    """Start a background; it is stopped after the test."""
    running: list[Background[Workshop]] = []

    def begin(workshop: Workshop, pause_seconds: float = NEVER) -> Background[Workshop]:
        background = Background(lambda: workshop, [WARMED], pause_seconds=pause_seconds)
        background.start()
        running.append(background)
        return background

    yield begin
    for background in running:
        assert background.stop(60)


def test_it_warms_once_and_works_until_nothing_waits(start: Starting) -> None:
    """What waits at the start is worked off at once."""
    workshop = Workshop(waiting=3)
    start(workshop)
    workshop.looked(4)
    assert workshop.done == 3


def test_it_works_when_woken(start: Starting) -> None:
    """A write does not wait for the next pause to end."""
    workshop = Workshop()
    background = start(workshop)
    workshop.looked(1)
    workshop.waiting = 2
    background.wake()
    workshop.looked(3)
    assert workshop.done == 2


def test_it_looks_again_by_itself(start: Starting) -> None:
    """Another process may have left work; the pauses between looks grow."""
    workshop = Workshop()
    start(workshop, SOON)
    workshop.looked(6)


def test_failures_are_logged_once_in_a_row(start: Starting, caplog: pytest.LogCaptureFixture) -> None:
    """A model that cannot be loaded costs one line, and does not keep other work from being done."""
    workshop = Workshop(waiting=1, warms=[ModelUnavailable("no file"), ModelUnavailable("no file"), None])
    start(workshop, SOON)
    workshop.looked(5)
    assert workshop.done == 1
    assert [record.message for record in caplog.records] == [ModelUnavailable("no file").message]


def test_it_outlives_surprises(start: Starting, caplog: pytest.LogCaptureFixture) -> None:
    """One bad item must not end all background work; where it happened is logged, its text is not."""
    workshop = Workshop(waiting=1, trouble=[ValueError("the text of a memory")])
    start(workshop, SOON)
    workshop.looked(4)
    assert workshop.done == 1
    (record,) = caplog.records
    assert "builtins.ValueError" in record.message
    assert "the text of a memory" not in caplog.text


def test_an_engine_that_cannot_be_built_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    """It is tried again after a pause, in case somebody mends it, and not complained of again by any thread."""
    tried = threading.Semaphore(0)

    def build() -> Workshop:
        tried.release()
        raise StoreNewer

    background = Background(build, [WARMED, PLAIN], jobs=lambda _: NoJobs(), pause_seconds=SOON)
    background.start()
    for _ in range(9):
        assert tried.acquire(timeout=60)
    assert background.stop(60)
    assert [record.message for record in caplog.records] == [StoreNewer().message]


def test_it_can_be_stopped_before_it_began() -> None:
    """A client that leaves at once never started it."""
    assert Background(Workshop, [WARMED], jobs=lambda _: NoJobs()).stop(0)


def test_a_slice_that_takes_long_is_not_waited_for() -> None:
    """The process leaves; its thread is a daemon."""
    reached, released = threading.Event(), threading.Event()

    class Slow(Workshop):
        def work(self) -> Report:
            reached.set()
            released.wait(60)
            return Report()

    background: Background[Workshop] = Background(Slow, [WARMED], pause_seconds=NEVER)
    background.start()
    assert reached.wait(60)
    assert not background.stop(0.01)
    released.set()
    assert background.stop(60)


def test_a_slow_queue_keeps_no_other_waiting() -> None:
    """Each has a thread of its own, and a wake wakes all."""
    fast, slow, released = Workshop(), Workshop(), threading.Event()

    def wait(shop: Workshop) -> Report:
        shop.looks.release()
        released.wait(60)
        return Report()

    waiting: Queue[Workshop] = Queue(name="slow", work=lambda _: wait(slow))
    background = Background(lambda: fast, [waiting, PLAIN], pause_seconds=NEVER)
    background.start()
    slow.looked(1)
    fast.looked(1)
    fast.waiting = 2
    background.wake()
    fast.looked(3)
    assert fast.done == 2
    released.set()
    slow.looked(1)
    assert background.stop(60)


def test_a_regular_look_goes_on_whatever_one_look_meets(caplog: pytest.LogCaptureFixture) -> None:
    """A look that fails is logged, and the next one comes."""
    looks: list[int] = []

    async def look() -> None:
        looks.append(len(looks))
        if len(looks) == 1:
            raise KeyError

    async def run() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(regularly, look, SOON)
            while len(looks) < 3:
                await anyio.lowlevel.checkpoint()
            tasks.cancel_scope.cancel()

    anyio.run(run)
    assert "builtins.KeyError" in caplog.text
