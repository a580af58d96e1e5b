-- Claims about AI systems: registered before the data, held to every trace from then on. (job_claims are something else.)
CREATE TABLE claims (
  claim_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  -- What its newest node says: open, closing (no trace after that node counts) or closed (all before it are counted).
  status text NOT NULL CHECK (status IN ('open', 'closing', 'closed')),
  head bytea NOT NULL,
  version integer NOT NULL,
  -- The RFC 8785 text of what is claimed, as its nodes say it.
  terms text NOT NULL,
  name text NOT NULL,
  registered_at timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  -- As the newest node says it, and since which trace: how many there were by then, and when that node was made.
  verdict text NOT NULL CHECK (verdict IN ('undecided', 'holding', 'refuted')),
  verdict_n bigint NOT NULL DEFAULT 0,
  verdict_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  -- How far its sequence is: in which log, and the state after the last trace. Null until its own node has its place.
  origin text,
  state json,
  -- Why it is advanced no more.
  fault text
);
CREATE INDEX claims_newest ON claims (org_id, registered_at DESC, claim_id DESC);
CREATE INDEX claims_kept ON claims (org_id) WHERE status <> 'closed';

-- Up to where each log was gone through: every claim has had all the traces below this leaf.
CREATE TABLE claim_progress (
  origin text PRIMARY KEY,
  leaf bigint NOT NULL CHECK (leaf >= 0)
);

-- What a sequence said after so many traces: the first hundred, then ninety for each tenfold, and where its verdict turned.
CREATE TABLE claim_points (
  claim_id uuid NOT NULL REFERENCES claims (claim_id),
  n bigint NOT NULL CHECK (n > 0),
  leaf bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  value float8 NOT NULL,
  lower float8 NOT NULL,
  upper float8 NOT NULL,
  verdict text NOT NULL,
  PRIMARY KEY (claim_id, n)
);

-- Every trace that a claim has taken in, as many in a row as came in one round: their leaves in the log's order, and what was
-- measured of each in whole units of the measure's range, null where it had none. What was counted stays countable when a trace's
-- words are erased.
CREATE TABLE claim_pieces (
  claim_id uuid NOT NULL REFERENCES claims (claim_id),
  first_leaf bigint NOT NULL,
  leaves bigint[] NOT NULL,
  units smallint[] NOT NULL CHECK (cardinality(units) = cardinality(leaves)),
  PRIMARY KEY (claim_id, first_leaf)
);
