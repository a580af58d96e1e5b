/** Jobs that callers were told to come back for: said once, and missed where they are taken away. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { notePromise, promisesSince, requireNotPromised } from '#shared/evidence/job-promises'
import { generateTree } from '#shared/jobs/generate-tree'
import { openBoss } from '#shared/queue/boss'
import { prepareQueues } from '#shared/queue/create-queues'
import { keepOutcomes } from '#shared/queue/outcomes'
import { envelope, insertJobs } from '#shared/queue/send'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aSigner } from '#test/support/store'

const orgId = 'org_test'
const sender = { requestId: 'r', orgId, keyId: 'ak_test' }
const payload = { of: 'trace' as const, traceId: 'SVC-1', depth: 1, includeRaw: false }
const { name: job } = generateTree
const signer = aSigner()

let database: TestDatabase
let boss: Awaited<ReturnType<typeof openBoss>>
beforeAll(async () => {
  database = await freshDatabase()
  boss = await openBoss(database.sql, { upkeep: false, onError: () => undefined })
  await prepareQueues(boss)
})
afterAll(async () => {
  await boss.stop({ graceful: false, close: false })
  await database.drop()
})

/** As the queue's client puts in a job that somebody may come back for. */
async function promise(id: string): Promise<void> {
  const data = envelope(generateTree, payload, sender)
  await database.sql.begin(async (tx) => {
    await insertJobs({ boss, sealer: signer }, generateTree, [{ id, data, priority: 0 }], tx)
    await notePromise(tx, signer, { id, job, ...data })
  })
}
const nodesOf = async (id: string) => {
  const rows = await database.sql<{ kind: string; org_id: string }[]>`
    select kind, org_id from edg_nodes where stream = ${`promise:${id}`}`
  return [...rows]
}
const takeAway = (id: string) => database.sql`delete from pgboss.job where id = ${id}`
const ask = (id: string, org = orgId) => requireNotPromised(database.sql, [job], id, org)

test('a job that two ask for at once is promised once, and is there', async () => {
  const id = randomUUID()

  await Promise.all([promise(id), promise(id)])

  expect(await nodesOf(id)).toEqual([{ kind: 'job.promised', org_id: orgId }])
  await ask(id)
})

test('one that is taken out of its queue is missed by its organisation, and by no other', async () => {
  const id = randomUUID()
  await promise(id)

  await takeAway(id)

  await expect(ask(id)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  await ask(id, 'org_other')
})

test('one that has ended is missed no more when its queue lets go of it', async () => {
  const id = randomUUID()
  await promise(id)
  const at = new Date().toISOString()
  const row = { job_id: id, job, org_id: orgId, key_id: 'ak_test', request_id: 'r', error: null, attempt: 0 }

  await keepOutcomes(database.sql, signer, [
    { ...row, state: 'succeeded', created_at: at, started_at: at, finished_at: at },
  ])
  await takeAway(id)

  await ask(id)
})

test('where a ledger of a release before may run nothing is said', async () => {
  const id = randomUUID()
  signer.sealing.generation = promisesSince - 1
  await promise(id)
  signer.sealing.generation = promisesSince

  await takeAway(id)

  expect(await nodesOf(id)).toEqual([])
  await ask(id)
})
