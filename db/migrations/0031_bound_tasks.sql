-- Bound tasks: what rows of tasks and of their steps say is sealed by who wrote them. What is large
-- stands beside its digest, and the seal is over that: so a row is sealed anew without what it holds being read.
ALTER TABLE tasks ADD seal bytea, ADD result_sum bytea;
ALTER TABLE task_steps ADD seal bytea, ADD spec_sum bytea, ADD input_sum bytea, ADD result_sum bytea,
  -- As they are planned, so that a row says them without its spec; null of rows that are older.
  ADD on_error text CHECK (on_error IN ('fail', 'skip', 'continue')), ADD max_attempts smallint;
ALTER TABLE task_payloads ADD seal bytea;

-- A process of the release before changes a row and leaves its seal: the row is as unsealed then as its own are.
CREATE FUNCTION drop_stale_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.seal := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER tasks_stale_seal BEFORE UPDATE ON tasks FOR EACH ROW
  WHEN (OLD.seal = NEW.seal AND OLD *<> NEW) EXECUTE FUNCTION drop_stale_seal();
CREATE TRIGGER task_steps_stale_seal BEFORE UPDATE ON task_steps FOR EACH ROW
  WHEN (OLD.seal = NEW.seal AND OLD *<> NEW) EXECUTE FUNCTION drop_stale_seal();
