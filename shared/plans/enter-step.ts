/** Decides on a step all of whose needs have ended: skips it, fails it, asks a person, or sends its job. */
import type { CameOf } from '#shared/agents/plan'
import { referencesIn, resolve, type StepReference } from '#shared/agents/references'
import { ServiceError, storedError } from '#shared/kernel/errors'
import { jobFailed } from '#shared/kernel/errors/jobs'
import { invalidRequest } from '#shared/kernel/errors/request'
import { holds, referencesInCondition } from '#shared/plans/conditions'
import { completeStep, type Draft, failStep, loadSteps, moveStep, skipStep } from '#shared/plans/draft'
import type { PlanStep, StepChange } from '#shared/plans/plan-world'

/** Enters every step that is due, and those that become so by it, until the task has ended. */
export async function enterDueSteps(draft: Draft): Promise<void> {
  for (let step = draft.due.shift(); step && !draft.ended; step = draft.due.shift()) await enterStep(draft, step)
}

async function enterStep(draft: Draft, step: StepChange): Promise<void> {
  const needs = await loadSteps(draft, step.needs)
  const failing = needs.find((need) => !passes(need))
  if (failing) return skipStep(draft, step, 'need', failing.id)
  const { payload, when } = step.spec
  const lookup = await cameOf(draft, [...(when ? referencesInCondition(when) : []), ...referencesIn(payload)])
  if (when && !holds(when, lookup)) return skipStep(draft, step, 'when')
  const { value, missing } = resolve(payload, lookup)
  const unmade = missing.find((reference) => lookup(reference.step)?.state !== 'completed')
  if (unmade) return skipStep(draft, step, 'reference', unmade.step)
  if (missing.length > 0) return failStep(draft, step, storedError(nowhere(missing)))
  step.input = value
  const isKnown = draft.world.knows(step)
  const job = isKnown ? jobOf(draft, step, value) : null
  if (job instanceof ServiceError) return failStep(draft, step, storedError(job))
  if (job === undefined) {
    step.isStarted = true
    return moveStep(draft, step, 'input-required', {})
  }
  if (isKnown && (await doStep(draft, step, value))) return
  // No node of its own: it follows from those that say that its needs have ended.
  step.state = 'ready'
  const last = needs.findLast(({ head }) => head !== undefined)
  if (last?.head) step.head = last.head
  // Who knows it will find that its job is not there, and send it.
  if (isKnown) sendStep(draft, step, job)
  else nameJob(draft, step)
}

/** Begins and ends a step that needs no job. @returns whether it is one. */
async function doStep(draft: Draft, step: StepChange, input: unknown): Promise<boolean> {
  const done = await draft.world.doAtOnce?.(step, input)
  if (!done) return false
  const { leave, release, ...made } = done
  step.state = 'ready'
  step.attempt += 1
  step.isStarted = true
  const facts = { attempt: step.attempt }
  moveStep(draft, step, 'working', facts, { governance: leave })
  await completeStep(draft, step, made, facts, { governance: release })
  return true
}

/** Sends a job in the place of a lost one. @returns why there can be none, if there cannot. */
export async function sendAgain(draft: Draft, step: StepChange, lostJobId: string): Promise<ServiceError | undefined> {
  const { payload } = step.spec
  const { value } = resolve(payload, await cameOf(draft, referencesIn(payload)))
  const job = jobOf(draft, step, value)
  // A question is asked by whoever comes to its step, and is no job: nothing can take the place of one.
  if (job === undefined) return jobFailed(lostJobId)
  if (job instanceof ServiceError) return job
  sendStep(draft, step, job)
  return undefined
}

function jobOf({ world }: Draft, step: StepChange, input: unknown): unknown {
  try {
    return world.prepare(step, input)
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

function nameJob({ world, changed }: Draft, step: StepChange): string {
  step.jobId = world.newJobId(step)
  step.lease = null
  changed.add(step)
  return step.jobId
}

function sendStep(draft: Draft, step: StepChange, job: unknown): void {
  draft.sendings.push({ step, jobId: nameJob(draft, step), job })
}

async function cameOf(
  { world, came }: Draft,
  references: readonly { step: string }[],
): Promise<(id: string) => CameOf | undefined> {
  const unknown = [...new Set(references.map(({ step }) => step))].filter((id) => !came.has(id))
  const stored = unknown.length > 0 ? await world.came(unknown) : new Map<string, CameOf>()
  // What was held and then rejected is in the store, and came to nothing.
  for (const [id, each] of stored) came.set(id, each.state === 'completed' ? each : { ...each, result: undefined })
  return (id) => came.get(id)
}

/** Whether what needs this step may go on. */
const passes = ({ state, spec, reason }: PlanStep): boolean =>
  state === 'completed' ||
  (state === 'failed' && spec.on_error === 'continue') ||
  (state === 'skipped' && reason === 'when')

const nowhere = (missing: readonly StepReference[]) =>
  invalidRequest(
    missing.map(({ step, of, pointer, at }) => ({
      path: `/payload${at}`,
      message: `refers to steps.${step}.${of}#${pointer}, which is not there`,
      expected: 'a value in what came of that step',
    })),
  )
