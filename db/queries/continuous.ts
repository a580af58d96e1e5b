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
    where v.status in ('open', 'acknowledged') and v.subject_type = 'task' and t.completed_at is not null
    order by v.id limit 1000`
}

/** A place among the active violations of systems: they are gone through article by article. */
export type SystemsPlace = Pick<ViolationRow, 'article' | 'id'>

/** Some active violations of systems after a place: where the next look goes on, undefined at their end, and those with as many traces since as their article asks for. */
export async function passedSystems(
  sql: Reader,
  rules: readonly { article: string; passes: number }[],
  after: SystemsPlace,
  limit: number,
): Promise<{ last: SystemsPlace | undefined; passed: (ViolationRow & { traces: number })[] }> {
  const rows = await sql<(SystemsPlace & { traces: number; passes: number })[]>`
    select v.article, v.id, r.passes, (
      select count(*) from (
        select 1 from traces t where t.org_id = v.org_id and t.system_source = v.subject_id
          and t.created_at > v.last_seen_at limit r.passes) since) as traces
    from (
      select article, id, org_id, subject_id, last_seen_at from violations
      where status in ('open', 'acknowledged') and subject_type = 'system'
        and article = any(${rules.map(({ article }) => article)}::text[])
        and (article, id) > (${after.article}, ${after.id})
      order by article, id limit ${limit}) v
    join unnest(${rules.map(({ article }) => article)}::text[], ${rules.map(({ passes }) => passes)}::int[]) as r(article, passes)
      using (article)
    order by v.article, v.id`
  const ids = rows.flatMap(({ id, traces, passes }) => (traces >= passes ? [id] : []))
  const passed =
    ids.length === 0
      ? []
      : await sql<ViolationRow[]>`
          select *, encode(head, 'hex') as head from violations
          where id = any(${ids}::text[]) and status in ('open', 'acknowledged')`
  const tracesOf = new Map(rows.map(({ id, traces }) => [id, traces]))
  return {
    last: rows.length < limit ? undefined : rows.at(-1),
    passed: passed.map((row) => ({ ...row, traces: tracesOf.get(row.id) ?? 0 })),
  }
}

/** A place among violations that are not resolved, as their index has them. */
export type UnresolvedPlace = Pick<ViolationRow, 'org_id' | 'fingerprint'>

/** How often one was seen until now, and until its newest node: when that was made. */
export type CountedViolation = Pick<ViolationRow, 'id' | 'tier' | 'occurrences'> & { said: number; said_at: string }

/**
 * So many that are not resolved, and those among them that were seen since their newest node: `last` is where the next look goes on,
 * undefined at their end. A first node says nothing of it: it stands for one time.
 */
export async function countedSince(
  sql: Reader,
  after: UnresolvedPlace,
  limit: number,
): Promise<{ last: UnresolvedPlace | undefined; all: CountedViolation[]; counted: CountedViolation[] }> {
  const rows = await sql<(UnresolvedPlace & CountedViolation)[]>`
    select v.org_id, v.fingerprint, v.id, v.tier, v.occurrences::float8 as occurrences,
      coalesce(substring(n.body from '"occurrences":([0-9]{1,15})')::float8, 1) as said,
      coalesce(substring(n.body from '"timestamp":"([^"]{1,30})"'), '') as said_at
    from (
      select org_id, fingerprint, id, tier, occurrences, head from violations
      where status <> 'resolved' and (org_id, fingerprint) > (${after.org_id}, ${after.fingerprint})
      order by org_id, fingerprint limit ${limit}) v
    left join edg_nodes n on n.id = v.head and v.occurrences > 1
    order by v.org_id, v.fingerprint`
  return {
    last: rows.length < limit ? undefined : rows.at(-1),
    all: rows,
    counted: rows.filter(({ occurrences, said }) => occurrences > said),
  }
}

/** These, as they are now. */
export const violationsOf = (sql: Reader, ids: readonly string[]): Promise<ViolationRow[]> => sql<ViolationRow[]>`
  select *, encode(head, 'hex') as head from violations where id = any(${ids as string[]}::text[]) and status <> 'resolved'`

/** Waivers whose time is over. */
export async function endedWaivers(sql: Reader): Promise<ViolationRow[]> {
  return sql<ViolationRow[]>`
    select *, encode(head, 'hex') as head from violations
    where status = 'waived' and waived_until <= now() order by waived_until limit 1000`
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
