"""What computes in the background lets those go first who are being answered in the same process."""

import threading
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

import pytest

from mcp_memory.engine.domain.memory import Link
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.domain.vocabulary import LinkKind
from mcp_memory.engine.precedence import Precedence
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.timekeeping import CONSOLIDATION, MERGE
from mcp_memory.testing import DAWN, OWNER, an_engine

FOR_EVER = 3_600.0


def in_another_thread(precedence: Precedence) -> bool:
    """Whether another thread than this one sees somebody being answered."""
    seen: list[bool] = []
    thread = threading.Thread(target=lambda: seen.append(precedence.others_answer()))
    thread.start()
    thread.join()
    return seen[0]


def in_turn(*calls: Callable[[], None]) -> None:
    """Call one after the other."""
    for call in calls:
        call()


def test_somebody_is_answered_as_long_as_their_thread_is_at_it() -> None:
    precedence = Precedence()
    with suppress(ZeroDivisionError), precedence.answering():
        assert in_another_thread(precedence)
        _ = 1 / 0
    assert not in_another_thread(precedence)


def test_it_goes_on_once_the_answer_is_there() -> None:
    precedence, order, begun = Precedence(FOR_EVER), list[str](), threading.Event()

    thread = threading.Thread(target=in_turn, args=(begun.set, precedence.give_way, lambda: order.append("step")))
    with precedence.answering():
        thread.start()
        assert begun.wait(30)
        order.append("answer")
    thread.join()
    assert order == ["answer", "step"]


def test_nobody_waits_for_themselves() -> None:
    """Who asks for a run of a job waits for it, and the run not for them."""
    precedence = Precedence(FOR_EVER)
    with precedence.answering():
        precedence.give_way()


def test_it_is_put_off_for_a_moment_only() -> None:
    """One question after another must not stop it for good."""
    precedence, went_on = Precedence(longest_seconds=0.0), threading.Event()
    with precedence.answering():
        thread = threading.Thread(target=in_turn, args=(precedence.give_way, went_on.set))
        thread.start()
        assert went_on.wait(30)
        thread.join()


class Observed(Precedence):
    """Counts how often it looks whether somebody is answered."""

    looks = 0

    def others_answer(self) -> bool:
        self.looks += 1
        return True


def test_what_was_put_off_goes_on_for_a_while() -> None:
    """Else a step a question would be all that is done while many are asked."""
    times = iter((1.0, 1.1, 1.11, 1.13, 1.2))
    precedence = Observed(longest_seconds=0.0, stopwatch=lambda: next(times))
    precedence.give_way()
    looked = precedence.looks
    precedence.give_way()
    assert precedence.looks == looked
    precedence.give_way()
    assert precedence.looks > looked


class Counted(Precedence):
    """Counts how often somebody gave way, and fails each time when a write would have had to wait for them."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.times = 0
        self._records = open_records(folder, StorePolicy(lock_patience_seconds=0.0))

    def give_way(self) -> None:
        with self._records.writing():
            self.times += 1

    def close(self) -> None:
        self._records.close()


STATEMENTS = [f"{who} keeps the {what}." for who in ("Maya", "林静") for what in ("keys", "tickets", "notes")]


@pytest.mark.parametrize("job", [CONSOLIDATION, MERGE])
def test_a_job_gives_way_at_every_statement_and_keeps_no_lock_meanwhile(tmp_path: Path, job: str) -> None:
    with closing(Counted(tmp_path)) as precedence, an_engine(tmp_path, precedence=precedence) as engine:
        kept = [engine.remember(OWNER, Remember(content=text)).outcome.memory for text in STATEMENTS]
        with engine._parts.records.writing() as writing:
            for one, other in pairwise(kept):
                writing.link(Link(one.id, LinkKind.SIMILAR_TO, other.id, DAWN))
        precedence.times = 0
        assert engine.run_job(job).passed
        assert precedence.times >= len(kept) - 1
