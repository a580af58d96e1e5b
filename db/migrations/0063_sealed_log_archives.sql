-- How far a log was copied decides what is not copied again, and what of the copy may go: it is sealed by who copies.
ALTER TABLE log_archives ADD COLUMN IF NOT EXISTS seal bytea;
