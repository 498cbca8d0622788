"""Forgetting through the real engine: out of sight, back again, or gone for good."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import pytest

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.errors import EmptyFilter, MemoryNotFound
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Change, Link, Memory, Principal
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.requests import Correct, Forget, Recall, Remember, Review
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Mark, Status
from mcp_memory.engine.lifecycle.forget import Forgetting
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import DAWN, OWNER, FrozenClock, a_memory


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


@pytest.mark.parametrize("text", ["The zebra project is over.", "发票必须寄纸质版。"])
def test_what_a_person_overturned_stays_overturned_when_it_is_restored(engine: MemoryEngine, text: str) -> None:
    """However often it goes and comes: only a person takes a person's word back."""
    memory = stored(engine, text, layer=Layer.SEMANTIC, user_confirmed=True)
    engine.correct(OWNER, Correct(id=memory.id, verdict="wrong", user_confirmed=True))
    assert engine.forget(OWNER, Forget(ids=(memory.id,), mode="restore")).done[0].status is Status.OVERTURNED
    for _ in range(2):
        assert engine.forget(OWNER, Forget(ids=(memory.id,))).done[0].status is Status.ARCHIVED
        assert engine.forget(OWNER, Forget(ids=(memory.id,), mode="restore")).done[0].status is Status.OVERTURNED
    again = engine.correct(OWNER, Correct(id=memory.id, verdict="confirmed", user_confirmed=True))
    assert again.memory.status is Status.ACTIVE


def test_a_rejected_rule_waits_no_more_when_it_is_restored(engine: MemoryEngine) -> None:
    memory = stored(engine, "Invoices must be blue.", layer=Layer.SEMANTIC)
    engine.review(OWNER, Review(action="reject", id=memory.id, user_confirmed=True))
    engine.forget(OWNER, Forget(ids=(memory.id,)))
    assert engine.forget(OWNER, Forget(ids=(memory.id,), mode="restore")).done[0].status is Status.OVERTURNED


def test_a_superseded_memory_stays_superseded_when_it_is_restored(engine: MemoryEngine) -> None:
    old, _ = (stored(engine, f"The Hawk service runs on port {port}.", user_confirmed=True) for port in (7001, 7002))
    engine.forget(OWNER, Forget(ids=(old.id,)))
    assert engine.forget(OWNER, Forget(ids=(old.id,), mode="restore")).done[0].status is Status.SUPERSEDED


PORTS = ("The Heron port is 8001.", "The Heron port is 8002.")
DATES = ("截止日期是5月4日。", "截止日期是5月6日。")


@pytest.mark.parametrize("texts", [PORTS, DATES])
@pytest.mark.parametrize("gone", [0, 1])
def test_a_side_of_a_contradiction_that_comes_back_is_held_against_the_other(
    engine: MemoryEngine, clock: FrozenClock, texts: tuple[str, str], gone: int
) -> None:
    """Both are marked as before, and one item waits."""
    ids = []
    for text in texts:
        ids.append(stored(engine, text).id)
        clock.advance(days=1)
    before = [engine.dossier(OWNER, memory_id).memory.marks for memory_id in ids]
    assert all(Mark.CONFLICTED in marks for marks in before)
    engine.forget(OWNER, Forget(ids=(ids[gone],)))
    engine.forget(OWNER, Forget(ids=(ids[gone],), mode="restore"))
    assert [engine.dossier(OWNER, memory_id).memory.marks for memory_id in ids] == before
    [item] = engine.review(OWNER, Review()).items
    assert {memory.id for memory in item.memories} == set(ids)
    links = engine.dossier(OWNER, ids[0]).links
    assert len(links) == 1


def test_what_came_in_meanwhile_contradicts_what_comes_back(engine: MemoryEngine, clock: FrozenClock) -> None:
    old = stored(engine, PORTS[0])
    engine.forget(OWNER, Forget(ids=(old.id,)))
    clock.advance(days=1)
    new = stored(engine, PORTS[1])
    assert new.marks == frozenset()
    back = engine.forget(OWNER, Forget(ids=(old.id,), mode="restore")).done[0]
    assert back.marks == {Mark.CONFLICTED, Mark.POSSIBLY_OUTDATED}
    assert engine.dossier(OWNER, new.id).memory.marks == {Mark.CONFLICTED}


def test_what_no_longer_contradicts_comes_back_unmarked(engine: MemoryEngine) -> None:
    old, new = (stored(engine, text) for text in PORTS)
    engine.forget(OWNER, Forget(ids=(old.id,)))
    engine.correct(OWNER, Correct(id=new.id, content="The Heron cache holds 500 entries."))
    back = engine.forget(OWNER, Forget(ids=(old.id,), mode="restore")).done[0]
    assert back.marks == engine.dossier(OWNER, new.id).memory.marks == frozenset()


def test_what_a_person_let_stand_side_by_side_is_no_question_again(engine: MemoryEngine) -> None:
    old, new = (stored(engine, text) for text in PORTS)
    engine.review(OWNER, Review(action="keep_both", id=new.id, user_confirmed=True))
    engine.forget(OWNER, Forget(ids=(old.id,)))
    back = engine.forget(OWNER, Forget(ids=(old.id,), mode="restore")).done[0]
    assert back.marks == engine.dossier(OWNER, new.id).memory.marks == frozenset()


