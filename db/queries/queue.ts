/**
 * pg-boss's tables: the one file that knows them. What it does not do by itself is done here beside it, in its own states, so
 * that a stock pg-boss may work on the same queues.
 */
import type { Sql as PlainSql, TransactionSql as PlainTransaction } from 'postgres'
import type { Reader, Sql, Tx } from '#db/client'
import type { queuedStates } from '#db/documents/states'
import type { OrNulls } from '#db/tables/columns'
import type { jobClaims } from '#db/tables/jobs'

/** Its schema that all of this was written for. */
export const queueSchemaVersion = 43

/** The schema that they are in. */
export const queueSchema = 'pgboss'

/** Its tables as others list them. */
export const queueTables = {
  job: 'pgboss.job',
  queue: 'pgboss.queue',
  version: 'pgboss.version',
  bam: 'pgboss.bam',
  jobDependency: 'pgboss.job_dependency',
  queueStats: 'pgboss.queue_stats',
  schedule: 'pgboss.schedule',
  subscription: 'pgboss.subscription',
  warning: 'pgboss.warning',
} as const

/** The channel on which pg-boss says that a queue has something: 'pgboss_' and the start of SHA-224 of its schema's name. */
export const queueChannel = `pgboss_${new Bun.CryptoHasher('sha224').update(queueSchema).digest('hex').slice(0, 24)}`

/**
 * Who claims. @param streams those that a result of such a job begins, without its id. @param missedDays how old a node may be that
 * says that such a job failed or was canceled. @param plan the statement is planned anew for each.
 */
type Claiming = { workerId: string; streams: readonly string[]; missedDays: number; plan: number }

/** The organisation of a job, by which turns are taken. What an earlier release sent has none. */
const whose = `(coalesce(group_id, '') collate "C")`
const isWaiting = `state < 'active' and not blocked`

/**
 * What pg-boss's fetch is to speak through so that the same statement notes who has claimed the jobs. Where it claims `limit` of them, it
 * says whether the line that they stood in `isShared` by organisations.
 */
export const claimingFetch = (sql: Sql, claiming: Claiming, full?: { name: string; limit: number }) => ({
  executeSql: async (fetch: string, values: unknown[] = []) => ({
    rows: await claimFetched(sql, claiming, fetch, values, full),
  }),
})

const claimFetched = (
  sql: Sql,
  { workerId, streams, missedDays, plan }: Claiming,
  fetch: string,
  values: readonly unknown[],
  full?: { name: string; limit: number },
) => {
  // A fetch is given nothing but text and numbers.
  const given = [...values] as string[]
  const give = (value: string) => `$${given.push(value)}::text`
  // Each job is looked up by itself, never in a table of all nodes or outcomes, however few they were when the plan was made.
  const isThere = (from: string) => `(select true from ${from} limit 1) is not null`
  const first = (begin: string) => `edg_nodes n where n.stream = ${begin} || fetched.id and n.pos = 0`
  const made = [
    ...streams.map((begin) => isThere(first(give(begin)))),
    isThere(`${first(`'job:'`)} and (n.body::json ->> 'timestamp')::timestamptz
      > now() - make_interval(days => ${give(String(missedDays))}::int)`),
  ]
  const endOfLine = (order: string) => `
    (select ${whose} from pgboss.job where name = ${give(full?.name ?? '')} and ${isWaiting} order by 1 ${order} limit 1)`
  // Few claims take as many as they asked for: no other looks along the line.
  const shared = full
    ? `, (select count(*) from fetched) >= ${give(String(full.limit))}::int
        and ${endOfLine('')} is distinct from ${endOfLine('desc')} as "isShared"`
    : ''
  return sql.unsafe(
    `with fetched as (${fetch}), claims as (
       insert into job_claims (job_id, job, worker_id, attempt)
       select id, name, ${give(workerId)}::uuid, "retryCount" from fetched
       on conflict (job_id) do update set worker_id = excluded.worker_id, attempt = excluded.attempt,
         done = null, total = null)
     select fetched.*, ${isThere('job_outcomes o where o.job_id = fetched.id')} as "isEnded", ${made.join(' or ')} as "isMade" ${shared}
     from fetched /* plan ${plan} */`,
    given,
    { prepare: true },
  )
}

