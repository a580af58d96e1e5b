-- Instances of components that the newest scan of a page saw, one row a page. It goes with its scan.
CREATE TABLE scan_sightings (
  org_id text NOT NULL,
  -- SHA-256 of its address, in hex.
  page text NOT NULL,
  scan_id uuid NOT NULL REFERENCES scans (job_id) ON DELETE CASCADE,
  url text NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  -- Of each component that was seen its library, its id and how often.
  components jsonb NOT NULL,
  seal bytea,
  PRIMARY KEY (org_id, page)
);
CREATE INDEX scan_sightings_of_scan ON scan_sightings (scan_id);
