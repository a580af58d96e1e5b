/** The engine of plans against a model of them, over random plans and whatever can happen to them in any order. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isTerminal } from '#shared/contracts/task-states'
import type { PlanEvent } from '#shared/plans/plan-world'
import {
  aPlan,
  aStoredPlan,
  assertSound,
  jobIdOf,
  type Proposed,
  propose,
  type Shape,
  type StoredPlan,
  type StoredStep,
  write,
} from '#test/support/plans'
import { assertAsExpected, openReference } from '#test/support/plans-reference'

const runs = Number(process.env['MODEL_RUNS'] ?? 10_000)

const by = { keyId: 'ak_other', requestId: 'r' }
const resultOf = (n: number) => ({ result: JSON.stringify({ n }), digest: `d${n}`, made: n === 3 ? null : `made-${n}` })
const broken = { code: 'AGENT_FAILED', message: 'it broke', details: {} } as const

/** What happens next, read out of a number: mostly what may happen now, often what came late, twice or never. */
function happening(number: number, plan: StoredPlan): PlanEvent | undefined {
  const [kind, which, oddity, n] = [number & 63, (number >> 6) & 255, (number >> 14) & 15, (number >> 18) & 3]
  if (kind === 0) return { of: 'cancel', by }
  if (kind === 1) return { of: 'expire' }
  if (kind === 2) return { of: 'begin' }
  const pickOf = <T>(list: readonly T[]) => list[which % list.length]
  const isOdd = oddity < 4
  if (kind < 10) {
    const waiting = plan.steps.filter(({ state }) => state === 'input-required')
    const step = isOdd ? pickOf(plan.steps) : pickOf(waiting)
    if (!step) return undefined
    if (kind === 3) return { of: 'unanswered', ord: step.ord }
    if (kind < 5)
      return { of: 'rejected', ord: step.ord, error: { ...broken, code: 'GOVERNANCE_DENIED' }, facts: {}, by }
    // Nothing new where a result was held: it is there already.
    const made = step.result === null ? resultOf(n) : { digest: step.digest ?? '', made: step.made }
    return { of: 'answered', ord: step.ord, facts: { decision: 'release' }, by, ...made }
  }
  const busy = plan.steps.filter(({ state }) => state === 'ready' || state === 'working')
  const step = isOdd ? pickOf(plan.steps) : pickOf(busy)
  if (!step) return undefined
  const delivery = deliveryOf(step, oddity, kind < 30)
  if (kind < 13) return { of: 'lost', ord: step.ord, jobId: delivery.jobId, ...(kind === 10 ? { error: broken } : {}) }
  if (kind < 30) return { of: 'start', ...delivery }
  if (kind < 36) return { of: 'again', code: 'INTERNAL_ERROR', isForgiven: kind < 33, ...delivery }
  if (kind < 42) return { of: 'failed', error: broken, ...delivery }
  return { of: kind < 48 ? 'held' : 'completed', ...resultOf(n), ...delivery }
}

/** A delivery of a step's job: its newest, the next one, one from before, or one of a job that nobody has sent. */
function deliveryOf({ ord, jobId, lease }: StoredStep, oddity: number, isStart: boolean) {
  const newest = lease ?? (isStart ? -1 : 0)
  const offset = [0, 0, -1, 1][oddity] ?? (isStart ? 1 : 0)
  const job = jobId === null ? `job-unsent-${ord}` : oddity === 1 ? jobIdOf(ord, 0) : jobId
  return { ord, jobId: job, lease: Math.max(0, newest + offset) }
}

/** What workers settle or begin together: other jobs of the same plan. */
function mayJoin(event: PlanEvent, others: readonly PlanEvent[]): boolean {
  const classOf = ({ of }: PlanEvent) =>
    of === 'start' || of === 'again' ? of : 'jobId' in event && of !== 'lost' ? 'ending' : of
  const isBatched = ['start', 'again', 'ending'].includes(classOf(event))
  return (
    isBatched &&
    others.every(
      (other) =>
        classOf(other) === classOf(event) && !('jobId' in event && 'jobId' in other && other.jobId === event.jobId),
    )
  )
}

