-- Design verification: snapshots and what is made of them lie by their digest; verifications, what they are held to, and by what rules.

-- Bytes by the SHA-256 of them, each organisation's for itself. Kept as long as an artifact names them.
CREATE TABLE stored_blobs (
  org_id text NOT NULL,
  digest text NOT NULL,
  type text NOT NULL,
  bytes integer NOT NULL,
  body bytea NOT NULL,
  -- When it was last sent: what was just sent may not be named yet.
  stored_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, digest)
);
-- Pictures are packed already, and what is not is packed before.
ALTER TABLE stored_blobs ALTER body SET STORAGE EXTERNAL;
CREATE INDEX stored_blobs_age ON stored_blobs (stored_at, org_id, digest);

-- What is gathered of a page, by the SHA-256 of its RFC 8785 text.
CREATE TABLE page_artifacts (
  org_id text NOT NULL,
  digest text NOT NULL,
  document json NOT NULL,
  -- Digests of its parts.
  original text,
  picture text,
  tree text,
  made_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, digest)
);
CREATE INDEX page_artifacts_age ON page_artifacts (made_at, org_id, digest);
CREATE INDEX page_artifacts_original ON page_artifacts (org_id, original) WHERE original IS NOT NULL;
CREATE INDEX page_artifacts_picture ON page_artifacts (org_id, picture) WHERE picture IS NOT NULL;
CREATE INDEX page_artifacts_tree ON page_artifacts (org_id, tree) WHERE tree IS NOT NULL;

-- How a page is to look: of each branch, medium and size one that is active, and one at most that waits for a word.
CREATE TABLE design_baselines (
  baseline_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  page_id text NOT NULL,
  branch text NOT NULL,
  medium text NOT NULL CHECK (medium IN ('picture', 'tree')),
  -- Of the viewport, in CSS pixels, and a hundred times its device pixels to each of them.
  width integer NOT NULL,
  scale_percent integer NOT NULL,
  status text NOT NULL CHECK (status IN ('candidate', 'active', 'superseded', 'rejected')),
  artifact text NOT NULL,
  -- Of the snapshot as it was sent: the same is approved at once.
  original text NOT NULL,
  -- The verification that it came of.
  verification_id uuid NOT NULL,
  -- Issues that somebody has accepted.
  accepted text[] NOT NULL DEFAULT '{}',
  reason text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  -- The newest node of its stream, and its place there.
  head bytea NOT NULL,
  version integer NOT NULL
);
CREATE UNIQUE INDEX design_baselines_active ON design_baselines (org_id, page_id, medium, width, scale_percent, branch)
WHERE status = 'active';
CREATE UNIQUE INDEX design_baselines_candidate ON design_baselines (org_id, page_id, medium, width, scale_percent, branch)
WHERE status = 'candidate';
CREATE INDEX design_baselines_of_page ON design_baselines (org_id, page_id, created_at DESC, baseline_id DESC);
CREATE INDEX design_baselines_accepted ON design_baselines (org_id, page_id) WHERE accepted <> '{}';
CREATE INDEX design_baselines_artifact ON design_baselines (org_id, artifact);

-- One row per finished verification, keyed by its job. `report` is the JSON text of the whole report, packed with zstd.
CREATE TABLE design_verifications (
  job_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  page_id text NOT NULL,
  branch text NOT NULL,
  -- What has come of it: passed where nobody has to say anything.
  state text NOT NULL CHECK (state IN ('passed', 'waiting', 'approved', 'rejected', 'superseded')),
  approved boolean NOT NULL,
  violations integer NOT NULL,
  artifact text NOT NULL,
  -- The artifact and the baseline that it was held to.
  compared_with text,
  baseline_id uuid,
  -- The baseline that came of it.
  proposes uuid,
  created_at timestamptz(3) NOT NULL,
  node_id bytea NOT NULL,
  payload_salt bytea NOT NULL,
  report bytea NOT NULL
);
ALTER TABLE design_verifications ALTER report SET STORAGE EXTERNAL;
CREATE INDEX design_verifications_newest ON design_verifications (org_id, created_at DESC, job_id DESC);
CREATE INDEX design_verifications_of_page ON design_verifications (org_id, page_id, created_at DESC, job_id DESC);
CREATE INDEX design_verifications_in_state ON design_verifications (org_id, state, created_at DESC, job_id DESC);
CREATE INDEX design_verifications_on_branch ON design_verifications (org_id, branch, created_at DESC, job_id DESC);
CREATE INDEX design_verifications_proposing ON design_verifications (proposes) WHERE proposes IS NOT NULL;
CREATE INDEX design_verifications_artifact ON design_verifications (org_id, artifact);
CREATE INDEX design_verifications_compared ON design_verifications (org_id, compared_with) WHERE compared_with IS NOT NULL;
CREATE INDEX design_verifications_age ON design_verifications (org_id, created_at, job_id);

-- What is judged by: a page's policy, or the design tokens of an organisation, whose page is ''.
CREATE TABLE design_rules (
  rules_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('policy', 'tokens')),
  page_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('in_force')),
  -- RFC 8785.
  document text NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  head bytea NOT NULL,
  version integer NOT NULL
);
CREATE UNIQUE INDEX design_rules_of ON design_rules (org_id, subject, page_id);
