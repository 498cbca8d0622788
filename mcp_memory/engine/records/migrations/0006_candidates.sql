-- What consolidation proposes. `report` is JSON. The evidence lies beside it, one row for each time a memory was seen.
CREATE TABLE candidates (
    id TEXT PRIMARY KEY NOT NULL,
    user TEXT NOT NULL,
    project TEXT NOT NULL,
    layer TEXT NOT NULL,
    statement TEXT NOT NULL,
    signature TEXT NOT NULL,
    report TEXT NOT NULL,
    confidence REAL NOT NULL,
    state TEXT NOT NULL,
    memory_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
);
CREATE INDEX candidates_by_user ON candidates (user, state, changed_at);
CREATE INDEX candidates_by_memory ON candidates (memory_id);

CREATE TABLE candidate_evidence (
    candidate_id TEXT NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
    memory_id TEXT NOT NULL,
    scene TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (candidate_id, memory_id, scene)
) WITHOUT ROWID;
CREATE INDEX candidate_evidence_by_memory ON candidate_evidence (memory_id);

-- The revision up to which everything has been consolidated.
INSERT INTO meta (name, value) VALUES ('consolidated_to', 0);
