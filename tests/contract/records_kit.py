"""What the records tests share: how to put memories in, and strategies for memories and filters."""

import os
import subprocess
import sys
from datetime import UTC
from pathlib import Path

from hypothesis import strategies as st

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import (
    Action,
    Change,
    Details,
    Episode,
    Memory,
    Origin,
    Procedure,
    Scope,
    Triple,
)
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark, OriginKind, Predicate, Status
from mcp_memory.engine.records.store import SqliteRecords

EVERYTHING = Filter(reach=Reach(user="me", sessions=None), statuses=frozenset(Status))
"""All that user "me" has."""


def a_change(after: Memory, before: Memory | None = None, verb: str = "remember") -> Change:
    """The history entry for a memory as it is now."""
    return Change(
        memory_id=after.id,
        version=after.version,
        at=after.changed_at,
        actor="test",
        verb=verb,
        reason="",
        before=before,
        after=after,
    )


def put(records: SqliteRecords, *memories: Memory) -> None:
    """Store memories, each in a transaction of its own."""
    for memory in memories:
        with records.writing() as writing:
            writing.put(a_change(memory))


def start(verb: str, folder: Path, count: int = 0) -> subprocess.Popen[str]:
    """Another process on the same folder; see `records_worker.py` for its verbs."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("records_worker.py")), verb, str(folder), str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )


# NUL and lone surrogates never arrive here: the text layer takes them out on every path.
texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=40)
contents = st.one_of(texts, st.text("用户喜欢灰度发布 café résumé №42", max_size=60)).map(lambda text: text or "empty")
moments = st.datetimes(timezones=st.just(UTC))
shares = st.floats(min_value=0, max_value=1)

lists = st.lists(texts, max_size=2).map(tuple)
episodes = st.builds(
    Episode,
    speaker=texts,
    goal=texts,
    conclusion=texts,
    stance=texts,
    open_tasks=lists,
    place=texts,
    subjects=lists,
    objects=lists,
    topic=texts,
    intent=texts,
    actions=st.lists(st.builds(Action, name=texts, arguments=texts, outcome=texts), max_size=2).map(tuple),
    turns=st.lists(st.integers(min_value=1, max_value=2**31), max_size=3).map(tuple),
    inferred=lists,
)
details: st.SearchStrategy[Details] = st.one_of(
    st.none(),
    episodes,
    st.builds(Triple, subject=texts, predicate=st.sampled_from(Predicate), object=texts),
    st.builds(
        Procedure,
        trigger=texts,
        steps=st.lists(texts, max_size=3).map(tuple),
        inputs=lists,
        outputs=lists,
    ),
)

memories = st.builds(
    Memory,
    id=st.uuids().map(str),
    layer=st.sampled_from(Layer),
    content=contents,
    scope=st.builds(Scope, user=st.sampled_from(["me", "you"]), project=st.sampled_from(["", "billing", "网站"])),
    status=st.sampled_from(Status),
    origin=st.builds(Origin, kind=st.sampled_from(OriginKind), agent=texts, session=st.sampled_from(["", "s1", "s2"])),
    event_type=st.sampled_from(EventType),
    occurred_at=moments,
    stored_at=moments,
    changed_at=moments,
    importance=shares,
    confidence=shares,
    version=st.integers(min_value=1, max_value=2**31),
    details=details,
    marks=st.frozensets(st.sampled_from(Mark)),
    tags=st.lists(st.sampled_from(["art", "cart", "数据库", "a b"]), max_size=3).map(tuple),
    when_said=texts,
    valid_until=st.none() | moments,
    confirmed_at=st.none() | moments,
    recalled_at=st.none() | moments,
    recall_count=st.integers(min_value=0, max_value=2**31),
)

filters = st.builds(
    Filter,
    reach=st.builds(
        Reach,
        user=st.sampled_from(["me", "you", "nobody"]),
        sessions=st.none() | st.frozensets(st.sampled_from(["", "s1", "s2", "s3"])),
    ),
    statuses=st.frozensets(st.sampled_from(Status)),
    project=st.sampled_from(["", "billing", "网站", "none"]),
    outside=st.booleans(),
    layers=st.frozensets(st.sampled_from(Layer), max_size=2),
    event_types=st.frozensets(st.sampled_from(EventType), max_size=6),
    tags=st.frozensets(st.sampled_from(["art", "cart", "数据库", "a b", "ar"]), max_size=2),
    since=st.none() | moments,
    until=st.none() | moments,
)
