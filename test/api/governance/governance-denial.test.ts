/** A constitution that lets some traces in and others not: whatever door they come by. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Constitution } from '#shared/contracts/constitution'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'

const folder = mkdtempSync(join(tmpdir(), 'assay-constitution-'))
let service: Service
setDefaultTimeout(60_000)
beforeAll(async () => {
  const shipped: Constitution = JSON.parse(
    readFileSync(resolve(import.meta.dir, '../../../constitution/constitution.json'), 'utf8'),
  )
  const [model] = shipped.articles
  if (!model) throw new Error('the shipped constitution has no articles')
  const strict = {
    ...model,
    id: 'A-90',
    title: 'Nothing above 98',
    phase: 'post',
    applies_to: ['trace.record'],
    rule: 'risk_score <= 98.0',
    tier: 'T4',
    message: "'nothing above 98 is taken'",
    examples: { pass: [{ risk_score: 98 }], fail: [{ risk_score: 99 }] },
  }
  const path = join(folder, 'constitution.json')
  writeFileSync(path, JSON.stringify({ ...shipped, articles: [...shipped.articles, strict] }))
  service = await startService({ workers: 0, env: { CONSTITUTION: path } })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const denied = { code: 'GOVERNANCE_DENIED', message: 'nothing above 98 is taken' }
const total = async () => ((await service.call('GET /traces')).body as { total: number }).total

test('one that it does not let in is 403 with the article, and stored nowhere', async () => {
  const before = await total()

  const refused = await service.call('POST /traces', { body: aTrace({ risk_score: 99 }) })

  expect([refused.status, refused.body]).toMatchObject([
    403,
    { error: { ...denied, details: { articles: expect.arrayContaining(['A-90']), tier: 'T4' } } },
  ])
  expect(refused.headers.get('x-constitutional-compliance')).toBe('violation')
  expect(await total()).toBe(before)
  expect((await service.call('POST /traces', { body: aTrace({ risk_score: 98 }) })).status).toBe(201)
})

test('one among many in a batch is refused by itself; an atomic batch is refused as a whole', async () => {
  const body = [aTrace({ risk_score: 1 }), aTrace({ risk_score: 99 }), aTrace({ risk_score: 2 })]
  const before = await total()

  const each = await service.call('POST /traces/batch', { body })
  const afterEach = await total()
  const atomic = await service.call('POST /traces/batch?atomic=true', { body })

  expect([each.status, each.body]).toMatchObject([
    200,
    { stored: 2, refused: 1, results: [{ index: 0 }, { index: 1, error: denied }, { index: 2 }] },
  ])
  expect(afterEach).toBe(before + 2)
  expect([each, atomic].map(({ headers }) => headers.get('x-constitutional-compliance'))).toEqual([
    'violation',
    'violation',
  ])
  expect([atomic.status, atomic.body]).toMatchObject([403, { error: denied }])
  expect(await total()).toBe(afterEach)
})

test('a span that would be one is rejected with the article’s words', async () => {
  const spanOf = (spanId: string, score: number) => ({
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId,
    name: 'chat',
    startTimeUnixNano: '1779235200000000000',
    endTimeUnixNano: '1779235201000000000',
    attributes: [
      { key: 'assay.risk_score', value: { doubleValue: score } },
      { key: 'assay.risk_level', value: { stringValue: 'HIGH' } },
      { key: 'assay.confidence', value: { doubleValue: 0.9 } },
    ],
  })
  const spans = [spanOf('eee19b7ec3c1b174', 99), spanOf('eee19b7ec3c1b175', 50)]
  const before = await total()

  const { status, body } = await service.call('POST /otlp/v1/traces', {
    body: { resourceSpans: [{ scopeSpans: [{ spans }] }] },
  })

  expect([status, body]).toMatchObject([
    200,
    { partialSuccess: { rejectedSpans: '1', errorMessage: '1 span: nothing above 98 is taken' } },
  ])
  expect(await total()).toBe(before + 1)
})
