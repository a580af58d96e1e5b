/** Everybody locks in one order: workers that save what plans came to and callers that send batches, over the same systems. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TraceInput } from '#shared/contracts/traces'
import { aTrace } from '#test/support/makers'
import { patient, type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService({
    workers: 3,
    job: 'run-task',
    env: { ...unlimited, ...patient, RATE_LIMIT_C_ENTERPRISE: '1000000' },
  })
})
afterAll(() => service.stop())

/** Each says of itself that it broke the constitution: a violation of its system, one row for all that say so. */
const violating = (system: number): TraceInput =>
  aTrace({ system_source: `system-${system}`, constitutional_compliance: false })
const systems = [0, 1, 2, 3, 4, 5]
const turned = (by: number) => systems.map((system) => (system + by) % systems.length)

const plan = (by: number) => ({
  steps: turned(by).map((system) => ({ id: `s${system}`, type: 'trace.record', payload: violating(system) })),
})

/** Postgres has counted them by the end of the sessions that met them. */
const deadlocks = async () => {
  const [row] = await service.database.sql<{ n: number }[]>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`
  return row?.n ?? 0
}

test('settled plans and batches that break an article over the same systems wait for one another and for nothing else', async () => {
  const plans = Promise.all(Array.from({ length: 90 }, (_, by) => service.call('POST /tasks', { body: plan(by) })))
  const batches: number[] = []
  for (let by = 0; by < 30; by++) {
    const body = [...turned(by), ...turned(by + 3)].map(violating)
    batches.push((await service.call('POST /traces/batch', { body })).status)
  }
  const accepted = (await plans).filter(({ status }) => status === 201)

  const [first] = await until(
    async () => {
      const rows = await service.database.sql<{ open: number; traces: number }[]>`
        select (select count(*) from tasks where completed_at is null)::int as open, (select count(*) from traces)::int as traces`
      return rows[0]?.open === 0 && rows
    },
    { what: 'the plans to end', timeoutMs: 60_000 },
  )
  expect(batches.filter((status) => status !== 201)).toEqual([])
  expect(first?.traces).toBe(30 * 12 + accepted.length * 6)
  const all = [...service.workers, ...service.apis]
  for (const each of all) each.kill('SIGTERM')
  await Promise.all(all.map(({ exited }) => exited))
  expect(await deadlocks()).toBe(0)
}, 120_000)
