-- What articles came to decides what the status page says of those that open no violation: each count is sealed by who writes it.
ALTER TABLE article_counts ADD COLUMN IF NOT EXISTS seal bytea;
