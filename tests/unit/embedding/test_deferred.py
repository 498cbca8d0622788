"""An embedder that comes into being when it is loaded."""

import pytest

from mcp_memory.engine.domain.errors import ModelUnavailable
from mcp_memory.engine.embedding.deferred import DeferredEmbedder
from mcp_memory.testing import HashingEmbedder


def test_its_card_is_known_before_and_it_is_made_once() -> None:
    made: list[HashingEmbedder] = []

    def make() -> HashingEmbedder:
        made.append(HashingEmbedder())
        return made[-1]

    embedder = DeferredEmbedder(HashingEmbedder().card, make)
    assert embedder.card == HashingEmbedder().card
    assert not embedder.is_ready
    with pytest.raises(ModelUnavailable, match="not loaded"):
        embedder.embed_query("tea")
    assert made == []
    embedder.load()
    embedder.load()
    assert embedder.is_ready
    assert len(made) == 1
    assert embedder.embed_passages(["tea"]) == [embedder.embed_query("tea")]
