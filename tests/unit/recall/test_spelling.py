"""A project under another spelling than its own is named, never searched in its place."""

import pytest

from mcp_memory.engine.domain.answers import Briefing, Recalled
from mcp_memory.engine.domain.requests import Recall, Remember
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER


def spelled(engine: MemoryEngine, project: str, query: str = "") -> str:
    answer = engine.recall(OWNER, Recall(query=query, project=project))
    match answer:
        case Recalled():
            return answer.searched.other_spelling
        case Briefing():
            return answer.other_spelling


@pytest.fixture
def filled(engine: MemoryEngine) -> MemoryEngine:
    engine.remember(OWNER, Remember(content="The harbour lies in the north.", project="Kestrel App"))
    engine.remember(OWNER, Remember(content="Ships are slow."))
    return engine


@pytest.mark.parametrize("query", ["", "harbour"])
@pytest.mark.parametrize("project", ["kestrel app", "KESTREL-APP", "kestrel_app"])
def test_a_project_of_another_spelling_is_named(filled: MemoryEngine, project: str, query: str) -> None:
    assert spelled(filled, project, query) == "Kestrel App"


@pytest.mark.parametrize("query", ["", "harbour", "zebra"])
@pytest.mark.parametrize("project", ["", "Kestrel App", " Kestrel App ", "falcon"])
def test_otherwise_nothing_is_said(filled: MemoryEngine, project: str, query: str) -> None:
    assert spelled(filled, project, query) == ""
