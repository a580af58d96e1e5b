/** job_outcomes and job_claims, and what pg-boss's own table says of a job that has not ended. */

import type { Reader, Sql, Tx } from '#db/client'
import type { queuedStates } from '#db/documents/states'
import { isSilent } from '#db/queries/sessions'
import type { AsText, OrNulls } from '#db/tables/columns'
import type { jobClaims, jobOutcomes } from '#db/tables/jobs'

export type OutcomeRow = typeof jobOutcomes.$inferSelect

export type OutcomeToStore = AsText<Omit<OutcomeRow, 'error'>, 'created_at' | 'started_at' | 'finished_at'> & {
  error: unknown
}

/** Writes outcomes and lets go of the jobs' claims; answers the jobs whose outcome this is, leaving out those that had ended before. */
export async function insertOutcomes(tx: Tx, outcomes: readonly OutcomeToStore[]): Promise<Set<string>> {
  const rows = await tx<{ job_id: string }[]>`
    with released as (delete from job_claims where job_id = any(${outcomes.map((outcome) => outcome.job_id)}::uuid[]))
    insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, error, attempt, created_at, started_at,
      finished_at)
    select * from json_to_recordset(${JSON.stringify(outcomes)}::json) as r(
      job_id uuid, job text, org_id text, key_id text, request_id text, state text, error json, attempt int,
      created_at timestamptz, started_at timestamptz, finished_at timestamptz)
    order by job_id
    on conflict (job_id) do nothing
    returning job_id`
  return new Set(rows.map((row) => row.job_id))
}

export async function findOutcomes(sql: Reader, jobIds: readonly string[]): Promise<OutcomeRow[]> {
  return sql<OutcomeRow[]>`select * from job_outcomes where job_id = any(${jobIds as string[]}::uuid[])`
}

export type QueuedJob = {
  id: string
  name: string
  state: (typeof queuedStates)[number]
  data: unknown
  created_on: Date
  started_on: Date | null
} & OrNulls<Pick<typeof jobClaims.$inferSelect, 'done' | 'total'>>

/** Jobs as the queue holds them, with their progress. */
export async function findQueuedJobs(
  sql: Reader,
  names: readonly string[],
  jobIds: readonly string[],
): Promise<QueuedJob[]> {
  return sql<QueuedJob[]>`
    select j.id, j.name, j.state::text as state, j.data, j.created_on, j.started_on, c.done, c.total
    from pgboss.job j left join job_claims c on c.job_id = j.id
    where j.name = any(${names as string[]}::text[]) and j.id = any(${jobIds as string[]}::uuid[])`
}

/** Takes a job out of the queue if nobody has started it. True when this call did. */
export async function cancelUnstarted(tx: Tx, name: string, jobId: string): Promise<boolean> {
  const rows = await tx`
    update pgboss.job set state = 'cancelled', completed_on = now()
    where name = ${name} and id = any(${[jobId]}::uuid[]) and state in ('created', 'retry')
    returning id`
  return rows.length > 0
}

export type CanceledJob = { id: string; name: string; data: unknown; retry_count: number; was_active: boolean }

/** Cancels those of these jobs that have not ended. */
export async function cancelJobs(tx: Tx, names: readonly string[], jobIds: readonly string[]): Promise<CanceledJob[]> {
  return tx<CanceledJob[]>`
    with open as (
      select id, name, state from pgboss.job
      where name = any(${names as string[]}::text[]) and id = any(${jobIds as string[]}::uuid[])
        and state in ('created', 'retry', 'active') order by id for update
    )
    update pgboss.job j set state = 'cancelled', completed_on = now()
    from open o where j.name = o.name and j.id = o.id
    returning j.id, j.name, j.data, j.retry_count, o.state = 'active' as was_active`
}

/** Lets go of jobs, but for those of which another delivery has been claimed meanwhile. */
export async function deleteClaims(tx: Tx, jobs: readonly { id: string; retryCount: number }[]): Promise<void> {
  await tx`
    delete from job_claims c
    using unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ retryCount }) => retryCount)}::int[]) as u(id, attempt)
    where c.job_id = u.id and c.attempt = u.attempt`
}

