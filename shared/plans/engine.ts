/**
 * Decides what follows from what happens to a plan: which steps and which task move, what is sent, what is stopped.
 * Reads through a world and writes nothing: the same world and events decide the same again.
 */

import type { CameOf, StepSpec } from '#shared/agents/plan'
import { referencesIn, resolve, type StepReference } from '#shared/agents/references'
import type { GovernanceRecord, Tier } from '#shared/contracts/decision'
import { isStepOver, mayStepMove, type StepState } from '#shared/contracts/step-states'
import { isTerminal, mayMove, type TaskStatus } from '#shared/contracts/task-states'
import type { Actor } from '#shared/evidence/actor'
import { ServiceError, type StoredError, storedError } from '#shared/kernel/errors'
import { jobFailed } from '#shared/kernel/errors/jobs'
import { invalidRequest } from '#shared/kernel/errors/request'
import { deadlineExceeded } from '#shared/kernel/errors/tasks'
import { holds, referencesInCondition } from '#shared/plans/conditions'

export type PlanTask = { id: string; status: TaskStatus; total: number; open: number; held: number }

/** A step as it stands. */
export type PlanStep = {
  ord: number
  id: string
  type: string
  agent: string
  state: StepState
  needs: readonly number[]
  dependents: readonly number[]
  /** How many of the needed steps have not ended. */
  waiting: number
  /** Attempts that were begun and not forgiven. */
  attempt: number
  jobId: string | null
  /** Which delivery of the job speaks for the step; null before the first. */
  lease: number | null
  reason: SkipReason | null
  spec: StepSpec
}

type SkipReason = 'when' | 'need' | 'reference'

/** What a step came to. */
type Made = {
  /** JSON text; absent where it is there already. */
  result?: string | undefined
  digest: string
  /** The evidence node of what was made. */
  made: string | null
}

/** One delivery of a step's job. Nobody speaks for a step but the newest of its newest job. */
type Delivery = { ord: number; jobId: string; lease: number }

export type PlanEvent =
  /** The plan was taken in: what needs nothing begins. */
  | { of: 'begin' }
  | ({ of: 'start'; governance?: GovernanceRecord | undefined } & Delivery)
  /** The attempt broke; the queue delivers the job again. One that is forgiven costs nothing. */
  | ({ of: 'again'; code: string; isForgiven?: boolean } & Delivery)
  | ({ of: 'completed' | 'held'; governance?: GovernanceRecord | undefined } & Made & Delivery)
  | ({ of: 'failed'; error: StoredError; governance?: GovernanceRecord | undefined } & Delivery)
  /** The job is lost, or stuck: another one takes its place. With an error, the queue has given it up. */
  | { of: 'lost'; ord: number; jobId: string; error?: StoredError }
  /** A person has answered, or released what was held. */
  | ({ of: 'answered'; ord: number; facts: Facts; by: Actor; governance?: GovernanceRecord | undefined } & Made)
  | {
      of: 'rejected'
      ord: number
      error: StoredError
      facts: Facts
      by: Actor
      governance?: GovernanceRecord | undefined
    }
  /** Nobody has answered a question in the time that it gave. */
  | { of: 'unanswered'; ord: number }
  | { of: 'cancel'; by: Actor }
  | { of: 'expire' }

type Facts = Record<string, string | number | boolean>

/** One move: one evidence node. */
export type PlanMove = {
  /** Absent: the task's own. */
  step?: PlanStep
  to: string
  facts: Facts
  /** Evidence nodes that it rests on. */
  inputs: readonly string[]
  governance?: GovernanceRecord | undefined
  by?: Actor | undefined
}

/** What is to be written of a step. */
export type StepChange = PlanStep & {
  /** The node that says how it stands; undefined leaves it. */
  head?: string
  input?: unknown
  result?: string | undefined
  digest?: string
  made?: string | null
  error?: StoredError
  tier?: Tier | undefined
  isStarted?: boolean
  isEnded?: boolean
}

export type Sending = { step: PlanStep; jobId: string; job: unknown }

export type Decision = {
  task: PlanTask
  error?: StoredError
  /** Of a task that is completed: what all of its results come to. */
  digest?: string
  changes: StepChange[]
  sendings: Sending[]
  /** The node of the end that took all open steps with it, whether they are among the changes or not. */
  endedBy?: string
  /** Jobs of ours that nobody needs any more, of steps among the changes. */
  stops: string[]
  /** Events that came too late or spoke for nobody. */
  stale: PlanEvent[]
}

