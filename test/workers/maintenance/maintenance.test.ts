/** ChoreTools deletes what has served its time in small steps, one process at a time, and nothing that is still needed. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { openSql, type Sql } from '#db/client'
import { jobs } from '#shared/jobs/index'
import { sealedOrder } from '#shared/jobs/order'
import { takenBack } from '#shared/jobs/standing'
import { openSeal } from '#shared/kernel/encryption'
import { openLog } from '#shared/kernel/logger'
import { openBoss } from '#shared/queue/boss'
import { prepareQueues } from '#shared/queue/create-queues'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aSigner } from '#test/support/store'
import { until } from '#test/support/until'
import { type Chore, type ChoreTools, choresOf } from '#workers/maintenance/chores'
import { fates } from '#workers/maintenance/fates'
import { Maintenance } from '#workers/maintenance/maintenance'
import { sweep } from '#workers/maintenance/sweep'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await freshDatabase()
  sql = openSql({ url: database.url, name: 'assay-test', poolSize: 1 })
  const boss = await openBoss(sql, { upkeep: false, onError: () => undefined })
  await prepareQueues(boss)
  await boss.stop({ graceful: false, close: false })
  // What it looks at would be counted along with what a step does.
  const tables = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`
  for (const { name } of tables) await sql.unsafe(`alter table ${name} set (autovacuum_enabled = false)`)
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})
beforeEach(async () => {
  await sql`truncate job_outcomes, job_results, idempotency_keys, rate_windows, process_reports, article_counts`
  await sql`delete from pgboss.job`
})

const tools = (over: Partial<ChoreTools> = {}): ChoreTools => ({
  sql,
  log: openLog('test', 'silent'),
  keptDays: { traces: 0, trees: 0, tasks: 0, scans: 90, designs: 90, analyses: 30, briefings: 30, feedback: 365 },
  signer: aSigner(),
  connections: { itemsKeptDays: 30, seal: openSeal({ text: Buffer.alloc(32).toString('base64') }) },
  ...over,
})

/** Old rows, many of them, and so many that are young, by the chore that deletes the old ones. */
const fill: Readonly<Record<string, (old: number, young: number) => Promise<unknown>>> = {
  job_outcomes: (old, young) => sql`
    insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, attempt, created_at, finished_at)
    select gen_random_uuid(), 'run-task', 'o', 'k', 'r', 'succeeded', 0, at, at from ${times(old, young, "interval '100 days'")}`,
  job_results: (old, young) => sql`
    insert into job_results (job_id, org_id, body, created_at)
    select gen_random_uuid(), 'o', ${Buffer.alloc(400)}, at from ${times(old, young, "interval '100 days'")}`,
  idempotency_keys: (old, young) => sql`
    insert into idempotency_keys (key_id, idempotency_key, request_digest, seed, claimed_at)
    select 'k', gen_random_uuid()::text, '', gen_random_uuid(), at from ${times(old, young, "interval '26 hours'")}`,
  rate_windows: (old, young) => sql`
    insert into rate_windows (key_id, area, minute, used)
    select gen_random_uuid()::text, 'A', floor(extract(epoch from at) / 60), 1 from ${times(old, young, "interval '1 hour'")}`,
  process_reports: (old, young) => sql`
    insert into process_reports (process_id, role, jobs, host, pid, reported_at, metrics)
    select gen_random_uuid(), 'api', '{}', 'h', 1, at, '{}' from ${times(old, young, "interval '2 hours'")}`,
  article_counts: (old, young) => sql`
    insert into article_counts (article, hour, shard, evaluations, failures, errors, last_at)
    select gen_random_uuid()::text, at, 0, 1, 0, 0, at from ${times(old, young, "interval '3 days'")}`,
  'pgboss.job': (old, young) => sql`
    insert into pgboss.job (id, name, data, state, completed_on, deletion_seconds)
    select gen_random_uuid(), 'run-task', jsonb_build_object('filling', repeat('x', 1200)), 'completed', at, 604800
    from ${times(old, young, "interval '11 minutes'")}`,
}
const times = (old: number, young: number, age: string) =>
  sql.unsafe(
    `(select case when n <= ${old} then now() - ${age} - n * interval '1 ms' else now() end as at
    from generate_series(1, ${old + young}) n) rows`,
  )

const rowsOf = async (table: string) =>
  (await sql<{ rows: number }[]>`select count(*)::int as rows from ${sql(table)}`)[0]?.rows

/** Blocks that each step of a chore looked at, whatever table or index they are of. */
async function blocksPerStep(chore: Chore): Promise<number[]> {
  const touched = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<{ blocks: number }[]>`
      select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::bigint as blocks
      from pg_statio_user_tables where schemaname in ('public', 'pgboss')`
    return row?.blocks ?? 0
  }
  const steps: number[] = []
  for (let from = await touched(); !(await chore.next()).done; ) {
    const to = await touched()
    steps.push(to - from)
    from = to
  }
  return steps
}

