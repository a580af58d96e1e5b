-- concurrently
-- Jobs that callers were told to come back for are found by their nodes, the newest first: so one that is taken out of its queue is missed.
DROP INDEX CONCURRENTLY IF EXISTS edg_nodes_promises;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY edg_nodes_promises ON edg_nodes (ins) WHERE kind = 'job.promised';
