-- How a job ended and what it came to are sealed: by a process that has the signing key, over every column. Null of what is older,
-- until maintenance has held it to its evidence and sealed it.
ALTER TABLE job_outcomes ADD COLUMN seal bytea;
ALTER TABLE job_results ADD COLUMN seal bytea;
