"""Every stored text gets its vector after it is durable: claimed, embedded, fulfilled, or backed off and parked."""

from collections.abc import Sequence
from dataclasses import dataclass

from mcp_memory.engine.domain.answers import Report
from mcp_memory.engine.domain.errors import ModelUnavailable, StoreBusy
from mcp_memory.engine.domain.policies import EmbeddingPolicy
from mcp_memory.engine.ports.embedder import Embedder
from mcp_memory.engine.ports.records import EmbeddingQueue, EmbeddingTask
from mcp_memory.engine.ports.world import Clock


@dataclass(frozen=True, slots=True)
class Vectorising:
    """Works the embedding queue, one small batch a call, so that a question never waits long for the model."""

    queue: EmbeddingQueue
    embedder: Embedder
    policy: EmbeddingPolicy
    clock: Clock

    def run(self) -> Report:
        """Embed one batch. Nothing to do, or no model yet, is a report of zeros; a busy store is a failure."""
        if not self.embedder.is_ready:
            return Report()
        space = self.embedder.card.space
        try:
            tasks = self.queue.claim(space, self.clock(), self.policy)
            return self._embed(space, tasks) if tasks else Report()
        except StoreBusy as busy:
            return Report(failed=(busy.message,))

    def _embed(self, space: str, tasks: Sequence[EmbeddingTask]) -> Report:
        try:
            vectors = self.embedder.embed_passages([task.text for task in tasks])
        except ModelUnavailable as unavailable:
            self.queue.fail(space, tasks, unavailable.detail, self.clock(), self.policy)
            return Report(failed=tuple(unavailable.detail for _ in tasks))
        done = self.queue.fulfil(space, tuple(zip(tasks, vectors, strict=True)))
        return Report(done=done, skipped=len(tasks) - done)
