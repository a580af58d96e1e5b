-- What a system's tree is of, so that it is met again whoever's job made it, as long as the tree is there.
ALTER TABLE trees ADD snapshot uuid;
CREATE INDEX trees_snapshot ON trees (snapshot, generated_at, job_id) WHERE snapshot IS NOT NULL;
