-- A scan asks for the waivers that cover what it found, not for all of an organisation's.
CREATE INDEX scan_waivers_fingerprint ON scan_waivers (org_id, fingerprint)
  WHERE revoked_at IS NULL AND fingerprint IS NOT NULL;
CREATE INDEX scan_waivers_type ON scan_waivers (org_id, type)
  WHERE revoked_at IS NULL AND fingerprint IS NULL;
