"""Correcting through the real engine: versions, verdicts, whose word it takes."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from mcp_memory.engine.clashes import Clash, Clashes
from mcp_memory.engine.domain.answers import Conflict, NewVersion, Recalled
from mcp_memory.engine.domain.errors import (
    AmbiguousId,
    ContentTooLong,
    Invalid,
    MemoryNotFound,
    PersonNeeded,
    StaleVersion,
)
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory, Principal, Procedure, Triple
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.requests import Correct, Forget, Recall, Remember, Verdict
from mcp_memory.engine.domain.vocabulary import Layer, Mark, Predicate, Status
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock, an_engine

PERSON = Principal(user="me", agent="command line", person=True)


def stored(engine: MemoryEngine, content: str, **wishes: Any) -> Memory:
    return engine.remember(OWNER, Remember(content=content, **wishes)).outcome.memory


def offered(engine: MemoryEngine, query: str, **wishes: Any) -> list[str]:
    answer = engine.recall(OWNER, Recall(query=query, **wishes))
    assert isinstance(answer, Recalled)
    return [found.memory.content for found in answer.found]


def test_an_edit_keeps_the_id_counts_a_version_and_is_what_recall_offers(
    engine: MemoryEngine, clock: FrozenClock
) -> None:
    memory = stored(engine, "The API listens on port 8443.")
    clock.advance(hours=1)
    after = engine.correct(OWNER, Correct(id=memory.id, content="The API listens on port 9000.", reason="moved")).memory
    assert (after.id, after.version, after.changed_at) == (memory.id, 2, clock.now)
    assert offered(engine, "API port") == ["The API listens on port 9000."]
    history = engine.dossier(OWNER, memory.id).history
    assert [(entry.version, entry.verb, entry.reason) for entry in history] == [
        (1, "remember", ""),
        (2, "edit", "moved"),
    ]
    assert history[1].before == memory


def test_an_edit_derives_anew_what_was_derived_from_the_text(engine: MemoryEngine) -> None:
    rule = stored(engine, "The user prefers tea.", layer=Layer.SEMANTIC, user_confirmed=True)
    after = engine.correct(PERSON, Correct(id=rule.id, content="The user prefers coffee.")).memory
    assert after.details == Triple("The user", Predicate.PREFERS, "coffee")
    moved = engine.correct(
        OWNER, Correct(id=stored(engine, "Shipping went: build, then push").id, layer=Layer.PROCEDURAL)
    )
    assert isinstance(moved.memory.details, Procedure)


@pytest.mark.parametrize("verdict", ["wrong", "outdated"])
def test_what_is_wrong_or_outdated_is_overturned_and_shown_only_on_request(
    engine: MemoryEngine, verdict: Verdict
) -> None:
    memory = stored(engine, "The API listens on port 8443.")
    after = engine.correct(OWNER, Correct(id=memory.id[:8], verdict=verdict)).memory
    assert after.status is Status.OVERTURNED
    assert offered(engine, "API port") == []
    assert offered(engine, "API port", include=frozenset({"overturned"})) == [memory.content]


def test_what_was_derived_from_something_overturned_goes_up_for_review(engine: MemoryEngine) -> None:
    episode = stored(engine, "Reviews need two people.")
    rule = stored(engine, "Reviews need two people.", layer=Layer.SEMANTIC, user_confirmed=True)
    corrected = engine.correct(OWNER, Correct(id=episode.id, verdict="wrong"))
    assert corrected.for_review == (rule.id,)
    assert Mark.POSSIBLY_OUTDATED in engine.dossier(OWNER, rule.id).memory.marks
    assert engine.correct(PERSON, Correct(id=rule.id, verdict="wrong")).for_review == ()


def test_what_has_fallen_already_is_not_put_up_again(engine: MemoryEngine) -> None:
    episode = stored(engine, "Reviews need two people.")
    rule = stored(engine, "Reviews need two people.", layer=Layer.SEMANTIC, user_confirmed=True)
    engine.correct(PERSON, Correct(id=rule.id, verdict="outdated"))
    assert engine.correct(OWNER, Correct(id=episode.id, verdict="wrong")).for_review == ()


def test_a_confirmation_raises_confidence_and_clears_doubt(engine: MemoryEngine, clock: FrozenClock) -> None:
    episode = stored(engine, "Reviews need two people.")
    rule = stored(engine, "Reviews need two people.", layer=Layer.SEMANTIC, user_confirmed=True)
    engine.correct(OWNER, Correct(id=episode.id, verdict="wrong"))
    after = engine.correct(OWNER, Correct(id=rule.id, verdict="confirmed", user_confirmed=True)).memory
    assert after.confidence > rule.confidence
    assert after.confirmed_at == clock.now
    assert after.marks == frozenset()
    assert engine.dossier(OWNER, rule.id).history[-1].verb == "confirmed, asserted by agent"


def test_pins_come_and_go_and_a_second_pin_changes_nothing(engine: MemoryEngine) -> None:
    memory = stored(engine, "Keep this.")
    pinned = engine.correct(OWNER, Correct(id=memory.id, verdict="pin")).memory
    assert Mark.PINNED in pinned.marks
    assert engine.correct(OWNER, Correct(id=memory.id, verdict="pin")).memory == pinned
    assert engine.correct(OWNER, Correct(id=memory.id, verdict="unpin")).memory.marks == frozenset()


def test_a_rule_takes_a_persons_word(engine: MemoryEngine) -> None:
    rule = stored(engine, "The user prefers tea.", layer=Layer.SEMANTIC, user_confirmed=True)
    ask = Correct(id=rule.id, verdict="wrong")
    assert engine.needs_person(OWNER, ask)
    assert not engine.needs_person(PERSON, ask)
    with pytest.raises(PersonNeeded):
        engine.correct(OWNER, ask)
    assert (
        engine.correct(OWNER, Correct(id=rule.id, verdict="wrong", user_confirmed=True)).memory.status
        is Status.OVERTURNED
    )


def test_an_agent_alone_cannot_make_an_episode_a_rule(engine: MemoryEngine) -> None:
    memory = stored(engine, "The user prefers tea.")
    with pytest.raises(PersonNeeded):
        engine.correct(OWNER, Correct(id=memory.id, layer=Layer.SEMANTIC))
    assert engine.correct(PERSON, Correct(id=memory.id, layer=Layer.SEMANTIC)).memory.layer is Layer.SEMANTIC


def test_the_second_of_two_editors_gets_the_current_text(engine: MemoryEngine) -> None:
    memory = stored(engine, "The API listens on port 8443.")
    engine.correct(OWNER, Correct(id=memory.id, content="The API listens on port 9000.", expected_version=1))
    with pytest.raises(StaleVersion, match="version 2 and reads: The API listens on port 9000"):
        engine.correct(OWNER, Correct(id=memory.id, content="port 9001", expected_version=1))


def test_what_cannot_be_corrected_is_refused_with_a_reason(engine: MemoryEngine) -> None:
    memory = stored(engine, "The API listens on port 8443.")
    other = stored(engine, "The API listens on port 9000.")
    with pytest.raises(Invalid, match="nothing to change"):
        engine.correct(OWNER, Correct(id=memory.id))
    with pytest.raises(Invalid, match=other.id):
        engine.correct(OWNER, Correct(id=memory.id, content="the api listens on port 9000"))
    with pytest.raises(ContentTooLong):
        engine.correct(OWNER, Correct(id=memory.id, content="x" * 100_001))
    with pytest.raises(MemoryNotFound):
        engine.correct(OWNER, Correct(id="ffffffff-0000-7000-8000-000000000000", verdict="pin"))


def test_ids_may_be_shortened_while_they_stay_unique(engine: MemoryEngine) -> None:
    stored(engine, "one")
    with pytest.raises(Invalid, match="too short"):
        engine.dossier(OWNER, "0000000")
    with pytest.raises(MemoryNotFound):
        engine.dossier(OWNER, "abcdef01")
    with pytest.raises(MemoryNotFound):
        engine.dossier(Principal(user="you", agent="x"), "00000001")


def test_an_ambiguous_beginning_names_the_candidates(tmp_path: Path) -> None:
    ids = iter(["00000001-aaaa-7000-8000-000000000000", "00000001-bbbb-7000-8000-000000000000"])
    with an_engine(tmp_path, new_id=lambda: next(ids)) as engine:
        first = stored(engine, "one")
        stored(engine, "two")
        with pytest.raises(AmbiguousId, match=first.id):
            engine.dossier(OWNER, "00000001")
        assert engine.dossier(OWNER, "00000001-AAAA").memory == first


def test_an_archived_twin_is_no_obstacle_to_an_edit(engine: MemoryEngine) -> None:
    archived = stored(engine, "The API listens on port 9000.")
    engine.forget(OWNER, Forget(ids=(archived.id,)))
    memory = stored(engine, "The API listens on port 8443.")
    after = engine.correct(OWNER, Correct(id=memory.id, content="The API listens on port 9000.")).memory
    assert after.content == archived.content


@pytest.mark.parametrize(
    "texts",
    [("The Heron port is 8001.", "The Heron port is 8002."), ("截止日期是5月4日。", "截止日期是5月6日。")],
)
@pytest.mark.parametrize("wish", [{}, {"user_confirmed": True}])
def test_saying_again_what_was_overturned_is_told_also_where_it_contradicts(
    engine: MemoryEngine, texts: tuple[str, str], wish: dict[str, Any]
) -> None:
    first = engine.remember(OWNER, Remember(content=texts[0])).outcome.memory
    engine.correct(OWNER, Correct(id=first.id, verdict="wrong"))
    engine.remember(OWNER, Remember(content=texts[1]))
    outcome = engine.remember(OWNER, Remember(content=texts[0], **wish)).outcome
    assert isinstance(outcome, NewVersion if wish else Conflict)
    assert outcome.memory.id != first.id
    assert f"overturned before ({first.id})" in outcome.reason


@dataclass
class Meanwhile:
    """Seeks contradictions, and lets something happen once before what it found is used."""

    clashes: Clashes
    happens: list[Callable[[], object]]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.clashes, name)

    def against(self, reach: Reach, draft: Memory) -> tuple[Clash, ...]:
        found = self.clashes.against(reach, draft)
        if self.happens:
            self.happens.pop()()
        return found


def correct_while(engine: MemoryEngine, ask: Correct, happens: Callable[[], object]) -> Memory:
    """Correct by a person's word that settles nothing, while something else is done."""
    correcting = engine._correcting
    racing = replace(correcting, clashes=Meanwhile(correcting.clashes, [happens]))  # type: ignore[arg-type]
    return racing.correct(OWNER, Reach(user="me", sessions=None), ask).memory


