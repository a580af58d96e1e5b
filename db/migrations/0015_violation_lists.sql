-- concurrently
drop index concurrently if exists violations_of_kind;
--> statement-breakpoint
-- Every list of violations is read from this one. `agent` is included, or counts would read the rows as well.
create index concurrently violations_of_kind
  on violations (org_id, status, tier, article, coalesce(agent, ''), detected_at desc, id desc) include (agent);
--> statement-breakpoint
drop index concurrently if exists violations_newest;
