"""The shipped model: ready or not, across languages, silent, offline, and honest about damaged files."""

import importlib
import io
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import mcp_memory.engine.embedding
from mcp_memory.engine.domain.errors import ModelUnavailable
from mcp_memory.engine.domain.policies import SHIPPED_MODEL
from mcp_memory.engine.embedding.fast import open_e5
from mcp_memory.engine.embedding.onnx import OnnxEmbedder
from mcp_memory.engine.embedding.shipped import CALIBRATED_SPACE, card_of
from mcp_memory.engine.ports.embedder import Vector

SHIPPED = Path(mcp_memory.__file__).parent / "models" / SHIPPED_MODEL

ONE_WHOLE_LIFE = """
import os, sys
from pathlib import Path

def no_network(event, _):
    if event in {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname"}:
        os.write(1, event.encode())

sys.addaudithook(no_network)
before = dict(os.environ)
from mcp_memory.engine.embedding.fast import open_e5
from mcp_memory.engine.embedding.onnx import OnnxEmbedder
from mcp_memory.engine.embedding.shipped import card_of
folder = Path(sys.argv[1])
card = card_of(folder, sys.argv[2])
embedder = OnnxEmbedder(card, lambda: open_e5(folder, card, 2))
embedder.load()
embedder.embed_query("which database?")
embedder.embed_passages(["PostgreSQL it is.", "喝茶。"])
if dict(os.environ) != before:
    os.write(1, b"environment changed")
"""


def embedder_of(folder: Path, name: str) -> OnnxEmbedder:
    card = card_of(folder, name)
    return OnnxEmbedder(card, lambda: open_e5(folder, card, 2))


@pytest.fixture(scope="module")
def shipped() -> OnnxEmbedder:
    embedder = embedder_of(SHIPPED, SHIPPED_MODEL)
    embedder.load()
    return embedder


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A copy of the shipped model that a test may damage."""
    copy = tmp_path / "model"
    shutil.copytree(SHIPPED, copy, copy_function=shutil.copyfile)
    yield copy
    shutil.rmtree(copy)


def numbers(vector: Vector) -> NDArray[np.float32]:
    return np.frombuffer(vector, dtype="<f2").astype(np.float32)


def test_the_shipped_model_with_its_centre_is_the_calibrated_space() -> None:
    card = embedder_of(SHIPPED, SHIPPED_MODEL).card
    assert (card.name, card.dim, card.space, card.calibrated) == (SHIPPED_MODEL, 384, CALIBRATED_SPACE, True)


def test_another_centre_or_none_is_another_space_and_not_calibrated(tmp_path: Path) -> None:
    bare = embedder_of(tmp_path, "e5").card
    (tmp_path / "centre.npz").write_bytes(b"another centre")
    centred = embedder_of(tmp_path, "e5").card
    renamed = embedder_of(tmp_path, SHIPPED_MODEL).card
    assert bare.space == "e5:c"
    assert len({bare.space, centred.space, renamed.space, CALIBRATED_SPACE}) == 4
    assert not any(card.calibrated for card in (bare, centred, renamed))


def test_before_loading_it_says_so() -> None:
    embedder = embedder_of(SHIPPED, SHIPPED_MODEL)
    with pytest.raises(ModelUnavailable, match="not loaded yet"):
        embedder.embed_query("anyone?")
    with pytest.raises(ModelUnavailable, match="not loaded yet"):
        embedder.embed_passages(["anyone?"])


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json", "tokenizer_config.json", "centre.npz"])
def test_a_missing_file_is_named_with_what_to_do(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(ModelUnavailable, match=f"{file} is missing.*reinstall"):
        embedder_of(folder, SHIPPED_MODEL).load()


def test_a_folder_that_is_not_there_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"model\.onnx is missing"):
        embedder_of(tmp_path / "nowhere", "e5").load()
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("model.onnx", b""),
        ("model.onnx", b"not a model"),
        ("model.onnx", SHIPPED.joinpath("model.onnx").read_bytes()[:100_000]),
        ("tokenizer.json", SHIPPED.joinpath("tokenizer.json").read_bytes()[:100_000]),
        ("tokenizer.json", b'{"model": {"vocab": []}}'),
        ("tokenizer.json", b"\xff\xfe"),
        ("centre.npz", b"not an archive"),
    ],
    ids=["empty", "garbage", "cut short", "tokenizer cut short", "no vocabulary", "not text", "centre"],
)
def test_a_damaged_file_is_named_with_what_to_do(
    folder: Path, capfd: pytest.CaptureFixture[str], file: str, content: bytes
) -> None:
    (folder / file).write_bytes(content)
    embedder = embedder_of(folder, SHIPPED_MODEL)
    with pytest.raises(ModelUnavailable, match=f"{file} is damaged: reinstall"):
        embedder.load()
    with pytest.raises(ModelUnavailable, match=f"{file} is damaged: reinstall"):
        embedder.embed_query("and now?")
    assert not embedder.is_ready
    assert capfd.readouterr() == ("", "")


@pytest.mark.model
def test_loading_again_after_a_repair_works(folder: Path) -> None:
    embedder = embedder_of(folder, SHIPPED_MODEL)
    (folder / "model.onnx").rename(folder / "away")
    with pytest.raises(ModelUnavailable):
        embedder.load()
    (folder / "away").rename(folder / "model.onnx")
    embedder.load()
    assert len(embedder.embed_query("found again")) == 2 * embedder.card.dim


@pytest.mark.model
def test_a_run_that_fails_is_unavailable_and_silent(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Padding with a word piece that the model does not have: only a batch of different lengths meets it."""
    (folder / "config.json").write_text('{"pad_token_id": 9000000}')
    embedder = embedder_of(folder, SHIPPED_MODEL)
    embedder.load()
    with pytest.raises(ModelUnavailable, match="could not embed"):
        embedder.embed_passages(["short", "and one that is longer"])
    assert capfd.readouterr() == ("", "")


