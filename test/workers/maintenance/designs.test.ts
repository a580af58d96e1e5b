/** Design verifications go when their time is over, and with them what nothing names any more; baselines in force stay whole. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { findErasure } from '#db/queries/payloads'
import { openLog } from '#shared/kernel/logger'
import { makeVerification } from '#test/support/designs'
import { pngOf } from '#test/support/png'
import { sealAnew } from '#test/support/sealed'
import { openVerbs } from '#test/support/verbs'
import { sweep } from '#workers/maintenance/sweep'

let verbs: Awaited<ReturnType<typeof openVerbs>>
beforeAll(async () => {
  verbs = await openVerbs()
}, 60_000)
afterAll(() => verbs.close())

const shade = (level: number) => pngOf(8, 8, [level, level, level]).toString('base64')
const keep = (designs: number) =>
  sweep({
    sql: verbs.sql,
    log: openLog('test', 'silent'),
    signer: verbs.context().tools.signer,
    keptDays: { traces: 0, trees: 0, tasks: 0, scans: 90, designs, analyses: 30, briefings: 30, feedback: 365 },
  })
const countOf = async (table: string) =>
  (await verbs.sql<{ rows: number }[]>`select count(*)::int as rows from ${verbs.sql(table)}`)[0]?.rows
const age = async (days: number) => {
  const at = new Date(Date.now() - days * 86_400_000)
  await verbs.sql`update design_verifications set created_at = ${at}`
  await verbs.sql`update page_artifacts set made_at = ${at}`
  await verbs.sql`update stored_blobs set stored_at = ${at}`
  await sealAnew(verbs.sql, verbs.context().tools.signer, 'design_verifications')
}

test('what is old goes with its node saying so, what is in force or waits stays, and what nothing names goes after a while', async () => {
  const page = randomUUID()
  const make = (level: number) =>
    makeVerification(verbs.sql, verbs.context().tools, { pageId: page, snapshot: shade(level) })
  const { id, made } = await make(255)
  await make(10)
  // It takes the place of the one before, which is superseded.
  await make(20)

  await age(100)
  await keep(1000)
  const before = await Promise.all(['design_verifications', 'page_artifacts', 'stored_blobs'].map(countOf))
  // Chores take turns: what one leaves unnamed another finds the next time.
  for (let times = 0; times < 3; times += 1) await keep(90)
  const after = await Promise.all(['design_verifications', 'page_artifacts', 'stored_blobs'].map(countOf))

  expect([before, after]).toEqual([
    [3, 3, 3],
    [0, 2, 2],
  ])
  expect(await findErasure(verbs.sql, made.recorded.node.id)).toBeString()
  const artifacts = await verbs.sql<{ status: string }[]>`
    select b.status from design_baselines b join page_artifacts a on a.org_id = b.org_id and a.digest = b.artifact`
  expect(artifacts.map(({ status }) => status).sort()).toEqual(['active', 'candidate'])
  // The same snapshot is still approved by its digest.
  const again = await make(255)
  expect([again.id === id, again.made.report.path]).toEqual([false, 'same'])
})

test('what was just sent is kept for what is to be done with it', async () => {
  await verbs.sql`
    insert into stored_blobs (org_id, digest, type, bytes, body) values ('org_test', ${'f'.repeat(64)}, 'image/png', 1, 'a')`

  await keep(90)

  expect(await verbs.sql`select 1 from stored_blobs where digest = ${'f'.repeat(64)}`).toHaveLength(1)
})
