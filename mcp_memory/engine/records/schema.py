"""The tables as SQLAlchemy sees them, for building statements. The migrations create them; a test compares both."""

import sqlalchemy as sa
from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

meta = Table("meta", metadata, Column("name", Text, primary_key=True), Column("value", Integer))

memories = Table(
    "memories",
    metadata,
    Column("id", Text, primary_key=True),
    Column("revision", Integer),
    Column("version", Integer),
    Column("user", Text),
    Column("project", Text),
    Column("layer", Text),
    Column("status", Text),
    Column("event_type", Text),
    Column("origin", Text),
    Column("agent", Text),
    Column("session", Text),
    Column("occurred_at", Integer),
    Column("stored_at", Integer),
    Column("changed_at", Integer),
    Column("valid_until", Integer),
    Column("confirmed_at", Integer),
    Column("importance", Float),
    Column("confidence", Float),
    Column("duplicate_key", Text),
    Column("when_said", Text),
    Column("marks", Text),
    Column("tags", Text),
    Column("details", Text),
    Column("content", Text),
    Column("tier", Text),
)

memory_tags = Table(
    "memory_tags",
    metadata,
    Column("memory_id", Text, primary_key=True),
    Column("tag", Text, primary_key=True),
)

versions = Table(
    "versions",
    metadata,
    Column("memory_id", Text, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", Integer),
    Column("actor", Text),
    Column("verb", Text),
    Column("reason", Text),
    Column("before", Text),
    Column("after", Text),
)

links = Table(
    "links",
    metadata,
    Column("source", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("target", Text, primary_key=True),
    Column("at", Integer),
)

observations = Table(
    "observations",
    metadata,
    Column("memory_id", Text, primary_key=True),
    Column("scene", Text, primary_key=True),
    Column("at", Integer),
)

recalls = Table(
    "recalls",
    metadata,
    Column("memory_id", Text, primary_key=True),
    Column("recalled_at", Integer),
    Column("count", Integer),
)

aliases = Table(
    "aliases",
    metadata,
    Column("user", Text, primary_key=True),
    Column("head", Text, primary_key=True),
    Column("tokens", Text, primary_key=True),
    Column("other", Text, primary_key=True),
    Column("memory_id", Text, primary_key=True),
)

tombstones = Table(
    "tombstones",
    metadata,
    Column("memory_id", Text, primary_key=True),
    Column("revision", Integer),
)

chunks = Table(
    "chunks",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("memory_id", Text),
    Column("n", Integer),
    Column("content_hash", Text),
    Column("text", Text),
)

vectors = Table(
    "vectors",
    metadata,
    Column("chunk", Integer, primary_key=True),
    Column("space", Text, primary_key=True),
    Column("content_hash", Text),
    Column("vector", LargeBinary),
)

vector_spaces = Table(
    "vector_spaces",
    metadata,
    Column("space", Text, primary_key=True),
    Column("swept_to", Integer),
)

embedding_queue = Table(
    "embedding_queue",
    metadata,
    Column("space", Text, primary_key=True),
    Column("chunk", Integer, primary_key=True),
    Column("attempts", Integer),
    Column("not_before", Integer),
    Column("leased_until", Integer),
    Column("parked", Text),
)

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text),
    Column("expires_at", Integer),
)

feeds = Table(
    "feeds",
    metadata,
    Column("space", Text, primary_key=True),
    Column("collection", Text),
    Column("sent", Integer),
    Column("fed", Integer),
)

vault = Table(
    "vault",
    metadata,
    Column("user", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("mark", LargeBinary),
    Column("box", LargeBinary),
    Column("key", Text),
)

vault_numbers = Table(
    "vault_numbers",
    metadata,
    Column("user", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("last", Integer),
)

mentions = Table(
    "mentions",
    metadata,
    Column("user", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("memory_id", Text, primary_key=True),
)

reveals = Table(
    "reveals",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("at", Integer),
    Column("user", Text),
    Column("agent", Text),
    Column("session", Text),
    Column("placeholder", Text),
)

quarantine = Table(
    "quarantine",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("memory_id", Text),
    Column("source", Text),
    Column("at", Integer),
    Column("columns", Text),
)

sessions = Table(
    "sessions",
    metadata,
    Column("user", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("project", Text),
    Column("agent", Text),
    Column("scene", Text),
    Column("resumes", Text),
    Column("goal", Text),
    Column("goal_key", Text),
    Column("steps", Text),
    Column("artifacts", Text),
    Column("marked", Text),
    Column("denied", Text),
    Column("turns", Integer),
    Column("watermark", Integer),
    Column("summary", Text),
    Column("summarised_to", Integer),
    Column("opened_at", Integer),
    Column("active_at", Integer),
    Column("ended_at", Integer),
    Column("is_archived", Integer),
)

turns = Table(
    "turns",
    metadata,
    Column("user", Text, primary_key=True),
    Column("session", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("role", Text),
    Column("speaker", Text),
    Column("at", Integer),
    Column("content", Text),
    Column("is_encoded", Integer),
)

archived_turns = Table(
    "archived_turns",
    metadata,
    Column("user", Text, primary_key=True),
    Column("session", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("role", Text),
    Column("speaker", Text),
    Column("at", Integer),
    Column("content", Text),
)

session_recalls = Table(
    "session_recalls",
    metadata,
    Column("user", Text, primary_key=True),
    Column("session", Text, primary_key=True),
    Column("memory_id", Text, primary_key=True),
    Column("at", Integer),
)

session_mentions = Table(
    "session_mentions",
    metadata,
    Column("user", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("session", Text, primary_key=True),
)

erased_turns = Table(
    "erased_turns",
    metadata,
    Column("revision", Integer, primary_key=True),
    Column("user", Text, primary_key=True),
    Column("session", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
)

encoding_queue = Table(
    "encoding_queue",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("user", Text),
    Column("session", Text),
    Column("priority", Integer),
    Column("first", Integer),
    Column("last", Integer),
    Column("attempts", Integer),
    Column("not_before", Integer),
    Column("leased_until", Integer),
    Column("claims", Integer),
    Column("parked", Text),
)

job_runs = Table(
    "job_runs",
    metadata,
    Column("name", Text, primary_key=True),
    Column("started_at", Integer),
    Column("finished_at", Integer),
    Column("passed", Integer),
    Column("counts", Text),
    Column("reason", Text),
    Column("runs", Integer),
)

candidates = Table(
    "candidates",
    metadata,
    Column("id", Text, primary_key=True),
    Column("user", Text),
    Column("project", Text),
    Column("layer", Text),
    Column("statement", Text),
    Column("signature", Text),
    Column("report", Text),
    Column("confidence", Float),
    Column("state", Text),
    Column("memory_id", Text),
    Column("created_at", Integer),
    Column("changed_at", Integer),
)

candidate_evidence = Table(
    "candidate_evidence",
    metadata,
    Column("candidate_id", Text, primary_key=True),
    Column("memory_id", Text, primary_key=True),
    Column("scene", Text, primary_key=True),
    Column("at", Integer),
)

words = sa.table("words", sa.column("rowid", Integer), sa.column("tokens", Text), sa.column("rank", Float))
"""The full-text table; outside the metadata, since it is no ordinary table. `rank` is BM25, lower is better."""

word_frequencies = sa.table("word_frequencies", sa.column("term", Text), sa.column("doc", Integer))
"""In how many chunks a term occurs."""
