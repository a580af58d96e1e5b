-- Keys and waivers stand in evidence: `head` is the newest node of their stream. Those that are older have none.
ALTER TABLE api_keys ADD head bytea, ADD version integer, ADD CHECK ((head IS NULL) = (version IS NULL));
ALTER TABLE scan_waivers ADD head bytea, ADD version integer, ADD CHECK ((head IS NULL) = (version IS NULL));
