-- How long a step has waited for a person: from when it was asked. What is waited for already is waited for from now on.
UPDATE task_steps SET started_at = now() WHERE state = 'input-required' AND type = 'person.ask' AND started_at IS NULL;
CREATE INDEX task_steps_asked ON task_steps (started_at) WHERE state = 'input-required';
