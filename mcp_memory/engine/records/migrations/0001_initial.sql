-- Times are whole microseconds since 1970, UTC: exact, sortable, the same on every platform.
-- Structured values (tags, marks, details, snapshots) are JSON written by records/codec.py.

CREATE TABLE meta (
    name TEXT PRIMARY KEY NOT NULL,
    value INTEGER NOT NULL
);
INSERT INTO meta (name, value) VALUES ('schema_version', 0), ('revision', 0);

CREATE TABLE memories (
    id TEXT PRIMARY KEY NOT NULL,
    revision INTEGER NOT NULL,
    version INTEGER NOT NULL,
    user TEXT NOT NULL,
    project TEXT NOT NULL,
    layer TEXT NOT NULL,
    status TEXT NOT NULL,
    event_type TEXT NOT NULL,
    origin TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    occurred_at INTEGER NOT NULL,
    stored_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    valid_until INTEGER,
    confirmed_at INTEGER,
    importance REAL NOT NULL,
    confidence REAL NOT NULL,
    duplicate_key TEXT NOT NULL,
    when_said TEXT NOT NULL,
    marks TEXT NOT NULL,
    tags TEXT NOT NULL,
    details TEXT NOT NULL,
    content TEXT NOT NULL
);
CREATE INDEX memories_by_revision ON memories (revision);
CREATE INDEX memories_by_event ON memories (user, occurred_at DESC, id);
CREATE INDEX memories_by_scope ON memories (user, project, status, layer, session, event_type, occurred_at);
CREATE INDEX memories_by_duplicate_key ON memories (user, project, duplicate_key);

CREATE TABLE memory_tags (
    memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (memory_id, tag)
) WITHOUT ROWID;

CREATE TABLE versions (
    memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    verb TEXT NOT NULL,
    reason TEXT NOT NULL,
    before TEXT,
    after TEXT NOT NULL,
    PRIMARY KEY (memory_id, version)
);

CREATE TABLE links (
    source TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    target TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (source, kind, target)
);
CREATE INDEX links_by_target ON links (target, kind);

CREATE TABLE observations (
    memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    scene TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (memory_id, scene)
);

CREATE TABLE recalls (
    memory_id TEXT PRIMARY KEY NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    recalled_at INTEGER,
    count INTEGER NOT NULL
);

-- `tokens` are those of the one name, joined by blanks, `head` the first of them; `other` is the other name as written.
CREATE TABLE aliases (
    user TEXT NOT NULL,
    head TEXT NOT NULL,
    tokens TEXT NOT NULL,
    other TEXT NOT NULL,
    memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    PRIMARY KEY (user, head, tokens, other, memory_id)
);
CREATE INDEX aliases_by_memory ON aliases (memory_id);

CREATE TABLE tombstones (
    memory_id TEXT PRIMARY KEY NOT NULL,
    revision INTEGER NOT NULL
);
CREATE INDEX tombstones_by_revision ON tombstones (revision);

-- A chunk is never changed, only replaced. Its key is never used again (AUTOINCREMENT), so that a vector space can
-- remember up to which key it has looked for chunks to embed.
CREATE TABLE chunks (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (memory_id, n)
);

CREATE TABLE vectors (
    chunk INTEGER NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    space TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (chunk, space)
);

-- Every chunk up to `swept_to` has a vector in this space or a row in `embedding_queue`.
CREATE TABLE vector_spaces (
    space TEXT PRIMARY KEY NOT NULL,
    swept_to INTEGER NOT NULL
);

CREATE TABLE embedding_queue (
    space TEXT NOT NULL REFERENCES vector_spaces (space) ON DELETE CASCADE,
    chunk INTEGER NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    leased_until INTEGER NOT NULL DEFAULT 0,
    parked TEXT,
    PRIMARY KEY (space, chunk)
);
CREATE INDEX embedding_queue_by_chunk ON embedding_queue (chunk);

-- The tokens are ours, lower-case and joined by blanks. The plain `ascii` tokeniser takes every character beyond
-- ASCII as a letter, so that no table of Unicode classes inside SQLite, old or new, can cut a token in two.
CREATE VIRTUAL TABLE words USING fts5 (tokens, tokenize = 'ascii');
CREATE VIRTUAL TABLE word_frequencies USING fts5vocab ('words', 'row');
