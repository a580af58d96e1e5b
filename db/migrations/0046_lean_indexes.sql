-- concurrently
-- Pages of traces are found by their time alone: the ids of those of one instant are ordered when they are read. Instants that many
-- share stand in an index once, each with all of its rows, which is a tenth of the room.
DROP INDEX CONCURRENTLY IF EXISTS traces_by_instant;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY traces_by_instant ON traces (org_id, created_at);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS traces_of_system_by_instant;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY traces_of_system_by_instant ON traces (org_id, system_source, created_at);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS traces_of_level_by_instant;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY traces_of_level_by_instant ON traces (org_id, risk_level, created_at);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS traces_by_time;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS traces_of_system_by_time;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS traces_of_level_by_time;
