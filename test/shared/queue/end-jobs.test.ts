/** Jobs are ended early: what waits leaves the queue, what runs is told to stop, who waits is told, and what had ended stays as it was. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { findOutcomes } from '#db/queries/jobs'
import { reportProcess } from '#db/queries/processes'
import { claimingFetch, findQueuedJobs } from '#db/queries/queue'
import { generateTree } from '#shared/jobs/generate-tree'
import { storedError } from '#shared/kernel/errors'
import { jobFailed } from '#shared/kernel/errors/jobs'
import { deadlineExceeded } from '#shared/kernel/errors/tasks'
import { newestSeals } from '#shared/kernel/sealer'
import { openBoss } from '#shared/queue/boss'
import { cancelChannel, readAnnouncement } from '#shared/queue/completions'
import { prepareQueues } from '#shared/queue/create-queues'
import { endJobs } from '#shared/queue/end-jobs'
import { keepOutcomes } from '#shared/queue/outcomes'
import { envelope, insertJobs } from '#shared/queue/send'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aSigner } from '#test/support/store'
import { until } from '#test/support/until'

const sender = { requestId: 'r', orgId: 'org_test', keyId: 'ak_test' }
const payload = { of: 'trace' as const, traceId: 'SVC-1', depth: 1, includeRaw: false }
const workerId = randomUUID()
const signer = aSigner()

let database: TestDatabase
let boss: Awaited<ReturnType<typeof openBoss>>
const heard: { stop: string[]; told: string[] } = { stop: [], told: [] }
beforeAll(async () => {
  database = await freshDatabase()
  boss = await openBoss(database.sql, { upkeep: false, onError: () => undefined })
  await prepareQueues(boss)
  await database.sql.listen(cancelChannel, (jobId) => void heard.stop.push(jobId))
  await database.sql.listen('reply_test', (text) => void heard.told.push(text))
})
afterAll(async () => {
  await boss.stop({ graceful: false, close: false })
  await database.drop()
})

/** Sends jobs, of which the first so many run. */
async function sent(count: number, running: number, replyTo?: string): Promise<string[]> {
  const jobs = Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    data: envelope(generateTree, payload, sender, replyTo === undefined ? {} : { replyTo }),
    priority: count - at,
  }))
  await insertJobs({ boss, sealer: signer }, generateTree, jobs, database.sql)
  if (running > 0)
    await boss.fetch(generateTree.name, {
      batchSize: running,
      db: claimingFetch(database.sql, { workerId, streams: [], missedDays: 29, plan: 0 }),
    })
  return jobs.map(({ id }) => id)
}
const statesOf = async (ids: readonly string[]) => {
  const rows = await findQueuedJobs(database.sql, [generateTree.name], ids)
  return ids.map((id) => rows.find((row) => row.id === id)?.state)
}
const outcomesOf = async (ids: readonly string[]) => {
  const rows = await findOutcomes(database.sql, ids)
  return ids.map((id) => rows.find(({ job_id }) => job_id === id))
}
const owner = {
  job: generateTree.name,
  org_id: 'org_other',
  key_id: 'ak_other',
  request_id: 'r2',
  created_at: new Date('2026-01-02T03:04:05.678Z'),
}

test('one that runs and one that waits end as is said, for whom the queue has them; only the one that runs is told to stop', async () => {
  const ids = await sent(2, 1)

  const ended = await database.sql.begin((tx) => endJobs(tx, signer, ids, 'canceled', null))

  expect(ended).toEqual(new Set(ids))
  expect(await statesOf(ids)).toEqual(['cancelled', 'cancelled'])
  expect(await outcomesOf(ids)).toMatchObject(
    ids.map(() => ({ state: 'canceled', error: null, org_id: 'org_test', key_id: 'ak_test', request_id: 'r' })),
  )
  expect(await database.sql`select 1 from job_claims where job_id = any(${ids}::uuid[])`).toHaveLength(0)
  await until(() => heard.stop.length > 0, { what: 'the worker to be told' })
  expect(heard.stop).toEqual(ids.slice(0, 1))
  // Who is taken out cannot be taken again.
  expect(await boss.fetch(generateTree.name)).toEqual([])
})

test('who waits is told, with why', async () => {
  const [jobId = ''] = await sent(1, 0, 'reply_test')
  const error = storedError(deadlineExceeded('t', 'was late'))

  await database.sql.begin((tx) => endJobs(tx, signer, [jobId], 'failed', error))

  await until(() => heard.told.length > 0, { what: 'who waits to be told' })
  const [told = ''] = heard.told
  expect(readAnnouncement(told, signer)).toEqual([
    { jobId, ending: { jobId, state: 'failed', error, reply: undefined } },
  ])
  // Of anybody else's word, or of a word that was changed, nothing is believed but which job it is about.
  for (const [lie, by] of [
    [told, aSigner()],
    [told.replace('"failed"', '"succeeded"'), signer],
    [JSON.stringify([[jobId, 'failed', error, null]]), signer],
  ] as const)
    expect(readAnnouncement(lie, by)).toEqual([{ jobId }])
  for (const nothing of ['', '7', '{"a":1}', '[[7],null,"x"]']) expect(readAnnouncement(nothing, signer)).toEqual([])
})

