"""Names of sessions and agents are stored beside every memory, so they pass the gate like any text."""

from dataclasses import replace
from pathlib import Path

import pytest

from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.requests import Correct, Forget, Observe, Recall, Remember, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.privacy.access import Grants
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, an_engine

KEY_LIKE = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
PHONE = "13812345678"
HOSTILE = Principal(
    user="me", agent=f"agent {KEY_LIKE} {PHONE}", session=f"my password is Hunter2!x and {KEY_LIKE} {PHONE}"
)
TURN = Said(role=Role.USER, content="We decided to use PostgreSQL for billing.")


def stored(engine: MemoryEngine, who: Principal, content: str) -> Memory:
    return engine.remember(who, Remember(content=content)).outcome.memory


def bytes_of(engine: MemoryEngine) -> bytes:
    folder = Path(engine.status(OWNER).data_folder)
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


def test_no_verb_writes_down_a_hostile_name(engine: MemoryEngine) -> None:
    """Not in memories, observations, history, sessions, recall notes, nor in the log of what was revealed."""
    memory = stored(engine, HOSTILE, "A plain note; call +49 30 901820.")
    engine.correct(HOSTILE, Correct(id=memory.id, content="Another note; call +49 30 901820."))
    engine.recall(HOSTILE, Recall(query="another note", include=frozenset({"personal"})))
    engine.reveal(HOSTILE, memory.id)
    engine.observe(HOSTILE, Observe(turns=(TURN,), goal="Billing"))
    engine.observe(replace(HOSTILE, session="s9"), Observe(turns=(TURN,), resumes=HOSTILE.session))
    engine.pause(HOSTILE)
    while engine.work().done or engine.encode().done:
        pass
    engine.forget(HOSTILE, Forget(ids=(memory.id,)))
    everything = bytes_of(engine)
    assert not [name for name in (KEY_LIKE, PHONE, "Hunter2") if name.encode() in everything]


def test_a_session_is_found_again_under_its_raw_name_and_under_its_stored_one(engine: MemoryEngine) -> None:
    """The stored name is the same each time, and no other session's."""
    first, again = (stored(engine, HOSTILE, text).origin.session for text in ("One.", "Two."))
    other = stored(engine, replace(HOSTILE, session=HOSTILE.session.replace(PHONE, "13912345678")), "Three.")
    assert first == again != other.origin.session
    assert stored(engine, replace(HOSTILE, session=first), "Four.").origin.session == first
    engine.observe(HOSTILE, Observe(goal="Billing"))
    assert engine.working(HOSTILE).session.goal == engine.working(replace(HOSTILE, session=first)).session.goal


def test_a_resumed_session_is_one_scene_under_any_name(engine: MemoryEngine) -> None:
    """What another session resumes is named by the same rule."""
    engine.observe(HOSTILE, Observe(turns=(TURN,)))
    resumed = engine.observe(replace(HOSTILE, session="s9"), Observe(resumes=HOSTILE.session))
    assert resumed.working.session.scene == engine.working(HOSTILE).session.scene


def test_without_a_grant_a_hostile_name_reaches_its_own_episodes_only(tmp_path: Path) -> None:
    """Who may see what is decided by the stored name."""
    with an_engine(tmp_path, grants=Grants(user_sessions=False)) as engine:
        memory = stored(engine, HOSTILE, "Mine.")
        assert engine.dossier(HOSTILE, memory.id).memory == memory
        assert engine.forget(OWNER, Forget(ids=(memory.id,))).not_found == (memory.id,)


@pytest.mark.parametrize("name", ["s1", "connection-0cc7a8d4dfd68344", "213f2f8b-c305-4196-be12-2bfc4ff086a5"])
def test_ordinary_names_stay_as_they_are(engine: MemoryEngine, name: str) -> None:
    assert stored(engine, replace(OWNER, session=name, agent=name), "One.").origin.session == name


def test_names_have_a_limit(engine: MemoryEngine) -> None:
    """A session's is refused, an agent's is cut: nobody but the client chose it."""
    with pytest.raises(Invalid, match="session: 201 characters"):
        engine.recall(replace(OWNER, session="x" * 201), Recall(query="a"))
    with pytest.raises(Invalid, match="resumes: 201 characters"):
        engine.observe(OWNER, Observe(resumes="x" * 201))
    assert len(stored(engine, replace(OWNER, agent="x y " * 200), "One.").origin.agent) <= 200
    late = stored(engine, replace(OWNER, agent="x " * 90 + KEY_LIKE), "Two.").origin.agent
    assert late == "x " * 90 + "[secret:github-token]"[:20]
