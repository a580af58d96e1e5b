/** A decision while it is being made: the plan as far as it has been moved, and what is to be written, sent and stopped. */
import type { CameOf } from '#shared/agents/plan'
import type { GovernanceRecord } from '#shared/contracts/decision'
import { isStepOver, mayStepMove, type StepState } from '#shared/contracts/step-states'
import { mayMove, type TaskStatus } from '#shared/contracts/task-states'
import type { Actor } from '#shared/evidence/actor'
import type { StoredError } from '#shared/kernel/errors'
import type {
  Decision,
  MoveFacts,
  PlanEvent,
  PlanTask,
  PlanWorld,
  Sending,
  SkipReason,
  StepChange,
  StepMade,
} from '#shared/plans/plan-world'

export type Draft = {
  readonly world: PlanWorld
  readonly task: PlanTask
  /** Those that were asked for, by their place in the plan. */
  readonly steps: Map<number, StepChange>
  readonly changed: Set<StepChange>
  /** What came of steps, as far as this decision has moved them or asked. */
  readonly came: Map<string, CameOf>
  /** The steps that wait for nothing any more, in order: deciding on one may settle the next. */
  readonly due: StepChange[]
  readonly sendings: Sending[]
  readonly stops: string[]
  readonly stale: PlanEvent[]
  ended: { node: string; error?: StoredError } | undefined
  digest: string | undefined
}

export const openDraft = (world: PlanWorld): Draft => ({
  world,
  task: { ...world.task },
  steps: new Map(),
  changed: new Set(),
  came: new Map(),
  due: [],
  sendings: [],
  stops: [],
  stale: [],
  ended: undefined,
  digest: undefined,
})

export const decisionOf = ({ task, digest, changed, sendings, stops, stale, ended }: Draft): Decision => ({
  task,
  ...(digest === undefined ? {} : { digest }),
  changes: [...changed],
  sendings,
  stops,
  stale,
  ...(ended ? { endedBy: ended.node } : {}),
  ...(ended?.error ? { error: ended.error } : {}),
})

export async function loadSteps({ world, steps }: Draft, ords: readonly number[]): Promise<StepChange[]> {
  const unknown = ords.filter((ord) => !steps.has(ord))
  if (unknown.length > 0) for (const step of await world.steps(unknown)) steps.set(step.ord, { ...step })
  return ords.flatMap((ord) => steps.get(ord) ?? [])
}

/** @returns the node that says so. */
export function moveTask(
  { world, task }: Draft,
  to: TaskStatus,
  facts: MoveFacts,
  more: { by?: Actor; error?: StoredError } = {},
): string {
  if (!mayMove(task.status, to)) throw new Error(`task ${task.id} may not go from ${task.status} to ${to}`)
  task.status = to
  return world.record({ to, facts, inputs: [], ...more }, to)
}

/** Beside its facts, what the node of a move says. */
type MoveBasis = { inputs?: readonly string[]; governance?: GovernanceRecord | undefined; by?: Actor }

export function moveStep(draft: Draft, step: StepChange, to: StepState, facts: MoveFacts, basis: MoveBasis = {}): void {
  const { world, task, changed, came } = draft
  if (!mayStepMove(step.state, to))
    throw new Error(`step ${step.id} of ${task.id} may not go from ${step.state} to ${to}`)
  if (task.status === 'submitted') moveTask(draft, 'working', {})
  if (step.state === 'input-required') task.held -= 1
  if (to === 'input-required') task.held += 1
  if (isStepOver(to)) {
    task.open -= 1
    step.isEnded = true
  }
  step.state = to
  if (basis.governance) step.tier = basis.governance.tier
  step.head = world.record({ step, to, facts, inputs: [], ...basis }, task.status)
  if (step.isStarted) step.startedBy ??= step.head
  changed.add(step)
  came.set(step.id, { state: to, result: undefined, error: step.error ?? null, node: step.made ?? step.head })
}

export async function completeStep(
  draft: Draft,
  step: StepChange,
  { result, digest, made }: StepMade,
  facts: MoveFacts,
  basis: MoveBasis,
): Promise<void> {
  Object.assign(step, { result, digest, made })
  // What was released is in the store already.
  const known = result === undefined ? (await draft.world.came([step.id])).get(step.id)?.result : JSON.parse(result)
  moveStep(draft, step, 'completed', { ...facts, result_digest: digest }, { ...basis, inputs: made ? [made] : [] })
  draft.came.set(step.id, { state: 'completed', result: known, error: null, node: made ?? step.head ?? '' })
  await settleStep(draft, step)
}

/** A step that fails ends its task, unless the plan says that it may. */
export async function failStep(
  draft: Draft,
  step: StepChange,
  error: StoredError,
  facts: MoveFacts = {},
  basis: MoveBasis = {},
): Promise<void> {
  step.error = error
  moveStep(draft, step, 'failed', { ...facts, code: error.code }, basis)
  if (step.spec.on_error !== 'fail') return settleStep(draft, step)
  const details = { ...error.details, step: step.id }
  endTask(draft, 'failed', { step: step.id, code: error.code }, { error: { ...error, details } })
}

export async function skipStep(draft: Draft, step: StepChange, reason: SkipReason, because?: string): Promise<void> {
  step.reason = reason
  moveStep(draft, step, 'skipped', { reason, ...(because === undefined ? {} : { because }) })
  await settleStep(draft, step)
}

/** Ends the task, and with it whatever of it is open. */
export function endTask(
  draft: Draft,
  to: 'failed' | 'canceled',
  facts: MoveFacts,
  { error, by }: { error?: StoredError; by?: Actor },
): void {
  const { task, steps, changed, sendings, stops } = draft
  const more = { ...(by ? { by } : {}), ...(error ? { error } : {}) }
  const node = moveTask(draft, to, { ...facts, steps_canceled: task.open }, more)
  const unsent = new Set(sendings.splice(0).map(({ jobId }) => jobId))
  for (const step of steps.values()) {
    if (isStepOver(step.state)) continue
    if (step.jobId !== null && isWithQueue(step.state) && !unsent.has(step.jobId)) stops.push(step.jobId)
    Object.assign(step, { state: 'canceled', head: node, isEnded: true })
    changed.add(step)
  }
  task.open = 0
  task.held = 0
  draft.ended = error ? { node, error } : { node }
}

/** Whether a job of the step's is with the queue. */
export const isWithQueue = (state: StepState): boolean => state === 'ready' || state === 'working'

/** What waits for a step that has ended waits for one less. */
async function settleStep(draft: Draft, { dependents }: StepChange): Promise<void> {
  for (const step of await loadSteps(draft, dependents)) {
    step.waiting -= 1
    draft.changed.add(step)
    if (step.waiting === 0) draft.due.push(step)
  }
}
