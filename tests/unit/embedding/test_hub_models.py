"""Other models by name: known or not, fetched in the background or not at all, whole or not used."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from fastembed.common.model_description import PoolingType
from loopback_hub import LoopbackHub, serving
from numpy.typing import NDArray

import mcp_memory
from mcp_memory.engine.domain.errors import ModelUnavailable
from mcp_memory.engine.domain.policies import SHIPPED_MODEL
from mcp_memory.engine.embedding.downloads import NOTE
from mcp_memory.engine.embedding.hub import BGE_M3, HubEmbedder, known
from mcp_memory.engine.embedding.opening import CustomModel, register
from mcp_memory.engine.ports.embedder import Vector

SHIPPED = Path(mcp_memory.__file__).parent / "models" / SHIPPED_MODEL
PLAIN = CustomModel("acme/plain-small", "acme/plain", 384, PoolingType.MEAN, "onnx/model.onnx")
E5 = CustomModel("acme/multilingual-e5-tiny", "acme/e5", 384, PoolingType.MEAN, "onnx/model.onnx")
WRONG_SIZE = CustomModel("acme/other-size", "acme/size", 512, PoolingType.MEAN, "onnx/model.onnx")

Make = Callable[[CustomModel], HubEmbedder]


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """The shipped model's files as a hub would have them, with one that nobody needs."""
    names = ("tokenizer.json", "tokenizer_config.json", "config.json")
    content = {name: (SHIPPED / name).read_bytes() for name in names}
    return content | {"onnx/model.onnx": (SHIPPED / "model.onnx").read_bytes(), "README.md": b"read me"}


@pytest.fixture
def hub(files: dict[str, bytes]) -> Iterator[LoopbackHub]:
    with serving(LoopbackHub(dict(files))) as hub:
        yield hub


@pytest.fixture
def make(hub: LoopbackHub, tmp_path: Path) -> Make:
    """An embedder for a model that fastembed has been told of."""

    def made(model: CustomModel) -> HubEmbedder:
        register(model)
        return HubEmbedder(model.name, tmp_path / "models", patience_seconds=60, endpoint=hub.address)

    return made


def numbers(vector: Vector) -> NDArray[np.float32]:
    return np.frombuffer(vector, dtype="<f2").astype(np.float32)


class TestNames:
    def test_bge_m3_is_known_with_all_its_files(self) -> None:
        found = known("baai/bge-m3")
        assert found is not None
        assert (found.name, found.dim, found.files[0]) == (BGE_M3.name, 1024, "onnx/model.onnx")
        assert len(found.files) == 3

    def test_a_model_has_a_space_of_its_own_without_a_floor(self, tmp_path: Path) -> None:
        card = HubEmbedder("BAAI/bge-small-zh-v1.5", tmp_path).card
        assert (card.name, card.dim, card.calibrated) == ("BAAI/bge-small-zh-v1.5", 512, False)
        assert card.space.startswith("BAAI/bge-small-zh-v1.5:")

    def test_an_unknown_name_says_so_with_the_closest(self, tmp_path: Path) -> None:
        embedder = HubEmbedder("BAAI/bge-smal-en", tmp_path)
        embedder.fetch()
        with pytest.raises(
            ModelUnavailable, match=r"knows no model BAAI/bge-smal-en; did you mean BAAI/bge-small-en\?"
        ):
            embedder.load()
        with pytest.raises(ModelUnavailable, match="knows no model"):
            embedder.embed_query("anyone?")
        assert list(tmp_path.iterdir()) == []


@pytest.mark.model
class TestFetching:
    def test_loading_never_downloads(self, make: Make, hub: LoopbackHub) -> None:
        embedder = make(PLAIN)
        with pytest.raises(ModelUnavailable, match="not on this machine yet: a running server downloads it"):
            embedder.load()
        assert hub.fetched == []

    def test_what_was_fetched_is_loaded_and_needs_no_hub_again(
        self, make: Make, hub: LoopbackHub, capfd: pytest.CaptureFixture[str]
    ) -> None:
        """Only what is needed is fetched, once, and nothing is printed."""
        embedder = make(PLAIN)
        embedder.fetch()
        embedder.load()
        embedder.fetch()
        assert len(embedder.embed_query("which database?")) == 2 * 384
        assert sorted(hub.fetched) == ["config.json", "onnx/model.onnx", "tokenizer.json", "tokenizer_config.json"]
        hub.fault = "down"
        again = make(PLAIN)
        again.fetch()
        again.load()
        assert again.is_ready
        assert capfd.readouterr() == ("", "")

    def test_only_the_e5_family_gets_its_prefixes(self, make: Make) -> None:
        """A model without roles gives a question and a passage of one text one vector."""
        apart = {}
        for model in (PLAIN, E5):
            embedder = make(model)
            embedder.fetch()
            embedder.load()
            question, passage = embedder.embed_query("tea at four"), embedder.embed_passages(["tea at four"])[0]
            apart[model.name] = float(np.abs(numbers(question) - numbers(passage)).max())
        assert apart[PLAIN.name] < 1e-3
        assert apart[E5.name] > 1e-2

    def test_a_model_of_another_size_than_told_gives_no_vectors(self, make: Make) -> None:
        embedder = make(WRONG_SIZE)
        embedder.fetch()
        embedder.load()
        with pytest.raises(ModelUnavailable, match="instead of 512 numbers"):
            embedder.embed_query("tea")


