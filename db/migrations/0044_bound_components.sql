-- Components are bound: each row of a library is sealed by who writes it, and the library's own with a digest of all of them. An artifact
-- is sealed with how many components were seen on it.
ALTER TABLE component_libraries ADD head bytea, ADD parts_sha256 bytea, ADD seal bytea;
ALTER TABLE components ADD seal bytea;
ALTER TABLE component_stories ADD seal bytea;
ALTER TABLE component_sightings ADD seal bytea;
ALTER TABLE page_artifacts ADD sightings integer NOT NULL DEFAULT 0, ADD seal bytea;
