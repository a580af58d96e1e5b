/** Somebody with the database's password against workers: whatever is put into the queue, or changed there, nothing of it is done. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { replyChannel } from '#shared/queue/completions'
import { aTrace } from '#test/support/makers'
import { type Answer, patient, type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let other: string
const queue = 'generate-tree'
/** Of our organisation, and of another one. */
let ours: string
let theirs: string
beforeAll(async () => {
  service = await startService({ workers: 2, env: { ...unlimited, ...patient } })
  other = (await service.issueKey({ org: 'org_other' })).key
  const store = async (key: string) => {
    const { body } = await service.call('POST /traces', { body: aTrace(), key })
    return (body as { trace_id: string }).trace_id
  }
  ours = await store(service.key)
  theirs = await store(other)
}, 60_000)
afterAll(() => service.stop())

const { parse } = JSON
const generate = (headers: Record<string, string> = {}) =>
  service.call('POST /generate', { body: { trace_id: ours }, headers })
const codeOf = ({ body }: Answer) => (body as { error?: { code: string } }).error?.code
const accepted = async () => ((await generate({ prefer: 'respond-async' })).body as { job_id: string }).job_id

type Outcome = { job_id: string; state: string; code: string | null }
const outcomes = () => service.database.sql<Outcome[]>`
  select job_id, state, error ->> 'code' as code from job_outcomes where job = ${queue}`
const violation = async () =>
  (
    await service.database.sql<{ tier: string; subject_id: string; occurrences: number }[]>`
      select tier, subject_id, occurrences from violations where article = 'A-22'`
  )[0]

test('of a thousand forgeries that race the workers none is done, and every honest job is done once', async () => {
  const { sql } = service.database
  // What was ordered and done is what is borrowed from.
  const done = await accepted()
  await until(async () => (await outcomes()).some(({ job_id }) => job_id === done), { what: 'the first tree' })
  const [{ data } = { data: '' }] = await sql<{ data: string }[]>`
    select data::text as data from pgboss.job where name = ${queue} and id = ${done}`
  const order = parse(data) as Record<string, unknown> & { payload: object }
  const swapped = { ...order, payload: { ...order.payload, traceId: theirs } }
  const forgeries: { id: string; data: object | null }[] = Array.from({ length: 180 }, () => [
    // Copied under another id, its seal with it.
    order,
    swapped,
    { ...swapped, seal: undefined },
    { ...order, orgId: 'org_other' },
    { ...order, keyId: 'ak_another', requestId: 'r' },
    { ...order, payload: null, replyTo: replyChannel(randomUUID()), task: { id: randomUUID(), agent: 'a', type: 't' } },
    { hello: 'there' },
  ])
    .flat()
    .map((forged) => ({ id: randomUUID(), data: forged }))
  const insert = (some: typeof forgeries) => sql`
    insert into pgboss.job (id, name, data, priority)
    select id, ${queue}, data, 9 from json_to_recordset(${JSON.stringify(some)}::json) as f(id uuid, data jsonb)`
  let honest: string[] = []
  const forging = async () => {
    for (let at = 0; at < forgeries.length; at += 90) await insert(forgeries.slice(at, at + 90))
  }
  const ordering = async () => {
    honest = await Promise.all(Array.from({ length: 100 }, accepted))
  }
  await Promise.all([forging(), ordering()])

  const ended = await until(
    async () => {
      const all = await outcomes()
      return all.length >= forgeries.length + honest.length + 1 ? all : undefined
    },
    { what: 'all to end', timeoutMs: 60_000 },
  )
  const of = (ids: readonly string[]) => {
    const wanted = new Set(ids)
    return Map.groupBy(
      ended.filter(({ job_id }) => wanted.has(job_id)),
      ({ state, code }) => `${state} ${code}`,
    )
  }
  const counted = (groups: Map<string, Outcome[]>) => [...groups].map(([how, group]) => [how, group.length])
  expect(counted(of(forgeries.map(({ id }) => id)))).toEqual([['failed JOB_TAMPERED', forgeries.length]])
  expect(counted(of(honest))).toEqual([['succeeded null', honest.length]])
  const made = await sql<{ job_id: string; trace_id: string }[]>`select job_id, trace_id from trees`
  expect(made.map(({ job_id }) => job_id).sort()).toEqual([done, ...honest].sort())
  expect(new Set(made.map(({ trace_id }) => trace_id))).toEqual(new Set([ours]))
  expect(await violation()).toMatchObject({ tier: 'T4', subject_id: queue })
}, 90_000)

