-- concurrently
-- A system's trees by the time they were made, each profile's for itself: what one is held against, the one before it.
DROP INDEX CONCURRENTLY IF EXISTS trees_of_systems;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY trees_of_systems ON trees (org_id, system_source, split_part(profile, '@', 1), generated_at, job_id)
WHERE trace_id IS NULL AND compared_with IS NULL;
