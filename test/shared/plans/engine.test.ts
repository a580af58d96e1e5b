/** The engine of plans: what it decides in cases worth a name. Whatever else can happen is in model.test.ts. */
import { describe, expect, test } from 'bun:test'
import type { PlanEvent } from '#shared/plans/plan-world'
import { aStoredPlan, assertSound, idOf, jobIdOf, propose, type Shape, write } from '#test/support/plans'

const aStep = (odd: Partial<Shape> = {}): Shape => ({
  needs: [],
  onError: 'fail',
  attempts: 3,
  work: 'job',
  misfits: false,
  references: [],
  when: null,
  ...odd,
})
const result = (n: number) => ({ result: JSON.stringify({ n }), digest: `d${n}`, made: `made-${n}` })
const error = { code: 'AGENT_FAILED', message: 'it broke', details: {} } as const
const by = { keyId: 'ak_other', requestId: 'r' }
const at = (ord: number, lease = 0, place = 0) => ({ ord, jobId: jobIdOf(ord, place), lease })

/** A plan to which these happened, one after the other. */
async function after(shapes: readonly Shape[], ...events: (PlanEvent | PlanEvent[])[]) {
  const plan = aStoredPlan(shapes)
  const stopped: string[] = []
  let stale = 0
  for (const event of [{ of: 'begin' } as const, ...events]) {
    const proposed = await propose(plan, Array.isArray(event) ? event : [event])
    stopped.push(...write(plan, proposed))
    assertSound(plan)
    stale += proposed.decision.stale.length
  }
  const states = plan.steps.map(({ state }) => state).join(' ')
  const nodes = plan.nodes.map(({ step, to }) => (step ? `${step} ${to}` : to))
  return { plan, states, nodes, stopped, stale }
}

/** One attempt that does it. */
const done = (ord: number, n = 1): PlanEvent[] => [
  { of: 'start', ...at(ord) },
  { of: 'completed', ...at(ord), ...result(n) },
]

test('a diamond of four steps leaves twelve nodes', async () => {
  const diamond = [aStep(), aStep({ needs: [0] }), aStep({ needs: [0] }), aStep({ needs: [1, 2] })]

  const { nodes, plan } = await after(diamond, ...[0, 1, 2, 3].flatMap((ord) => done(ord)))

  const ofStep = (ord: number) => [`${idOf(ord)} working`, `${idOf(ord)} completed`]
  expect(nodes).toEqual([
    'submitted',
    'planned',
    'working',
    ...ofStep(0),
    ...ofStep(1),
    ...ofStep(2),
    ...ofStep(3),
    'completed',
  ])
  expect([...plan.sent.values()].map(({ ord }) => ord)).toEqual([0, 1, 2, 3])
})

describe('the end of a task', () => {
  test('by a failure takes all open steps along in one node and stops what runs', async () => {
    const shapes = [aStep(), aStep(), aStep({ needs: [1] }), aStep({ work: 'person' })]

    const { states, nodes, stopped, plan } = await after(
      shapes,
      { of: 'start', ...at(0) },
      { of: 'start', ...at(1) },
      { of: 'failed', ...at(0), error },
    )

    expect(states).toBe('failed canceled canceled canceled')
    expect(nodes.slice(-2)).toEqual(['s0 failed', 'failed'])
    expect(stopped).toEqual([jobIdOf(1, 0)])
    expect(plan.error).toEqual({ ...error, details: { step: 's0' } })
  })

  test('is final: what comes after it is dropped whole', async () => {
    const { nodes, stale } = await after([aStep()], { of: 'start', ...at(0) }, { of: 'cancel', by }, [
      { of: 'completed', ...at(0), ...result(1) },
      { of: 'start', ...at(0, 1) },
      { of: 'expire' },
    ])

    expect(nodes.slice(2)).toEqual(['working', 's0 working', 'canceled'])
    expect(stale).toBe(3)
  })

  test('comes after what was settled together with the failure', async () => {
    const { states } = await after([aStep(), aStep()], { of: 'start', ...at(0) }, { of: 'start', ...at(1) }, [
      { of: 'failed', ...at(0), error },
      { of: 'completed', ...at(1), ...result(1) },
    ])

    expect(states).toBe('failed completed')
  })

  test('comes to a plan of no steps when it begins', async () => {
    const { nodes } = await after([])

    expect(nodes).toEqual(['submitted', 'planned', 'working', 'completed'])
  })
})

