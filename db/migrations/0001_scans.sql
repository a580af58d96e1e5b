-- Accessibility scans: single pages, runs of many, waivers of findings.

-- One row per finished scan, keyed by its job. `report` is the JSON text of the whole report, packed with zstd.
CREATE TABLE scans (
  job_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  run_id uuid,
  url text NOT NULL,
  standard text NOT NULL,
  score smallint NOT NULL CHECK (score BETWEEN 0 AND 100),
  compliance text NOT NULL CHECK (compliance IN ('pass', 'fail')),
  issue_count integer NOT NULL,
  warning_count integer NOT NULL,
  include_warnings boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  node_id bytea NOT NULL,
  payload_salt bytea NOT NULL,
  report bytea NOT NULL,
  picture bytea,
  picture_type text
);
ALTER TABLE scans ALTER report SET STORAGE EXTERNAL, ALTER picture SET STORAGE EXTERNAL;
CREATE INDEX scans_newest ON scans (org_id, created_at DESC, job_id DESC);
-- An address may be longer than an index key.
CREATE INDEX scans_of_url ON scans (org_id, md5(url), created_at DESC, job_id DESC);
CREATE INDEX scans_of_run ON scans (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX scans_age ON scans USING brin (created_at);

-- What each scan of a run found, as far as comparing two runs needs it. Warnings and waived findings are left out.
CREATE TABLE scan_findings (
  run_id uuid NOT NULL,
  scan_id uuid NOT NULL,
  ord integer NOT NULL,
  url_digest bytea NOT NULL,
  fingerprint bytea NOT NULL,
  content_fingerprint bytea NOT NULL,
  type text NOT NULL,
  severity text NOT NULL,
  element text NOT NULL,
  PRIMARY KEY (run_id, scan_id, ord)
);

CREATE TABLE scan_runs (
  run_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  key_id text NOT NULL,
  request_id text NOT NULL,
  -- What the client asked for, but what opens pages behind a login, which is sealed.
  request json NOT NULL,
  sealed_access text,
  state text NOT NULL CHECK (state IN ('queued', 'running', 'succeeded', 'canceled')),
  -- Pages may still be found: the sitemap is being read.
  is_seeking boolean NOT NULL,
  page_limit integer NOT NULL,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  -- Pages that have a score: neither failed nor canceled.
  scored integer NOT NULL DEFAULT 0,
  score_sum bigint NOT NULL DEFAULT 0,
  score_worst smallint,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3)
);
CREATE INDEX scan_runs_newest ON scan_runs (org_id, created_at DESC, run_id DESC);
CREATE INDEX scan_runs_open ON scan_runs (org_id) INCLUDE (total, done) WHERE finished_at IS NULL;

CREATE TABLE scan_run_pages (
  run_id uuid NOT NULL,
  page integer NOT NULL,
  url text NOT NULL,
  url_digest bytea NOT NULL,
  depth smallint NOT NULL DEFAULT 0,
  job_id uuid NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('queued', 'succeeded', 'failed', 'canceled')),
  score smallint,
  compliance text,
  issue_count integer,
  error json,
  PRIMARY KEY (run_id, page),
  UNIQUE (run_id, url_digest)
);

-- How often each rule was broken in a run, kept up as its pages end.
CREATE TABLE scan_run_issues (
  run_id uuid NOT NULL,
  type text NOT NULL,
  pages integer NOT NULL,
  issues integer NOT NULL,
  PRIMARY KEY (run_id, type)
);

CREATE TABLE scan_waivers (
  waiver_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  fingerprint text,
  type text,
  url text,
  reason text NOT NULL,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  revoked_at timestamptz(3),
  CHECK (fingerprint IS NOT NULL OR type IS NOT NULL)
);
CREATE INDEX scan_waivers_org ON scan_waivers (org_id, created_at DESC);

-- What a process has to say beside its figures: what it works with, and what it lacks.
ALTER TABLE process_reports ADD notes json NOT NULL DEFAULT '{"has":{},"lacks":{}}';