test('a job that is changed while its caller waits is refused to the caller, by name', async () => {
  const { sql } = service.database
  for (const worker of service.workers) worker.kill('SIGSTOP')
  const changes = [
    sql`jsonb_set(data, '{payload,traceId}', ${JSON.stringify(theirs)}::text::jsonb)`,
    sql`jsonb_set(data, '{orgId}', '"org_other"')`,
    sql`data - 'seal'`,
  ]
  const calls = changes.map(() => generate())
  const rows = await until(
    async () => {
      const waiting = await sql<{ id: string }[]>`select id from pgboss.job where name = ${queue} and state = 'created'`
      return waiting.length === changes.length ? waiting : undefined
    },
    { what: 'the calls to wait' },
  )
  for (const [at, { id }] of rows.entries())
    await sql`update pgboss.job set data = ${changes[at] ?? sql`data`} where name = ${queue} and id = ${id}`
  const asked = await Promise.all(rows.map(({ id }) => service.call(`GET /jobs/${id}`)))
  for (const worker of service.workers) worker.kill('SIGCONT')

  for (const answer of [...asked, ...(await Promise.all(calls))])
    expect([answer.status, codeOf(answer)]).toEqual([500, 'JOB_TAMPERED'])
})

test('whatever a queue says of when, how often and beside what a job is done, the same is done, once', async () => {
  const { sql } = service.database
  const terms = [
    ...[
      'priority = -2147483648',
      'priority = 2147483647',
      'retry_limit = 0',
      'retry_limit = 2147483647',
      'retry_count = 9',
    ],
    ...[
      'retry_delay = 2147483647',
      'retry_backoff = true',
      'retry_delay_max = 0',
      'expire_seconds = 86000',
      'deletion_seconds = 1',
    ],
    ...[
      "created_on = now() - interval '1 year'",
      "created_on = now() + interval '1 year'",
      "start_after = now() - interval '1 year'",
    ],
    ...[
      "start_after = now() + interval '2 seconds'",
      "singleton_key = 'one'",
      "singleton_key = 'one'",
      'singleton_on = now()',
    ],
    ...["group_id = 'one', group_tier = 'one'", "policy = 'short'", "policy = 'exclusive'", "dead_letter = 'run-task'"],
    ...[
      'heartbeat_seconds = 1, heartbeat_on = now()',
      'blocking = true',
      'pending_dependencies = 7',
      `output = '{"forged": true}'`,
    ],
    ...["source_name = 'run-task', source_id = gen_random_uuid()", "keep_until = now() + interval '8 days'"],
  ]
  for (const worker of service.workers) worker.kill('SIGSTOP')
  const ids = await Promise.all(terms.map(accepted))
  const refused = await Promise.all(
    ids.map((id, at) =>
      sql.unsafe(`update pgboss.job set ${terms[at]} where name = '${queue}' and id = '${id}'`).then(
        () => undefined,
        (error: Error) => `${terms[at]}: ${error.message}`,
      ),
    ),
  )
  for (const worker of service.workers) worker.kill('SIGCONT')

  const ended = await until(
    async () => {
      const all = (await outcomes()).filter(({ job_id }) => ids.includes(job_id))
      return all.length === ids.length ? all : undefined
    },
    { what: 'all to end', timeoutMs: 30_000 },
  )

  expect(refused.filter((why) => why !== undefined)).toEqual([])
  expect(ended.filter(({ state }) => state !== 'succeeded')).toEqual([])
  const made = await sql<{ job_id: string; trace_id: string }[]>`
    select job_id, trace_id from trees where job_id = any(${ids}::uuid[])`
  expect([made.length, new Set(made.map(({ trace_id }) => trace_id))]).toEqual([ids.length, new Set([ours])])
}, 60_000)