/** An end stops the jobs of steps that it cancels, but not those that have just come to something; a lost one is stopped too. */
function assertStopped(
  plan: StoredPlan,
  before: readonly Before[],
  stops: string[],
  { nodes, decision }: Proposed,
  events: readonly PlanEvent[],
): void {
  const lost = events.flatMap((event) => (event.of === 'lost' && !decision.stale.includes(event) ? [event.jobId] : []))
  const held = new Set(nodes.flatMap(({ step, to }) => (to === 'input-required' && step ? [step] : [])))
  const needless = plan.steps.flatMap(({ ord, id, state }) => {
    const was = before[ord]
    const isBusy = was?.state === 'ready' || was?.state === 'working'
    return state === 'canceled' && isBusy && was.jobId && !held.has(id) ? [was.jobId] : []
  })
  const expected = [...new Set([...lost, ...needless])].toSorted()
  if (stops.toSorted().join() !== expected.join()) throw new Error(`stopped ${stops} instead of ${expected}`)
}
type Before = Pick<StoredStep, 'state' | 'jobId'>

/** Tells a plan and its model the same, and compares what they make of it. */
function openPair(shapes: readonly Shape[]) {
  const plan = aStoredPlan(shapes)
  const reference = openReference(shapes)
  return {
    plan,
    async tell(events: readonly PlanEvent[]) {
      const expected = reference.tell(events)
      const proposed = await propose(plan, events)
      const before = plan.steps.map(({ state, jobId }) => ({ state, jobId }))
      assertStopped(plan, before, write(plan, proposed), proposed, events)
      if (isTerminal(plan.task.status) && proposed.decision.sendings.length > 0)
        throw new Error('jobs are sent for a task that has ended')
      assertSound(plan)
      assertAsExpected(plan, expected, shapes)
      if (!Bun.deepEquals(proposed.decision.stale, expected.stale, true))
        throw new Error(
          `stale: ${JSON.stringify(proposed.decision.stale)} instead of ${JSON.stringify(expected.stale)}`,
        )
    },
  }
}

/** What is still missing for the plan to end, if nothing goes wrong any more. */
const rest = ({ steps }: StoredPlan): PlanEvent[] =>
  steps.flatMap((step): PlanEvent[] => {
    const { ord, jobId, lease, state } = step
    if (state === 'input-required') return [{ of: 'answered', ord, facts: {}, by, ...resultOf(0) }]
    if (jobId === null) return []
    if (state === 'ready') return [{ of: 'start', ord, jobId, lease: (lease ?? -1) + 1 }]
    return state === 'working' ? [{ of: 'completed', ord, jobId, lease: lease ?? 0, ...resultOf(1) }] : []
  })

test(`${runs} random plans go the way that the model says, whatever happens to them`, async () => {
  const ends: Record<string, number> = {}
  let events = 0
  await fc.assert(
    fc.asyncProperty(
      aPlan(),
      fc.array(fc.nat({ max: 2 ** 30 - 1 }), { maxLength: 40, size: 'max' }),
      async (shapes, numbers) => {
        const { plan, tell } = openPair(shapes)
        await tell([{ of: 'begin' }])
        let together: PlanEvent[] = []
        for (const number of numbers) {
          let event = happening(number, plan)
          if (event && together.length > 0 && !mayJoin(event, together)) {
            await tell(together)
            together = []
            // What may happen now is another thing than before.
            event = happening(number, plan)
          }
          if (!event) continue
          events += 1
          together.push(event)
          if ((number >> 20) & 3 && together.length < 4 && mayJoin(event, [])) continue
          await tell(together)
          together = []
        }
        if (together.length > 0) await tell(together)
        for (let round = 0; !isTerminal(plan.task.status); round++) {
          if (round > 3 * shapes.length)
            throw new Error(`the task is ${plan.task.status} and nothing is left to be done`)
          for (const event of rest(plan)) await tell([event])
        }
        ends[plan.task.status] = (ends[plan.task.status] ?? 0) + 1
      },
    ),
    { numRuns: runs },
  )
  console.log(`model: ${runs} plans, ${events} events, ended ${JSON.stringify(ends)}`)
  expect(Object.keys(ends).sort()).toEqual(['canceled', 'completed', 'failed'])
}, 120_000)