@pytest.mark.model
def test_a_vector_that_is_not_finite_never_comes_out(folder: Path) -> None:
    with np.load(folder / "centre.npz") as stored:
        arrays = dict(stored) | {"p_en": np.full(384, np.nan, dtype=np.float32)}
    broken = io.BytesIO()
    np.savez(broken, **arrays)
    (folder / "centre.npz").write_bytes(broken.getvalue())
    embedder = embedder_of(folder, "e5-broken")
    embedder.load()
    assert embedder.embed_query("questions have means of their own")
    with pytest.raises(ModelUnavailable, match="not finite"):
        embedder.embed_passages(["English"])


@pytest.mark.model
def test_without_a_centre_the_raw_vectors_come_out(folder: Path, shipped: OnnxEmbedder) -> None:
    (folder / "centre.npz").unlink()
    raw = embedder_of(folder, "e5-raw")
    raw.load()
    unrelated = "I prefer tea.", "The port is 8080."
    raw_cosine = np.prod([numbers(raw.embed_query(text)) for text in unrelated], axis=0).sum()
    centred_cosine = np.prod([numbers(shipped.embed_query(text)) for text in unrelated], axis=0).sum()
    assert raw_cosine > 0.6
    assert centred_cosine < 0.2


@pytest.mark.model
@pytest.mark.parametrize("question", ["Which database did we pick?", "我们选了哪个数据库？"])
def test_a_question_finds_its_answer_in_either_language(shipped: OnnxEmbedder, question: str) -> None:
    answers = ["On Monday the team chose PostgreSQL as the database.", "数据库选定为 PostgreSQL。"]
    others = ["午饭吃了饺子。", "I prefer tea over coffee.", "周五发布新版本。", "The office moved to Berlin."]
    asked = numbers(shipped.embed_query(question))
    right, wrong = (
        [float(numbers(vector) @ asked) for vector in shipped.embed_passages(texts)] for texts in (answers, others)
    )
    assert min(right) > 0.3
    assert max(wrong) < 0.2


@pytest.mark.model
def test_texts_of_any_length_get_the_same_vector_alone_or_in_a_batch(shipped: OnnxEmbedder) -> None:
    """The q4 weights allow it; a model that does not would need one text a run."""
    texts = [("word " if length % 2 else "茶") * length for length in (1, 2, 3, 5, 8, 13, 40, 41, 120, 2)]
    assert shipped.embed_passages(texts) == [shipped.embed_passages([text])[0] for text in texts]


@pytest.mark.model
def test_a_lone_surrogate_is_only_an_unknown_character(shipped: OnnxEmbedder) -> None:
    assert shipped.embed_query("tea \ud83d time") == shipped.embed_query("tea ? time")


@pytest.mark.model
def test_even_an_empty_text_has_a_vector(shipped: OnnxEmbedder) -> None:
    assert shipped.embed_passages([""]) != [shipped.embed_query("")]


@pytest.mark.model
def test_what_the_model_cannot_read_does_not_matter(shipped: OnnxEmbedder) -> None:
    long = "the database " * 600
    assert shipped.embed_passages([long]) == shipped.embed_passages([long + "and then tea " * 8_000])


@pytest.mark.model
def test_a_question_does_not_wait_for_all_passages(shipped: OnnxEmbedder) -> None:
    begun = threading.Event()

    def embed_many() -> None:
        begun.set()
        shipped.embed_passages(["the team moved the release " * 8] * 16)

    passages = threading.Thread(target=embed_many)
    passages.start()
    begun.wait()
    shipped.embed_query("when is the release?")
    assert passages.is_alive()
    passages.join()


def test_the_user_s_own_choice_about_telemetry_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "0")
    importlib.reload(mcp_memory.engine.embedding)
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "0"


@pytest.mark.model
def test_nothing_is_printed_contacted_left_behind_or_set(tmp_path: Path) -> None:
    """The environment is bare, since the runtime's telemetry keeps still by itself where it sees a test run."""
    homes = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME")
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    source = str(Path(mcp_memory.__file__).parents[1])
    life = subprocess.run(
        [sys.executable, "-c", ONE_WHOLE_LIFE, str(SHIPPED), SHIPPED_MODEL],
        env=kept | dict.fromkeys(homes, str(tmp_path)) | {"PYTHONPATH": source, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
    )
    assert (life.returncode, life.stdout, life.stderr) == (0, b"", b"")
    assert list(tmp_path.iterdir()) == []