describe('a delivery', () => {
  test('from before the last attempt does not fail a step that waits for its next one', async () => {
    const { states, stale } = await after(
      [aStep()],
      { of: 'start', ...at(0) },
      { of: 'again', ...at(0), code: 'LOST' },
      { of: 'failed', ...at(0), error },
    )

    expect({ states, stale }).toEqual({ states: 'ready', stale: 1 })
  })

  test('that was never begun may fail', async () => {
    const { states } = await after(
      [aStep()],
      { of: 'start', ...at(0) },
      { of: 'again', ...at(0), code: 'LOST' },
      { of: 'failed', ...at(0, 1), error },
    )

    expect(states).toBe('failed')
  })

  test('of a job that another has replaced speaks for nobody', async () => {
    const { plan, stale } = await after(
      [aStep()],
      { of: 'start', ...at(0) },
      { of: 'lost', ord: 0, jobId: jobIdOf(0, 0) },
      { of: 'completed', ...at(0), ...result(1) },
      { of: 'lost', ord: 0, jobId: jobIdOf(0, 0) },
    )

    expect(plan.steps[0]).toMatchObject({ state: 'ready', jobId: jobIdOf(0, 1), lease: null, attempt: 1 })
    expect(stale).toBe(2)
  })

  test('is given to another worker while the first one works: the newer one speaks', async () => {
    const { plan, nodes } = await after(
      [aStep()],
      { of: 'start', ...at(0) },
      { of: 'start', ...at(0, 1) },
      { of: 'completed', ...at(0, 0), ...result(1) },
      { of: 'completed', ...at(0, 1), ...result(2) },
    )

    expect(plan.steps[0]?.result).toBe('{"n":2}')
    expect(nodes.slice(3)).toEqual(['s0 working', 's0 ready', 's0 working', 's0 completed', 'completed'])
  })
})

describe('a job that is gone', () => {
  test('is replaced as long as an attempt is left', async () => {
    const lose = (place: number): PlanEvent[] => [
      { of: 'start', ...at(0, 0, place) },
      { of: 'lost', ord: 0, jobId: jobIdOf(0, place) },
    ]

    const { states, plan } = await after([aStep({ attempts: 2 })], ...lose(0), ...lose(1))

    expect(states).toBe('failed')
    expect(plan.error?.code).toBe('JOB_FAILED')
    expect(plan.sent.size).toBe(2)
  })

  test('that the queue has given up fails its step, begun or not', async () => {
    const givenUp: PlanEvent = { of: 'lost', ord: 0, jobId: jobIdOf(0, 0), error }

    expect((await after([aStep()], givenUp)).states).toBe('failed')
    expect((await after([aStep()], { of: 'start', ...at(0) }, givenUp)).states).toBe('failed')
    const retried: PlanEvent[] = [
      { of: 'start', ...at(0) },
      { of: 'again', ...at(0), code: 'LOST' },
    ]
    expect((await after([aStep()], ...retried, givenUp)).states).toBe('failed')
  })
})