describe('however many rows there are', () => {
  for (const name of Object.keys(fill))
    test(`${name}: the last step looks at no more than the first, also while somebody still sees what was deleted`, async () => {
      await fill[name]?.(30_000, 700)
      const reader = await database.sql.reserve()
      await reader`begin isolation level repeatable read`
      await reader`select 1 from ${reader(name)} limit 1`

      const [first = 0, ...others] = await blocksPerStep(choresOf(tools())[name] as Chore)

      expect(await rowsOf(name)).toBe(700)
      expect(others.length).toBeGreaterThan(4)
      expect(first).toBeGreaterThan(0)
      expect(Math.max(...others)).toBeLessThan(1.1 * first)
      await reader`rollback`
      reader.release()
    }, 60_000)
})

describe('the queue', () => {
  const job = async (state: string, ended: string | null, dataOf: (id: string) => object = () => ({})) => {
    const id = randomUUID()
    await sql`
      insert into pgboss.job (id, name, data, state, retry_count, retry_limit, started_on, completed_on, deletion_seconds)
      values (${id}, 'run-task', ${JSON.stringify(dataOf(id))}::text::jsonb, ${state}, case when ${state} = 'failed' then 2 else 0 end, 2,
        case when ${state} = 'failed' then now() - interval '2 hours' end, now() - ${ended}::text::interval, 604800)`
    return id
  }

  test('loses the jobs that ended ten minutes ago, also those of the release before, and no others', async () => {
    const gone = [await job('completed', '11 minutes'), await job('cancelled', '1 hour')]
    const kept = [
      await job('failed', '8 days'),
      await job('completed', '9 minutes'),
      await job('created', null),
      await job('retry', null),
      await job('active', null),
    ]

    await sweep(tools())

    const left = await sql<{ id: string }[]>`select id from pgboss.job`
    expect(left.map(({ id }) => id).sort()).toEqual(kept.sort())
    expect(gone).toHaveLength(2)
  })

  test('has done again what it gave up itself, and says for good, and to who is to hear of it, that a hand ended others', async () => {
    const signer = aSigner()
    const data = { orgId: 'o', keyId: 'k', requestId: 'r', payload: {}, sentAt: new Date().toISOString() }
    const ordered = (id: string) => sealedOrder(signer, 'run-task', id, data)
    const takenBackBy = (id: string) => ({ ...ordered(id), takenBack: takenBack(signer, id) })
    const [failed, canceled] = [await job('failed', '1 second', ordered), await job('cancelled', '1 hour', takenBackBy)]
    const byHand = await job('cancelled', '1 hour', ordered)
    const byHandOnceBegun = await job('failed', '1 hour', ordered)
    await sql`update pgboss.job set retry_count = 1 where id = ${byHandOnceBegun}`
    // Of these whoever takes them says that they were never ordered.
    const never = [
      await job('failed', '1 hour'),
      await job('failed', '1 hour', () => data),
      await job('failed', '1 hour', (id) => ({ ...ordered(id), orgId: 'another' })),
      await job('failed', '1 hour', () => ordered(randomUUID())),
    ]
    const settled = await job('failed', '1 second', ordered)
    await sql`
      insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, attempt, created_at, finished_at)
      values (${settled}, 'run-task', 'o', 'k', 'r', 'failed', 2, now(), now())`
    const told: string[] = []

    await sweep(
      tools({
        signer,
        reportTampered: async (_, queue, tampered) => void told.push(...tampered.map(({ id }) => `${queue} ${id}`)),
      }),
    )

    const outcomes = await sql<{ job_id: string; state: string; code: string | null }[]>`
      select job_id, state, error ->> 'code' as code from job_outcomes where job_id <> ${settled}`
    expect(new Map(outcomes.map(({ job_id, state, code }) => [job_id, [state, code]]))).toEqual(
      new Map([
        [canceled, ['canceled', null]],
        [byHand, ['failed', 'JOB_TAMPERED']],
        [byHandOnceBegun, ['failed', 'JOB_TAMPERED']],
      ]),
    )
    const again = await sql<{ id: string }[]>`
      select id from pgboss.job where state = 'retry' and start_after <= now() and completed_on is null`
    expect(again.map(({ id }) => id).sort()).toEqual([failed, ...never].sort())
    expect(told.sort()).toEqual([byHand, byHandOnceBegun].map((id) => `run-task ${id}`).sort())
    expect(await sql`select stream from edg_nodes where kind = 'job.failed'`).toHaveLength(0)
  })

  test('of an installation that kept them for a week is told not to', async () => {
    await sql`update pgboss.queue set deletion_seconds = 604800`
    const boss = await openBoss(sql, { upkeep: false, onError: () => undefined })

    await prepareQueues(boss)

    await boss.stop({ graceful: false, close: false })
    const kept = await sql<
      { name: string; deletion_seconds: number }[]
    >`select name, deletion_seconds from pgboss.queue`
    expect(kept.filter(({ deletion_seconds }) => deletion_seconds === 0)).toHaveLength(Object.keys(jobs).length)
  })
})

