-- concurrently
-- Jobs that failed are found by their nodes, the newest first: so how one failed, that is taken away, is missed.
DROP INDEX CONCURRENTLY IF EXISTS edg_nodes_failures;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY edg_nodes_failures ON edg_nodes (ins) WHERE kind = 'job.failed';
