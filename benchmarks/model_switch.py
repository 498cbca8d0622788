"""Another embedding model while two clients work: whether they meet an error or an empty answer, and how it ends.

    python benchmarks/model_switch.py
    python benchmarks/model_switch.py --model BAAI/bge-small-en-v1.5 --files FOLDER

Two clients recall and remember over stdio all the time, each through a server process of its own on one folder. Then
`model` changes in the folder's config file; one client starts its server anew, later the other. At the end the vectors
and answers are compared with those of a new folder that was given the same memories under the new model at once.
`missed` counts answers without the memory whose number the question names: what a half embedded store costs.

Without `--files` the second model is a STAND-IN: the shipped weights under the name of another model of 384 dimensions,
laid where a download would lie. Under that name they are used without centring and prefixes, which makes another space.
"""

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib import resources
from pathlib import Path

import numpy as np
from busy import HEAD, Diary, Phase, be_busy, told
from kit import WHO, Tables, options
from numpy.typing import NDArray

from mcp_memory.bootstrap import MODELS, build_engine
from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.policies import SHIPPED_MODEL, StorePolicy
from mcp_memory.engine.domain.requests import Recall, Remember
from mcp_memory.engine.domain.upkeep import BringIn
from mcp_memory.engine.embedding.downloads import NOTE
from mcp_memory.engine.embedding.hub import HubEmbedder
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import CONFIG_FILE, Settings

_STAND_IN = "sentence-transformers/all-MiniLM-L6-v2"
_CLIENTS = ("Ada", "Noor")
_ASKED = 50


def lay_model(home: Path, name: str, files: Path) -> None:
    """Lay a model's files where the server looks for those it has downloaded."""
    folder = home / MODELS / name.replace("/", "--")
    shutil.copytree(files, folder)
    lengths = {file.relative_to(folder).as_posix(): file.stat().st_size for file in folder.rglob("*") if file.is_file()}
    (folder / NOTE).write_text(json.dumps(lengths), encoding="utf-8")


def opened(home: Path) -> MemoryEngine:
    """An engine on the folder as its config file says."""
    return build_engine(Settings.read({"MCP_MEMORY_HOME": str(home), "MCP_MEMORY_EMBEDDING_BATCH": "64"}))


def choose(home: Path, model: str) -> None:
    """Name the model in the folder's config file."""
    (home / CONFIG_FILE).write_text(f'model = "{model}"\n', encoding="utf-8")


def work_off(engine: MemoryEngine) -> None:
    """Embed all that waits."""
    engine.warm()
    while engine.work().done:
        pass


async def switch(home: Path, model: str, seconds: float) -> Diary:
    """The clients at work, and the change in the midst of it; every phase but the embedding lasts so many seconds."""
    diary = Diary([Phase("the first model")])
    async with asyncio.TaskGroup() as clients:
        for name in _CLIENTS:
            clients.create_task(be_busy(home, name, diary, {}))
        await asyncio.sleep(seconds)
        choose(home, model)
        diary.restart(_CLIENTS[0])
        diary.turn("one server restarted, the other still on the first model")
        await asyncio.sleep(seconds)
        diary.restart(_CLIENTS[1])
        diary.turn("both restarted, until all is embedded anew")
        with closing(await asyncio.to_thread(opened, home)) as engine:
            await _embedded_anew(engine)
        diary.turn("the second model")
        await asyncio.sleep(seconds)
        diary.is_over = True
    return diary


async def _embedded_anew(engine: MemoryEngine) -> None:
    """Wait until no more is left than the clients have just added."""
    while True:
        await asyncio.sleep(1)
        if (await asyncio.to_thread(engine.status, WHO)).queue.waiting <= len(_CLIENTS):
            return