describe('a result that is held', () => {
  const held: PlanEvent[] = [
    { of: 'start', ...at(0) },
    { of: 'held', ...at(0), ...result(7) },
  ]

  test('makes the task wait, and goes on to the next step when it is released', async () => {
    const shapes = [aStep(), aStep({ needs: [0], references: [{ step: 0, of: 'result', at: 'member' }] })]

    const waiting = await after(shapes, ...held)
    const released = await after(shapes, ...held, {
      of: 'answered',
      ord: 0,
      facts: { reviewed: true },
      by,
      digest: 'd7',
      made: 'made-7',
    })

    expect(waiting.plan.task).toMatchObject({ status: 'input-required', held: 1 })
    expect(released.plan.task).toMatchObject({ status: 'working', held: 0 })
    expect(released.plan.sent.get(jobIdOf(1, 0))?.job).toEqual({ input: { x0: 7 } })
  })

  test('and rejected is seen by no other step, however much later, and not counted in what the task comes to', async () => {
    const shapes = [
      aStep({ onError: 'continue' }),
      aStep(),
      aStep({ needs: [0, 1], references: [{ step: 0, of: 'result', at: 'member' }] }),
      aStep({ needs: [0, 1], when: { step: 0, is: 'absent', isDenied: true } }),
    ]

    const { states, plan } = await after(
      shapes,
      ...held,
      { of: 'rejected', ord: 0, error: { ...error, code: 'GOVERNANCE_DENIED' }, facts: {}, by },
      ...done(1),
    )

    expect(states).toBe('failed completed skipped skipped')
    expect(plan.steps.map(({ reason }) => reason)).toEqual([null, null, 'reference', 'when'])
    expect(plan.digest).toBe('s1=d1')
  })
})

test('a plan that is begun twice does nothing twice', async () => {
  const shapes = [aStep(), aStep({ work: 'person' })]

  const { nodes, plan } = await after(shapes, { of: 'begin' })

  expect(nodes.slice(2)).toEqual(['working', 's1 input-required', 'input-required'])
  expect(plan.sent.size).toBe(1)
})

describe('a step that only a later release knows', () => {
  const shapes = [aStep(), aStep({ needs: [0] }), aStep({ needs: [1] })]
  /** A process of an earlier release has settled the step before. */
  async function left() {
    const { plan } = await after(shapes, { of: 'start', ...at(0) })
    const settled = await propose(plan, [{ of: 'completed', ...at(0), ...result(1) }], { unknown: [1] })
    write(plan, settled)
    return { plan, sent: settled.decision.sendings }
  }
  const lost = (jobId: string | null | undefined) => ({ of: 'lost' as const, ord: 1, jobId: jobId ?? '' })

  test('is left to that: no job is sent, nothing fails', async () => {
    const { plan, sent } = await left()

    expect(sent).toEqual([])
    expect(plan.steps.map(({ state }) => state)).toEqual(['completed', 'ready', 'blocked'])
    expect(plan.task.status).toBe('working')
  })

  test('is sent by whoever knows it and finds that its job is not there, and costs no attempt', async () => {
    const { plan } = await left()

    const found = await propose(plan, [lost(plan.steps[1]?.jobId)], { newJobId: () => 'job-1-0' })
    write(plan, found)
    assertSound(plan)
    for (const event of done(1)) write(plan, await propose(plan, [event]))
    for (const event of done(2)) write(plan, await propose(plan, [event]))

    assertSound(plan)
    expect(found.decision.sendings.map(({ jobId, job }) => ({ jobId, job }))).toEqual([
      { jobId: 'job-1-0', job: { input: {} } },
    ])
    expect(plan.task.status).toBe('completed')
    expect(plan.steps[1]?.attempt).toBe(1)
  })

  test('fails as its plan says when nobody knows it for too long', async () => {
    const { plan } = await left()

    write(plan, await propose(plan, [{ ...lost(plan.steps[1]?.jobId), error }]))

    assertSound(plan)
    expect(plan.task.status).toBe('failed')
    expect(plan.error).toEqual({ ...error, details: { step: 's1' } })
  })
})

test('a loss that is forgiven costs a step no attempt', async () => {
  const { nodes, plan } = await after(
    [aStep({ attempts: 1 })],
    { of: 'start', ...at(0) },
    { of: 'again', ...at(0), code: 'LOST', isForgiven: true },
    { of: 'start', ...at(0, 1) },
    { of: 'completed', ...at(0, 1), ...result(1) },
  )

  expect(nodes.slice(3)).toEqual(['s0 working', 's0 ready', 's0 working', 's0 completed', 'completed'])
  expect(plan.steps[0]?.attempt).toBe(1)
})