test('what had ended before stays as it was, and is not among those whose end this is', async () => {
  const [done = '', open = ''] = await sent(2, 1)
  const finished = new Date().toISOString()
  const outcome = { job_id: done, job: generateTree.name, org_id: 'org_test', key_id: 'ak_test', request_id: 'r' }
  await keepOutcomes(database.sql, signer, [
    {
      ...outcome,
      state: 'succeeded',
      error: null,
      attempt: 0,
      created_at: finished,
      started_at: null,
      finished_at: finished,
    },
  ])
  await boss.complete(generateTree.name, done)
  let told: ReadonlySet<string> | undefined

  const ended = await database.sql.begin((tx) =>
    endJobs(tx, signer, [done, open], 'canceled', null, {
      owner,
      also: async (fresh) => {
        told = fresh
        return []
      },
    }),
  )

  expect([ended, told]).toEqual([new Set([open]), new Set([open])])
  expect((await outcomesOf([done, open])).map((row) => row?.state)).toEqual(['succeeded', 'canceled'])
  expect(await statesOf([done, open])).toEqual(['completed', 'cancelled'])
})

test('one that the queue has lost ends for its owner, with an error of its own; without an owner it is left', async () => {
  const [lost, unknown] = [randomUUID(), randomUUID()]

  const ended = await database.sql.begin((tx) =>
    endJobs(tx, signer, [lost], 'failed', (jobId) => storedError(jobFailed(jobId)), { owner }),
  )
  const left = await database.sql.begin((tx) => endJobs(tx, signer, [unknown], 'failed', null))

  expect([ended, left]).toEqual([new Set([lost]), new Set()])
  const { created_at, org_id, key_id, request_id } = owner
  const [outcome, none] = await outcomesOf([lost, unknown])
  expect(outcome).toMatchObject({ state: 'failed', error: { details: { job_id: lost } }, org_id, key_id, request_id })
  expect([outcome?.created_at.toISOString(), none]).toEqual([created_at.toISOString(), undefined])
})

test('what else is to leave the queue does, without an outcome, and nobody is told that it has ended', async () => {
  const [one = '', further = ''] = await sent(2, 0, 'reply_test')
  heard.told.length = 0

  await database.sql.begin((tx) => endJobs(tx, signer, [one], 'canceled', null, { owner, also: async () => [further] }))

  expect(await statesOf([one, further])).toEqual(['cancelled', 'cancelled'])
  expect((await outcomesOf([one, further])).map((row) => row?.state)).toEqual(['canceled', undefined])
  await until(() => heard.told.length > 0, { what: 'who waits to be told' })
  expect(heard.told.flatMap((text) => JSON.parse(text).map(([jobId]: [string]) => jobId))).toEqual([one])
})

test('that one failed or was canceled is evidence, whatever a process is said to know; while one of before may run, nothing that it would not', async () => {
  const { sql } = database
  const ids = await sent(4, 0)
  const kindsOf = async () => {
    const rows = await sql<{ stream: string; kind: string }[]>`
      select stream, kind from edg_nodes where stream = any(${ids.map((id) => `job:${id}`)}::text[])`
    return ids.map((id) => rows.find(({ stream }) => stream === `job:${id}`)?.kind)
  }
  const endOne = (at: number, state: 'failed' | 'canceled') =>
    sql.begin((tx) => endJobs(tx, signer, ids.slice(at, at + 1), state, null))
  await reportProcess(sql, {
    ...{ process_id: randomUUID(), role: 'ledger', jobs: [], host: 'h', pid: 1, exposition: new Uint8Array() },
    notes: { has: { failures: 'known' }, lacks: {} },
  })

  await endOne(0, 'failed')
  await endOne(1, 'canceled')
  signer.sealing.generation = 8
  await endOne(2, 'failed')
  await endOne(3, 'canceled')
  signer.sealing.generation = newestSeals
  await sql`delete from process_reports`

  expect(await kindsOf()).toEqual(['job.failed', 'job.canceled', 'job.failed', undefined])
})

test('nothing of it is kept when what else it changes cannot be', async () => {
  const ids = await sent(1, 0)
  const ending = database.sql.begin((tx) =>
    endJobs(tx, signer, ids, 'canceled', null, { also: () => Promise.reject(new Error('no')) }),
  )

  await expect(ending).rejects.toThrow('no')

  expect([await statesOf(ids), await outcomesOf(ids)]).toEqual([['created'], [undefined]])
})
