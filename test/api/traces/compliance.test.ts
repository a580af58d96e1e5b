/** What area A's answers say of compliance: what was checked here is told apart from what a sender declared. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { complianceOf, complianceOfStored } from '#api/traces/compliance'
import type { TraceInput } from '#shared/contracts/traces'
import { storeUnavailable } from '#shared/kernel/errors/service'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'
import { aSpanOf } from '#test/support/spans'
import { until } from '#test/support/until'

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
      .filter(([, { responses }]) => JSON.stringify(responses).includes('X-Constitutional-Compliance'))
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

describe('a system that says it broke the constitution', () => {
  const violationsOf = async (system: string) => {
    const { body } = await service.call('GET /v1/governance/violations?limit=1000')
    return (body as { violations: { id: string; subject: { id: string }; blocks: string[] }[] }).violations.filter(
      ({ subject }) => subject.id === system,
    )
  }
  const blockedScopes = async (key = service.key) =>
    ((await service.call('GET /v1/governance/status', { key })).body as { blocked_scopes: string[] }).blocked_scopes

  test('has no clearance at any door until that is resolved, and its telemetry is taken in all the while', async () => {
    const system = crypto.randomUUID()
    const { key: writer } = await service.issueKey({ scopes: ['governance:write'] })
    const compliant = aTrace({ system_source: system, constitutional_compliance: true })
    const statusOf = ({ status }: Answer) => status
    const before = await everyAnswerAbout(compliant)
    await service.call('POST /traces', { body: { ...compliant, constitutional_compliance: false } })
    const [violation] = await violationsOf(system)
    expect(violation).toMatchObject({ blocks: ['clearance'] })
    expect(await blockedScopes()).toContain('clearance')
    await until(async () => saidBy(await service.call('POST /traces', { body: compliant })) === 'violation', {
      what: 'this process to know',
      timeoutMs: 3000,
    })

    const blocked = await everyAnswerAbout(compliant)
    const elsewhere = await everyAnswerAbout({ ...compliant, system_source: crypto.randomUUID() })
    await service.call(`POST /v1/governance/violations/${violation?.id}/resolve`, {
      body: { reason: 'it was mended' },
      key: writer,
    })
    const after = await everyAnswerAbout(compliant)

    expect(named(blocked, statusOf)).toEqual(named(before, statusOf))
    expect(named(blocked, saidBy)).toEqual(allOf(blocked, 'violation'))
    for (const others of [before, elsewhere, after])
      expect(named(others, saidBy)).toEqual(allOf(others, 'indeterminate'))
  })

  test('is a system of its organisation alone', async () => {
    const [one, other] = await Promise.all(
      ['org_one', 'org_two'].map(async (org) => (await service.issueKey({ org })).key),
    )
    const body = aTrace({ system_source: 'shared-name' })
    await service.call('POST /traces', {
      body: { ...body, constitutional_compliance: false },
      ...(one ? { key: one } : {}),
    })
    await until(
      async () => saidBy(await service.call('POST /traces', { body, ...(one ? { key: one } : {}) })) === 'violation',
      {
        what: 'this process to know',
        timeoutMs: 3000,
      },
    )

    const answer = await service.call('POST /traces', { body, ...(other ? { key: other } : {}) })

    expect([saidBy(answer), await blockedScopes(other), await blockedScopes(one)]).toEqual([
      'indeterminate',
      [],
      ['clearance'],
    ])
  })

  test('is none where the telemetry names none: the violation stands, and holds nobody', async () => {
    const { key } = await service.issueKey({ org: 'org_nameless' })
    const { system_source: _, ...body } = aTrace()
    await service.call('POST /traces', { body: { ...body, constitutional_compliance: false }, key })
    const { body: list } = await service.call('GET /v1/governance/violations', { key })

    expect((list as { violations: object[] }).violations).toMatchObject([{ subject: { id: 'unknown' }, blocks: [] }])
    expect(await blockedScopes(key)).toEqual([])
    expect(saidBy(await service.call('POST /traces', { body, key }))).toBe('indeterminate')
  })
})

describe('a grave tree of a direct call', () => {
  const reviewOf = ({ headers }: Answer) => headers.get('x-human-review')
  const factsOf = async (answer: Answer) => {
    const hash = answer.headers.get('x-service-attribution')
    return ((await service.call(`GET /v1/edg/${hash}`)).body as { result: object }).result
  }
  const treesOf = async (...traces: Partial<TraceInput>[]) => {
    const system_source = crypto.randomUUID()
    let traceId = ''
    for (const odd of traces) {
      const { body } = await service.call('POST /traces', { body: aTrace({ system_source, ...odd }) })
      traceId = (body as { trace_id: string }).trace_id
    }
    const ofTrace = await service.call('POST /generate', { body: { trace_id: traceId, options: { depth: 1 } } })
    const ofSystem = await service.call(`GET /systems/${system_source}/tree`)
    const again = await service.call(`GET /trees/${ofTrace.headers.get('x-job-id')}`)
    const byJob = await service.call(`GET /jobs/${ofTrace.headers.get('x-job-id')}/result`)
    return { ofTrace, ofSystem, again, byJob }
  }

  test.each([
    ['HIGH', { risk_level: 'HIGH' as const, risk_score: 20 }],
    ['85 and more', { risk_score: 85 }],
  ])('that says %s is answered at once, and says that no person has looked at it, as its node does', async (_, odd) => {
    const answers = await treesOf(odd)

    expect(named(answers, ({ status }) => status)).toEqual(allOf(answers, 200))
    expect(named(answers, reviewOf)).toEqual(allOf(answers, 'none'))
    for (const answer of [answers.ofTrace, answers.ofSystem]) {
      expect(await factsOf(answer)).toMatchObject({ human_review: 'none' })
      const hash = answer.headers.get('x-service-attribution')
      const { body } = await service.call('POST /v1/edg/verify', { body: { hash } })
      expect(body).toMatchObject({ first_failure: null })
    }
  })

  test('is a system’s with one grave trace among others', async () => {
    const { ofTrace, ofSystem } = await treesOf({ risk_level: 'HIGH' }, { risk_score: 2 })

    expect([reviewOf(ofTrace), reviewOf(ofSystem)]).toEqual([null, 'none'])
  })

  test('is not one that a task would tell at once', async () => {
    const answers = await treesOf({ risk_score: 84 })

    expect(named(answers, reviewOf)).toEqual(allOf(answers, null))
    expect(await factsOf(answers.ofTrace)).not.toHaveProperty('human_review')
  })
})

describe('where the store has no time to say whether a system is cleared', () => {
  const judged = { org_id: 'org_test', system_source: 's', constitutional_compliance: null, governance_tier: null }
  const toolsThat = (error: unknown) => {
    const governance = { withoutClearance: () => Promise.reject(error) }
    // Sound: nothing else of them is asked for.
    return { governance, read: undefined } as unknown as Parameters<typeof complianceOf>[1]
  }
  const away = toolsThat(storeUnavailable(new Error('no answer in time')))

  test('what was stored is indeterminate, unless it is a violation by itself', async () => {
    expect(await complianceOfStored([judged], away)).toBe('indeterminate')
    expect(await complianceOfStored([judged, { ...judged, constitutional_compliance: false }], away)).toBe('violation')
    expect(await complianceOfStored([judged], away, true)).toBe('violation')
  })

  test('of what is read nothing is said, and no other failure is passed over', async () => {
    await expect(complianceOf(judged, away)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await expect(complianceOfStored([judged], toolsThat(new TypeError('a fault')))).rejects.toThrow('a fault')
  })
})