export type PlanWorld = {
  task: PlanTask
  steps: (ords: readonly number[]) => Promise<readonly PlanStep[]>
  /** What came of steps, by their ids, those that this decision has not moved. */
  came: (ids: readonly string[]) => Promise<ReadonlyMap<string, CameOf>>
  /** Whether this process knows what a step is to do; one of a later release may be known to others alone. */
  knows: (step: PlanStep) => boolean
  /** The job of a step's resolved payload; undefined where a person does it. @throws ServiceError when the payload does not fit. */
  prepare: (step: PlanStep, input: unknown) => unknown
  newJobId: (step: PlanStep) => string
  /** What the results of all steps come to, those that changed as they are now. */
  digest: (changes: readonly StepChange[]) => Promise<string>
  /** Makes the evidence node of a move; answers its id. */
  record: (move: PlanMove, status: TaskStatus) => string
}

/** Whether a delivery speaks for a step. One that was not begun can only fail, and only if it is newer than those that were. */
export function isCurrent(
  task: PlanTask,
  step: PlanStep | undefined,
  of: PlanEvent['of'],
  { jobId, lease }: Delivery,
): boolean {
  if (!step || isTerminal(task.status) || step.jobId !== jobId) return false
  const how = startOf(step, lease)
  if (of === 'start') return how !== 'stale'
  return how === 'same' || (how === 'fresh' && of === 'failed')
}

function startOf({ state, lease: held }: PlanStep, lease: number): 'fresh' | 'same' | 'lost' | 'stale' {
  if (state === 'ready') return held === null || lease > held ? 'fresh' : 'stale'
  if (state !== 'working' || held === null || lease < held) return 'stale'
  return lease === held ? 'same' : 'lost'
}

