/** Calibration over HTTP: many at once, a worker that is killed while it saves, and what holds, for whoever operates it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Static } from '@sinclair/typebox'
import { CalibrateAnswer, ParameterList } from '#shared/contracts/calibrations'
import { expectShape } from '#test/contract/shapes'
import { assertEvidence } from '#test/support/evidence'
import { type Process, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

setDefaultTimeout(60_000)
let service: Service
let worker: Process
beforeAll(async () => {
  service = await startService({ workers: 0 })
  worker = await service.startWorker('analyze-content')
})
afterAll(() => service.stop())

const clarity = 'harmonic.threshold.clarity'
const calibrate = (requested: number, more: object = {}, key?: string) =>
  service.call('POST /attunement/calibrate', {
    body: { parameters: [{ name: clarity, requested }], ...more },
    ...(key === undefined ? {} : { key }),
  })
type Listed = Static<typeof ParameterList>
async function held(query = '', key?: string): Promise<Listed> {
  const answer = await service.call(`GET /attunement/parameters${query}`, key === undefined ? {} : { key })
  expect(answer.status).toBe(200)
  expectShape(ParameterList, answer.body)
  return answer.body as Listed
}
const valueIn = ({ parameters }: Listed, name = clarity) => parameters.find((each) => each.name === name)

test('what is applied is answered with its evidence, holds, and is listed with its way there', async () => {
  const before = await held()
  const answer = await calibrate(62)
  const after = await held()

  expect(answer.status).toBe(200)
  expectShape(CalibrateAnswer, answer.body)
  const { evidence } = answer.body as Static<typeof CalibrateAnswer>
  expect(answer.headers.get('x-edg-node-id')).toBe(evidence.node)
  expect(answer.headers.get('x-governance-tier')).toBe('T0')
  expect([before.version, before.history, valueIn(before)?.value]).toEqual([0, [], 60])
  expect(after).toMatchObject({
    version: 1,
    next_cursor: null,
    history: [{ version: 1, changed: [{ name: clarity, from: 60, to: 62 }], is_proven: true, takes_back: null }],
  })
  expect(valueIn(after)).toMatchObject({ value: 62, calibrated: null, left_today: 8, bounds: { min: 30, max: 95 } })
  expect(after.constraints.every(({ ok }) => ok)).toBe(true)
})

test('organisations are apart, and the token of one is none of another', async () => {
  const { key } = await service.issueKey({ org: 'org_other' })
  const mine = (await calibrate(63)).body as Static<typeof CalibrateAnswer>

  expect(await held('', key)).toMatchObject({ version: 0, history: [] })
  const stolen = await service.call('POST /attunement/calibrate', {
    key,
    body: { rollback_token: mine.rollback_token },
  })
  expect(stolen).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
})

test('a hundred at once: each is applied on what holds, or told by 409 which version does', async () => {
  const { key } = await service.issueKey({ org: 'org_hundred' })

  const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) => calibrate(56 + (turn % 9), {}, key)))
  const listed = await held('?limit=100', key)

  const applied = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(applied.length).toBeGreaterThan(0)
  for (const { status, body } of refused)
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { code: 'STATE_CONFLICT', details: { version: expect.any(Number) } } },
    })
  const versions = new Set(applied.map(({ body }) => (body as Static<typeof CalibrateAnswer>).version))
  expect(Math.max(...versions)).toBe(listed.version)
  // Each on the one before it.
  for (const [at, { version, changed }] of listed.history.entries())
    expect([version, changed[0]?.from]).toEqual([listed.version - at, listed.history[at + 1]?.changed[0]?.to ?? 60])
  const day = listed.history.reduce(
    (sum, { changed }) => sum + Math.abs(Number(changed[0]?.to) - Number(changed[0]?.from)),
    0,
  )
  expect(day).toBeLessThanOrEqual(10)
})

test('history is told page by page, newest first', async () => {
  const { key } = await service.issueKey({ org: 'org_pages' })
  for (const requested of [61, 62, 63]) await calibrate(requested, {}, key)

  const first = await held('?limit=2', key)
  const second = await held(`?limit=2&cursor=${first.next_cursor}`, key)

  expect(first.history.map(({ version }) => version)).toEqual([3, 2])
  expect([second.history.map(({ version }) => version), second.next_cursor]).toEqual([[1], null])
  expect((await service.call('GET /attunement/parameters?cursor=nonsense', { key })).status).toBe(400)
})

test('a request that does not fit is 400 with every fault, and nothing holds that did not', async () => {
  const { key } = await service.issueKey({ org: 'org_faults' })
  const raw = '{"parameters":[{"name":"mood","requested":1e999},{"name":"harmonic.threshold.clarity"}]}'

  const odd = await service.call('POST /attunement/calibrate', { key, raw })
  const unknown = await service.call('POST /attunement/calibrate', {
    key,
    body: { parameters: [{ name: 'mood' }, { name: 'mood' }] },
  })

  expect(odd.status).toBe(400)
  expect(unknown).toMatchObject({
    status: 400,
    body: { error: { details: { issues: [{ path: '/parameters/0/name' }, { path: '/parameters/1/name' }] } } },
  })
  expect(await held('', key)).toMatchObject({ version: 0 })
})

test('a worker that is killed while it saves applies a calibration once all the same', async () => {
  const { key } = await service.issueKey({ org: 'org_killed' })
  const { sql } = service.database
  const gate = Promise.withResolvers<void>()
  const isShut = Promise.withResolvers<void>()
  const holding = sql.begin(async (tx) => {
    await tx`lock table parameter_versions in exclusive mode`
    isShut.resolve()
    await gate.promise
  })
  await isShut.promise
  const asked = calibrate(64, {}, key)
  await until(
    async () => {
      const rows = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into parameter_versions%'`
      return rows.length > 0
    },
    { what: 'the calibration to be saved', everyMs: 20 },
  )

  worker.kill('SIGKILL')
  gate.resolve()
  await holding
  worker = await service.startWorker('analyze-content')
  const answer = await asked

  expect(answer).toMatchObject({ status: 200, body: { version: 1, results: [{ applied: 64 }] } })
  expect(await held('', key)).toMatchObject({ version: 1, history: [{ version: 1 }] })
  const [count] = await sql<{ nodes: number }[]>`
    select count(*)::int as nodes from edg_nodes where kind = 'parameters.changed' and org_id = 'org_killed'`
  expect(count?.nodes).toBe(1)
  await assertEvidence(sql, { isLogged: false })
})
