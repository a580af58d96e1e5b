-- How far retention has come is believed where this service says it: whoever sets it further would have what is old kept for good.
ALTER TABLE retention_marks ADD COLUMN IF NOT EXISTS vouched bytea;
