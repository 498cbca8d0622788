"""The embedding queue at work: durable first, vectors after, failures parked in sight."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from mcp_memory.engine.domain.answers import Recalled, Report
from mcp_memory.engine.domain.errors import ModelUnavailable, StoreBusy
from mcp_memory.engine.domain.requests import Recall, Remember
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.records import EmbeddingTask
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock, HashingEmbedder, an_engine


class FailingEmbedder(HashingEmbedder):
    """Loads, but cannot embed."""

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        raise ModelUnavailable(f"no vectors for {len(texts)} texts")

    def embed_query(self, text: str) -> Vector:
        raise ModelUnavailable(f"no vector for {len(text)} characters")


class BusyQueue:
    """A queue that never gets its turn."""

    def claim(self, *_: object) -> tuple[EmbeddingTask, ...]:
        raise StoreBusy


def test_without_a_model_nothing_is_claimed_and_words_answer(tmp_path: Path) -> None:
    with an_engine(tmp_path) as engine:
        engine.remember(OWNER, Remember(content="The API listens on port 8443."))
        assert engine.work() == Report()
        answer = engine.recall(OWNER, Recall(query="API port"))
        assert isinstance(answer, Recalled)
        assert len(answer.found) == 1
        assert answer.searched.legs == ("words",)
        assert "not ready" in answer.searched.degraded
        assert engine.status(OWNER).queue.waiting == 1


def test_a_vector_arrives_after_the_record_and_answers_by_meaning(engine: MemoryEngine) -> None:
    engine.remember(OWNER, Remember(content="Grandmother bakes apple pies."))
    assert engine.work() == Report(done=1)
    assert engine.work() == Report()
    answer = engine.recall(OWNER, Recall(query="grandmothers baked applepies"))
    assert isinstance(answer, Recalled)
    assert answer.found[0].factors.cosine is not None


def test_failures_back_off_and_are_parked_where_they_can_be_seen(tmp_path: Path, clock: FrozenClock) -> None:
    with an_engine(tmp_path, clock=clock, embedder=FailingEmbedder()) as engine:
        engine.warm()
        engine.remember(OWNER, Remember(content="The API listens on port 8443."))
        for _ in range(5):
            assert engine.work().failed == ("no vectors for 1 texts",)
            assert engine.work() == Report()
            clock.advance(hours=1)
        assert engine.work() == Report()
        queue = engine.status(OWNER).queue
        assert (queue.waiting, queue.parked) == (0, 1)
        assert "no vectors" in queue.reasons[0]
        findings = {finding.check: finding for finding in engine.diagnose()}
        assert not findings["queue"].passed
        answer = engine.recall(OWNER, Recall(query="API port"))
        assert isinstance(answer, Recalled)
        assert len(answer.found) == 1
        assert "no vector" in answer.searched.degraded


def test_a_model_that_cannot_load_is_named_by_the_doctor(tmp_path: Path) -> None:
    class Absent(HashingEmbedder):
        def load(self) -> None:
            raise ModelUnavailable("model.onnx is missing")

    with an_engine(tmp_path, embedder=Absent()) as engine:
        with pytest.raises(ModelUnavailable):
            engine.warm()
        finding = next(finding for finding in engine.diagnose() if finding.check == "model")
        assert not finding.passed
        assert "model.onnx is missing" in finding.detail


def test_a_busy_store_is_a_failure_of_the_slice_and_no_more(tmp_path: Path) -> None:
    with an_engine(tmp_path, queue=BusyQueue()) as engine:
        engine.warm()
        assert engine.work() == Report(failed=(StoreBusy().message,))
