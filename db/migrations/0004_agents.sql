-- Agents and tasks: what is asked of an agent, how it fares, what came of it.

-- One row per task, equal to the newest node of its stream `task:<id>`: `head` is that node, `version` its place.
CREATE TABLE tasks (
  id uuid PRIMARY KEY,
  job_id uuid NOT NULL UNIQUE,
  org_id text NOT NULL,
  key_id text NOT NULL,
  request_id text NOT NULL,
  agent text NOT NULL,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('submitted', 'working', 'input-required', 'auth-required', 'completed', 'failed',
    'canceled', 'rejected')),
  head bytea NOT NULL REFERENCES edg_nodes (id),
  version integer NOT NULL CHECK (version >= 0),
  tier text NOT NULL,
  result json,
  result_digest text,
  error json,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  deadline timestamptz(3),
  CHECK (status <> 'completed' OR result_digest IS NOT NULL)
);
CREATE INDEX tasks_of_agent ON tasks (org_id, agent, created_at DESC);
CREATE INDEX tasks_open ON tasks (org_id, agent, status) WHERE completed_at IS NULL;

-- The moves a task may make; shared/agents/states.ts says the same.
CREATE FUNCTION check_task_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.status, NEW.head, NEW.version) IS NOT DISTINCT FROM (OLD.status, OLD.head, OLD.version) THEN
    RETURN NEW;
  END IF;
  IF NEW.version <> OLD.version + 1 OR NOT (OLD.status, NEW.status) IN (
    ('submitted', 'working'), ('submitted', 'rejected'), ('submitted', 'canceled'), ('submitted', 'failed'),
    ('working', 'completed'), ('working', 'failed'), ('working', 'canceled'), ('working', 'input-required'),
    ('working', 'auth-required'),
    ('input-required', 'working'), ('input-required', 'canceled'), ('input-required', 'failed'),
    ('input-required', 'rejected'),
    ('auth-required', 'working'), ('auth-required', 'canceled'), ('auth-required', 'failed'),
    ('auth-required', 'rejected')
  ) THEN
    RAISE EXCEPTION 'task % may not go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tasks_move BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION check_task_move();

-- What a task was asked, apart from its node and salted: both can be deleted while every proof holds.
CREATE TABLE task_payloads (
  node_id bytea PRIMARY KEY REFERENCES edg_nodes (id),
  task_id uuid NOT NULL UNIQUE,
  org_id text NOT NULL,
  salt bytea NOT NULL,
  text text NOT NULL
);

-- What a run-task job came to, as JSON text packed with zstd.
CREATE TABLE job_results (
  job_id uuid PRIMARY KEY,
  org_id text NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
ALTER TABLE job_results ALTER body SET STORAGE EXTERNAL;
CREATE INDEX job_results_age ON job_results USING brin (created_at);

-- Agents elsewhere, as each organisation has registered them. `head` is the newest node of `agent:<org>/<name>`.
CREATE TABLE agents (
  org_id text NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  head bytea NOT NULL REFERENCES edg_nodes (id),
  version integer NOT NULL CHECK (version >= 0),
  card_url text,
  -- The card as it was fetched or given, and the digest of its canonical text.
  card json NOT NULL,
  card_digest text NOT NULL,
  signature_verified boolean,
  -- Public keys (JWK) that its signatures are checked with.
  keys json NOT NULL,
  -- Why it takes no tasks.
  reason text,
  -- What was wrong the last time its card was asked for.
  fault text,
  fetched_at timestamptz(3) NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  registered_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, name)
);
