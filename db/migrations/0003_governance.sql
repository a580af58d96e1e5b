-- Governance: constitutions, and violations with their whole life.

-- What the constitution made of a trace when it came in; null for older ones.
ALTER TABLE traces ADD governance_tier text;

-- The state row of the stream `constitution`: which one is in force.
CREATE TABLE constitutions (
  id text PRIMARY KEY CHECK (id = 'constitution'),
  org_id text NOT NULL,
  status text NOT NULL CHECK (status = 'enacted'),
  head bytea NOT NULL REFERENCES edg_nodes (id),
  version integer NOT NULL,
  hash text NOT NULL
);

-- Every constitution that was ever enacted, as it was hashed: decisions of its time are made again from it.
CREATE TABLE constitution_texts (
  hash text PRIMARY KEY CHECK (hash = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
  body text NOT NULL,
  signatures integer NOT NULL DEFAULT 0,
  enacted_at timestamptz(3) NOT NULL,
  node_id bytea NOT NULL
);
CREATE TRIGGER constitution_texts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON constitution_texts
  EXECUTE FUNCTION refuse_change();

-- `head` is the newest node of the stream violation:<id>, `version` its place there. Counters are not state.
CREATE TABLE violations (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'acknowledged', 'waived', 'resolved')),
  head bytea NOT NULL REFERENCES edg_nodes (id),
  version integer NOT NULL,
  fingerprint text NOT NULL,
  article text NOT NULL,
  title text NOT NULL,
  tier text NOT NULL CHECK (tier IN ('T1', 'T2', 'T3', 'T4', 'T5')),
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  agent text,
  task_id text,
  message text NOT NULL,
  evidence text[] NOT NULL,
  constitution text NOT NULL,
  rule_input_digest text,
  blocks text[] NOT NULL,
  due_at timestamptz(3),
  detected_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  occurrences bigint NOT NULL,
  -- Passes since it was last seen.
  passes integer NOT NULL DEFAULT 0,
  acknowledged json,
  waiver json,
  waived_until timestamptz(3),
  resolution json
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX violations_unresolved ON violations (org_id, fingerprint) WHERE status <> 'resolved';
CREATE INDEX violations_newest ON violations (org_id, detected_at DESC, id DESC);
CREATE INDEX violations_active ON violations (tier) WHERE status IN ('open', 'acknowledged');
CREATE INDEX violations_waived ON violations (waived_until) WHERE status = 'waived';

-- Moves on whenever a violation is opened or changes its state: who follows them need not read them all every second.
CREATE SEQUENCE violation_changes;
CREATE FUNCTION note_violation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM nextval('violation_changes');
  RETURN NULL;
END $$;
CREATE TRIGGER violations_changed AFTER INSERT OR UPDATE OF status ON violations
  FOR EACH ROW EXECUTE FUNCTION note_violation_change();

-- What each article came to lately, per hour and writing process: for the status page alone.
CREATE UNLOGGED TABLE article_counts (
  article text NOT NULL,
  hour timestamptz NOT NULL,
  shard smallint NOT NULL,
  evaluations bigint NOT NULL,
  failures bigint NOT NULL,
  errors bigint NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (article, hour, shard)
) WITH (fillfactor = 50);