/** Organisations that one claim looks at. */
const lookedAtOnce = 100

/**
 * Claims jobs as pg-boss's fetch does, but organisation by organisation: one of each in turn, so that none waits for another's
 * line to end. An organisation's own go by priority and age. While somebody waits for one, those are taken and no others.
 * @param calls the least priority of jobs that somebody waits for. @param after the organisation whose turn was last.
 * @returns each with whose it is and its turn, from 1 on.
 */
export const claimInTurns = (
  sql: Sql,
  claiming: Claiming,
  {
    name,
    limit,
    minPriority,
    calls,
    after,
  }: Record<'limit' | 'minPriority' | 'calls', number> & { name: string; after: string },
) => {
  const from = `from pgboss.job where name = $1::text and ${isWaiting}`
  const first = `(select ${whose} ${from} order by 1 limit 1)`
  const next = (before: string) =>
    `coalesce((select ${whose} ${from} and ${whose} > ${before} order by 1 limit 1), ${first})`
  const isDue = `name = $1::text and ${whose} = o.whose and ${isWaiting} and start_after <= now()`
  const fetch = `
    with recursive line as (
      select f.whose, f.whose as began, 1 as turn from (select ${next('$5::text')} as whose) f where f.whose is not null
      union all
      select n.whose, o.began, o.turn + 1 from line o, lateral (select ${next('o.whose')} as whose) n
      where n.whose <> o.began and o.turn < ${lookedAtOnce}
    ), tops as (
      select o.whose, o.turn,
        (select priority from pgboss.job where ${isDue} order by priority desc, created_on limit 1) as top from line o
    ), least as (
      select case when max(top) >= $4::int then greatest($3::int, $4::int) else $3::int end as priority from tops
    ), chosen as (
      select whose, turn from tops where top >= (select priority from least) order by turn limit $2::int
    ), each as (
      select ceil($2::numeric / greatest(1, count(*)))::int as jobs from chosen
    ), due as (
      select j.*, o.turn, o.whose from chosen o, lateral (
        select id, priority, created_on from pgboss.job
        where ${isDue} and priority >= (select priority from least)
        order by priority desc, created_on limit (select jobs from each) for update skip locked) j
    ), taken as (
      select id, turn, whose from (
        select id, turn, whose, row_number() over (partition by turn order by priority desc, created_on) as nth from due) d
      order by nth, turn limit $2::int
    )
    update pgboss.job j set state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = case when j.started_on is null then j.retry_count else j.retry_count + 1 end
    from taken t where j.name = $1::text and j.id = t.id
    returning j.id, j.name, j.data, j.retry_count as "retryCount", t.whose, t.turn`
  return claimFetched(sql, claiming, fetch, [name, limit, minPriority, calls, after])
}

/** The index by which organisations take turns, in every table that jobs are in; whoever is at work there goes on. */
export async function makeTurnIndexes(sql: Plain): Promise<void> {
  const tables = await sql<{ name: string; index: string; is_broken: boolean | null }[]>`
    select t.name, t.name || '_turns' as index, not i.indisvalid as is_broken
    from (select 'job_common' as name union select table_name from pgboss.queue) t
    left join pg_index i on i.indexrelid = to_regclass('pgboss.' || quote_ident(t.name || '_turns'))`
  for (const { name, index, is_broken: isBroken } of tables) {
    // As an attempt leaves it that was cut off.
    if (isBroken) await sql.unsafe(`drop index concurrently pgboss."${index}"`)
    await sql.unsafe(`create index concurrently if not exists "${index}" on pgboss."${name}"
      (name, ${whose}, priority desc, created_on) where ${isWaiting}`)
  }
}

export type QueuedJob = {
  id: string
  name: string
  state: (typeof queuedStates)[number]
  data: unknown
  /** Which delivery it is in, from 0. */
  retry_count: number
  created_on: Date
  started_on: Date | null
} & Doing &
  OrNulls<Pick<typeof jobClaims.$inferSelect, 'done' | 'total'>>