def test_what_a_model_held_for_a_contradiction_is_one_again(engine: MemoryEngine) -> None:
    """The rules alone would only suspect it."""
    one, other = (stored(engine, text) for text in ("The user prefers tea.", "The user prefers coffee."))
    with engine._parts.records.writing() as writing:
        for memory in (one, other):
            marked = memory.marked(Mark.CONFLICTED).changed(DAWN)
            writing.put(Change.made(OWNER, "conflict", "a model says so", memory, marked))
        writing.link(Link(other.id, LinkKind.CONFLICTS_WITH, one.id, DAWN))
    engine.forget(OWNER, Forget(ids=(one.id,)))
    engine.forget(OWNER, Forget(ids=(one.id,), mode="restore"))
    assert all(Mark.CONFLICTED in engine.dossier(OWNER, memory.id).memory.marks for memory in (one, other))


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


class PurgedMeanwhile:
    """A clock that another process's purge beats to it: whoever asks for the time is too late for one memory."""

    def __init__(self, folder: Path, memory_id: str) -> None:
        self.folder = folder
        self.memory_id = memory_id

    def __call__(self) -> datetime:
        with closing(open_records(self.folder, StorePolicy())) as other, other.writing() as writing:
            writing.purge([self.memory_id])
        return DAWN


@pytest.mark.parametrize("mode", ["archive", "restore"])
def test_what_another_process_purges_meanwhile_is_not_found_and_the_rest_is_done(
    engine: MemoryEngine, mode: Literal["archive", "restore"]
) -> None:
    folder = Path(engine.status(OWNER).data_folder)
    first, gone, last = (stored(engine, f"Note number {word}.") for word in ("one", "two", "three"))
    with closing(open_records(folder, StorePolicy())) as records:
        forgetting = Forgetting(records, Clashes(records, records), PurgedMeanwhile(folder, gone.id))
        ask = Forget(ids=(first.id, gone.id, last.id), mode=mode)
        answer = forgetting.forget(OWNER, Reach("me", sessions=None), ask, ())
    assert [memory.id for memory in answer.done] == [first.id, last.id]
    assert answer.not_found == (gone.id,)


def test_a_purge_reports_only_what_it_erased(engine: MemoryEngine) -> None:
    """What was shown and then erased by another is named as not found."""
    folder = Path(engine.status(OWNER).data_folder)
    kept, gone = stored(engine, "Note number one."), stored(engine, "Note number two.")
    with closing(open_records(folder, StorePolicy())) as records:
        with records.writing() as writing:
            writing.purge([gone.id])
        ask = Forget(mode="purge", query="note", confirm=True)
        person = Principal(user="me", agent="command line", person=True)
        answer = Forgetting(records, Clashes(records, records), FrozenClock()).forget(
            person, Reach("me", sessions=None), ask, (kept, gone)
        )
    assert (answer.done, answer.not_found, answer.bytes_left) == ((kept,), (gone.id,), False)


def test_a_reader_in_the_way_of_a_purge_is_told_and_the_background_finishes_it(engine: MemoryEngine) -> None:
    """The memory is gone at once, and so says the answer; its last bytes go when the reader has gone."""
    memory = stored(engine, "The zebra project pays Quixotl 12,000 a year.")
    folder = Path(engine.status(OWNER).data_folder)

    def is_left() -> bool:
        return any(b"quixotl" in file.read_bytes().lower() for file in folder.rglob("*") if file.is_file())

    with closing(sqlite3.connect(folder / "memory.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM memories").fetchone()
        answer = engine.forget(OWNER, Forget(ids=(memory.id,), mode="purge", confirm=True))
        assert (answer.done, answer.bytes_left, is_left()) == ((memory,), True, True)
        engine.work()
        assert is_left()
        reader.execute("COMMIT")
        engine.work()
        assert not is_left()
    assert all(finding.passed for finding in engine.diagnose())


@pytest.mark.parametrize("query", ["the", "what about it", "的", "什么"])
def test_common_words_name_nothing(engine: MemoryEngine, query: str) -> None:
    """However sure the caller is."""
    memory = stored(engine, "The plan for the harbour. 的 what about it 什么")
    answer = engine.forget(OWNER, Forget(query=query, confirm=True))
    assert (answer.done, "common words" in answer.note) == ((), True)
    assert engine.dossier(OWNER, memory.id).memory.status is Status.ACTIVE


def test_a_query_means_only_what_holds_most_of_its_words(engine: MemoryEngine) -> None:
    """A memory that is near in meaning, or shares a word, is not what was named."""
    named = stored(engine, "The zebra project has a budget of 12,000.")
    near = stored(engine, "The zebra enclosure was painted.")
    stored(engine, "The office budget is small.")
    answer = engine.forget(OWNER, Forget(query="zebra budget", confirm=True))
    assert [memory.id for memory in answer.done] == [named.id]
    nothing = engine.forget(OWNER, Forget(query="zebra astronaut ballet", confirm=True))
    assert (nothing.done, "most of the query's words" in nothing.note) == ((), True)
    assert engine.dossier(OWNER, near.id).memory.status is Status.ACTIVE