def compare(used: Path, fresh: Path, model: str) -> list[tuple[str, object]]:
    """The end state beside that of a new folder that was given the same memories under the second model."""
    lines: list[str] = []
    choose(fresh, model)
    with opened(used) as one, opened(fresh) as other:
        work_off(one)
        one.export(WHO, "jsonl", lines.append)
        other.bring_in(WHO, BringIn(form="own"), lines)
        work_off(other)
        queue = one.status(WHO).queue
        ours, theirs = ([_answers(engine, number) for number in range(_ASKED)] for engine in (one, other))
    space = HubEmbedder(model, used / MODELS).card.space
    mine, new = _vectors(used, space), _vectors(fresh, space)
    cosines = [float(np.dot(vector, new[memory])) for memory, vector in mine.items() if memory in new]
    return [
        ("chunks, of them waiting, parked", f"{queue.total}, {queue.waiting}, {queue.parked}"),
        ("vectors in the new space, here and in the new folder", f"{len(mine)}, {len(new)}"),
        ("pairs of vectors compared, least cosine", f"{len(cosines)}, {min(cosines, default=0):.4f}"),
        ("questions with the same answers", f"{_same(ours, theirs, set)} of {_ASKED}"),
        ("questions with the same answers in the same order", f"{_same(ours, theirs, list)} of {_ASKED}"),
    ]


def _same(ours: Sequence[Sequence[str]], theirs: Sequence[Sequence[str]], form: Callable[..., object]) -> int:
    return sum(form(one) == form(other) for one, other in zip(ours, theirs, strict=True))


def _answers(engine: MemoryEngine, number: int) -> list[str]:
    answer = engine.recall(WHO, Recall(query=f"which hall has sensor {number * 3}"))
    return [found.memory.id for found in answer.found] if isinstance(answer, Recalled) else []


def _vectors(home: Path, space: str) -> dict[str, NDArray[np.float32]]:
    """The vectors of a folder by memory; all of these texts are one chunk."""
    with closing(open_records(home, StorePolicy())) as records:
        everything = Filter(reach=Reach(user=WHO.user, sessions=None))
        chunks = [(memory.id, 0) for memory in records.listing(everything, limit=1_000_000)]
        found = records.vectors_of(chunks, space)
    return {memory: np.frombuffer(vector, "<f2").astype(np.float32) for (memory, _), vector in found.items()}


def measure(tables: Tables, asked: argparse.Namespace) -> bool:
    """Build, switch, compare; whether all went well for the clients and nothing acknowledged is lost."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as used,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as fresh,
    ):
        files = asked.files or Path(str(resources.files("mcp_memory"))) / "models" / SHIPPED_MODEL
        for home in (Path(used), Path(fresh)):
            lay_model(home, asked.model, files)
        with opened(Path(used)) as engine:
            for number in range(asked.memories):
                engine.remember(WHO, Remember(content=told(number)))
            work_off(engine)
        diary = asyncio.run(switch(Path(used), asked.model, asked.seconds))
        name = asked.model if asked.files else "a stand-in, the shipped weights under another name"
        tables.add(f"Two clients while the model changes to {name}", HEAD, diary.rows())
        rows = compare(Path(used), Path(fresh), asked.model)
        with closing(open_records(Path(used), StorePolicy())) as records:
            lost = len(set(diary.acknowledged)) - len(records.get_many(tuple(set(diary.acknowledged))))
        rows.append(("remembers acknowledged meanwhile, of them lost", f"{len(diary.acknowledged)}, {lost}"))
        tables.add("At the end, beside a new folder with the same memories", ("", "seen"), rows)
        return diary.is_clean() and not lost


def main() -> None:
    """Print both tables."""
    parser = options(__doc__)
    parser.add_argument("--memories", type=int, default=2_000, help="there before the clients begin, 200 at least")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each phase that does not end by itself")
    parser.add_argument("--model", default=_STAND_IN, help="another model that fastembed knows")
    parser.add_argument("--files", type=Path, metavar="FOLDER", help="the files of that model")
    asked = parser.parse_args()
    with Tables(asked.json) as tables:
        passed = measure(tables, asked)
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
