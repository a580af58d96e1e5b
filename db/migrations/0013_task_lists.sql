-- concurrently
drop index concurrently if exists tasks_of_kind;
--> statement-breakpoint
-- Every list of tasks with a filter, and every count of them, is read from this one.
create index concurrently tasks_of_kind on tasks (org_id, agent, type, status, created_at desc, id desc);
--> statement-breakpoint
drop index concurrently if exists tasks_of_agent;
--> statement-breakpoint
drop index concurrently if exists tasks_open;
