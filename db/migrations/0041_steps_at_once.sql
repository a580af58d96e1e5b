-- As in 0007, and: a step that is begun and ended at once goes there in one change, which counts the attempt.
CREATE OR REPLACE FUNCTION check_step_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT (OLD.state, NEW.state) IN (
    ('blocked', 'ready'), ('blocked', 'input-required'), ('blocked', 'skipped'), ('blocked', 'failed'),
    ('blocked', 'canceled'),
    ('ready', 'working'), ('ready', 'failed'), ('ready', 'canceled'),
    ('working', 'ready'), ('working', 'input-required'), ('working', 'completed'), ('working', 'failed'),
    ('working', 'canceled'),
    ('input-required', 'completed'), ('input-required', 'failed'), ('input-required', 'canceled')
  ) AND NOT (
    NEW.attempt > OLD.attempt AND OLD.state IN ('blocked', 'ready') AND NEW.state IN ('completed', 'failed', 'input-required')
  ) THEN
    RAISE EXCEPTION 'step % of task % may not go from % to %', OLD.id, OLD.task_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
