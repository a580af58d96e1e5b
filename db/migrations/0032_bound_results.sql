-- Seals of what work came to: 16 bytes that only a process with the signing key can make, over every column that is shown.
-- Null where a release before has written a row, or where nobody has sealed it yet.
ALTER TABLE traces ADD COLUMN seal bytea;
ALTER TABLE trees ADD COLUMN seal bytea;
ALTER TABLE analyses ADD COLUMN seal bytea;
ALTER TABLE briefings ADD COLUMN seal bytea;
-- Lists show rows without their reports and pictures: their seals are over the digests of these, which are kept beside them.
ALTER TABLE scans ADD COLUMN seal bytea, ADD COLUMN report_sha256 bytea, ADD COLUMN picture_sha256 bytea;
ALTER TABLE design_verifications ADD COLUMN seal bytea, ADD COLUMN report_sha256 bytea;