test('a job that is said to have failed as often as it may be is done all the same', async () => {
  const { sql } = service.database
  for (const worker of service.workers) worker.kill('SIGSTOP')
  const id = await accepted()
  await sql`
    update pgboss.job set state = 'failed', retry_count = retry_limit, started_on = now() - interval '10 minutes', completed_on = now()
    where name = ${queue} and id = ${id}`
  const asked = (await service.call(`GET /jobs/${id}`)).body
  for (const worker of service.workers) worker.kill('SIGCONT')

  await service.startMaintenance()
  const ended = await until(async () => (await outcomes()).find(({ job_id }) => job_id === id), {
    what: 'the job to end',
    timeoutMs: 30_000,
  })

  expect(asked).toMatchObject({ state: 'queued', error: null })
  expect(ended).toMatchObject({ state: 'succeeded' })
}, 60_000)

test('what was done is not done again, whether its outcome is there or was taken away', async () => {
  const { sql } = service.database
  const ids = [await accepted(), await accepted()]
  await until(async () => (await outcomes()).filter(({ job_id }) => ids.includes(job_id)).length === 2, {
    what: 'both',
  })
  const before = await violation()
  const trees = async () => sql`select job_id, node_id from trees order by job_id`
  const made = await trees()

  await sql`delete from job_outcomes where job_id = ${ids[1] ?? ''}`
  await sql`
    update pgboss.job set state = 'created', retry_count = 0, started_on = null, completed_on = null
    where name = ${queue} and id = any(${ids}::uuid[])`
  await until(
    async () =>
      (await sql`select 1 from pgboss.job where name = ${queue} and id = any(${ids}::uuid[]) and state <> 'completed'`)
        .length === 0,
    { what: 'both to leave the queue again' },
  )

  expect(await trees()).toEqual(made)
  expect((await violation())?.occurrences).toBeGreaterThan(before?.occurrences ?? Number.POSITIVE_INFINITY)
  expect((await service.call(`GET /jobs/${ids[0]}`)).body).toMatchObject({ state: 'succeeded' })
  expect(codeOf(await service.call(`GET /jobs/${ids[1]}`))).toBe('EVIDENCE_MISMATCH')
})

test('who waits believes no ending that none of ours has told or kept', async () => {
  const { sql } = service.database
  for (const worker of service.workers) worker.kill('SIGSTOP')
  const call = generate()
  const job = await until(
    async () =>
      (
        await sql<{ id: string; channel: string }[]>`
          select id, data ->> 'replyTo' as channel from pgboss.job where name = ${queue} and state = 'created'`
      )[0],
    { what: 'the call to wait' },
  )
  const lie = JSON.stringify([[job.id, 'succeeded', null, '{"org_id":"org_test","body":""}']])
  for (const text of [lie, 'no announcement', '[null,[1],{}]']) await sql`select pg_notify(${job.channel}, ${text})`
  await Bun.sleep(400)
  for (const worker of service.workers) worker.kill('SIGCONT')

  expect((await call).status).toBe(200)
  await sql`update job_outcomes set state = 'failed' where job_id = ${job.id}`
  expect(codeOf(await service.call(`GET /jobs/${job.id}`))).toBe('EVIDENCE_MISMATCH')
  expect(codeOf(await service.call(`GET /jobs/${job.id}/result`))).toBe('EVIDENCE_MISMATCH')
})
