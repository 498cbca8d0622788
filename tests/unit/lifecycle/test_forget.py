"""Forgetting through the real engine: out of sight, back again, or gone for good."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.errors import EmptyFilter, MemoryNotFound
from mcp_memory.engine.domain.memory import Change, Memory, Principal
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.requests import Correct, Forget, Recall, Remember
from mcp_memory.engine.domain.vocabulary import Layer, Mark, Status
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, a_memory


def stored(engine: MemoryEngine, content: str, **wishes: Any) -> Memory:
    return engine.remember(OWNER, Remember(content=content, **wishes)).outcome.memory


def offered(engine: MemoryEngine, query: str) -> list[str]:
    answer = engine.recall(OWNER, Recall(query=query))
    assert isinstance(answer, Recalled)
    return [found.memory.content for found in answer.found]


def test_an_archived_memory_is_out_of_sight_and_can_come_back(engine: MemoryEngine) -> None:
    memory = stored(engine, "The zebra project has a budget of 12,000.")
    forgotten = engine.forget(OWNER, Forget(ids=(memory.id,), reason="over"))
    assert [gone.status for gone in forgotten.done] == [Status.ARCHIVED]
    assert offered(engine, "zebra budget") == []
    assert engine.forget(OWNER, Forget(ids=(memory.id,))).done[0].version == 2
    back = engine.forget(OWNER, Forget(ids=(memory.id,), mode="restore"))
    assert back.done[0].status is Status.ACTIVE
    assert offered(engine, "zebra budget") == [memory.content]


def test_what_waited_before_it_was_archived_waits_again(engine: MemoryEngine) -> None:
    memory = stored(engine, "Deploys never happen on Friday.", layer=Layer.SEMANTIC)
    engine.forget(OWNER, Forget(ids=(memory.id,)))
    assert engine.forget(OWNER, Forget(ids=(memory.id,), mode="restore")).done[0].status is Status.PENDING
    assert engine.forget(OWNER, Forget(ids=(memory.id,), mode="restore")).done[0].status is Status.PENDING


def test_something_overturned_can_be_restored(engine: MemoryEngine) -> None:
    memory = stored(engine, "The zebra project is over.")
    engine.correct(OWNER, Correct(id=memory.id, verdict="wrong"))
    assert engine.forget(OWNER, Forget(ids=(memory.id,), mode="restore")).done[0].status is Status.ACTIVE


def test_ids_that_are_not_there_are_named(engine: MemoryEngine) -> None:
    gone = engine.forget(OWNER, Forget(ids=("ffffffff-0000-7000-8000-000000000000",)))
    assert gone.done == ()
    assert gone.not_found == ("ffffffff-0000-7000-8000-000000000000",)


def test_an_empty_filter_matches_nothing(engine: MemoryEngine) -> None:
    memory = stored(engine, "Stay.")
    with pytest.raises(EmptyFilter):
        engine.forget(OWNER, Forget(query="  ", confirm=True))
    assert engine.dossier(OWNER, memory.id).memory.status is Status.ACTIVE


def test_a_query_previews_and_acts_only_when_confirmed(engine: MemoryEngine) -> None:
    memory = stored(engine, "The zebra project has a budget of 12,000.")
    preview = engine.forget(OWNER, Forget(query="zebra project budget"))
    assert preview.preview
    assert [found.id for found in preview.done] == [memory.id]
    assert engine.dossier(OWNER, memory.id).memory.status is Status.ACTIVE
    done = engine.forget(OWNER, Forget(query="zebra project budget", confirm=True))
    assert (done.preview, done.done[0].status) == (False, Status.ARCHIVED)
    back = engine.forget(OWNER, Forget(query="zebra project budget", mode="restore", confirm=True))
    assert back.done[0].status is Status.ACTIVE


def test_a_purge_previews_until_it_is_confirmed_and_then_leaves_no_byte(engine: MemoryEngine) -> None:
    memory = stored(engine, "The zebra project pays Quixotl 12,000 a year.")
    kept = stored(engine, "The office is on the third floor.")
    assert engine.forget(OWNER, Forget(ids=(memory.id,), mode="purge")).preview
    while engine.work().done:
        pass
    folder = Path(engine.status(OWNER).data_folder)
    assert engine.forget(OWNER, Forget(ids=(memory.id,), mode="purge", confirm=True)).done == (memory,)
    with pytest.raises(MemoryNotFound):
        engine.dossier(OWNER, memory.id)
    assert offered(engine, "zebra Quixotl") == [kept.content]
    assert engine.dossier(OWNER, kept.id).memory == kept
    bytes_left = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file()).lower()
    assert b"quixotl" not in bytes_left
    assert b"zebra" not in bytes_left
    assert stored(engine, "The zebra project pays Quixotl 12,000 a year.").id != memory.id


def test_an_agent_cannot_purge_what_it_only_describes(engine: MemoryEngine) -> None:
    memory = stored(engine, "The zebra project has a budget of 12,000.")
    ask = Forget(query="zebra project budget", mode="purge", confirm=True)
    assert engine.forget(OWNER, ask).preview
    assert engine.dossier(OWNER, memory.id).memory == memory
    person = Principal(user="me", agent="command line", person=True)
    assert engine.forget(person, ask).done == (memory,)


def test_what_was_derived_from_something_purged_is_doubted(engine: MemoryEngine) -> None:
    episode = stored(engine, "Reviews need two people.")
    rule = stored(engine, "Reviews need two people.", layer=Layer.SEMANTIC, user_confirmed=True)
    engine.forget(OWNER, Forget(ids=(episode.id,), mode="purge", confirm=True))
    assert Mark.POSSIBLY_OUTDATED in engine.dossier(OWNER, rule.id).memory.marks


def test_what_came_in_archived_is_restored_as_active(engine: MemoryEngine) -> None:
    memory = a_memory(status=Status.ARCHIVED)
    folder = Path(engine.status(OWNER).data_folder)
    with closing(open_records(folder, StorePolicy())) as records, records.writing() as writing:
        writing.put(Change.made(OWNER, "import", "", None, memory))
    assert engine.forget(OWNER, Forget(ids=(memory.id,), mode="restore")).done[0].status is Status.ACTIVE
