/**
 * Lists and counts of tasks, each by one index: tasks_of_kind holds an organisation's tasks by agent, type and status, and
 * within these by their time. What is read grows with the page and the kinds of tasks there are, never with the tasks.
 */

import type { Reader } from '#db/client'
import { taskStatuses } from '#db/documents/states'
import { countFound } from '#db/queries/counted'
import { type StoredTask, taskColumns } from '#db/queries/tasks'

export type TaskFilter = {
  orgId: string
  statuses: readonly string[] | undefined
  agent: string | undefined
  type: string | undefined
}

/** Which agents have had which types of tasks to do: each pair is one look into the index, behind the pair before. */
function kindsOf(sql: Reader, { orgId, agent, type }: Omit<TaskFilter, 'statuses'>) {
  const own = sql`from tasks where org_id = ${orgId} ${agent === undefined ? sql`` : sql`and agent = ${agent}`}`
  // Of one agent by type alone: compared as pairs, the index would be read from that agent's first task on each time.
  const isBehind = agent === undefined ? sql`(agent, type) > (met.agent, met.type)` : sql`type > met.type`
  return sql`
    met as (
      (select agent, type ${own} order by agent, type limit 1)
      union all
      select next.agent, next.type from met cross join lateral (
        select agent, type ${own} and ${isBehind} order by agent, type limit 1) next
    ), kinds as (select * from met ${type === undefined ? sql`` : sql`where type = ${type}`})`
}

/** An organisation's tasks, newest first, those after a place in that order. */
export async function listTasks(
  sql: Reader,
  { orgId, statuses, agent, type }: TaskFilter,
  { before, limit }: { before: { createdAt: string; id: string } | undefined; limit: number },
): Promise<StoredTask[]> {
  const isBefore = before ? sql`and (created_at, id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : sql``
  const page = sql`${isBefore} order by created_at desc, id desc limit ${limit}`
  const isUnfiltered = statuses === undefined && agent === undefined && type === undefined
  const found = isUnfiltered
    ? sql`with page as (select id from tasks where org_id = ${orgId} ${page})`
    : sql`
      with recursive ${kindsOf(sql, { orgId, agent, type })}, page as (
        select t.id from kinds k cross join unnest(${[...new Set(statuses ?? taskStatuses)]}::text[]) as s(status)
        cross join lateral (
          select id, created_at from tasks
          where org_id = ${orgId} and agent = k.agent and type = k.type and status = s.status ${page}) t
        order by t.created_at desc, t.id desc limit ${limit})`
  return sql<StoredTask[]>`
    ${found}
    select ${taskColumns(sql)} from page join tasks t using (id) order by t.created_at desc, t.id desc`
}

/** How long the oldest task has waited for a worker that nobody has begun, in seconds, by agent. */
export async function waitedSeconds(sql: Reader, orgId: string): Promise<Map<string, number>> {
  const rows = await sql<{ agent: string; waited: number }[]>`
    with recursive ${kindsOf(sql, { orgId, agent: undefined, type: undefined })}
    select agent, extract(epoch from now() - min(created_at))::float8 as waited
    from kinds k cross join lateral (
      select created_at from tasks
      where org_id = ${orgId} and agent = k.agent and type = k.type and status = 'submitted'
      order by created_at, id limit 1) t
    group by agent`
  return new Map(rows.map(({ agent, waited }) => [agent, waited]))
}

export type AgentStats = {
  queued: number
  working: number
  completed_24h: number
  failed_24h: number
  p50_ms: number | null
  p95_ms: number | null
  last_task_at: Date | null
}

/** How long tasks take is told by so many of the newest. */
export const timedAtMost = 1000

/** How an organisation's tasks fare that one agent was given: counts up to `countedAtMost`, times of the newest `timedAtMost`. */
export async function agentStats(sql: Reader, orgId: string, agent: string): Promise<AgentStats> {
  const today = sql`and created_at > now() - interval '24 hours'`
  const ofKind = sql`org_id = ${orgId} and agent = k.agent and type = k.type`
  const counted = (status: string, since = sql``) =>
    countFound(
      sql,
      sql`select 1 from kinds k cross join lateral (
        select 1 from tasks where ${ofKind} and status = ${status} ${since}) t`,
    )
  const [row] = await sql<AgentStats[]>`
    with recursive ${kindsOf(sql, { orgId, agent, type: undefined })}, newest as (
      select t.id from kinds k cross join lateral (
        select id, created_at from tasks where ${ofKind} and status = 'completed' ${today}
        order by created_at desc, id desc limit ${timedAtMost}) t
      order by t.created_at desc limit ${timedAtMost}
    ), took as (
      select extract(epoch from completed_at - created_at) * 1000 as ms from newest join tasks using (id))
    select ${counted('submitted')} as queued, ${counted('working')} as working,
      ${counted('completed', today)} as completed_24h, ${counted('failed', today)} as failed_24h,
      (select percentile_cont(0.5) within group (order by ms) from took) as p50_ms,
      (select percentile_cont(0.95) within group (order by ms) from took) as p95_ms,
      (select max(created_at) from kinds k cross join unnest(${[...taskStatuses]}::text[]) as s(status) cross join lateral (
        select created_at from tasks where ${ofKind} and status = s.status
        order by created_at desc, id desc limit 1) t) as last_task_at`
  if (!row) throw new Error('a select without a row')
  return row
}
