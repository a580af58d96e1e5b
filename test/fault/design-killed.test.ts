/** Somebody kills what verifies a design just when it saves: the verification comes to its one result all the same. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { assertEvidence } from '#test/support/evidence'
import { pngOf } from '#test/support/png'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0, env: unlimited })
}, 60_000)
afterAll(() => service.stop())

test('a worker killed while it saves costs a verification nothing but time', async () => {
  const { sql } = service.database
  const pageId = randomUUID()
  const verify = (level: number) =>
    service.call('POST /api/verify-design', {
      body: { pageId, snapshot: pngOf(8, 8, [level, level, level]).toString('base64') },
    })
  const worker = await service.startWorker('compare-design')
  await verify(255)
  const gate = Promise.withResolvers<void>()
  const isShut = Promise.withResolvers<void>()
  // What is written last waits, with all that was written before it.
  const holding = sql.begin(async (tx) => {
    await tx`lock table design_verifications in exclusive mode`
    isShut.resolve()
    await gate.promise
  })
  await isShut.promise
  const asked = verify(0)
  await until(
    async () => {
      const rows = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into design_verifications%'`
      return rows.length > 0
    },
    { what: 'the verification to be saved', everyMs: 20 },
  )

  worker.kill('SIGKILL')
  gate.resolve()
  await holding
  await service.startWorker('compare-design')
  const answer = await asked

  expect(answer).toMatchObject({ status: 200, body: { approved: false } })
  const [count] = await sql<{ verifications: number; nodes: number; waiting: number }[]>`
    select (select count(*)::int from design_verifications where page_id = ${pageId}) as verifications,
      (select count(*)::int from edg_nodes where kind = 'design.verified') as nodes,
      (select count(*)::int from design_baselines where page_id = ${pageId} and status = 'candidate') as waiting`
  expect(count).toEqual({ verifications: 2, nodes: 2, waiting: 1 })
  await assertEvidence(sql, { isLogged: false })
}, 60_000)
