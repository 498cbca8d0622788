-- What only one process may do at a time, who does it, and until when unless prolonged.
CREATE TABLE leases (
    name TEXT PRIMARY KEY NOT NULL,
    holder TEXT NOT NULL,
    expires_at INTEGER NOT NULL
);

-- How far a collection outside this file has followed a vector space: revisions up to `fed` have arrived there, those
-- up to `sent` may have.
CREATE TABLE feeds (
    space TEXT PRIMARY KEY NOT NULL,
    collection TEXT NOT NULL,
    sent INTEGER NOT NULL,
    fed INTEGER NOT NULL
);
