"""Opening a model folder through fastembed: looked at first, silent, and without asking anything of the network.

It refuses to download: a folder that lacks a file is `ModelUnavailable`, never a reason to look elsewhere.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import onnxruntime  # type: ignore[import-untyped]  # the package ships no types
from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from onnxruntime.capi import onnxruntime_pybind11_state  # type: ignore[import-untyped]  # the package ships no types

from mcp_memory.engine.domain.errors import ModelUnavailable

MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
TOKENIZER_SETTINGS_FILE = "tokenizer_config.json"

RUNTIME_ERRORS: tuple[type[Exception], ...] = (
    OSError,
    ValueError,
    RuntimeError,
    *(
        kind
        for kind in vars(onnxruntime_pybind11_state).values()
        if isinstance(kind, type) and issubclass(kind, Exception)
    ),
)
"""What loading or running a model may raise. onnxruntime's own errors have no parent but `Exception`."""

_FATAL_ONLY = 4
"""onnxruntime's severity above which it writes to stderr: everything below comes back as an exception anyway."""


def open_folder(folder: Path, name: str, dim: int, threads: int) -> TextEmbedding:
    """Load the model of a folder of ours into memory. Takes about a second."""
    require(folder, (MODEL_FILE, TOKENIZER_FILE, TOKENIZER_SETTINGS_FILE))
    _check_tokenizer(folder / TOKENIZER_FILE)
    register(CustomModel(name, name, dim, PoolingType.MEAN, MODEL_FILE))
    try:
        return open_registered(folder, name, threads)
    except RUNTIME_ERRORS as error:
        raise damaged(MODEL_FILE, str(error)) from error


def open_registered(folder: Path, name: str, threads: int) -> TextEmbedding:
    """Load a model that fastembed knows from a folder with its files. Raises one of `RUNTIME_ERRORS`."""
    onnxruntime.set_default_logger_severity(_FATAL_ONLY)
    onnxruntime.disable_telemetry_events()  # for Windows, where the package's switch has no effect
    return TextEmbedding(
        name,
        # fastembed creates its cache folder, a shared temporary one unless told, even when nothing goes there
        cache_dir=str(folder),
        specific_model_path=str(folder),
        threads=threads,
        providers=["CPUExecutionProvider"],
        # the arena never gives back what the longest batch took
        enable_cpu_mem_arena=False,
    )


@dataclass(frozen=True, slots=True)
class CustomModel:
    """What fastembed has to be told of a model that is not in its own register."""

    name: str
    repository: str
    dim: int
    pooling: PoolingType
    model_file: str
    additional_files: tuple[str, ...] = ()


def register(model: CustomModel) -> None:
    """Tell fastembed of a model, once per process: its register belongs to the class, so it outlives us.

    Two threads may get past its check together; the model then stands there twice, and the first entry counts.
    """
    with suppress(ValueError):
        TextEmbedding.add_custom_model(
            model=model.name,
            pooling=model.pooling,
            normalization=True,
            sources=ModelSource(hf=model.repository),
            dim=model.dim,
            model_file=model.model_file,
            additional_files=list(model.additional_files),
        )


def require(folder: Path, files: Iterable[str]) -> None:
    """Raise `ModelUnavailable`, naming the first file that is not there."""
    for file in files:
        if not (folder / file).is_file():
            raise ModelUnavailable(f"{file} is missing from the model folder: reinstall mcp-memory to restore it")


def damaged(file: str, why: str) -> ModelUnavailable:
    """The error for a file that is there and cannot be used."""
    return ModelUnavailable(f"{file} is damaged: reinstall mcp-memory to restore it ({why})")


def _check_tokenizer(file: Path) -> None:
    """Find damage that the tokenizer library would report as a bare `Exception`, which no caller can tell apart."""
    try:
        tree = json.loads(file.read_bytes())
    except (OSError, ValueError) as error:
        raise damaged(file.name, str(error)) from error
    match tree:
        case {"model": {"vocab": vocabulary}} if vocabulary:
            return
        case _:
            raise damaged(file.name, "it holds no vocabulary")