/** What a queue says of how a job was done. */
type Doing = {
  /** It was begun, as often as it may be. */
  is_spent: boolean
  /** It is said to run, longer than anybody takes to say that it runs it, and nobody has said so; or without end. */
  is_nobodys: boolean
}

/** No attempt of any release may take as long: a verification of everything is given hours. */
export const endlessAfterSeconds = 24 * 60 * 60
const takenWithin = '1 minute'

/** Of a job `j`, and the claim `c` on it. */
const isSpent = (sql: Reader) => sql`j.started_on is not null and j.retry_count >= j.retry_limit`
const doingOf = (sql: Reader) => sql`
  ${isSpent(sql)} as is_spent,
  j.state = 'active' and (
    (c.attempt is distinct from j.retry_count
      and (j.started_on between now() - ${takenWithin}::text::interval and now()) is not true)
    or (j.started_on + make_interval(secs => j.expire_seconds) < now() + make_interval(secs => ${endlessAfterSeconds})) is not true) as is_nobodys`

/** Jobs as the queue holds them, with their progress. */
export async function findQueuedJobs(
  sql: Reader,
  names: readonly string[],
  jobIds: readonly string[],
): Promise<QueuedJob[]> {
  return sql<QueuedJob[]>`
    select j.id, j.name, j.state::text as state, j.data, j.retry_count, j.created_on, j.started_on, ${doingOf(sql)}, c.done, c.total
    from pgboss.job j left join job_claims c on c.job_id = j.id
    where j.name = any(${names as string[]}::text[]) and j.id = any(${jobIds as string[]}::uuid[])`
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

/** A job as the queue has it, beside what is said elsewhere of how it ended. */
export type StandingJob = Pick<QueuedJob, 'id' | 'name' | 'state' | 'data' | keyof Doing> & {
  /** That it has an outcome, or is a page of a run that was called off. */
  has_ended: boolean
  /** Nobody takes it: it waits for another job, or for a time that is further off than any attempt is from the next. */
  is_held_off: boolean
  /** Until when it is kept where nobody begins it. */
  keep_until: Date
}
export type QueuePlace = Pick<QueuedJob, 'name' | 'id'>

/** Between two attempts there are minutes at most. */
const heldOffAfter = '1 hour'
/** A queue keeps for two weeks what nobody begins. */
export const keptUnbegunDays = 7

/** So many jobs behind one, whatever queue they are in. */
export const standingJobs = (sql: Reader, after: QueuePlace | undefined, limit: number): Promise<StandingJob[]> => sql<
  StandingJob[]
>`
  select j.id, j.name, j.state::text as state, j.data, ${doingOf(sql)},
    j.blocked or j.start_after > now() + ${heldOffAfter}::text::interval as is_held_off,
    j.keep_until,
    (select true from job_outcomes o where o.job_id = j.id limit 1) is not null or (j.state = 'cancelled'
      and (select true from scan_run_pages p where p.job_id = j.id and p.state = 'canceled' limit 1) is not null) as has_ended
  from (
    select * from pgboss.job where ${after ? sql`(name, id) > (${after.name}, ${after.id}::text::uuid)` : sql`true`}
    order by name, id limit ${limit}) j left join job_claims c on c.job_id = j.id
  order by j.name, j.id`

/** A queue that is not there though jobs of it are, or by whose terms jobs are not put into it, or elsewhere, there when they fail, or go before they need have been begun. */
export type StrayQueue = {
  name: string
  column: 'name' | 'policy' | 'dead_letter' | 'retention_seconds' | 'table_name'
}

export const strayQueues = (sql: Reader, names: readonly string[]): Promise<StrayQueue[]> => sql<StrayQueue[]>`
  select name, fault as column from (
    select name, case when policy <> 'standard' then 'policy' when dead_letter is not null then 'dead_letter'
      when retention_seconds < ${keptUnbegunDays} * 86400 then 'retention_seconds'
      when not exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ${queueTables.job}::text::regclass and c.relname = table_name) then 'table_name' end as fault
    from pgboss.queue where name = any(${names as string[]}::text[])
    union all
    -- What is sent there is put nowhere, and nobody is told.
    select n, 'name' from unnest(${names as string[]}::text[]) as u(n)
    where not exists (select from pgboss.queue q where q.name = n) and exists (select from pgboss.job j where j.name = n)) q
  where fault is not null order by 1`

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

/** Whether a job waits or runs. @param jobId a column of the query that this stands in. */
export const isOpenJob = (sql: Reader, name: string, jobId: string) => sql`
  exists (select 1 from pgboss.job j
    where j.name = ${name} and j.id = ${sql(jobId)} and j.state in ('created', 'retry', 'active'))`

/**
 * Of a job `j` that the queue itself has given up: nobody has said how it ended. Such a one is to be done all the same, whoever has it look so
 * (`takeUpAgain`).
 */
const isGivenUp = (sql: Reader) => sql`
  j.state = 'failed' and ${isSpent(sql)} and not exists (select from job_outcomes o where o.job_id = j.id)`

/** Whether a job waits, runs or is to be put into its line again. @param jobId a column of the query that this stands in. */
export const isToBeDone = (sql: Reader, name: string, jobId: string) => sql`
  exists (select 1 from pgboss.job j
    where j.name = ${name} and j.id = ${sql(jobId)} and (j.state in ('created', 'retry', 'active') or ${isGivenUp(sql)}))`

/** Puts those jobs of these queues, in some blocks of a table, into their lines again that the queue itself has given up. @returns how many. */
export async function takeUpAgain(
  sql: Tx,
  table: string,
  names: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<number> {
  const rows = await sql`
    update ${sql(`pgboss.${table}`)} j set state = 'retry', completed_on = null, start_after = now()
    where ctid >= ${`(${from},0)`}::text::tid and ctid < ${`(${to},0)`}::text::tid
      and name = any(${names as string[]}::text[]) and ${isGivenUp(sql)}
    returning 1`
  return rows.length
}

/** Whether a job has ended as far as the queue knows. @param jobId a column of the query that this stands in. */
export const isClosedJob = (sql: Reader, name: string, jobId: string) => sql`
  exists (select from pgboss.job j
    where j.name = ${name} and j.id = ${sql(jobId)} and j.state in ('completed', 'cancelled', 'failed'))`

/** The state of a job and since when it runs, of one of these queues. @param jobId a column of the query that this stands in. */
export const jobProgress = (sql: Reader, names: readonly string[], jobId: string) => sql`
  select j.state, j.started_on, ${isSpent(sql)} as is_spent from pgboss.job j where j.name = any(${names as string[]}::text[]) and j.id = ${sql(jobId)}`

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

/** Takes a job out of the queue if nobody has started it, with the word of whoever does so. True when this call did. */
export async function cancelUnstarted(tx: Tx, name: string, jobId: string, takenBack: string): Promise<boolean> {
  const rows = await tx`
    update pgboss.job set state = 'cancelled', completed_on = now(),
      data = jsonb_set(data, '{takenBack}', to_jsonb(${takenBack}::text))
    where name = ${name} and id = any(${[jobId]}::uuid[]) and state in ('created', 'retry')
    returning id`
  return rows.length > 0
}

/** Forgets claims that no longer match a running attempt. One that is taken anew meanwhile is of another attempt than was seen. */
export async function deleteStaleClaims(sql: Sql, job: string): Promise<void> {
  await sql`
    delete from job_claims c using (select job_id, attempt from job_claims where job = ${job}) seen
    where c.job_id = seen.job_id and c.attempt = seen.attempt and not exists (
      select 1 from pgboss.job j
      where j.name = ${job} and j.id = seen.job_id and j.state = 'active' and j.retry_count = seen.attempt)`
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
    select pg_notify(${queueChannel}, ${name}) where exists (select 1 from back)`
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

/**
 * Whether a job waits or runs that no process has sealed with this key: one of a release before, or with another key, or nobody of
 * ours; or one was taken out of the queue of which nobody says so.
 */
export async function hasUnsealedJobs(sql: Reader, names: readonly string[], kid: string): Promise<boolean> {
  const [row] = await sql<{ is_there: boolean }[]>`
    select exists (select from pgboss.job where name = any(${names as string[]}::text[]) and state <= 'active'
      and not starts_with(coalesce(data ->> 'seal', ''), ${`${kid}.`})) or exists (
      select from pgboss.job j where name = any(${names as string[]}::text[]) and state = 'cancelled'
        and not starts_with(coalesce(data ->> 'takenBack', ''), ${`${kid}.`})
        and not exists (select from job_outcomes o where o.job_id = j.id)) as is_there`
  return row?.is_there === true
}

/** The queues' tables, and how many of their blocks hold rows. */
export async function jobTables(sql: Reader): Promise<{ name: string; blocks: number }[]> {
  return sql<{ name: string; blocks: number }[]>`
    select name, (pg_relation_size(('pgboss.' || quote_ident(name))::regclass) / current_setting('block_size')::int)::int as blocks
    from (select distinct table_name as name from pgboss.queue) queues`
}

/** A job that the queue itself gave up, and nobody settled. */
export type UnsettledJob = Pick<
  QueuedJob,
  'id' | 'name' | 'data' | 'retry_count' | 'is_spent' | 'created_on' | 'started_on'
> & {
  state: 'failed' | 'cancelled'
  completed_on: Date
}

/**
 * Deletes the jobs that ended a while ago from some blocks of a queue's table, whatever their own rows say of it.
 * @returns those of them that the queue gave up, by their ids: what has no outcome gets one, that says from now on how it ended.
 */
export async function deleteDoneJobs(
  sql: Tx,
  table: string,
  { from, to, keptSeconds }: { from: number; to: number; keptSeconds: number },
): Promise<UnsettledJob[]> {
  return sql<UnsettledJob[]>`
    with gone as (
      delete from ${sql(`pgboss.${table}`)}
      where ctid >= ${`(${from},0)`}::text::tid and ctid < ${`(${to},0)`}::text::tid
        and state > 'active' and completed_on < now() - make_interval(secs => ${keptSeconds})
      returning id, name, state, data, retry_count, retry_limit, created_on, started_on, completed_on)
    select id, name, state::text as state, data, retry_count, ${isSpent(sql)} as is_spent, created_on, started_on, completed_on from gone j
    where state in ('failed', 'cancelled') and not exists (select from job_outcomes o where o.job_id = j.id)
    order by id`
}

type Plain = PlainSql | PlainTransaction

/** Whether a release of ours has been at work in a database. */
export async function hasQueueSchema(sql: Plain): Promise<boolean> {
  const [there] = await sql<{ is: boolean }[]>`
    select to_regclass('public.migrations') is not null and to_regclass('pgboss.version') is not null as is`
  return there?.is ?? false
}

/** The version that pg-boss's schema has. */
export async function queueSchemaThere(sql: Plain): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select version from pgboss.version`
  return row?.version ?? 0
}

/** Queues that have a table of their own. */
export const partitionedQueues = (sql: Plain): Promise<{ name: string; policy: string }[]> =>
  sql<{ name: string; policy: string }[]>`select name, policy from pgboss.queue where partition order by name`

/** Makes the table of such a queue; the queue's own row comes with the others. */
export async function makeQueueTable(sql: Plain, { name, policy }: { name: string; policy: string }): Promise<void> {
  await sql`select pgboss.create_queue(${name}, ${JSON.stringify({ policy, partition: true })}::text::jsonb)`
  await sql`delete from pgboss.queue where name = ${name}`
}

/** Puts running jobs back as if this attempt had not been: whoever ran them is not of this world. @returns how many. */
export async function handBackAllJobs(sql: Plain): Promise<number> {
  const rows = await sql`update pgboss.job set state = 'created', started_on = null where state = 'active' returning 1`
  await sql`delete from public.job_claims`
  return rows.length
}
