-- concurrently
-- What has served its time is deleted in pieces, the oldest first, each from where the last one ended. Ranges of blocks, as
-- BRIN keeps them, would be read anew for every piece, and say nothing any more once deleted rows have made room for new ones.
DROP INDEX CONCURRENTLY IF EXISTS job_outcomes_ended;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY job_outcomes_ended ON job_outcomes (finished_at, job_id);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS job_results_made;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY job_results_made ON job_results (created_at, job_id);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS idempotency_keys_claimed;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY idempotency_keys_claimed ON idempotency_keys (claimed_at);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS scan_runs_ended;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY scan_runs_ended ON scan_runs (finished_at) WHERE finished_at IS NOT NULL;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS tasks_ended;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY tasks_ended ON tasks (org_id, completed_at, id) WHERE completed_at IS NOT NULL;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS trees_made;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY trees_made ON trees (org_id, generated_at, job_id);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS job_outcomes_age;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS job_results_age;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS idempotency_keys_age;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS scans_age;
--> statement-breakpoint
-- How far retention has come in rows that it does not delete, by kind and, where it goes by organisation, by that.
CREATE TABLE IF NOT EXISTS retention_marks (
  kind text NOT NULL,
  org_id text NOT NULL,
  at timestamptz NOT NULL,
  id text NOT NULL,
  PRIMARY KEY (kind, org_id)
);
