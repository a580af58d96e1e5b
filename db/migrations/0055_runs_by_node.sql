-- concurrently
-- Runs of scans are found by the nodes that say that they were ordered: so one that is gone with all that it had is missed.
DROP INDEX CONCURRENTLY IF EXISTS edg_nodes_runs;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY edg_nodes_runs ON edg_nodes (stream) WHERE kind = 'run.submitted';
