-- Runs of scans are bound: a run and each page of it is sealed, and with a page the digest of what was kept of its findings.
-- What opens a run's pages stands in its seal by its digest; which rules were broken most stands in the run once it has ended.
ALTER TABLE scan_runs ADD access_sha256 bytea, ADD top_issues json, ADD is_departing boolean NOT NULL DEFAULT false, ADD seal bytea;
ALTER TABLE scan_run_pages ADD findings_sha256 bytea, ADD seal bytea;

-- Bytes lie by their digest. How they are packed and where they are is sealed, with the digest of the bytes as they are kept.
ALTER TABLE stored_blobs ADD body_sha256 bytea, ADD seal bytea;
