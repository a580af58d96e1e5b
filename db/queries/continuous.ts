/** What the continuous evaluator asks: what is new, what is late, what has served its time. */

import type { Reader } from '#db/client'
import type { ViolationRow } from '#db/queries/governance'
import type { GraphRow } from '#db/queries/graph'
import type { TaskRow } from '#db/queries/tasks'

/** Streams of state that have grown since a node, and the newest node there is; at most `limit` nodes are looked at. */
export async function streamsSince(
  sql: Reader,
  after: number,
  limit: number,
): Promise<{ upTo: number; streams: string[]; nodes: { id: string; body: string }[] }> {
  const rows = await sql<Pick<GraphRow, 'ins' | 'id' | 'stream' | 'body'>[]>`
    select ins, encode(id, 'hex') as id, stream, body from edg_nodes where ins > ${after} order by ins limit ${limit}`
  return {
    upTo: rows.at(-1)?.ins ?? after,
    streams: [...new Set(rows.map(({ stream }) => stream))],
    nodes: rows.filter(({ body }) => body.includes('"governance":{')),
  }
}

/** Whether the log is at least as long as what any witness cosigned of it. */
export async function isLogAsLongAsWitnessed(sql: Reader): Promise<boolean> {
  const [row] = await sql<{ is_long: boolean }[]>`
    select coalesce((select max(leaf) + 1 from edg_leaves), 0) >= coalesce((
      select max(size) from edg_cosignatures
      where origin = (select origin from edg_logs order by epoch desc limit 1)), 0) as is_long`
  return row?.is_long ?? true
}

export type OverdueTask = Pick<TaskRow, 'id' | 'org_id' | 'agent' | 'head'> & { overdue: number }

/** Tasks that are not done although their time is over: how many times the time they had they have taken. */
export async function overdueTasks(sql: Reader): Promise<OverdueTask[]> {
  return sql<OverdueTask[]>`
    select id::text as id, org_id, agent, encode(head, 'hex') as head,
      (extract(epoch from now() - created_at)
        / greatest(1, extract(epoch from deadline - created_at)))::float8 as overdue
    from tasks where completed_at is null and deadline < now() order by deadline limit 1000`
}

/** Active violations of tasks that have ended since. */
export async function violationsOfEndedTasks(
  sql: Reader,
): Promise<Pick<ViolationRow, 'org_id' | 'article' | 'subject_type' | 'subject_id'>[]> {
  return sql<Pick<ViolationRow, 'org_id' | 'article' | 'subject_type' | 'subject_id'>[]>`
    select v.org_id, v.article, v.subject_type, v.subject_id
    from violations v join tasks t on t.id = case when v.subject_type = 'task' then v.subject_id::uuid end
    where v.status in ('open', 'acknowledged') and v.subject_type = 'task' and t.completed_at is not null limit 1000`
}

/** Active violations of systems, with how many traces of the system were kept since; counted up to a thousand. */
export async function violationsOfSystems(
  sql: Reader,
  articles: readonly string[],
): Promise<(ViolationRow & { traces: number })[]> {
  return sql<(ViolationRow & { traces: number })[]>`
    select v.*, encode(v.head, 'hex') as head, (
      select count(*) from (
        select 1 from traces t where t.org_id = v.org_id and t.system_source = v.subject_id
          and t.created_at > v.last_seen_at limit 1000) since) as traces
    from violations v
    where v.status in ('open', 'acknowledged') and v.subject_type = 'system'
      and v.article = any(${articles as string[]}::text[]) limit 1000`
}

/** Waivers whose time is over. */
export async function endedWaivers(sql: Reader): Promise<ViolationRow[]> {
  return sql<ViolationRow[]>`
    select *, encode(head, 'hex') as head from violations
    where status = 'waived' and waived_until <= now() limit 1000`
}

/** Violations of another constitution's articles that the one in force does not have. */
export async function supersededViolations(
  sql: Reader,
  constitution: string,
  articles: readonly string[],
): Promise<ViolationRow[]> {
  return sql<ViolationRow[]>`
    select *, encode(head, 'hex') as head from violations
    where status <> 'resolved' and constitution <> ${constitution}
      and article <> all(${articles as string[]}::text[]) limit 1000`
}

/** Streams that rows of state stand in, some at a time: after this task and this violation. */
export async function stateStreamsAfter(
  sql: Reader,
  after: { task: string; violation: string },
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ stream: string }[]>`
    (select 'task:' || id as stream from tasks where id > ${after.task} order by id limit ${limit})
    union all (select 'violation:' || id from violations where id > ${after.violation} order by id limit ${limit})
    union all (select 'agent:' || org_id || '/' || name from agents order by org_id, name limit ${limit})
    union all select id from constitutions`
  return rows.map(({ stream }) => stream)
}