export async function noteProgress(sql: Sql, jobId: string, done: number, total: number): Promise<void> {
  await sql`update job_claims set done = ${done}, total = ${total} where job_id = ${jobId}`
}

export type LostClaim = Pick<typeof jobClaims.$inferSelect, 'job_id' | 'worker_id' | 'attempt'>

/** What every connection of a worker carries as its application name. */
export const workerName = (workerId: string): string => `assay-worker:${workerId}`

/** Claims on a job type whose worker has no connection to the database any more, or none that says anything. */
export async function lostClaims(sql: Reader, job: string): Promise<LostClaim[]> {
  return sql<LostClaim[]>`
    select job_id, worker_id, attempt from job_claims
    where job = ${job} and not exists (
      select 1 from pg_stat_activity
      where application_name = ${workerName('')}::text || job_claims.worker_id::text and not ${isSilent(sql)})`
}

/** Forgets claims that no longer match a running attempt. */
export async function deleteStaleClaims(sql: Sql, job: string): Promise<void> {
  await sql`
    delete from job_claims c where job = ${job} and not exists (
      select 1 from pgboss.job j
      where j.name = c.job and j.id = c.job_id and j.state = 'active' and j.retry_count = c.attempt)`
}

/** Has jobs delivered once more than they would have been, for a delivery that was lost and is to cost them nothing. */
export async function forgiveLosses(
  tx: Tx,
  name: string,
  jobs: readonly { id: string; retryCount: number }[],
  afterSeconds: number,
): Promise<void> {
  await tx`
    update pgboss.job j set state = 'retry', start_after = now() + make_interval(secs => ${afterSeconds}),
      retry_limit = retry_limit + 1,
      data = jsonb_set(data, '{lost}', to_jsonb(coalesce((data ->> 'lost')::int, 0) + 1))
    from unnest(${jobs.map((job) => job.id)}::uuid[], ${jobs.map((job) => job.retryCount)}::int[]) as u(id, attempt)
    where j.name = ${name} and j.id = any(${jobs.map((job) => job.id)}::uuid[])
      and j.id = u.id and j.state = 'active' and j.retry_count = u.attempt`
}

/** The queues' tables, and how many of their blocks hold rows. */
export async function jobTables(sql: Reader): Promise<{ name: string; blocks: number }[]> {
  return sql<{ name: string; blocks: number }[]>`
    select name, (pg_relation_size(('pgboss.' || quote_ident(name))::regclass) / current_setting('block_size')::int)::int as blocks
    from (select distinct table_name as name from pgboss.queue) queues`
}

/**
 * Deletes the jobs that ended a while ago from some blocks of a queue's table, whatever their own rows say of it. One of ours
 * that the queue itself gave up, and nobody settled, gets its outcome: that says from now on how it ended.
 */
export async function deleteDoneJobs(
  sql: Tx,
  table: string,
  { from, to, keptSeconds }: { from: number; to: number; keptSeconds: number },
): Promise<void> {
  await sql`
    with gone as (
      delete from ${sql(`pgboss.${table}`)}
      where ctid >= ${`(${from},0)`}::text::tid and ctid < ${`(${to},0)`}::text::tid
        and state > 'active' and completed_on < now() - make_interval(secs => ${keptSeconds})
      returning id, name, state, data, retry_count, created_on, started_on, completed_on)
    insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, attempt, created_at, started_at, finished_at)
    select id, name, data ->> 'orgId', data ->> 'keyId', data ->> 'requestId',
      case state when 'failed' then 'failed' else 'canceled' end, retry_count, created_on, started_on, completed_on
    from gone
    where state in ('failed', 'cancelled') and data ->> 'orgId' is not null and data ->> 'keyId' is not null
      and data ->> 'requestId' is not null
    order by id on conflict (job_id) do nothing`
}

