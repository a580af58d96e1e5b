-- The ground: keys, limits, evidence, traces, trees, and the little the queue needs beside pg-boss's own schema.

-- Who may call. The secret is never here: only its SHA-256.
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  lookup text NOT NULL UNIQUE,
  secret_sha256 bytea NOT NULL CHECK (octet_length(secret_sha256) = 32),
  name text NOT NULL,
  org_id text NOT NULL,
  areas text[] NOT NULL,
  scopes text[] NOT NULL DEFAULT '{}',
  tier text NOT NULL CHECK (tier IN ('standard', 'enterprise')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  rotated_from text REFERENCES api_keys (id),
  last_used_at timestamptz
);

-- One row per key, area and minute. Unlogged: after a crash of the database a window starts at zero again.
CREATE UNLOGGED TABLE rate_windows (
  key_id text NOT NULL,
  area text NOT NULL,
  minute bigint NOT NULL,
  used bigint NOT NULL,
  PRIMARY KEY (key_id, area, minute)
) WITH (fillfactor = 50);

-- What a caller's Idempotency-Key stands for. Everything made under it has ids derived from `seed`.
CREATE TABLE idempotency_keys (
  key_id text NOT NULL,
  idempotency_key text NOT NULL,
  request_digest bytea NOT NULL,
  seed uuid NOT NULL,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (key_id, idempotency_key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING brin (claimed_at);

-- Evidence: nodes addressed by the SHA-256 of their own text. The database refuses what does not fit.
CREATE TABLE edg_keys (
  kid text PRIMARY KEY,
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  registered_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE edg_nodes (
  id bytea PRIMARY KEY,
  ins bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  org_id text NOT NULL,
  stream text NOT NULL,
  pos integer NOT NULL CHECK (pos >= 0),
  height integer NOT NULL CHECK (height >= 0),
  kind text NOT NULL,
  prev bytea REFERENCES edg_nodes (id),
  body text NOT NULL,
  signature bytea NOT NULL CHECK (octet_length(signature) = 64),
  -- No foreign key: every insert would lock the one row of the key in use. Verification looks the key up.
  kid text NOT NULL,
  UNIQUE (stream, pos),
  CONSTRAINT edg_nodes_address CHECK (id = sha256(convert_to(body, 'UTF8'))),
  CONSTRAINT edg_nodes_first CHECK ((pos = 0) = (prev IS NULL)),
  -- The columns say what the body says. One parse of the body for all of them.
  CONSTRAINT edg_nodes_projection CHECK (
    body::jsonb @> jsonb_build_object(
      'edg', 'node/v1', 'stream', stream, 'pos', pos, 'height', height, 'kind', kind, 'prev', encode(prev, 'hex'))
  )
);

-- No fork, even with a wrong pos.
CREATE UNIQUE INDEX edg_nodes_one_successor ON edg_nodes (prev) WHERE prev IS NOT NULL;

-- Written in the statement that writes the child; the parent must exist.
CREATE TABLE edg_edges (
  child bytea NOT NULL,
  ord smallint NOT NULL,
  rel text NOT NULL,
  parent bytea NOT NULL REFERENCES edg_nodes (id),
  PRIMARY KEY (child, ord)
);
CREATE INDEX edg_edges_parent ON edg_edges (parent);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER edg_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON edg_keys EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON edg_nodes EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edg_edges_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON edg_edges EXECUTE FUNCTION refuse_change();

-- Telemetry as it came in. `created_at` is the database's clock: pages are ordered by it.
CREATE TABLE traces (
  trace_id text PRIMARY KEY,
  org_id text NOT NULL,
  risk_score double precision NOT NULL,
  risk_level text NOT NULL,
  confidence double precision NOT NULL,
  system_source text NOT NULL DEFAULT 'unknown',
  flags text[],
  recommendation text,
  constitutional_compliance boolean NOT NULL DEFAULT true,
  compliance_declared boolean NOT NULL,
  trinity_layer text,
  testing_mode text,
  adversarial_test boolean,
  field_conditions boolean,
  processing_time_ms bigint,
  metadata jsonb,
  attribution_token text NOT NULL,
  payload_salt bytea NOT NULL,
  "timestamp" timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
);
CREATE INDEX traces_newest ON traces (org_id, created_at DESC, trace_id DESC);
CREATE INDEX traces_newest_of_system ON traces (org_id, system_source, created_at DESC, trace_id DESC);
CREATE INDEX traces_newest_of_level ON traces (org_id, risk_level, created_at DESC, trace_id DESC);
CREATE INDEX traces_flags ON traces USING gin (flags) WHERE flags IS NOT NULL AND flags <> '{}';

-- Counters, written in the statement that writes the traces. One shard per writing process, so that writers do not meet.
CREATE TABLE systems (
  org_id text NOT NULL,
  system_source text NOT NULL,
  first_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, system_source)
);
CREATE TABLE system_totals (
  org_id text NOT NULL,
  system_source text NOT NULL,
  shard smallint NOT NULL,
  traces bigint NOT NULL,
  low bigint NOT NULL,
  medium bigint NOT NULL,
  high bigint NOT NULL,
  compliant bigint NOT NULL,
  risk_sum numeric NOT NULL,
  timed bigint NOT NULL,
  time_sum numeric NOT NULL,
  last_trace_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, system_source, shard)
) WITH (fillfactor = 50);
CREATE TABLE trace_totals (
  org_id text NOT NULL,
  shard smallint NOT NULL,
  systems bigint NOT NULL,
  traces bigint NOT NULL,
  low bigint NOT NULL,
  medium bigint NOT NULL,
  high bigint NOT NULL,
  compliant bigint NOT NULL,
  risk_sum numeric NOT NULL,
  timed bigint NOT NULL,
  time_sum numeric NOT NULL,
  PRIMARY KEY (org_id, shard)
) WITH (fillfactor = 50);

-- Measurement trees, one per job. `body` is the JSON text as it was digested and is answered, packed with zstd: a
-- quarter of the size at a tenth of what Postgres's own compression of it would cost.
CREATE TABLE trees (
  job_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  trace_id text,
  system_source text NOT NULL,
  profile text NOT NULL,
  validity_score double precision,
  tree_digest text NOT NULL,
  schema_version text NOT NULL,
  generated_at timestamptz(3) NOT NULL,
  node_id bytea NOT NULL,
  payload_salt bytea NOT NULL,
  body bytea NOT NULL
) WITH (toast_tuple_target = 8160);
-- Packed already, and small enough to stay in its row.
ALTER TABLE trees ALTER body SET STORAGE EXTERNAL;

-- How a job ended, whatever its type. Inserted first, so a job that ran twice has its effects once.
CREATE TABLE job_outcomes (
  job_id uuid PRIMARY KEY,
  job text NOT NULL,
  org_id text NOT NULL,
  key_id text NOT NULL,
  request_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('succeeded', 'failed', 'canceled')),
  error json,
  attempt integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3) NOT NULL
);
CREATE INDEX job_outcomes_age ON job_outcomes USING brin (finished_at);

-- Which worker process holds which job right now, and how far it is. Unlogged: a claim means nothing after a crash.
CREATE UNLOGGED TABLE job_claims (
  job_id uuid PRIMARY KEY,
  job text NOT NULL,
  worker_id uuid NOT NULL,
  attempt integer NOT NULL,
  done integer,
  total integer
);

-- What each process last said of itself, for /metrics and /readyz.
CREATE UNLOGGED TABLE process_reports (
  process_id uuid PRIMARY KEY,
  role text NOT NULL,
  jobs text[] NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  reported_at timestamptz NOT NULL,
  metrics json NOT NULL
);
