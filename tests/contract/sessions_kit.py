"""What the suites of sessions share: sessions and turns to put in, strategies, other processes."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from records_kit import lists, moments, texts

from mcp_memory.engine.domain.policies import EncodingPolicy
from mcp_memory.engine.domain.sessions import Marked, Role, Session, Turn
from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.ports.sessions import Priority, Sessions
from mcp_memory.testing import DAWN

POLICY = EncodingPolicy(lease_seconds=60, backoff_seconds=5, max_attempts=3)


def after(seconds: float) -> datetime:
    return DAWN + timedelta(seconds=seconds)


def a_session(name: str = "s1", **changes: Any) -> Session:
    """An open session of user "me", just begun."""
    new = Session(id=name, user="me", agent="test", scene=name, opened_at=DAWN, active_at=DAWN)
    return replace(new, **changes)


def a_turn(content: str, n: int = 1, role: Role = Role.USER) -> Turn:
    return Turn(n=n, role=role, content=content, at=after(n))


def say(sessions: Sessions, session: Session, *contents: str) -> Session:
    """Append a turn for each of these and put the session with its new count; returns it."""
    said = [a_turn(content, session.turns + place) for place, content in enumerate(contents, 1)]
    grown = replace(session, turns=session.turns + len(contents))
    with sessions.sitting() as sitting:
        sitting.put_session(grown)
        sitting.append(session.user, session.id, said)
    return grown


def queue(sessions: Sessions, session: Session, *tasks: tuple[Priority, int, int]) -> None:
    """Queue ranges of turns of a session."""
    with sessions.sitting() as sitting:
        for priority, first, last in tasks:
            sitting.enqueue(session, priority, first, last)


def contents_of(turns: Sequence[Turn]) -> list[str]:
    return [turn.content for turn in turns]


def start(worker: str, *arguments: object) -> subprocess.Popen[str]:
    """Another process that runs a script of this folder."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name(worker)), *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )


numbers = st.integers(min_value=0, max_value=2**31)

turns = st.builds(Turn, n=st.integers(1, 99), role=st.sampled_from(Role), content=texts, at=moments, speaker=texts)
sessions = st.builds(
    Session,
    id=texts.filter(bool),
    user=st.sampled_from(["me", "you"]),
    agent=texts,
    scene=texts.filter(bool),
    opened_at=moments,
    active_at=moments,
    project=texts,
    goal=texts,
    resumes=texts,
    steps=lists,
    artifacts=lists,
    marked=st.lists(st.builds(Marked, event_type=st.sampled_from(EventType), text=texts, turn=numbers), max_size=3).map(
        tuple
    ),
    denied=lists,
    turns=numbers,
    watermark=numbers,
    summary=texts,
    summarised_to=numbers,
    ended_at=st.none() | moments,
)
