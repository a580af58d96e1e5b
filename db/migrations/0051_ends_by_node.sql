-- concurrently
-- Jobs that were canceled are found by their nodes as those that failed are: so that one was, which is taken away, is missed.
DROP INDEX CONCURRENTLY IF EXISTS edg_nodes_ends;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY edg_nodes_ends ON edg_nodes (ins) WHERE kind IN ('job.failed', 'job.canceled');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS edg_nodes_failures;
