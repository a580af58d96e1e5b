-- Calibration: the parameters that an organisation has, and every version of them.

-- What holds: one row per organisation that has calibrated something. What is not in it is as the constitution has it at first.
CREATE TABLE parameter_sets (
  set_id uuid PRIMARY KEY,
  org_id text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('in_force')),
  -- RFC 8785: the values, the constitution they were made under, and what the changes of its day add up to.
  document text NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  -- The newest node of its stream, and its place there.
  head bytea NOT NULL,
  version integer NOT NULL
);

-- Every calibration that changed something, as its node says it by digest.
CREATE TABLE parameter_versions (
  org_id text NOT NULL,
  -- From 1 on: one more than the place of its node in the stream.
  version integer NOT NULL,
  -- RFC 8785: the values of every parameter before it, and the document that held from then on.
  before_values text NOT NULL,
  document text NOT NULL,
  job_id uuid NOT NULL,
  key_id text NOT NULL,
  -- Of a rollback, the version that it took back; and of a version, the one by which it was taken back.
  takes_back integer,
  taken_back_by integer,
  changed_at timestamptz(3) NOT NULL,
  node_id bytea NOT NULL,
  PRIMARY KEY (org_id, version)
);
