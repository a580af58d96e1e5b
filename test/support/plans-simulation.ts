/**
 * Plans in a world of their own: a store with one lock a plan, a queue that delivers twice, late, in any order or not at
 * all, workers, people and sweepers. Who goes on next, who dies, what is lost and what the clock shows is read from numbers,
 * so that the same numbers are the same world again.
 */
import { isTerminal } from '#shared/contracts/task-states'
import { storedError } from '#shared/kernel/errors'
import { jobFailed } from '#shared/kernel/errors/jobs'
import { isCurrent } from '#shared/plans/engine'
import type { PlanEvent } from '#shared/plans/plan-world'
import { aStoredPlan, assertSound, propose, type Shape, type StoredPlan, write } from '#test/support/plans'

/** Where an actor stands when another one goes on, or when it dies. */
type Label = 'claimed' | 'waits' | 'locked' | 'decided' | 'committed' | 'begun' | 'worked' | 'looked'
type Actor = { name: string; run: AsyncGenerator<Label, void>; skewMs: number; isDead: boolean }

type QueuedJob = {
  ord: number
  state: 'created' | 'active' | 'retry' | 'completed' | 'failed' | 'cancelled'
  /** Which delivery is the newest. */
  delivery: number
  limit: number
  /** How many deliveries died with their worker and were forgiven. */
  lost: number
  availableAt: number
  expiresAt: number
  worker: Actor | undefined
}

export type Simulated = { status: string; nodes: number; saved: number; told: Record<string, number> }

const isLive = ({ state }: QueuedJob) => state === 'created' || state === 'retry' || state === 'active'
const leaseMs = 30_000
const lossesForgiven = 2
const by = { keyId: 'ak_other', requestId: 'r' }
const resultOf = (n: number) => ({ result: JSON.stringify({ n }), digest: `d${n}`, made: `made-${n}` })
const broken = { code: 'AGENT_FAILED', message: 'it broke', details: {} } as const

