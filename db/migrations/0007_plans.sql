-- Tasks of many steps: what was planned, how each step fares, what came of it.

-- How many steps a task has, how many have not ended, how many of those wait for a person. A task without a plan has none.
ALTER TABLE tasks
  ADD steps_total smallint NOT NULL DEFAULT 0,
  ADD steps_open smallint NOT NULL DEFAULT 0,
  ADD steps_held smallint NOT NULL DEFAULT 0,
  -- What the jobs of its steps are sent with.
  ADD priority smallint NOT NULL DEFAULT 1,
  ADD is_overridden boolean NOT NULL DEFAULT false,
  ADD CHECK (steps_held BETWEEN 0 AND steps_open AND steps_open <= steps_total);
CREATE INDEX tasks_newest ON tasks (org_id, created_at DESC, id DESC);
CREATE INDEX tasks_due ON tasks (deadline) WHERE completed_at IS NULL AND deadline IS NOT NULL;
CREATE INDEX tasks_unfinished ON tasks (updated_at) WHERE completed_at IS NULL AND steps_open > 0;

-- One row per step. `head` is the node of the task's stream that says how it stands.
CREATE TABLE task_steps (
  task_id uuid NOT NULL REFERENCES tasks (id),
  ord smallint NOT NULL CHECK (ord >= 0),
  id text NOT NULL,
  type text NOT NULL,
  agent text NOT NULL,
  state text NOT NULL CHECK (state IN ('blocked', 'ready', 'working', 'input-required', 'completed', 'failed', 'canceled',
    'skipped')),
  head bytea NOT NULL REFERENCES edg_nodes (id),
  -- Steps by their place.
  needs smallint[] NOT NULL,
  dependents smallint[] NOT NULL,
  -- How many of the needed steps have not ended.
  waiting smallint NOT NULL CHECK (waiting >= 0),
  -- As it was planned: payload, when, on_error, timeout_s, max_attempts.
  spec json,
  -- Attempts that were begun.
  attempt smallint NOT NULL DEFAULT 0,
  -- The job that does it, and which delivery of that job may speak for it.
  job_id uuid UNIQUE,
  lease integer,
  -- Why it was skipped.
  reason text,
  -- The payload with its references resolved.
  input json,
  result json,
  result_digest text,
  -- The evidence node of what it made, if it made anything.
  made bytea,
  error json,
  tier text NOT NULL,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  PRIMARY KEY (task_id, ord),
  UNIQUE (task_id, id),
  CHECK (state <> 'completed' OR result_digest IS NOT NULL),
  CHECK (state NOT IN ('ready', 'working') OR job_id IS NOT NULL)
);
CREATE INDEX task_steps_active ON task_steps (task_id) WHERE state IN ('ready', 'working');

-- The moves a step may make; shared/plans/states.ts says the same.
CREATE FUNCTION check_step_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (OLD.state, NEW.state) IN (
    ('blocked', 'ready'), ('blocked', 'input-required'), ('blocked', 'skipped'), ('blocked', 'failed'),
    ('blocked', 'canceled'),
    ('ready', 'working'), ('ready', 'failed'), ('ready', 'canceled'),
    ('working', 'ready'), ('working', 'input-required'), ('working', 'completed'), ('working', 'failed'),
    ('working', 'canceled'),
    ('input-required', 'completed'), ('input-required', 'failed'), ('input-required', 'canceled')
  ) THEN
    RAISE EXCEPTION 'step % of task % may not go from % to %', OLD.id, OLD.task_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER task_steps_move BEFORE UPDATE ON task_steps FOR EACH ROW EXECUTE FUNCTION check_step_move();

-- As in 0004, and: the nodes of steps move a task's head on without moving the task, and several nodes written at once may
-- take it through `working`.
CREATE OR REPLACE FUNCTION check_task_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  nodes integer := NEW.version - OLD.version;
  moves constant text[] := ARRAY[
    'submitted working', 'submitted rejected', 'submitted canceled', 'submitted failed',
    'working completed', 'working failed', 'working canceled', 'working input-required', 'working auth-required',
    'input-required working', 'input-required canceled', 'input-required failed', 'input-required rejected',
    'auth-required working', 'auth-required canceled', 'auth-required failed', 'auth-required rejected'];
BEGIN
  IF (NEW.status, NEW.head, NEW.version) IS NOT DISTINCT FROM (OLD.status, OLD.head, OLD.version) THEN
    RETURN NEW;
  END IF;
  IF nodes >= 1 AND (
    (OLD.status || ' ' || NEW.status) = ANY (moves)
    OR (OLD.status = NEW.status AND OLD.steps_total > 0 AND OLD.completed_at IS NULL)
    OR (nodes >= 2 AND (OLD.status || ' working') = ANY (moves) AND ('working ' || NEW.status) = ANY (moves))
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'task % may not go from % to % by % nodes', OLD.id, OLD.status, NEW.status, nodes
    USING ERRCODE = 'check_violation';
END $$;
