"""Another model on a store that is in use: nobody meets an error or an empty answer, and it ends as a fresh start would."""

import threading
from dataclasses import replace
from pathlib import Path

from records_kit import a_change

from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import EmbeddingPolicy, StorePolicy
from mcp_memory.engine.domain.requests import Recall, Remember
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, CountedIds, HashingEmbedder, a_memory, an_engine

COUNT = 2_000
PAGE = 250
MOST_ROUNDS = 40
QUESTIONS = [f"where does sensor{number} stand" for number in range(0, COUNT, 331)]


def memories() -> list[Memory]:
    return [
        a_memory(id=f"{number:08x}-0000-7000-8000-000000000000", content=f"sensor{number} stands in hall{number % 37}")
        for number in range(COUNT)
    ]


def filled(folder: Path, known: list[Memory]) -> Path:
    """A data folder that holds these memories, without a vector."""
    records = open_records(folder, StorePolicy())
    for start in range(0, len(known), PAGE):
        with records.writing() as writing:
            for memory in known[start : start + PAGE]:
                writing.put(a_change(memory))
    records.close()
    return folder


def opened(folder: Path, model: str, dim: int, start: int = 0) -> MemoryEngine:
    """An engine with that model, warm."""
    parts = an_engine(folder, embedder=HashingEmbedder(dim, model), new_id=CountedIds(start=start))._parts
    engine = MemoryEngine(replace(parts, embedding_policy=EmbeddingPolicy(batch=100)))
    engine.warm()
    return engine


def work_off(engine: MemoryEngine) -> int:
    """Embed all that waits; returns how much it was."""
    done = 0
    while made := engine.work().done:
        done += made
    return done


def answers(engine: MemoryEngine) -> list[list[tuple[str, float | None]]]:
    """What is found for each question, with cosines."""
    found = []
    for question in QUESTIONS:
        answer = engine.recall(OWNER, Recall(query=question))
        assert isinstance(answer, Recalled)
        found.append([(item.memory.id, item.factors.cosine) for item in answer.found])
    return found


class Client(threading.Thread):
    """Asks and remembers until it is told to stop; keeps what went wrong."""

    def __init__(self, engine: MemoryEngine, name: str) -> None:
        super().__init__()
        self._engine = engine
        self._told = name
        self.stopping = threading.Event()
        self.rounds = 0
        self.empty: list[str] = []

    def run(self) -> None:
        while not (self.stopping.is_set() and self.rounds) and self.rounds < MOST_ROUNDS:
            question = QUESTIONS[self.rounds % len(QUESTIONS)]
            answer = self._engine.recall(OWNER, Recall(query=question))
            if not isinstance(answer, Recalled) or not answer.found:
                self.empty.append(question)
            self._engine.remember(OWNER, Remember(content=f"{self._told} was here, round {self.rounds}"))
            self.rounds += 1


def test_a_change_of_model_while_two_clients_work(tmp_path: Path) -> None:
    home = filled(tmp_path / "home", memories())
    with opened(home, "small", 16) as before:
        assert work_off(before) == COUNT
        at_first = answers(before)
    with opened(home, "large", 24, 10_000) as one, opened(home, "large", 24, 20_000) as other:
        state = one.status(OWNER).queue
        assert (state.total, state.waiting) == (COUNT, COUNT)
        clients = [Client(one, "one"), Client(other, "other")]
        for client in clients:
            client.start()
        while one.work().done + other.work().done:
            pass
        for client in clients:
            client.stopping.set()
            client.join()
        assert [client.empty for client in clients] == [[], []]
        work_off(one)
        state = one.status(OWNER).queue
        assert (state.total, state.waiting, state.parked) == (COUNT + sum(client.rounds for client in clients), 0, 0)
        at_last = answers(one)
        assert at_last == answers(other)
    everything = Filter(reach=Reach(OWNER.user, sessions=None))
    records = open_records(home, StorePolicy())
    known = list(records.listing(everything, limit=10 * COUNT))
    records.close()
    with opened(filled(tmp_path / "fresh", known), "large", 24) as fresh:
        work_off(fresh)
        assert answers(fresh) == at_last
    with opened(home, "small", 16) as back:
        assert work_off(back) == sum(client.rounds for client in clients), "only what was new is embedded"
        assert [found[0] for found in answers(back)] == [found[0] for found in at_first]
