-- Content analysis: what texts were found to say, how they stand to dimensions of alignment, what calibrations came to.
-- The texts themselves are nowhere but in their jobs.
CREATE TABLE analyses (
  job_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  operation text NOT NULL CHECK (operation IN ('decode', 'analyze', 'calibrate')),
  -- Of the decision on it.
  tier text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  node_id bytea NOT NULL,
  payload_salt bytea NOT NULL,
  -- The JSON text as it was digested and is answered, packed with zstd.
  document bytea NOT NULL
);
ALTER TABLE analyses ALTER document SET STORAGE EXTERNAL;
CREATE INDEX analyses_age ON analyses (org_id, created_at, job_id);
