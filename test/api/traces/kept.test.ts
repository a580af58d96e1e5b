/** Traces and trees kept for so long and no longer: what is gone raises no score, and every proof stays valid. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Comparison } from '#db/documents/comparison'
import type { SystemTree } from '#db/documents/system-tree'
import { openLog } from '#shared/kernel/logger'
import { assertEvidence } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { sealAnew, signerIn } from '#test/support/sealed'
import { type Service, startService } from '#test/support/service'
import { choresOf } from '#workers/maintenance/chores'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const grave = {
  flags: ['child_exploitation'],
  constitutional_compliance: true,
  risk_score: 10,
  risk_level: 'LOW',
} as const

async function store(system: string, odd: object, count: number): Promise<string[]> {
  const body = Array.from({ length: count }, () => aTrace({ system_source: system, testing_mode: 'model', ...odd }))
  const answer = await service.call('POST /traces/batch', { body })
  return (answer.body as { results: { trace_id: string }[] }).results.map(({ trace_id }) => trace_id)
}

async function daysOld(table: 'traces' | 'trees', system: string, days: number): Promise<void> {
  const { sql } = service.database
  const at = sql(table === 'traces' ? 'created_at' : 'generated_at')
  await sql`update ${sql(table)} set ${at} = ${at} - make_interval(days => ${days}) where system_source = ${system}`
  await sealAnew(sql, signerIn(service.dataDir), table)
}

/** What maintenance does, all at once. */
async function keep(days: { traces?: number; trees?: number }): Promise<void> {
  const { sql } = service.database
  const chores = choresOf({
    sql,
    log: openLog('test', 'silent'),
    keptDays: {
      traces: 0,
      trees: 0,
      tasks: 0,
      scans: 90,
      designs: 90,
      analyses: 30,
      briefings: 30,
      feedback: 365,
      ...days,
    },
    signer: signerIn(service.dataDir),
  })
  for (const name of ['trees', 'traces']) for await (const _ of chores[name] ?? []);
}

const systemTree = async (system: string) => {
  const answer = await service.call(`GET /systems/${system}/tree`)
  return { ...answer, tree: (answer.body as { corix_tree: SystemTree }).corix_tree }
}

test('a trace whose words are gone is not measured anew: it would lose what it said of harm', async () => {
  const [traceId = ''] = await store('kept-one', grave, 1)
  const before = await service.call('POST /generate', { body: { trace_id: traceId } })
  expect((before.body as { metadata: { validity_score: number } }).metadata.validity_score).toBeLessThanOrEqual(25)
  await daysOld('traces', 'kept-one', 40)
  await keep({ traces: 30 })

  const after = await service.call('POST /generate', { body: { trace_id: traceId } })

  expect(after).toMatchObject({
    status: 409,
    body: { error: { code: 'STATE_CONFLICT', details: { trace_id: traceId } } },
  })
  expect((await service.call(`GET /traces/${traceId}`)).status).toBe(200)
  expect((await service.call(`GET /trees/${before.headers.get('x-job-id')}`)).status).toBe(404)
})

test('a system’s tree leaves out the traces whose words are gone, and says how many', async () => {
  await store('kept-many', grave, 12)
  const before = await systemTree('kept-many')
  await daysOld('traces', 'kept-many', 40)
  await keep({ traces: 30 })
  await store('kept-many', {}, 5)

  const { status, tree } = await systemTree('kept-many')

  expect(status).toBe(200)
  expect(before.tree.level_2.validity.capped.critical_flag).toMatchObject({ k: 12, n: 12 })
  expect(tree.level_1.summary.n).toBe(5)
  expect(tree.level_2.validity.capped.critical_flag).toMatchObject({ k: 0, n: 5 })
  expect(tree.level_1.interpretation.limitations).toContain('12 erased traces are not measured')
  const [fresh = ''] = await store('kept-many', {}, 1)
  const ofTrace = await service.call('POST /generate', { body: { trace_id: fresh } })
  expect(ofTrace.body).toMatchObject({ corix_tree: { level_1: { summary: { n_cohort: 6 } } } })
})

test('a system of which nothing is left says so, and is compared with none', async () => {
  await store('kept-none', grave, 3)
  await store('kept-else', {}, 3)
  await daysOld('traces', 'kept-none', 40)
  await keep({ traces: 30 })

  const gone = { status: 409, body: { error: { code: 'STATE_CONFLICT', details: { system_source: 'kept-none' } } } }
  expect(await service.call('GET /systems/kept-none/tree')).toMatchObject(gone)
  expect(await service.call('GET /systems/compare?a=kept-else&b=kept-none')).toMatchObject(gone)
  expect((await service.call('GET /systems')).text).toContain('kept-none')
})

test('a comparison leaves them out on either side, and says so', async () => {
  await store('kept-a', grave, 4)
  await daysOld('traces', 'kept-a', 40)
  await keep({ traces: 30 })
  await store('kept-a', {}, 3)

  const answer = await service.call('GET /systems/compare?a=kept-a&b=kept-else')

  const { a, limitations } = (answer.body as { comparison: Comparison }).comparison
  expect(a.n).toBe(3)
  expect(limitations).toContain('4 erased traces of a are not measured')
})

test('trees and comparisons go after their days, are made anew when asked for, and the evidence of both stays whole', async () => {
  await store('kept-t', {}, 6)
  await store('kept-u', {}, 6)
  const made = await systemTree('kept-t')
  const compared = await service.call('GET /systems/compare?a=kept-t&b=kept-u')
  await daysOld('trees', 'kept-t', 40)
  await keep({ trees: 30 })

  for (const { headers } of [made, compared]) {
    const hash = headers.get('x-service-attribution') ?? ''
    const seen = await service.call(`GET /v1/edg/${hash}`)
    expect(seen.body).toMatchObject({ payload: { erased: true } })
    const verified = await service.call('POST /v1/edg/verify', { body: { hash, mode: 'chain' } })
    expect((verified.body as { checks: { id: string; status: string }[] }).checks).not.toContainEqual(
      expect.objectContaining({ status: 'fail' }),
    )
  }
  const again = [await systemTree('kept-t'), await service.call('GET /systems/compare?a=kept-t&b=kept-u')]
  expect(again.map(({ status }) => status)).toEqual([200, 200])
  expect(again[0]?.headers.get('x-job-id')).not.toBe(made.headers.get('x-job-id'))
  await assertEvidence(service.database.sql, { isLogged: false })
})