describe('of several that run', () => {
  const opened: { maintenance: Maintenance; pools: Sql[] }[] = []
  const aPool = (poolSize: number) => openSql({ url: database.url, name: 'assay-test', poolSize })
  function aMaintenance() {
    const [pool, leading] = [aPool(3), aPool(1)]
    const said: boolean[] = []
    const maintenance = new Maintenance({
      ...tools({ sql: pool }),
      leading,
      onLead: (leads) => void said.push(leads),
    })
    opened.push({ maintenance, pools: [pool, leading] })
    return { maintenance, said, leads: () => said.at(-1) === true }
  }
  const untilLeads = (one: ReturnType<typeof aMaintenance>) => until(one.leads, { what: 'it to lead' })
  afterEach(async () => {
    for (const { maintenance, pools } of opened.splice(0)) {
      await maintenance.stop()
      await Promise.all(pools.map((pool) => pool.end()))
    }
  })
  const haveTried = async () =>
    (
      await sql`
        select 1 from pg_stat_activity
        where query like '%pg_terminate_backend(l.pid)%' and datname = current_database() and pid <> pg_backend_pid()`
    ).length > 0
  /** What a process of the release before does for each of its sweeps. */
  const lock = 'assay upkeep'

  test('one works, soon after it leads, and another goes on when that ends', async () => {
    const first = aMaintenance()
    await untilLeads(first)
    const second = aMaintenance()
    await fill['idempotency_keys']?.(10, 1)
    await until(async () => (await rowsOf('idempotency_keys')) === 1, { what: 'the old keys to go', timeoutMs: 15_000 })
    expect(second.said).toEqual([])

    await first.maintenance.stop()
    await untilLeads(second)

    expect([first.said, second.said]).toEqual([[true, false], [true]])
  }, 40_000)

  test('none begins while a process of the release before is at it, and none of those while one of ours leads', async () => {
    const old = await database.sql.reserve()
    await old`select pg_advisory_lock(hashtext(${lock}))`
    const ours = aMaintenance()
    await until(haveTried, { what: 'it to ask for the lead' })
    await Bun.sleep(1200)
    expect(ours.said).toEqual([])

    await old`select pg_advisory_unlock(hashtext(${lock}))`
    await untilLeads(ours)
    const [row] = await old<{ taken: boolean }[]>`select pg_try_advisory_lock(hashtext(${lock})) as taken`
    old.release()

    expect(row?.taken).toBe(false)
  }, 40_000)

  test('one whose connection is cut stops before the next piece, and stands by', async () => {
    await fill['job_outcomes']?.(60_000, 0)
    const first = aMaintenance()
    await untilLeads(first)
    await until(async () => ((await rowsOf('job_outcomes')) ?? 0) < 60_000, {
      what: 'the sweep to begin',
      timeoutMs: 15_000,
      everyMs: 5,
    })

    await database.sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid::bigint = hashtext(${lock})::bigint & 4294967295`
    const other = aMaintenance()
    await until(() => first.said.includes(false), { what: 'the first to notice' })
    await until(() => other.leads() || first.leads(), { what: 'one of them to lead' })

    expect(first.said.slice(0, 2)).toEqual([true, false])
    expect(first.leads() && other.leads()).toBe(false)
  }, 40_000)
})

test('windows of minutes that are far from having come go: nobody of ours has counted in them', async () => {
  await sql`
    insert into rate_windows (key_id, area, minute, used)
    select 'k', 'A', floor(extract(epoch from now()) / 60) + n, 1000000 from (values (1), (90), (100000)) as v(n)`

  await sweep(tools())

  expect(await rowsOf('rate_windows')).toBe(1)
})

test('a kind with much to do keeps no other waiting', async () => {
  await fill['job_outcomes']?.(30_000, 0)
  await fill['rate_windows']?.(10, 0)
  const stop = new AbortController()
  const sweeping = sweep(tools(), { signal: stop.signal })

  await until(async () => (await rowsOf('rate_windows')) === 0, { what: 'the windows to go' })
  const left = await rowsOf('job_outcomes')
  stop.abort()

  expect(await sweeping).toBe(false)
  expect(left).toBeGreaterThan(0)
})

test('every table has a fate, every fate that needs somebody has its chore, and every chore of a table is in one', async () => {
  // A partition is a part of its table.
  const tables = await sql<{ name: string }[]>`
    select case nspname when 'public' then '' else nspname || '.' end || relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition`
  const chores = Object.keys(choresOf(tools()))
  const named = new Set<string>(Object.values(fates).flatMap((fate) => ('by' in fate ? fate.by : [])))

  expect(Object.keys(fates).sort()).toEqual(tables.map(({ name }) => name).sort())
  expect([...named].filter((name) => !chores.includes(name))).toEqual([])
  expect(chores.filter((name) => !named.has(name))).toEqual(['stray pages', 'stray sitemaps'])
})
