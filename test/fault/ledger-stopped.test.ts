/** A ledger that is stopped, not ended: its connections stay, its last report stays, and nobody may take that for work. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0 })
})
afterAll(() => service.stop())

type Readiness = { status: string; missing: { what: string; why: string }[]; uses: Record<string, string> }
const ready = async () => (await service.call('GET /readyz', { key: null })).body as Readiness
const gapOf = async () => (await ready()).missing.find(({ what }) => what === 'ledger')?.why
const gauge = async (name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await service.call('GET /metrics')).text)?.[1])
const store = async () => expect((await service.call('POST /traces', { body: aTrace() })).status).toBe(201)

test('is told by /readyz and by /metrics, while writes go on, and no more once it works again', async () => {
  const ledger = await service.startLedger()
  await until(async () => (await ready()).uses['ledger']?.startsWith('writes ') === true, {
    what: 'the ledger to lead',
  })
  expect([await gapOf(), await gauge('assay_ledgers')]).toEqual([undefined, 1])

  ledger.kill('SIGSTOP')
  await store()
  const silent = await until(gapOf, { what: 'the silence to be noticed', timeoutMs: 15_000 })
  const told = await ready()

  expect(silent).toStartWith('no process writes the evidence log')
  expect([told.status, told.uses['ledger']]).toEqual(['degraded', undefined])
  expect(await gauge('assay_ledgers')).toBe(0)
  expect(await gauge('assay_log_waiting_seconds')).toBeGreaterThan(1)
  await store()

  ledger.kill('SIGCONT')
  await until(async () => (await gapOf()) === undefined, { what: 'the ledger to be seen again' })
  await until(async () => (await gauge('assay_log_waiting_seconds')) === 0, { what: 'what has waited to be written' })
})

test('with another one beside it that cannot take over is told by how long the log stands still', async () => {
  const { sql } = service.database
  await service.startLedger()
  await until(async () => (await gauge('assay_ledgers')) >= 2, { what: 'both to have spoken' })
  await store()
  await until(async () => (await gauge('assay_log_waiting_seconds')) === 0, { what: 'all to be written' })
  // Nobody may append, and everybody goes on speaking.
  const held = await sql.reserve()
  await held`begin`
  await held`lock table edg_leaves in share mode`
  await store()

  const why = await until(gapOf, { what: 'the standstill to be noticed', timeoutMs: 25_000 })

  await held`rollback`
  held.release()
  expect(why).toStartWith('the evidence log stands still')
  await until(async () => (await gapOf()) === undefined, { what: 'the log to go on' })
}, 60_000)
