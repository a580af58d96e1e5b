/** Holds the plans of a database to their nodes, whatever was broken before. */
import { expect } from 'bun:test'
import type { Sql } from '#db/client'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { until } from '#test/support/until'

const over = `('completed', 'failed', 'canceled', 'skipped')`
/** Of a node: what it says. */
const says = (field: string) => `(n.body::json -> 'result' ->> '${field}')`

/** What may not be found, by the rule that it breaks. */
const faults: Record<string, string> = {
  'I5 counts': `
    select t.id from tasks t cross join lateral (
      select count(*) as total, count(*) filter (where state not in ${over}) as open,
        count(*) filter (where state = 'input-required') as held
      from task_steps where task_id = t.id) s
    where t.steps_total > 0 and (t.steps_total, t.steps_open, t.steps_held) is distinct from (s.total, s.open, s.held)`,
  'I5 waiting': `
    select s.id from task_steps s join tasks t on t.id = s.task_id
    where t.completed_at is null and s.waiting <> (
      select count(*) from task_steps need
      where need.task_id = s.task_id and need.ord = any(s.needs) and need.state not in ${over})`,
  'I5 steps that are not what their newest nodes say': `
    select s.task_id, s.id, s.state, own.state as said from task_steps s join tasks t on t.id = s.task_id
    left join lateral (
      select n.id, ${says('state')} as state from edg_nodes n
      where n.stream = 'task:' || t.id and n.kind = 'step.state' and ${says('step')} = s.id
      order by n.pos desc limit 1) own on true
    where case s.state
      when 'canceled' then s.head <> t.head or t.status not in ('failed', 'canceled')
      when 'blocked' then own.id is not null
      when 'ready' then own.id is not null and (own.state <> 'ready' or own.id <> s.head)
      else own.id is distinct from s.head or own.state is distinct from s.state end`,
  'I5 heads elsewhere': `
    select s.id from task_steps s left join edg_nodes n on n.id = s.head
    where n.stream is distinct from 'task:' || s.task_id`,
  'steps that are open in a task that has ended': `
    select id from tasks where completed_at is not null and steps_open > 0`,
  'steps that began before what they need': `
    select s.id from task_steps s join task_steps need on need.task_id = s.task_id and need.ord = any(s.needs)
    where s.state not in ('blocked', 'canceled') and need.state not in ${over}`,
  'I8 steps that ended twice': `
    select n.stream, ${says('step')} from edg_nodes n
    where n.kind = 'step.state' and ${says('state')} in ('completed', 'failed', 'skipped')
    group by 1, 2 having count(*) > 1`,
  'I8 tasks that ended twice': `
    select n.stream from edg_nodes n
    where n.kind = 'task.state' and ${says('state')} in ('completed', 'failed', 'canceled', 'rejected')
    group by 1 having count(*) > 1`,
  'I8 attempts without a node': `
    select s.id from task_steps s where s.attempt <> (
      select count(*) filter (where ${says('state')} = 'working') - count(*) filter (where ${says('forgiven')} = 'true')
      from edg_nodes n
      where n.stream = 'task:' || s.task_id and n.kind = 'step.state' and ${says('step')} = s.id)`,
  'I8 steps that were done without an outcome': `
    select s.id from task_steps s left join job_outcomes o on o.job_id = s.job_id
    where s.state = 'completed' and o.state is distinct from 'succeeded' and s.type <> 'person.ask'
      -- Done with what it needs, by no job of its own.
      and not (s.job_id is null and s.type in ('governance.evaluate', 'accessibility.summarize'))`,
  // What was held had its outcome before it was called off.
  'I8 outcomes of steps that were not done': `
    select s.id from task_steps s join job_outcomes o on o.job_id = s.job_id
    where o.state = 'succeeded' and s.result_digest is null`,
  'steps that were begun more often than promised': `
    select id from task_steps where attempt > (spec ->> 'max_attempts')::int`,
}

/** I5, I8: rows, nodes, outcomes and counts of every plan tell the same. @param except rules that a test breaks itself. */
export async function assertPlans(sql: Sql, { except = [] }: { except?: readonly string[] } = {}): Promise<void> {
  const found: Record<string, unknown[]> = {}
  for (const [rule, query] of Object.entries(faults)) {
    const rows = await sql.unsafe(query)
    if (rows.length > 0 && !except.includes(rule)) found[rule] = rows.slice(0, 3)
  }
  expect(found).toEqual({})
  const completed = await sql<{ id: string; result_digest: string; digests: Record<string, string> }[]>`
    select t.id, t.result_digest,
      (select coalesce(json_object_agg(id, result_digest), '{}') from task_steps
        where task_id = t.id and state = 'completed') as digests
    from tasks t where t.status = 'completed' and t.steps_total > 0`
  for (const { id, result_digest, digests } of completed)
    expect({ id, digest: result_digest }).toEqual({ id, digest: `sha256:${sha256Hex(canonicalJson(digests))}` })
}

/** I9: waits until nothing is left to be done: what is not over waits for a person, and the queue holds nothing of plans. */
export async function untilPlansRest(sql: Sql, timeoutMs = 60_000): Promise<void> {
  let left: unknown
  await until(
    async () => {
      left = await sql`
        select t.id, t.status, s.id as step, s.state, s.attempt, s.lease, j.state::text as job, j.retry_count, c.worker_id
        from tasks t join task_steps s on s.task_id = t.id
        left join pgboss.job j on j.id = s.job_id left join job_claims c on c.job_id = s.job_id
        where (t.completed_at is null and t.status <> 'input-required' and s.state not in ('completed', 'skipped', 'blocked'))
          or j.state in ('created', 'retry', 'active') or c.job_id is not null
        limit 3`
      return Array.isArray(left) && left.length === 0
    },
    { what: () => `every plan to rest: ${JSON.stringify(left)}`, timeoutMs, everyMs: 50 },
  )
}