export async function decideMoves(world: PlanWorld, events: readonly PlanEvent[]): Promise<Decision> {
  const task = { ...world.task }
  const steps = new Map<number, StepChange>()
  const changed = new Set<StepChange>()
  /** What came of steps, as far as this decision has moved them or asked. */
  const came = new Map<string, CameOf>()
  const sendings: Sending[] = []
  const stops: string[] = []
  const stale: PlanEvent[] = []
  let ended: { node: string; error?: StoredError } | undefined
  let digest: string | undefined

  async function load(ords: readonly number[]): Promise<StepChange[]> {
    const unknown = ords.filter((ord) => !steps.has(ord))
    if (unknown.length > 0) for (const step of await world.steps(unknown)) steps.set(step.ord, { ...step })
    return ords.flatMap((ord) => steps.get(ord) ?? [])
  }

  function moveTask(to: TaskStatus, facts: Facts, more: { by?: Actor } = {}): string {
    if (!mayMove(task.status, to)) throw new Error(`task ${task.id} may not go from ${task.status} to ${to}`)
    task.status = to
    return world.record({ to, facts, inputs: [], ...more }, to)
  }

  type More = { inputs?: readonly string[]; governance?: GovernanceRecord | undefined; by?: Actor }
  function moveStep(step: StepChange, to: StepState, facts: Facts, more: More = {}): void {
    if (!mayStepMove(step.state, to))
      throw new Error(`step ${step.id} of ${task.id} may not go from ${step.state} to ${to}`)
    if (task.status === 'submitted') moveTask('working', {})
    if (step.state === 'input-required') task.held -= 1
    if (to === 'input-required') task.held += 1
    if (isStepOver(to)) {
      task.open -= 1
      step.isEnded = true
    }
    step.state = to
    if (more.governance) step.tier = more.governance.tier
    step.head = world.record({ step, to, facts, inputs: [], ...more }, task.status)
    changed.add(step)
    came.set(step.id, { state: to, result: undefined, error: step.error ?? null, node: step.made ?? step.head })
  }

  async function complete(step: StepChange, { result, digest, made }: Made, facts: Facts, more: More): Promise<void> {
    Object.assign(step, { result, digest, made })
    // What was released is in the store already.
    const known = result === undefined ? (await world.came([step.id])).get(step.id)?.result : JSON.parse(result)
    moveStep(step, 'completed', { ...facts, result_digest: digest }, { ...more, inputs: made ? [made] : [] })
    came.set(step.id, { state: 'completed', result: known, error: null, node: made ?? step.head ?? '' })
    await settled(step)
  }

  async function fail(step: StepChange, error: StoredError, facts: Facts = {}, more: More = {}): Promise<void> {
    step.error = error
    moveStep(step, 'failed', { ...facts, code: error.code }, more)
    if (step.spec.on_error === 'fail')
      end('failed', { step: step.id, code: error.code }, { ...error, details: { ...error.details, step: step.id } })
    else await settled(step)
  }

  async function skip(step: StepChange, reason: SkipReason, because?: string): Promise<void> {
    step.reason = reason
    moveStep(step, 'skipped', { reason, ...(because === undefined ? {} : { because }) })
    await settled(step)
  }

  /** Ends the task, and with it whatever of it is open. */
  function end(to: 'failed' | 'canceled', facts: Facts, error?: StoredError, by?: Actor): void {
    const node = moveTask(to, { ...facts, steps_canceled: task.open }, by ? { by } : {})
    const unsent = new Set(sendings.splice(0).map(({ jobId }) => jobId))
    for (const step of steps.values()) {
      if (isStepOver(step.state)) continue
      if (step.jobId !== null && isWithQueue(step.state) && !unsent.has(step.jobId)) stops.push(step.jobId)
      Object.assign(step, { state: 'canceled', head: node, isEnded: true })
      changed.add(step)
    }
    task.open = 0
    task.held = 0
    ended = error ? { node, error } : { node }
  }

  /** The steps that wait for nothing any more, in order: deciding on one may settle the next. */
  const due: StepChange[] = []
  async function settled({ dependents }: StepChange): Promise<void> {
    for (const step of await load(dependents)) {
      step.waiting -= 1
      changed.add(step)
      if (step.waiting === 0) due.push(step)
    }
  }
  async function goOn(): Promise<void> {
    for (let step = due.shift(); step && !ended; step = due.shift()) await enter(step)
  }

  /** Decides on a step all of whose needs have ended. */
  async function enter(step: StepChange): Promise<void> {
    const needs = await load(step.needs)
    const failing = needs.find((need) => !passes(need))
    if (failing) return skip(step, 'need', failing.id)
    const { payload, when } = step.spec
    const lookup = await cameOf([...(when ? referencesInCondition(when) : []), ...referencesIn(payload)])
    if (when && !holds(when, lookup)) return skip(step, 'when')
    const { value, missing } = resolve(payload, lookup)
    const unmade = missing.find((reference) => lookup(reference.step)?.state !== 'completed')
    if (unmade) return skip(step, 'reference', unmade.step)
    if (missing.length > 0) return fail(step, storedError(nowhere(missing)))
    step.input = value
    const isKnown = world.knows(step)
    const job = isKnown ? jobOf(step, value) : null
    if (job instanceof ServiceError) return fail(step, storedError(job))
    if (job === undefined) {
      step.isStarted = true
      return moveStep(step, 'input-required', {})
    }
    // No node of its own: it follows from those that say that its needs have ended.
    step.state = 'ready'
    const last = needs.findLast(({ head }) => head !== undefined)
    if (last?.head) step.head = last.head
    // Who knows it will find that its job is not there, and send it.
    if (isKnown) send(step, job)
    else nameJob(step)
  }

  function jobOf(step: StepChange, input: unknown): unknown {
    try {
      return world.prepare(step, input)
    } catch (error) {
      if (error instanceof ServiceError) return error
      throw error
    }
  }

  function nameJob(step: StepChange): string {
    step.jobId = world.newJobId(step)
    step.lease = null
    changed.add(step)
    return step.jobId
  }

  function send(step: StepChange, job: unknown): void {
    sendings.push({ step, jobId: nameJob(step), job })
  }

  async function cameOf(references: readonly { step: string }[]): Promise<(id: string) => CameOf | undefined> {
    const unknown = [...new Set(references.map(({ step }) => step))].filter((id) => !came.has(id))
    const stored = unknown.length > 0 ? await world.came(unknown) : new Map<string, CameOf>()
    // What was held and then rejected is in the store, and came to nothing.
    for (const [id, each] of stored) came.set(id, each.state === 'completed' ? each : { ...each, result: undefined })
    return (id) => came.get(id)
  }

  async function take(event: PlanEvent): Promise<void> {
    if (isTerminal(task.status)) return void stale.push(event)
    if (event.of === 'begin') {
      for (const step of await load(Array.from({ length: task.total }, (_, ord) => ord)))
        if (step.needs.length === 0 && step.state === 'blocked') due.push(step)
      return goOn()
    }
    if (event.of === 'cancel') return end('canceled', {}, undefined, event.by)
    if (event.of === 'expire') {
      const late = storedError(deadlineExceeded(task.id, 'was not done before its deadline'))
      return end('failed', { code: late.code }, late)
    }
    const [step] = await load([event.ord])
    if (!step) return void stale.push(event)
    if (event.of === 'answered' || event.of === 'rejected') {
      if (step.state !== 'input-required') return void stale.push(event)
      const { facts, by, governance } = event
      if (event.of === 'answered') await complete(step, event, facts, { by, governance })
      else await fail(step, event.error, facts, { by, governance })
      return goOn()
    }
    if (event.of === 'unanswered') {
      // What waits for a release has a job behind it.
      if (step.state !== 'input-required' || step.jobId !== null) return void stale.push(event)
      const error = storedError(deadlineExceeded(task.id, `was not answered within ${step.spec.timeout_s} s`))
      await fail(step, error)
      return goOn()
    }
    if (event.of === 'lost') return replace(step, event)
    if (!isCurrent(task, step, event.of, event)) return void stale.push(event)
    if (event.of === 'start') return start(step, event)
    if (event.of === 'again') return again(step, event)
    const facts = { attempt: step.attempt, job_id: event.jobId }
    if (event.of === 'failed') await fail(step, event.error, facts, { governance: event.governance })
    else if (event.of === 'completed') await complete(step, event, facts, { governance: event.governance })
    else {
      const { result, digest, made, governance } = event
      Object.assign(step, { result, digest, made })
      moveStep(step, 'input-required', { ...facts, result_digest: digest }, { governance, inputs: made ? [made] : [] })
    }
    return goOn()
  }

  function start(step: StepChange, { lease, jobId, governance }: PlanEvent & { of: 'start' }): void {
    const how = startOf(step, lease)
    if (how === 'same') return
    if (how === 'lost') moveStep(step, 'ready', { attempt: step.attempt, code: 'LOST' })
    step.attempt += 1
    step.lease = lease
    step.isStarted = true
    moveStep(step, 'working', { attempt: step.attempt, job_id: jobId }, { governance })
  }

  function again(step: StepChange, { code, isForgiven }: PlanEvent & { of: 'again' }): void {
    const facts = { attempt: step.attempt, code }
    if (isForgiven) step.attempt -= 1
    moveStep(step, 'ready', isForgiven ? { ...facts, forgiven: true } : facts)
  }

  /** A step whose job is gone gets another, unless that was its last attempt. */
  async function replace(step: StepChange, event: PlanEvent & { of: 'lost' }): Promise<void> {
    const { jobId } = event
    if (step.jobId !== jobId || !isWithQueue(step.state)) return void stale.push(event)
    // Should it be there after all, nobody needs it any more.
    stops.push(jobId)
    const isLast = step.state === 'working' && step.attempt >= step.spec.max_attempts
    const error = event.error ?? (isLast ? storedError(jobFailed(jobId)) : undefined)
    if (error) {
      await fail(step, error, { attempt: step.attempt, job_id: jobId })
      return goOn()
    }
    if (step.state === 'working') moveStep(step, 'ready', { attempt: step.attempt, code: 'LOST' })
    const { payload } = step.spec
    const { value } = resolve(payload, await cameOf(referencesIn(payload)))
    const job = jobOf(step, value)
    // A question is asked by whoever comes to its step, and is no job: nothing can take the place of one.
    if (!(job instanceof ServiceError) && job !== undefined) return send(step, job)
    await fail(step, storedError(job ?? jobFailed(jobId)))
    return goOn()
  }

  // Whatever was done counts before a failure ends the task.
  for (const event of events.toSorted((a, b) => Number(a.of === 'failed') - Number(b.of === 'failed')))
    await take(event)
  if (!isTerminal(task.status) && (task.status !== 'submitted' || task.open === 0)) {
    const to = task.open === 0 ? 'completed' : task.held > 0 ? 'input-required' : 'working'
    if (to === 'completed' && task.status !== 'working') moveTask('working', {})
    if (to === 'completed') digest = await world.digest([...changed])
    if (to !== task.status) moveTask(to, digest === undefined ? {} : { steps: task.total, result_digest: digest })
  }
  return {
    task,
    ...(digest === undefined ? {} : { digest }),
    changes: [...changed],
    sendings,
    stops,
    stale,
    ...(ended ? { endedBy: ended.node } : {}),
    ...(ended?.error ? { error: ended.error } : {}),
  }
}

/** Whether what needs this step may go on. */
const passes = ({ state, spec, reason }: PlanStep): boolean =>
  state === 'completed' ||
  (state === 'failed' && spec.on_error === 'continue') ||
  (state === 'skipped' && reason === 'when')

const isWithQueue = (state: StepState) => state === 'ready' || state === 'working'

const nowhere = (missing: readonly StepReference[]) =>
  invalidRequest(
    missing.map(({ step, of, pointer, at }) => ({
      path: `/payload${at}`,
      message: `steps.${step}.${of}#${pointer} is not there`,
      expected: 'a value in what came of that step',
    })),
  )
