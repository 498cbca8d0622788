-- Rows that could not be read, set aside with their raw values so that nothing is lost and everything else works.
-- `columns` is a JSON object of column names and values; bytes are written {"hex": "..."}.
CREATE TABLE quarantine (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    memory_id TEXT NOT NULL,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    columns TEXT NOT NULL
);
CREATE INDEX quarantine_by_memory ON quarantine (memory_id);