class TestFaults:
    def test_a_hub_that_fails_is_the_reason_and_is_asked_again(self, make: Make, hub: LoopbackHub) -> None:
        embedder = make(PLAIN)
        hub.fault = "down"
        with pytest.raises(ModelUnavailable, match="acme/plain cannot be downloaded: "):
            embedder.fetch()
        with pytest.raises(ModelUnavailable, match="not on this machine yet: acme/plain cannot be downloaded"):
            embedder.load()
        hub.fault = ""
        embedder.fetch()
        assert hub.fetched

    def test_a_hub_that_never_answers_keeps_nobody(self, hub: LoopbackHub, tmp_path: Path) -> None:
        """The wait has an end; the download that hangs is not begun a second time."""
        hub.fault = "silent"
        register(PLAIN)
        embedder = HubEmbedder(PLAIN.name, tmp_path, patience_seconds=0.01, endpoint=hub.address)
        for _ in range(2):
            with pytest.raises(ModelUnavailable, match="acme/plain-small is being downloaded"):
                embedder.fetch()
        assert hub.fetched == []

    def test_nobody_at_that_address_is_a_reason(self, tmp_path: Path) -> None:
        register(PLAIN)
        embedder = HubEmbedder(PLAIN.name, tmp_path, patience_seconds=60, endpoint="http://127.0.0.1:9")
        with pytest.raises(ModelUnavailable, match="cannot be downloaded"):
            embedder.fetch()

    def test_a_file_that_the_hub_lacks_is_named(self, make: Make, hub: LoopbackHub, files: dict[str, bytes]) -> None:
        hub.files = {name: content for name, content in files.items() if name != "onnx/model.onnx"}
        with pytest.raises(ModelUnavailable, match=r"does not have onnx/model\.onnx"):
            make(PLAIN).fetch()

    def test_a_file_that_arrives_damaged_is_not_used(self, make: Make, hub: LoopbackHub) -> None:
        hub.fault = "damaged"
        embedder = make(PLAIN)
        with pytest.raises(ModelUnavailable, match="cannot be downloaded"):
            embedder.fetch()
        with pytest.raises(ModelUnavailable, match="not on this machine"):
            embedder.load()

    @pytest.mark.parametrize("note", [None, b"{", b"[]", b"{}", b'{"onnx/model.onnx": "long"}'])
    def test_half_a_download_is_completed_before_use(
        self, make: Make, hub: LoopbackHub, tmp_path: Path, note: bytes | None
    ) -> None:
        """A file cut short, or a note that is not there or says nothing of use."""
        embedder = make(PLAIN)
        embedder.fetch()
        folder = tmp_path / "models" / "acme--plain-small"
        if note is None:
            model = folder / "onnx" / "model.onnx"
            model.write_bytes(model.read_bytes()[:1_000])
        else:
            (folder / NOTE).write_bytes(note)
        hub.fetched.clear()
        with pytest.raises(ModelUnavailable, match="not on this machine"):
            embedder.load()
        embedder.fetch()
        assert hub.fetched == (["onnx/model.onnx"] if note is None else [])

    def test_a_file_damaged_later_is_fetched_again(self, make: Make, hub: LoopbackHub, tmp_path: Path) -> None:
        """Its length is right, so only loading finds out."""
        embedder = make(PLAIN)
        embedder.fetch()
        model = tmp_path / "models" / "acme--plain-small" / "onnx" / "model.onnx"
        model.write_bytes(bytes(model.stat().st_size))
        with pytest.raises(ModelUnavailable, match="cannot be loaded and is downloaded again"):
            embedder.load()
        hub.fetched.clear()
        embedder.fetch()
        assert hub.fetched == ["onnx/model.onnx"]
