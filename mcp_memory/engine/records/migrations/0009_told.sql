-- The revision at which something new was said of a memory: it was stored, changed or seen again. A vector that arrives
-- and a tier that moves are news for indexes only.
ALTER TABLE memories ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
UPDATE memories SET told = revision;
CREATE INDEX memories_by_told ON memories (told);
