/** Every process's clock is set an hour ahead, then two back, while it works: nothing hangs, nothing lapses, no false alarm. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { countPlans, diamond, givePlan, untilPlan } from '#test/support/plan-faults'
import { type Process, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const anHour = 3_600_000
const steppable = {
  BUN_OPTIONS: `--preload=${join(import.meta.dir, '../support/skewed-clock.ts')}`,
  CLOCK_STEPS_MS: [anHour, -2 * anHour, anHour].join(','),
}

let service: Service
let others: Process[]
beforeAll(async () => {
  service = await startService({ env: { ...steppable, RATE_LIMIT_C_ENTERPRISE: '1000000000' } })
  others = [
    await service.startWorker('run-task'),
    await service.startWitness({ WITNESS_PORT: '0' }),
    await service.startLedger(),
  ]
}, 60_000)
afterAll(() => service.stop())

function setClocks(): void {
  for (const { pid } of [...service.apis, ...service.workers, ...others]) process.kill(pid, 'SIGUSR2')
}

describe.each(['as it should be', 'an hour ahead', 'an hour behind', 'right again'])('the clock %s', (is) => {
  beforeAll(() => {
    if (is !== 'as it should be') setClocks()
  })

  test('what is asked for is done, and in time', async () => {
    const startedAt = performance.now()
    const stored = await service.call('POST /traces', { body: aTrace() })
    const { trace_id } = stored.body as { trace_id: string }
    const made = await service.call('POST /generate', { body: { trace_id } })
    const plan = await givePlan(service, diamond())
    await untilPlan(service.database.sql, plan, ({ status }) => status === 'completed')

    expect([stored.status, made.status]).toEqual([201, 200])
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  test('a key lapses by the store’s clock, neither before nor after its time', async () => {
    const { key: lapsed } = await service.issueKey({ expires: new Date(Date.now() - 60_000) })
    const { key: usable } = await service.issueKey({ expires: new Date(Date.now() + 60_000) })

    expect((await service.call('GET /stats', { key: lapsed })).status).toBe(401)
    expect((await service.call('GET /stats', { key: usable })).status).toBe(200)
  })

  test('a request under an Idempotency-Key is the same one again', async () => {
    const headers = { 'idempotency-key': 'one-for-all-times' }
    const body = aTrace({ system_source: 'the same' })

    expect((await service.call('POST /traces', { body, headers })).status).toBe(201)
    const [count] = await service.database.sql`select count(*)::int as n from traces where system_source = 'the same'`
    expect(count?.['n']).toBe(1)
  })

  test('the log goes on, and the service is ready', async () => {
    await untilLogged(service.database.sql)
    await until(async () => (await service.call('GET /readyz', { key: null })).status === 200, { what: 'readiness' })
  })
})

test('afterwards the evidence is whole, and nobody was accused', async () => {
  await untilLogged(service.database.sql)
  await assertEvidence(service.database.sql)
  expect(await countPlans(service.database.sql)).toMatchObject({ tasks: 4, completed: 4, again: 0, traces: 4 })
})