export type QueueDepth = { name: string; state: string; jobs: number; oldest_seconds: number }

/**
 * Jobs in each queue by state, and the age of the oldest that waits. Reads those that have not ended and no others: what
 * waits by pg-boss's own index, what runs by its claims.
 */
export async function queueDepths(sql: Reader, names: readonly string[]): Promise<QueueDepth[]> {
  return sql<QueueDepth[]>`
    select name, state::text as state, count(*)::bigint as jobs,
      coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as oldest_seconds
    from pgboss.job where name = any(${names as string[]}::text[]) and state < 'active' and not blocked
    group by 1, 2
    union all
    select job, 'active', count(*)::bigint, 0 from job_claims where job = any(${names as string[]}::text[]) group by 1`
}

/** Puts running jobs back into the queue as if this attempt had not been, and wakes a worker for them. */
export async function handBackJobs(
  tx: Tx,
  name: string,
  jobs: readonly { id: string; retryCount: number }[],
): Promise<void> {
  await tx`
    with back as (
      update pgboss.job j set state = 'created', started_on = null
      from unnest(${jobs.map((job) => job.id)}::uuid[], ${jobs.map((job) => job.retryCount)}::int[]) as u(id, attempt)
      where j.name = ${name} and j.id = any(${jobs.map((job) => job.id)}::uuid[])
        and j.id = u.id and j.state = 'active' and j.retry_count = u.attempt
      returning 1)
    select pg_notify(${bossChannel}, ${name}) where exists (select 1 from back)`
}

/** The least and the greatest priority of the jobs that may be taken; nothing of a queue where there are none. */
export async function waitingPriorities(
  sql: Reader,
  name: string,
): Promise<{ lowest: number; highest: number } | undefined> {
  const waiting = sql`
    from pgboss.job where name = ${name} and state < 'active' and not blocked and start_after <= now()`
  const [row] = await sql<{ lowest: number | null; highest: number | null }[]>`
    select (select priority ${waiting} order by priority limit 1) as lowest,
      (select priority ${waiting} order by priority desc limit 1) as highest`
  return row && row.lowest !== null && row.highest !== null ? { lowest: row.lowest, highest: row.highest } : undefined
}

/**
 * Puts jobs that this process does not know back, as if it had not taken them, for half as long as that has been so by now,
 * 5 s at least and a minute at most. Answers those that nobody has known for too long, which it leaves as they are.
 */
export async function leaveJobs(
  tx: Tx,
  name: string,
  jobs: readonly { id: string; retryCount: number }[],
  atMostSeconds: number,
): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    with met as (
      select j.id, coalesce((j.data ->> 'unknownSince')::timestamptz, now()) as since
      from pgboss.job j
      join unnest(${jobs.map((job) => job.id)}::uuid[], ${jobs.map((job) => job.retryCount)}::int[]) as u(id, attempt)
        on j.id = u.id and j.retry_count = u.attempt
      where j.name = ${name} and j.id = any(${jobs.map((job) => job.id)}::uuid[]) and j.state = 'active'
      order by j.id for update of j
    ), left_to_others as (
      update pgboss.job j set state = 'created', started_on = null,
        start_after = now() + least(interval '1 minute', greatest(interval '5 seconds', (now() - m.since) / 2)),
        data = jsonb_set(j.data, '{unknownSince}', to_jsonb(m.since))
      from met m
      where j.name = ${name} and j.id = m.id and m.since > now() - make_interval(secs => ${atMostSeconds})
      returning j.id
    ), released as (
      delete from job_claims c using left_to_others l where c.job_id = l.id
    )
    select id from met where id not in (select id from left_to_others)`
  return new Set(rows.map(({ id }) => id))
}

/** The channel on which pg-boss says that a queue has something: 'pgboss_' and the start of SHA-224 of its schema's name. */
export const bossChannel = `pgboss_${new Bun.CryptoHasher('sha224').update('pgboss').digest('hex').slice(0, 24)}`
