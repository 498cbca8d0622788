"""A purge leaves nothing of a memory in the index's own files either."""

from contextlib import closing
from pathlib import Path

import numpy as np
from local_kit import ALWAYS_CODES
from store_kit import ALL_MINE, EMBEDDER, SPACE, Store, ask, ids

from mcp_memory.engine.domain.memory import Origin, Scope
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.vocabulary import OriginKind
from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.records.store import open_records

NAMES = ("wombatproject", "kookaburratag", "numbatsession", "quokkauser")


def test_no_byte_of_a_purged_memory_is_left_in_the_index_folder(tmp_path: Path) -> None:
    """Not its id, its code, nor the names that only it bore; and no byte of any memory's text is ever there."""
    folder = tmp_path / "index"
    with closing(open_records(tmp_path, StorePolicy())) as records:
        store = Store(records)
        kept = [store.put(f"Note {number} about tea.", tags=("drinks",)) for number in range(30)]
        secret = store.put(
            "The password hint is potoroo.",
            scope=Scope(user="quokkauser", project="wombatproject"),
            tags=("drinks", "kookaburratag"),
            origin=Origin(kind=OriginKind.AGENT, agent="test", session="numbatsession"),
        )
        store.embed()
        index = LocalIndex(records, records, SPACE, ALWAYS_CODES, folder)
        assert index.save()
        before = bytes_of(folder)
        vector = np.frombuffer(EMBEDDER.embed_passages([secret.content])[0], "<f2")
        traces = [secret.id.encode(), code_of(vector), *(name.encode() for name in NAMES)]
        assert all(trace in before for trace in traces)
        assert b"potoroo" not in before
        store.purge(secret)
        assert index.save()
        after = bytes_of(folder)
        assert not any(trace in after for trace in traces)
        assert kept[0].id.encode() in after
        assert b"drinks" in after
        again = LocalIndex(records, records, SPACE, ALWAYS_CODES, folder)
        assert ids(ask(again, "note 7 about tea", ALL_MINE).by_vector) == ids(ask(index, "note 7 about tea").by_vector)


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


def code_of(vector: np.ndarray) -> bytes:
    return np.packbits(~np.signbit(vector)).tobytes()
