-- What people answered to the questions that scans leave open: bound to what was asked about, told by later scans of it.
CREATE TABLE scan_answers (
  answer_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  -- What it is about, as a digest: the rule, the markup, and the place, the site or the scan that it holds for.
  thing text NOT NULL,
  -- Where it was asked.
  scan_id uuid NOT NULL,
  url text NOT NULL,
  type text NOT NULL,
  element text NOT NULL,
  fingerprint text NOT NULL,
  holds_for text NOT NULL CHECK (holds_for IN ('place', 'site', 'scan')),
  -- What was answered, and what that meant then: questions may be put otherwise later.
  choice text NOT NULL,
  means text NOT NULL CHECK (means IN ('failure', 'fine', 'unknown')),
  severity text CHECK (severity IN ('critical', 'serious', 'moderate', 'minor')),
  note text NOT NULL,
  -- Whose key it was, by which key.
  answered_by text NOT NULL,
  key_id text NOT NULL,
  answered_at timestamptz(3) NOT NULL,
  withdrawn_by text,
  withdrawn_at timestamptz(3),
  -- The newest node of its stream, and its place there.
  head bytea NOT NULL,
  version integer NOT NULL,
  seal bytea NOT NULL,
  CHECK ((means = 'failure') = (severity IS NOT NULL)),
  CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL))
);
-- Of a thing one answer stands; those that were taken back stay.
CREATE UNIQUE INDEX scan_answers_standing ON scan_answers (org_id, thing) WHERE withdrawn_at IS NULL;
CREATE INDEX scan_answers_of_thing ON scan_answers (org_id, thing, answered_at DESC);
-- What was answered earlier where now something else stands.
CREATE INDEX scan_answers_of_place ON scan_answers (org_id, fingerprint, answered_at DESC);
CREATE INDEX scan_answers_newest ON scan_answers (org_id, answered_at DESC, answer_id DESC);
-- An address may be longer than an index key.
CREATE INDEX scan_answers_of_url ON scan_answers (org_id, md5(url), answered_at DESC, answer_id DESC);
