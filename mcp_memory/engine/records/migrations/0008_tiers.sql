-- Where a memory lies: hot, warm or cold. Only episodes ever leave the first.
ALTER TABLE memories ADD COLUMN tier TEXT NOT NULL DEFAULT 'hot';
CREATE INDEX memories_cooled ON memories (user, tier, id) WHERE tier <> 'hot';
