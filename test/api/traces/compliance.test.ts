/** What area A's answers say of compliance: what was checked here is told apart from what a sender declared. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { TraceInput } from '#shared/contracts/traces'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'
import { aSpanOf } from '#test/support/spans'

let service: Service
setDefaultTimeout(60_000)
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const saidBy = ({ headers }: Answer) => headers.get('x-constitutional-compliance')
const checksOf = ({ headers }: Answer) => headers.get('x-constitutional-checks')

/** Every door of area A that takes a trace in, and every one that answers about it. */
async function everyAnswerAbout(body: TraceInput): Promise<Record<string, Answer>> {
  const system = encodeURIComponent(body.system_source ?? 'unknown')
  const created = await service.call('POST /traces', { body })
  const { trace_id: id } = created.body as { trace_id: string }
  const read = await service.call(`GET /traces/${id}`)
  const given = { trace_id: id, options: { depth: 1 } }
  return {
    created,
    read,
    unchanged: await service.call(`GET /traces/${id}`, {
      headers: { 'if-none-match': read.headers.get('etag') ?? '' },
    }),
    head: await service.call(`HEAD /traces/${id}`),
    batch: await service.call('POST /traces/batch', { body: [body, body] }),
    atomic: await service.call('POST /traces/batch?atomic=true', { body: [body] }),
    otlp: await service.call('POST /otlp/v1/traces', {
      body: { resourceSpans: [{ scopeSpans: [{ spans: [aSpanOf(body)] }] }] },
    }),
    tree: await service.call('POST /generate', { body: given }),
    systemTree: await service.call(`GET /systems/${system}/tree`),
  }
}

const named = <Of>(answers: Record<string, Answer>, of: (answer: Answer) => Of) =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, of(answer)]))
const allOf = <Of>(answers: Record<string, Answer>, said: Of) => named(answers, () => said)

describe('a trace is never verified by what its sender says', () => {
  const system_source = () => crypto.randomUUID()
  const rows: [string, Partial<TraceInput>][] = [
    ['declared compliant', { constitutional_compliance: true }],
    ['without a declaration', {}],
    ['of risk 99 that is called LOW', { risk_score: 99, risk_level: 'LOW', constitutional_compliance: true }],
    [
      'of risk 99 and little confidence',
      { risk_score: 99, risk_level: 'HIGH', confidence: 0.1, constitutional_compliance: true },
    ],
  ]
  for (const [what, odd] of rows)
    test(`one ${what} is indeterminate at every door`, async () => {
      const answers = await everyAnswerAbout(aTrace({ system_source: system_source(), ...odd }))

      expect(named(answers, saidBy)).toEqual(allOf(answers, 'indeterminate'))
      expect(named(answers, checksOf)).toEqual(allOf(answers, null))
    })
})

test('only health is verified, and it says what was checked', async () => {
  const answer = await service.call('GET /health', { key: null })

  expect([saidBy(answer), checksOf(answer)]).toEqual([
    'verified',
    'evidence-guards, newest-node-digest, newest-node-signature, constitution-in-force, no-halt',
  ])
})

test('no answer of area A is verified without its checks, errors included', async () => {
  const { body } = await service.call('GET /openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }
  const ofAreaA = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => JSON.stringify(responses).includes('ConstitutionalCompliance'))
      .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'x')}`),
  )
  expect(ofAreaA.length).toBeGreaterThan(9)
  for (const what of ofAreaA)
    for (const key of [service.key, null]) {
      const answer = await service.call(what, { key, ...(what.startsWith('POST') ? { body: {} } : {}) })
      const isVerified = what === 'GET /health'
      expect([what, saidBy(answer) === 'verified', checksOf(answer) !== null]).toEqual([what, isVerified, isVerified])
    }
})
