"""The engine with Qdrant configured, put together as production does it: found at once, fed in the background."""

from pathlib import Path

from loopback_qdrant import loopback

from mcp_memory.bootstrap import assemble
from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.requests import Forget, Recall, Remember
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import Settings
from mcp_memory.testing import OWNER, HashingEmbedder


def worked(engine: MemoryEngine) -> int:
    """Work until nothing is left."""
    done = 0
    while slice_done := engine.work().done:
        done += slice_done
    return done


def found(engine: MemoryEngine, question: str) -> list[str]:
    answer = engine.recall(OWNER, Recall(query=question))
    assert isinstance(answer, Recalled)
    return [found.memory.content for found in answer.found]


def test_the_engine_feeds_qdrant_asks_it_and_does_without_it(tmp_path: Path) -> None:
    with loopback() as stub:
        settings = Settings.read({"MCP_MEMORY_HOME": str(tmp_path), "MCP_MEMORY_QDRANT_URL": stub.url})
        with assemble(settings, HashingEmbedder()) as engine:
            engine.warm()
            tea = engine.remember(OWNER, Remember(content="Tea is preferred.")).outcome.memory
            assert found(engine, "tea") == ["Tea is preferred."]
            assert worked(engine) > 0
            stub.requests.clear()
            assert found(engine, "tea") == ["Tea is preferred."]
            assert {request.rpartition("/")[2] for request in stub.requests} == {"query"}
            finding = next(finding for finding in engine.diagnose() if finding.check == "qdrant")
            assert (finding.passed, finding.detail) == (True, "answers; 0 revisions wait to be sent")
            engine.forget(OWNER, Forget(ids=(tea.id,), mode="purge", confirm=True))
            worked(engine)
            assert tea.id not in repr(stub.client.scroll(stub.client.get_collections().collections[0].name))
            stub.fault = "disconnect"
            engine.remember(OWNER, Remember(content="Coffee is preferred."))
            assert found(engine, "coffee") == ["Coffee is preferred."]
            assert engine.repair().steps[-1].detail == "1 rows were built again"
        stub.fault = ""
        with assemble(settings, HashingEmbedder()) as engine:
            engine.warm()
            worked(engine)
            stub.requests.clear()
            assert found(engine, "coffee") == ["Coffee is preferred."]
            assert stub.requests != []


def test_a_folder_beside_the_records_serves_as_well(tmp_path: Path) -> None:
    """A relative one lies in the data folder."""
    settings = Settings.read({"MCP_MEMORY_HOME": str(tmp_path), "MCP_MEMORY_QDRANT_PATH": "qdrant"})
    with assemble(settings, HashingEmbedder()) as engine:
        engine.warm()
        engine.remember(OWNER, Remember(content="Tea is preferred."))
        worked(engine)
        assert (tmp_path / "qdrant" / "collection").is_dir()
        assert found(engine, "tea") == ["Tea is preferred."]
