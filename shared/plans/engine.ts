/**
 * Decides what follows from what happens to a plan: which steps and which task move, what is sent, what is stopped.
 * Reads through a world and writes nothing: the same world and events decide the same again.
 */
import { isTerminal } from '#shared/contracts/task-states'
import { storedError } from '#shared/kernel/errors'
import { jobFailed } from '#shared/kernel/errors/jobs'
import { deadlineExceeded } from '#shared/kernel/errors/tasks'
import {
  completeStep,
  type Draft,
  decisionOf,
  endTask,
  failStep,
  isWithQueue,
  loadSteps,
  moveStep,
  moveTask,
  openDraft,
} from '#shared/plans/draft'
import { enterDueSteps, sendAgain } from '#shared/plans/enter-step'
import type {
  Decision,
  PlanEvent,
  PlanStep,
  PlanTask,
  PlanWorld,
  StepChange,
  StepDelivery,
} from '#shared/plans/plan-world'

/** Whether a delivery speaks for a step. One that was not begun can only fail, and only if it is newer than those that were. */
export function isCurrent(
  task: PlanTask,
  step: PlanStep | undefined,
  of: PlanEvent['of'],
  { jobId, lease }: StepDelivery,
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
  const draft = openDraft(world)
  // Whatever was done counts before a failure ends the task.
  for (const event of events.toSorted((a, b) => Number(a.of === 'failed') - Number(b.of === 'failed'))) {
    if (await applyEvent(draft, event)) await enterDueSteps(draft)
    else draft.stale.push(event)
  }
  await settleTask(draft)
  return decisionOf(draft)
}

/** Moves what the event itself moves. @returns whether it counts: it does not when it came too late, or spoke for nobody. */
async function applyEvent(draft: Draft, event: PlanEvent): Promise<boolean> {
  const { task } = draft
  if (isTerminal(task.status)) return false
  if (event.of === 'begin') return begin(draft)
  if (event.of === 'cancel') return end(draft, 'canceled', { by: event.by })
  if (event.of === 'expire')
    return end(draft, 'failed', {
      error: storedError(deadlineExceeded(task.id, 'was not done before its deadline')),
    })
  if (event.of === 'tampered') return end(draft, 'failed', { error: event.error })
  const [step] = await loadSteps(draft, [event.ord])
  if (!step) return false
  if (event.of === 'answered' || event.of === 'rejected') return takeAnswer(draft, step, event)
  if (event.of === 'unanswered') return giveUpAnswer(draft, step)
  if (event.of === 'lost') return replaceJob(draft, step, event)
  if (!isCurrent(task, step, event.of, event)) return false
  if (event.of === 'start') startAttempt(draft, step, event)
  else if (event.of === 'again') breakAttempt(draft, step, event)
  else await endAttempt(draft, step, event)
  return true
}

async function begin(draft: Draft): Promise<true> {
  const all = await loadSteps(
    draft,
    Array.from({ length: draft.task.total }, (_, ord) => ord),
  )
  draft.due.push(...all.filter(({ needs, state }) => needs.length === 0 && state === 'blocked'))
  return true
}

function end(draft: Draft, to: 'failed' | 'canceled', why: Parameters<typeof endTask>[3]): true {
  endTask(draft, to, why.error ? { code: why.error.code } : {}, why)
  return true
}

async function takeAnswer(
  draft: Draft,
  step: StepChange,
  event: PlanEvent & { of: 'answered' | 'rejected' },
): Promise<boolean> {
  if (step.state !== 'input-required') return false
  const { facts, by, governance } = event
  if (event.of === 'answered') await completeStep(draft, step, event, facts, { by, governance })
  else await failStep(draft, step, event.error, facts, { by, governance })
  return true
}

async function giveUpAnswer(draft: Draft, step: StepChange): Promise<boolean> {
  // What waits for a release has a job behind it.
  if (step.state !== 'input-required' || step.jobId !== null) return false
  const late = deadlineExceeded(draft.task.id, `was not answered within ${step.spec.timeout_s} s`)
  await failStep(draft, step, storedError(late))
  return true
}

/** A step whose job is gone gets another, unless that was its last attempt. */
async function replaceJob(draft: Draft, step: StepChange, event: PlanEvent & { of: 'lost' }): Promise<boolean> {
  const { jobId } = event
  if (step.jobId !== jobId || !isWithQueue(step.state)) return false
  // Should it be there after all, nobody needs it any more.
  draft.stops.push(jobId)
  const isLast = step.state === 'working' && step.attempt >= step.spec.max_attempts
  const error = event.error ?? (isLast ? storedError(jobFailed(jobId)) : undefined)
  if (error) {
    await failStep(draft, step, error, { attempt: step.attempt, job_id: jobId })
    return true
  }
  if (step.state === 'working') moveStep(draft, step, 'ready', { attempt: step.attempt, code: 'LOST' })
  const obstacle = await sendAgain(draft, step, jobId)
  if (obstacle) await failStep(draft, step, storedError(obstacle))
  return true
}

function startAttempt(draft: Draft, step: StepChange, event: PlanEvent & { of: 'start' }): void {
  const { lease, jobId, governance } = event
  const how = startOf(step, lease)
  if (how === 'same') return
  if (how === 'lost') moveStep(draft, step, 'ready', { attempt: step.attempt, code: 'LOST' })
  step.attempt += 1
  step.lease = lease
  step.isStarted = true
  moveStep(draft, step, 'working', { attempt: step.attempt, job_id: jobId }, { governance })
}

function breakAttempt(draft: Draft, step: StepChange, { code, isForgiven }: PlanEvent & { of: 'again' }): void {
  const facts = { attempt: step.attempt, code }
  if (isForgiven) step.attempt -= 1
  moveStep(draft, step, 'ready', isForgiven ? { ...facts, forgiven: true } : facts)
}

async function endAttempt(
  draft: Draft,
  step: StepChange,
  event: PlanEvent & { of: 'completed' | 'held' | 'failed' },
): Promise<void> {
  const { governance } = event
  const facts = { attempt: step.attempt, job_id: event.jobId }
  if (event.of === 'failed') return failStep(draft, step, event.error, facts, { governance })
  if (event.of === 'completed') return completeStep(draft, step, event, facts, { governance })
  const { result, digest, made } = event
  Object.assign(step, { result, digest, made })
  const inputs = made ? [made] : []
  moveStep(draft, step, 'input-required', { ...facts, result_digest: digest }, { governance, inputs })
}

/** The task follows its steps: it is completed when all are over, and waits when one of them does. */
async function settleTask(draft: Draft): Promise<void> {
  const { task, world, changed } = draft
  if (isTerminal(task.status) || (task.status === 'submitted' && task.open > 0)) return
  const to = task.open === 0 ? 'completed' : task.held > 0 ? 'input-required' : 'working'
  if (to === 'completed' && task.status !== 'working') moveTask(draft, 'working', {})
  if (to === 'completed') draft.digest = await world.digest([...changed])
  if (to !== task.status)
    moveTask(draft, to, draft.digest === undefined ? {} : { steps: task.total, result_digest: draft.digest })
}
