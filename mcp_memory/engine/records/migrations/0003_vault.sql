-- Personal data, sealed with a key that is not in this file. `mark` is a keyed hash that finds the same value again,
-- `key` names the key. The placeholder in texts is made of kind and number.
CREATE TABLE vault (
    user TEXT NOT NULL,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    mark BLOB NOT NULL,
    box BLOB NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (user, kind, number)
) WITHOUT ROWID;
CREATE INDEX vault_by_mark ON vault (user, kind, mark);

-- The last number given for a kind: numbers are never used again, since texts elsewhere may still show them.
CREATE TABLE vault_numbers (
    user TEXT NOT NULL,
    kind TEXT NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (user, kind)
) WITHOUT ROWID;

-- Which memory mentions which value, now or in its history.
CREATE TABLE mentions (
    user TEXT NOT NULL,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    PRIMARY KEY (user, kind, number, memory_id)
) WITHOUT ROWID;
CREATE INDEX mentions_by_memory ON mentions (memory_id);

-- Who was given which value, and when; never the value.
CREATE TABLE reveals (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    user TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    placeholder TEXT NOT NULL
);
CREATE INDEX reveals_by_user ON reveals (user, key);
