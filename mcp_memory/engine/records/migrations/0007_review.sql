-- Few memories wait for a person; they are found without a look at all the others.
CREATE INDEX memories_waiting ON memories (user, changed_at) WHERE status = 'pending' OR marks <> '[]';
