"""What every embedder owes its callers, held against the shipped model and the fake that other tests use."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from mcp_memory.bootstrap import shipped_embedder
from mcp_memory.engine.ports.embedder import Embedder, Vector
from mcp_memory.testing import HashingEmbedder

TEXTS = [
    "On Monday the team chose PostgreSQL.",
    "我喜欢喝绿茶，不喝咖啡。",
    "Yes.",
    "The release was moved to the second Friday of May, since the migration of the customers' data was not ready.",
    "端口从 8080 改成 9090。",
]
ODD_TEXTS = [" ", "\x00", "🙂🙃", "\u200b\u200d", "1 2 3", "a" * 100_000]


def _hashing() -> Embedder:
    return HashingEmbedder()


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(_hashing, id="hashing"),
        pytest.param(shipped_embedder, id="shipped", marks=pytest.mark.model),
    ],
)
def make_embedder(request: pytest.FixtureRequest) -> Callable[[], Embedder]:
    make: Callable[[], Embedder] = request.param
    return make


@pytest.fixture(scope="module")
def loaded(make_embedder: Callable[[], Embedder]) -> Embedder:
    embedder = make_embedder()
    embedder.load()
    return embedder


def numbers(vector: Vector) -> NDArray[np.float32]:
    return np.frombuffer(vector, dtype="<f2").astype(np.float32)


def test_the_space_is_known_without_loading(make_embedder: Callable[[], Embedder]) -> None:
    embedder = make_embedder()
    assert embedder.card.dim > 0
    assert embedder.card.space.startswith(f"{embedder.card.name}:")
    assert not embedder.is_ready


def test_loading_twice_is_loading_once(make_embedder: Callable[[], Embedder]) -> None:
    embedder = make_embedder()
    card = embedder.card
    embedder.load()
    embedder.load()
    assert embedder.is_ready
    assert embedder.card == card


@pytest.mark.parametrize("text", [*TEXTS, *ODD_TEXTS], ids=lambda text: repr(text[:10]))
def test_any_text_becomes_a_unit_vector_of_float16(loaded: Embedder, text: str) -> None:
    for vector in [loaded.embed_query(text), *loaded.embed_passages([text])]:
        assert len(vector) == 2 * loaded.card.dim
        assert np.linalg.norm(numbers(vector)) == pytest.approx(1, abs=1e-3)


def test_passages_come_back_in_order_and_the_same_alone_or_together(loaded: Embedder) -> None:
    together = loaded.embed_passages(TEXTS)
    assert together == [loaded.embed_passages([text])[0] for text in TEXTS]
    assert len(set(together)) == len(TEXTS)


def test_no_passages_give_no_vectors(loaded: Embedder) -> None:
    assert loaded.embed_passages([]) == []


def test_a_text_is_nearest_to_itself(loaded: Embedder) -> None:
    passages = np.stack([numbers(vector) for vector in loaded.embed_passages(TEXTS)])
    for place, text in enumerate(TEXTS):
        assert int(np.argmax(passages @ numbers(loaded.embed_query(text)))) == place


def test_many_threads_get_what_one_gets(loaded: Embedder) -> None:
    expected = [(loaded.embed_query(text), loaded.embed_passages([text])[0]) for text in TEXTS]
    with ThreadPoolExecutor(8) as pool:
        queries = [pool.submit(loaded.embed_query, text) for text in TEXTS]
        batches = [pool.submit(loaded.embed_passages, TEXTS) for _ in range(2)]
    assert [query.result() for query in queries] == [query for query, _ in expected]
    assert all(batch.result() == [passage for _, passage in expected] for batch in batches)


@pytest.mark.model
def test_threads_that_load_at_once_load_once() -> None:
    embedder = shipped_embedder()
    with ThreadPoolExecutor(4) as pool:
        for load in [pool.submit(embedder.load) for _ in range(4)]:
            load.result()
    assert embedder.is_ready
