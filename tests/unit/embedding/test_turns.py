"""Questions go before passages that wait; the one who has the turn keeps it."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from mcp_memory.engine.embedding.turns import Turns


def _until_urgent_waits(turns: Turns) -> None:
    while not turns._urgent_waiting:
        threading.Event().wait(0)


def test_a_question_that_comes_later_goes_before_waiting_passages() -> None:
    turns, order = Turns(), list[str]()

    def take(name: str, turn: AbstractContextManager[None]) -> None:
        with turn:
            order.append(name)

    with turns.patient():
        passages = threading.Thread(target=take, args=("passages", turns.patient()))
        passages.start()
        question = threading.Thread(target=take, args=("question", turns.urgent()))
        question.start()
        _until_urgent_waits(turns)
        order.append("run under way")
    passages.join()
    question.join()
    assert order == ["run under way", "question", "passages"]


def test_only_one_holds_the_turn() -> None:
    turns, inside = Turns(), list[int]()
    most = [0]

    def work(number: int) -> None:
        for _ in range(200):
            with turns.urgent() if number % 2 else turns.patient():
                inside.append(number)
                most[0] = max(most[0], len(inside))
                inside.pop()

    workers = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert most == [1]


@pytest.mark.parametrize("take", [Turns.urgent, Turns.patient])
def test_a_turn_that_fails_is_given_back(take: Callable[[Turns], AbstractContextManager[None]]) -> None:
    turns = Turns()
    with pytest.raises(ZeroDivisionError), take(turns):
        _ = 1 / 0
    with turns.patient():
        pass
