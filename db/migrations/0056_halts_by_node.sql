-- concurrently
-- What halts is found by its first node alone, before a process does anything: however many violations there were.
DROP INDEX CONCURRENTLY IF EXISTS edg_nodes_halting;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY edg_nodes_halting ON edg_nodes (stream) WHERE kind = 'violation.opened' AND body LIKE '%"tier":"T5"%';
