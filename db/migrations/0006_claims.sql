-- A claim survives a crash as its job's state does: both are written by one statement. Unlogged, it was forgotten, and the
-- job of a worker that died about then waited for its time to run out.
ALTER TABLE job_claims SET LOGGED;