STANDS = [("The gate opens at 9.", "The gate opens at 8."), ("预发环境的端口是 9000。", "预发环境的端口是 9443。")]


@pytest.mark.parametrize(("known", "said"), STANDS, ids=["en", "zh"])
def test_others_may_write_while_contradictions_are_sought(
    engine: MemoryEngine, tmp_path: Path, known: str, said: str
) -> None:
    stored(engine, known)
    memory = stored(engine, "The API listens on port 8443.")
    with closing(open_records(tmp_path / "home", StorePolicy(lock_patience_seconds=0.0))) as others:

        def write() -> None:
            with others.writing():
                pass

        after = correct_while(engine, Correct(id=memory.id, content=said), write)
    assert Mark.CONFLICTED in after.marks


@pytest.mark.parametrize(("known", "said"), STANDS, ids=["en", "zh"])
def test_a_corrected_text_does_not_contradict_what_is_put_away_meanwhile(
    engine: MemoryEngine, known: str, said: str
) -> None:
    gone, memory = stored(engine, known), stored(engine, "The API listens on port 8443.")
    after = correct_while(
        engine, Correct(id=memory.id, content=said), lambda: engine.forget(OWNER, Forget(ids=(gone.id,)))
    )
    assert after.marks == frozenset()
    assert engine.dossier(OWNER, memory.id).links == ()


@pytest.mark.parametrize(("known", "said"), STANDS, ids=["en", "zh"])
def test_what_was_edited_meanwhile_is_held_against_what_is_known_as_it_reads_then(
    engine: MemoryEngine, known: str, said: str
) -> None:
    stored(engine, known)
    memory = stored(engine, "The API listens on port 8443.")
    engine.correct(OWNER, Correct(id=memory.id, verdict="wrong"))
    edit = Correct(id=memory.id, content=said)
    after = correct_while(engine, Correct(id=memory.id, verdict="confirmed"), lambda: engine.correct(OWNER, edit))
    assert (after.content, after.status, Mark.CONFLICTED in after.marks) == (said, Status.ACTIVE, True)
