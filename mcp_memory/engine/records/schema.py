"""The tables as SQLAlchemy sees them, for building statements. The migrations create them; a test compares both."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, Table, Text
from sqlalchemy.dialects.sqlite import Insert, insert

metadata = MetaData()


def written_over(table: Table) -> Insert:
    """The statement that adds a row, or writes it over the one of the same key."""
    added = insert(table)
    values = {column.name: added.excluded[column.name] for column in table.c if not column.primary_key}
    return added.on_conflict_do_update(index_elements=list(table.primary_key), set_=values)


def _table(name: str, *columns: Sequence[Column[Any]]) -> Table:
    """A table of these columns, in the order of the file."""
    return Table(name, metadata, *(column for several in columns for column in several))


def _texts(*names: str, key: bool = False) -> list[Column[Any]]:
    return [Column(name, Text, primary_key=key) for name in names]


def _numbers(*names: str, key: bool = False) -> list[Column[Any]]:
    return [Column(name, Integer, primary_key=key) for name in names]


def _reals(*names: str) -> list[Column[Any]]:
    return [Column(name, Float) for name in names]


def _bytes(*names: str) -> list[Column[Any]]:
    return [Column(name, LargeBinary) for name in names]


meta = _table("meta", _texts("name", key=True), _numbers("value"))
memories = _table(
    "memories",
    _texts("id", key=True),
    _numbers("revision", "version"),
    _texts("user", "project", "layer", "status", "event_type", "origin", "agent", "session"),
    _numbers("occurred_at", "stored_at", "changed_at", "valid_until", "confirmed_at"),
    _reals("importance", "confidence"),
    _texts("duplicate_key", "when_said", "marks", "tags", "details", "content", "tier"),
    _numbers("told"),
)
memory_tags = _table("memory_tags", _texts("memory_id", "tag", key=True))
versions = _table(
    "versions",
    _texts("memory_id", key=True),
    _numbers("version", key=True),
    _numbers("at"),
    _texts("actor", "verb", "reason", "before", "after"),
)
links = _table("links", _texts("source", "kind", "target", key=True), _numbers("at"))
observations = _table("observations", _texts("memory_id", "scene", key=True), _numbers("at"))
recalls = _table("recalls", _texts("memory_id", key=True), _numbers("recalled_at", "count"))
aliases = _table("aliases", _texts("user", "head", "tokens", "other", "memory_id", key=True))
tombstones = _table("tombstones", _texts("memory_id", key=True), _numbers("revision"))
chunks = _table("chunks", _numbers("key", key=True), _texts("memory_id"), _numbers("n"), _texts("content_hash", "text"))
vectors = _table(
    "vectors", _numbers("chunk", key=True), _texts("space", key=True), _texts("content_hash"), _bytes("vector")
)
vector_spaces = _table("vector_spaces", _texts("space", key=True), _numbers("swept_to"))
embedding_queue = _table(
    "embedding_queue",
    _texts("space", key=True),
    _numbers("chunk", key=True),
    _numbers("attempts", "not_before", "leased_until"),
    _texts("parked"),
)
leases = _table("leases", _texts("name", key=True), _texts("holder"), _numbers("expires_at"))
feeds = _table("feeds", _texts("space", key=True), _texts("collection"), _numbers("sent", "fed"))
vault = _table(
    "vault", _texts("user", "kind", key=True), _numbers("number", key=True), _bytes("mark", "box"), _texts("key")
)
vault_numbers = _table("vault_numbers", _texts("user", "kind", key=True), _numbers("last"))
mentions = _table(
    "mentions", _texts("user", "kind", key=True), _numbers("number", key=True), _texts("memory_id", key=True)
)
reveals = _table(
    "reveals", _numbers("key", key=True), _numbers("at"), _texts("user", "agent", "session", "placeholder")
)
quarantine = _table(
    "quarantine", _numbers("key", key=True), _texts("memory_id", "source"), _numbers("at"), _texts("columns")
)
sessions = _table(
    "sessions",
    _texts("user", "id", key=True),
    _texts("project", "agent", "scene", "resumes", "goal", "goal_key", "steps", "artifacts", "marked", "denied"),
    _numbers("turns", "watermark"),
    _texts("summary"),
    _numbers("summarised_to", "opened_at", "active_at", "ended_at", "is_archived"),
)
turns = _table(
    "turns",
    _texts("user", "session", key=True),
    _numbers("n", key=True),
    _texts("role", "speaker"),
    _numbers("at"),
    _texts("content"),
    _numbers("is_encoded"),
)
archived_turns = _table(
    "archived_turns",
    _texts("user", "session", key=True),
    _numbers("n", key=True),
    _texts("role", "speaker"),
    _numbers("at"),
    _texts("content"),
)
session_recalls = _table("session_recalls", _texts("user", "session", "memory_id", key=True), _numbers("at"))
session_mentions = _table(
    "session_mentions", _texts("user", "kind", key=True), _numbers("number", key=True), _texts("session", key=True)
)
erased_turns = _table(
    "erased_turns", _numbers("revision", key=True), _texts("user", "session", key=True), _numbers("n", key=True)
)
encoding_queue = _table(
    "encoding_queue",
    _numbers("key", key=True),
    _texts("user", "session"),
    _numbers("priority", "first", "last", "attempts", "not_before", "leased_until", "claims"),
    _texts("parked"),
)
job_runs = _table(
    "job_runs",
    _texts("name", key=True),
    _numbers("started_at", "finished_at", "passed"),
    _texts("counts", "reason"),
    _numbers("runs"),
)
candidates = _table(
    "candidates",
    _texts("id", key=True),
    _texts("user", "project", "layer", "statement", "signature", "report"),
    _reals("confidence"),
    _texts("state", "memory_id"),
    _numbers("created_at", "changed_at"),
)
candidate_evidence = _table(
    "candidate_evidence", _texts("candidate_id", "memory_id", "scene", key=True), _numbers("at")
)

words = sa.table("words", sa.column("rowid", Integer), sa.column("tokens", Text), sa.column("rank", Float))
"""The full-text table; outside the metadata, since it is no ordinary table. `rank` is BM25, lower is better."""

word_frequencies = sa.table("word_frequencies", sa.column("term", Text), sa.column("doc", Integer))
"""In how many chunks a term occurs."""
