-- Working memory: one row for each session, open or ended. Lists are JSON. `goal_key` is a fingerprint of the goal.
CREATE TABLE sessions (
    user TEXT NOT NULL,
    id TEXT NOT NULL,
    project TEXT NOT NULL,
    agent TEXT NOT NULL,
    scene TEXT NOT NULL,
    resumes TEXT NOT NULL,
    goal TEXT NOT NULL,
    goal_key TEXT NOT NULL,
    steps TEXT NOT NULL,
    artifacts TEXT NOT NULL,
    marked TEXT NOT NULL,
    denied TEXT NOT NULL,
    turns INTEGER NOT NULL,
    watermark INTEGER NOT NULL,
    summary TEXT NOT NULL,
    summarised_to INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    active_at INTEGER NOT NULL,
    ended_at INTEGER,
    is_archived INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user, id)
);
CREATE INDEX sessions_by_activity ON sessions (user, active_at);
CREATE INDEX sessions_by_goal ON sessions (user, project, goal_key, active_at);
-- The two sweeps look every half minute, over all users; what they look for is little of what there is.
CREATE INDEX sessions_unencoded ON sessions (active_at) WHERE ended_at IS NULL AND turns > watermark;
CREATE INDEX sessions_unarchived ON sessions (ended_at) WHERE ended_at IS NOT NULL AND is_archived = 0;

-- What was said, as it was admitted. `is_encoded` turns have become what they will become.
CREATE TABLE turns (
    user TEXT NOT NULL,
    session TEXT NOT NULL,
    n INTEGER NOT NULL,
    role TEXT NOT NULL,
    speaker TEXT NOT NULL,
    at INTEGER NOT NULL,
    content TEXT NOT NULL,
    is_encoded INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user, session, n)
);

-- The turns of ended sessions, for provenance.
CREATE TABLE archived_turns (
    user TEXT NOT NULL,
    session TEXT NOT NULL,
    n INTEGER NOT NULL,
    role TEXT NOT NULL,
    speaker TEXT NOT NULL,
    at INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (user, session, n)
);

-- Which memories a session was shown, so that their echo is not stored again and a denial finds what it denies.
CREATE TABLE session_recalls (
    user TEXT NOT NULL,
    session TEXT NOT NULL,
    memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (user, session, memory_id)
) WITHOUT ROWID;
CREATE INDEX session_recalls_by_memory ON session_recalls (memory_id);
CREATE INDEX session_recalls_by_time ON session_recalls (at);

-- Which session mentions which value of the vault, so that the value outlives the purge of something else.
CREATE TABLE session_mentions (
    user TEXT NOT NULL,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    session TEXT NOT NULL,
    PRIMARY KEY (user, kind, number, session)
) WITHOUT ROWID;

-- What a purge has emptied (turn 0 stands for what is noted of the session), under the revision that its tombstones
-- bear, so that copies which still hold it can be named.
CREATE TABLE erased_turns (
    revision INTEGER NOT NULL,
    user TEXT NOT NULL,
    session TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (revision, user, session, n)
) WITHOUT ROWID;

-- Turns that wait to be encoded, by priority and age. A key is never used again, and `claims` never goes back, so that
-- the two together name one claim.
CREATE TABLE encoding_queue (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    user TEXT NOT NULL,
    session TEXT NOT NULL,
    priority INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    leased_until INTEGER NOT NULL DEFAULT 0,
    claims INTEGER NOT NULL DEFAULT 0,
    parked TEXT,
    UNIQUE (user, session, priority, first, last)
);
CREATE INDEX encoding_queue_by_priority ON encoding_queue (priority, key);

-- The last run of each job of the timetable. `counts` is JSON.
CREATE TABLE job_runs (
    name TEXT PRIMARY KEY NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    passed INTEGER NOT NULL,
    counts TEXT NOT NULL,
    reason TEXT NOT NULL,
    runs INTEGER NOT NULL
);
