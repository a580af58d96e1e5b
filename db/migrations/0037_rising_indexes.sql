-- concurrently
-- Newest first is read from the end of an index that rises. One that falls takes each new row in at its front, where pages split
-- in halves that nothing fills any more: twice the room.
DROP INDEX CONCURRENTLY IF EXISTS traces_by_time;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY traces_by_time ON traces (org_id, created_at, trace_id);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS traces_of_system_by_time;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY traces_of_system_by_time ON traces (org_id, system_source, created_at, trace_id);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS traces_of_level_by_time;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY traces_of_level_by_time ON traces (org_id, risk_level, created_at, trace_id);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS traces_newest;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS traces_newest_of_system;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS traces_newest_of_level;
--> statement-breakpoint
-- What the continuous evaluation asks of many open violations: which are of systems, one article after the other, and which of tasks.
DROP INDEX CONCURRENTLY IF EXISTS violations_of_systems;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY violations_of_systems ON violations (article, id)
WHERE status IN ('open', 'acknowledged') AND subject_type = 'system';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS violations_of_tasks;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY violations_of_tasks ON violations (id)
WHERE status IN ('open', 'acknowledged') AND subject_type = 'task';