/** @param isLocked false leaves the store's lock away: something must then go wrong. */
export async function simulate(
  shapes: readonly Shape[],
  numbers: readonly number[],
  isLocked = true,
): Promise<Simulated> {
  const plan = aStoredPlan(shapes)
  const queue = new Map<string, QueuedJob>()
  const outcomes = new Set<string>()
  /** Jobs whose results were saved, by their steps. */
  const saved = new Map<number, string[]>()
  /** Nodes that somebody was told of. */
  const acknowledged = new Set<string>()
  const told: Record<string, number> = {}
  const actors: Actor[] = []
  let clock = Date.UTC(2026, 0, 1)
  let lock: Actor | undefined
  /** How often the store was restarted: what was not committed by then is gone. */
  let epoch = 0
  let place = 0
  let isCalm = false
  const next = () => numbers[place++] ?? 0
  const deadline = next() % 4 === 0 ? clock + (next() % 600_000) : undefined
  const isOverdue = () => deadline !== undefined && clock > deadline
  const note = (what: string) => {
    told[what] = (told[what] ?? 0) + 1
  }

  /** What a transaction comes to: what it decided on its plan, and what becomes true together with that. */
  type Work<T> = { events?: readonly PlanEvent[]; also?: () => void; value: T }

  /** Locks the plan, has it decided, commits; all over again when the store was restarted or its answer was lost. */
  async function* transaction<T>(work: () => Work<T>): AsyncGenerator<Label, T> {
    const self = running
    for (;;) {
      while (isLocked && lock !== undefined && lock !== self) yield 'waits'
      lock = self
      const begunAt = epoch
      yield 'locked'
      if (epoch !== begunAt) continue
      const { events = [], also, value } = work()
      const proposed = await propose(plan, events, { now: clock + (self?.skewMs ?? 0) })
      yield 'decided'
      if (epoch !== begunAt) continue
      for (const event of events) if (!proposed.decision.stale.includes(event)) assertSpeaks(event)
      const stops = write(plan, proposed)
      assertSound(plan)
      also?.()
      for (const { step, jobId } of proposed.decision.sendings)
        send(jobId, step.ord, step.spec.max_attempts - step.attempt)
      for (const jobId of stops) stop(jobId)
      lock = undefined
      const isAnswered = isCalm || next() % 16 > 0
      yield 'committed'
      if (!isAnswered) {
        note('commit unanswered')
        continue
      }
      for (const { id } of proposed.nodes) acknowledged.add(id)
      return value
    }
  }

  function send(jobId: string, ord: number, attempts: number): void {
    const delay = isCalm ? 0 : next() % 3 === 0 ? next() % 20_000 : 0
    const limit = Math.max(1, attempts) - 1
    const job = {
      ord,
      state: 'created',
      delivery: 0,
      limit,
      lost: 0,
      availableAt: clock + delay,
      expiresAt: 0,
      worker: undefined,
    } as const
    for (const [id, other] of queue)
      if (id === jobId || (other.ord === ord && isLive(other))) throw new Error(`${jobId} is sent while there is ${id}`)
    queue.set(jobId, { ...job })
  }

  /** The deliveries that were begun last, by their steps; over once they are given up. */
  const begun = new Map<number, { jobId: string; lease: number; isOver: boolean }>()
  /** What takes effect comes from the delivery that was begun last, or from one that is newer. */
  function assertSpeaks(event: PlanEvent): void {
    if (!('jobId' in event) || event.of === 'lost') return
    const { of, ord, jobId, lease } = event
    const last = begun.get(ord)
    const isSame = last?.jobId === jobId && last.lease === lease && !last.isOver
    const isNewer = last?.jobId !== jobId || last.lease < lease
    if (!isSame && !(isNewer && (of === 'start' || of === 'failed')))
      throw new Error(`${of} by delivery ${lease} of ${jobId} after ${last?.lease} of ${last?.jobId}`)
    if (of === 'start' || of === 'again') begun.set(ord, { jobId, lease, isOver: of === 'again' })
  }

  function stop(jobId: string): void {
    const job = queue.get(jobId)
    if (!job || !isLive(job)) return
    job.state = 'cancelled'
    outcomes.add(jobId)
  }

  const stepAt = (ord: number) => plan.steps[ord]
  const speaks = (of: PlanEvent['of'], ord: number, jobId: string, lease: number) =>
    isCurrent(plan.task, stepAt(ord), of, { ord, jobId, lease })

  function completeInQueue(jobId: string, delivery: number): void {
    const job = queue.get(jobId)
    if (job?.state === 'active' && job.delivery === delivery) job.state = 'completed'
  }
  function failInQueue(jobId: string, delivery: number, isForgiven = false): void {
    const job = queue.get(jobId)
    if (job?.state !== 'active' || job.delivery !== delivery) return
    if (isForgiven) {
      job.lost += 1
      job.limit += 1
    }
    job.state = job.delivery < job.limit ? 'retry' : 'failed'
    job.availableAt = clock + (isCalm ? 0 : Math.min(60_000, 1000 * 2 ** job.delivery))
  }

  /** One delivery of a job, as a worker does it. */
  async function* deliver(jobId: string, ord: number, lease: number, limit: number): AsyncGenerator<Label, void> {
    const at = { ord, jobId, lease }
    yield 'claimed'
    const isOurs = yield* transaction((): Work<boolean> => {
      if (!speaks('start', ord, jobId, lease)) return { value: false, also: () => completeInQueue(jobId, lease) }
      return isOverdue()
        ? { value: false, events: [{ of: 'expire' }] }
        : { value: true, events: [{ of: 'start', ...at }] }
    })
    if (!isOurs) return note('nobody waited')
    yield 'begun'
    const how = isCalm ? 15 : next() % 16
    yield 'worked'
    if (how < 4) return yield* breakOff({ jobId, ord, lease, limit }, 'INTERNAL_ERROR')
    const event: PlanEvent =
      how < 6 ? { of: 'failed', ...at, error: broken } : { of: how < 8 ? 'held' : 'completed', ...at, ...resultOf(how) }
    yield* transaction((): Work<undefined> => {
      const counts = speaks(event.of, ord, jobId, lease) && !outcomes.has(jobId)
      if (!counts) note('came too late')
      return {
        value: undefined,
        ...(counts ? { events: [event] } : {}),
        also() {
          if (counts) outcomes.add(jobId)
          if (counts && event.of !== 'failed') saved.set(ord, [...(saved.get(ord) ?? []), jobId])
          completeInQueue(jobId, lease)
        },
      }
    })
  }

  /** An attempt that broke is made again, or was the last. */
  async function* breakOff(
    { limit, ...at }: { jobId: string; ord: number; lease: number; limit: number },
    code: string,
    isForgiven = false,
  ): AsyncGenerator<Label, void> {
    const { jobId, ord, lease } = at
    const event: PlanEvent =
      lease < limit || isForgiven
        ? { of: 'again', ...at, code, isForgiven }
        : { of: 'failed', ...at, error: storedError(jobFailed(jobId)) }
    yield* transaction((): Work<undefined> => {
      const counts = speaks(event.of, ord, jobId, lease) && !outcomes.has(jobId)
      return {
        value: undefined,
        ...(counts ? { events: [event] } : {}),
        also() {
          if (counts && event.of === 'failed') outcomes.add(jobId)
          if (counts && isForgiven) note('forgiven')
          failInQueue(jobId, lease, isForgiven)
        },
      }
    })
  }

  /** Looks for workers that have died, and hands their jobs over. */
  async function* sweepWorkers(): AsyncGenerator<Label, void> {
    const lost = [...queue].filter(([, { state, worker }]) => state === 'active' && worker?.isDead)
    const seen = lost.map(([jobId, { ord, delivery: lease, limit, lost }]) => ({
      at: { jobId, ord, lease, limit },
      isForgiven: lost < lossesForgiven,
    }))
    yield 'looked'
    for (const { at, isForgiven } of seen) yield* breakOff(at, 'LOST', isForgiven)
  }

  /** Looks for plans that are late, and for steps whose jobs are gone. What it saw may have changed when it acts. */
  async function* sweepPlans(): AsyncGenerator<Label, void> {
    const isLate = isOverdue()
    const gone = plan.steps.flatMap(({ ord, state, jobId }): { ord: number; jobId: string; isGivenUp: boolean }[] => {
      if (jobId === null || (state !== 'ready' && state !== 'working')) return []
      const job = queue.get(jobId)
      return job && isLive(job) ? [] : [{ ord, jobId, isGivenUp: job?.state === 'failed' }]
    })
    yield 'looked'
    if (isLate) yield* transaction((): Work<undefined> => ({ value: undefined, events: [{ of: 'expire' }] }))
    for (const { ord, jobId, isGivenUp } of gone) {
      note('lost')
      const event: PlanEvent = {
        of: 'lost',
        ord,
        jobId,
        ...(isGivenUp ? { error: storedError(jobFailed(jobId)) } : {}),
      }
      yield* transaction((): Work<undefined> => ({ value: undefined, events: [event] }))
    }
  }

  /** A person answers what is asked, or decides on what is held; sometimes at the same time as another. */
  async function* answer(ord: number, number: number): AsyncGenerator<Label, void> {
    yield* transaction((): Work<undefined> => {
      const step = stepAt(ord)
      if (step?.state !== 'input-required') return { value: undefined }
      const made = step.result === null ? resultOf(9) : { digest: step.digest ?? '', made: step.made }
      const event: PlanEvent =
        number % 4 === 0
          ? { of: 'rejected', ord, error: { ...broken, code: 'GOVERNANCE_DENIED' }, facts: {}, by }
          : { of: 'answered', ord, facts: {}, by, ...made }
      return { value: undefined, events: [event] }
    })
  }

  async function* cancel(): AsyncGenerator<Label, void> {
    yield* transaction((): Work<undefined> => ({ value: undefined, events: [{ of: 'cancel', by }] }))
  }

  /** Whose turn it is. */
  let running: Actor | undefined
  function begin(name: string, run: AsyncGenerator<Label, void>): Actor {
    const actor = { name, run, skewMs: isCalm ? 0 : (next() % 7_200_000) - 3_600_000, isDead: false }
    actors.push(actor)
    return actor
  }
  function leave(actor: Actor): void {
    actors.splice(actors.indexOf(actor), 1)
    if (lock === actor) lock = undefined
  }
  async function goOn(actor: Actor): Promise<void> {
    running = actor
    if ((await actor.run.next()).done) leave(actor)
  }
  function die(actor: Actor): void {
    note('died')
    actor.isDead = true
    leave(actor)
  }

  function fetch(number: number): void {
    const waiting = [...queue].filter(
      ([, { state, availableAt }]) => (state === 'created' || state === 'retry') && (isCalm || availableAt <= clock),
    )
    const [jobId, job] = waiting[number % waiting.length] ?? []
    if (!jobId || !job) return
    if (job.state === 'retry') job.delivery += 1
    job.state = 'active'
    job.expiresAt = clock + leaseMs
    job.worker = begin('worker', deliver(jobId, job.ord, job.delivery, job.limit))
  }

  /** The queue takes a job back whose lease has run out; whoever has it may still be at it. */
  function expireLeases(): void {
    for (const [jobId, { state, expiresAt, delivery }] of queue) {
      if (state !== 'active' || expiresAt >= clock) continue
      note('lease expired')
      failInQueue(jobId, delivery)
    }
  }

  function deliverAgain(number: number): void {
    const [jobId, job] = [...queue][number % queue.size] ?? []
    if (!jobId || !job || job.state === 'created') return
    note('delivered twice')
    begin('worker', deliver(jobId, job.ord, number % (job.delivery + 1), job.limit))
  }

  function lose(number: number): void {
    const [jobId] = [...queue][number % queue.size] ?? []
    if (jobId) queue.delete(jobId)
  }

  async function happen(number: number): Promise<void> {
    const kind = number % 100
    const which = Math.floor(number / 100)
    const actor = actors[which % actors.length]
    if (kind < 55) return actor && goOn(actor)
    if (kind < 70) return fetch(which)
    if (kind < 74) return actor && die(actor)
    if (kind < 78) return deliverAgain(which)
    if (kind < 80) return lose(which)
    if (kind < 83) return expireLeases()
    if (kind < 86) return void begin('sweeper of workers', sweepWorkers())
    if (kind < 89) return void begin('sweeper of plans', sweepPlans())
    if (kind < 92) clock += [1000, 40_000, 90_000, -30_000, 3_600_000][which % 5] ?? 0
    else if (kind < 93) restart()
    else if (which % 16 === 0 && kind < 95) begin('canceler', cancel())
    else askPeople(which)
  }
  function restart(): void {
    note('store restarted')
    epoch += 1
    lock = undefined
  }
  function askPeople(number: number): void {
    const waiting = plan.steps.filter(({ state }) => state === 'input-required')
    const step = waiting[number % waiting.length]
    if (step) begin('person', answer(step.ord, number))
  }

  /** Nothing goes wrong any more: everybody goes on until nobody has anything to do. */
  async function calmDown(): Promise<void> {
    isCalm = true
    for (let round = 0; !isTerminal(plan.task.status) || actors.length > 0; round++) {
      if (round > 20 + 12 * shapes.length) throw new Error(`task is ${plan.task.status} and nobody moves it`)
      clock += 2 * leaseMs
      expireLeases()
      begin('sweeper of workers', sweepWorkers())
      begin('sweeper of plans', sweepPlans())
      for (let waiting = queue.size; waiting > 0; waiting--) fetch(0)
      for (const { ord, state } of plan.steps) if (state === 'input-required') begin('person', answer(ord, 1))
      for (let turns = 0; actors.length > 0; turns++) {
        if (turns > 400) throw new Error(`${actors.map(({ name }) => name)} get nowhere`)
        for (const actor of [...actors]) await goOn(actor)
      }
    }
  }

  const first = await propose(plan, [{ of: 'begin' }], { now: clock })
  write(plan, first)
  for (const { step, jobId } of first.decision.sendings) send(jobId, step.ord, step.spec.max_attempts)
  assertSound(plan)
  while (place < numbers.length) await happen(next())
  await calmDown()
  assertSettled(plan, { acknowledged, saved, outcomes })
  return { status: plan.task.status, nodes: plan.nodes.length, saved: saved.size, told }
}

/** What must be so when nothing happens any more. The rest was asked of every commit. */
function assertSettled(
  { nodes, steps }: StoredPlan,
  { acknowledged, saved, outcomes }: { acknowledged: Set<string>; saved: Map<number, string[]>; outcomes: Set<string> },
): void {
  const ids = new Set(nodes.map(({ id }) => id))
  for (const id of acknowledged) if (!ids.has(id)) throw new Error(`${id} was acknowledged and is not there`)
  for (const { ord, id, type, state } of steps) {
    const results = saved.get(ord) ?? []
    if (results.length > 1) throw new Error(`${id} has its result ${results.length} times`)
    if (state === 'completed' && type !== 'person.ask' && results.length !== 1) throw new Error(`${id} has no result`)
    for (const jobId of results) if (!outcomes.has(jobId)) throw new Error(`${jobId} was saved without an outcome`)
  }
}
