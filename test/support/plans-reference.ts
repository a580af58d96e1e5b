/**
 * What must have become of a plan: worked out anew, step by step, from what each step was told. Written from the rules that
 * plans have, and knowing nothing of waves, counters or queues as the engine does.
 */

import type { StepState } from '#shared/contracts/step-states'
import type { TaskStatus } from '#shared/contracts/task-states'
import type { PlanEvent } from '#shared/plans/plan-world'
import { idOf, jobIdOf, type Reference, type Shape, type StoredPlan, type When } from '#test/support/plans'

/** What a step was told, in order, as far as it counted. */
type Told =
  | { is: 'start'; lease: number }
  | { is: 'again' | 'forgiven' | 'lost' }
  | { is: 'held'; n: number }
  | { is: 'completed'; n: number }
  | { is: 'failed'; code: string }

/** How a step stands by what it was told and by how those stand that it needs. */
type Fate = { state: StepState; reason?: 'when' | 'need' | 'reference'; n?: number; code?: string; moves: string[] }

export type Expected = {
  status: TaskStatus
  /** Each step may be any of these: nobody says which of several steps that come due at once is first. */
  fates: Fate[][]
  attempts: number[]
  jobs: number[]
  failing: number[]
  stale: PlanEvent[]
}

const over: readonly StepState[] = ['completed', 'failed', 'skipped', 'canceled']
const isOver = ({ state }: Fate) => over.includes(state)

export function openReference(shapes: readonly Shape[]) {
  const told: Told[][] = shapes.map(() => [])
  let isBegun = false
  let end: { status: 'completed' | 'failed' | 'canceled'; fates: Fate[][]; failing: number[] } | undefined
  let stale: PlanEvent[] = []

  /** Another job for each one that was lost. */
  const jobOf = (ord: number) => jobIdOf(ord, told[ord]?.filter(({ is }) => is === 'lost').length ?? 0)
  /** The newest delivery of the newest job that was begun. */
  function leaseOf(ord: number): number | undefined {
    const since = told[ord]?.slice(told[ord].findLastIndex(({ is }) => is === 'lost') + 1) ?? []
    const last = since.findLast((each) => each.is === 'start')
    return last?.is === 'start' ? last.lease : undefined
  }

  /** Those that were begun and not forgiven. */
  const attemptsAt = (ord: number) =>
    (told[ord] ?? []).reduce((sum, { is }) => sum + (is === 'start' ? 1 : is === 'forgiven' ? -1 : 0), 0)

  /** What an event tells its step; none where it speaks for nobody, nothing new where it says what is known. */
  function heard(event: PlanEvent, fates: readonly Fate[]): { ord: number; told: Told[] } | undefined {
    if (!('ord' in event)) return undefined
    const { ord } = event
    const state = fates[ord]?.state
    if (event.of === 'answered')
      return state === 'input-required'
        ? { ord, told: [{ is: 'completed', n: numberIn(event.result, ord) }] }
        : undefined
    if (event.of === 'rejected')
      return state === 'input-required' ? { ord, told: [{ is: 'failed', code: event.error.code }] } : undefined
    if (event.of === 'unanswered')
      return state === 'input-required' && shapes[ord]?.work === 'person'
        ? { ord, told: [{ is: 'failed', code: 'DEADLINE_EXCEEDED' }] }
        : undefined
    const broken = state === 'working' ? [{ is: 'again' as const }] : []
    if (event.jobId !== jobOf(ord) || (state !== 'ready' && state !== 'working')) return undefined
    if (event.of === 'lost') {
      const isLast = state === 'working' && attemptsAt(ord) >= (shapes[ord]?.attempts ?? 0)
      const code = event.error?.code ?? (isLast ? 'JOB_FAILED' : undefined)
      return { ord, told: code ? [{ is: 'failed', code }] : [...broken, { is: 'lost' }] }
    }
    const lease = leaseOf(ord)
    const isNewer = lease === undefined || event.lease > lease
    if (event.of === 'start') {
      if (state === 'working' && event.lease === lease) return { ord, told: [] }
      if (!isNewer) return undefined
      return { ord, told: [...broken, { is: 'start', lease: event.lease }] }
    }
    const speaks = state === 'working' ? event.lease === lease : event.of === 'failed' && isNewer
    if (!speaks) return undefined
    if (event.of === 'again') return { ord, told: [{ is: event.isForgiven ? 'forgiven' : 'again' }] }
    if (event.of === 'failed') return { ord, told: [{ is: 'failed', code: event.error.code }] }
    return { ord, told: [{ is: event.of, n: numberIn(event.result, ord) }] }
  }

  /** What is released is what was held. */
  function numberIn(result: string | undefined, ord: number): number {
    if (result !== undefined) return JSON.parse(result).n
    const held = told[ord]?.findLast(({ is }) => is === 'held')
    return held?.is === 'held' ? held.n : Number.NaN
  }

  function take(event: PlanEvent): void {
    if (end) return void stale.push(event)
    const before = fatesOf(shapes, told, isBegun)
    if (event.of === 'cancel' || event.of === 'expire') {
      end = {
        status: event.of === 'cancel' ? 'canceled' : 'failed',
        fates: before.map((fate) => [ended(fate)]),
        failing: [],
      }
      return
    }
    // A second time it says nothing new.
    if (event.of === 'begin') isBegun = true
    else {
      const news = heard(event, before)
      if (!news) return void stale.push(event)
      told[news.ord]?.push(...news.told)
    }
    const after = fatesOf(shapes, told, isBegun)
    const failing = after.flatMap(({ state }, ord) =>
      state === 'failed' && shapes[ord]?.onError === 'fail' && before[ord]?.state !== 'failed' ? [ord] : [],
    )
    if (failing.length === 0) {
      if (after.every(isOver)) end = { status: 'completed', fates: after.map((fate) => [fate]), failing }
      return
    }
    const own = 'ord' in event ? event.ord : undefined
    const fates = after.map((fate, ord) => {
      const was = before[ord] ?? fate
      if (isOver(was) || ord === own) return [isOver(fate) ? fate : ended(fate)]
      return isOver(fate) ? [fate, ended(was)] : [ended(fate), ended(was)]
    })
    end = { status: 'failed', fates, failing }
  }

  return {
    /** Those that failed count after all others that are told at once. */
    tell(events: readonly PlanEvent[]): Expected {
      stale = []
      for (const event of events.filter(({ of }) => of !== 'failed')) take(event)
      for (const event of events.filter(({ of }) => of === 'failed')) take(event)
      const fates = end?.fates ?? fatesOf(shapes, told, isBegun).map((fate) => [fate])
      return {
        status: end?.status ?? statusOf(fates.flat()),
        fates,
        attempts: told.map((_, ord) => attemptsAt(ord)),
        jobs: told.map((each) => each.filter(({ is }) => is === 'lost').length),
        failing: end?.failing ?? [],
        stale,
      }
    },
  }
}

const ended = (fate: Fate): Fate => (isOver(fate) ? fate : { state: 'canceled', moves: fate.moves })

function statusOf(fates: readonly Fate[]): TaskStatus {
  if (fates.some(({ state }) => state === 'input-required')) return 'input-required'
  return fates.some(({ moves }) => moves.length > 0) ? 'working' : 'submitted'
}

/** How all steps stand. Each comes after those that it needs. */
function fatesOf(shapes: readonly Shape[], told: readonly Told[][], isBegun: boolean): Fate[] {
  const fates: Fate[] = []
  for (const [ord, shape] of shapes.entries()) {
    const needs = shape.needs.flatMap((need) => fates[need] ?? [])
    fates.push(
      isBegun && needs.every(isOver) ? fateOf(shape, shapes, fates, told[ord] ?? []) : { state: 'blocked', moves: [] },
    )
  }
  return fates
}

function fateOf(shape: Shape, shapes: readonly Shape[], fates: readonly Fate[], told: readonly Told[]): Fate {
  const skipped = (reason: NonNullable<Fate['reason']>): Fate => ({ state: 'skipped', reason, moves: ['skipped'] })
  const goesOn = shape.needs.every((need) => {
    const fate = fates[need]
    if (fate?.state === 'failed') return shapes[need]?.onError === 'continue'
    return fate?.state === 'completed' || fate?.reason === 'when'
  })
  if (!goesOn) return skipped('need')
  if (shape.when && !isSo(shape.when, fates)) return skipped('when')
  const missing = shape.references.filter((reference) => !isThere(reference, fates))
  if (missing.some(({ step }) => fates[step]?.state !== 'completed')) return skipped('reference')
  if (missing.length > 0 || shape.misfits) return { state: 'failed', code: 'INVALID_REQUEST', moves: ['failed'] }
  const asked: Fate = { state: 'input-required', moves: ['input-required'] }
  return told.reduce(hear, shape.work === 'person' ? asked : { state: 'ready', moves: [] })
}

function hear({ moves }: Fate, each: Told): Fate {
  if (each.is === 'start') return { state: 'working', moves: [...moves, 'working'] }
  // Another job for the same attempt to begin with.
  if (each.is === 'lost') return { state: 'ready', moves }
  if (each.is === 'held') return { state: 'input-required', n: each.n, moves: [...moves, 'input-required'] }
  if (each.is === 'completed') return { state: 'completed', n: each.n, moves: [...moves, 'completed'] }
  if (each.is === 'failed') return { state: 'failed', code: each.code, moves: [...moves, 'failed'] }
  return { state: 'ready', moves: [...moves, 'ready'] }
}

function isSo({ step, is, isDenied }: When, fates: readonly Fate[]): boolean {
  const fate = fates[step]
  const isPlainlySo =
    is === 'small'
      ? fate?.state === 'completed' && (fate.n ?? Number.NaN) < 2
      : is === 'absent'
        ? fate?.state !== 'completed'
        : fate?.state === is
  return isPlainlySo !== isDenied
}

function isThere({ step, of, at }: Reference, fates: readonly Fate[]): boolean {
  if (at === 'nowhere') return false
  if (of === 'result') return fates[step]?.state === 'completed'
  return of === 'error' ? fates[step]?.state === 'failed' : true
}

/** Holds a stored plan to what must have become of it. @throws Error naming what is otherwise. */
export function assertAsExpected(plan: StoredPlan, expected: Expected, shapes: readonly Shape[]): void {
  const holds = (isSo: boolean, what: string) => {
    if (!isSo) throw new Error(what)
  }
  holds(plan.task.status === expected.status, `task is ${plan.task.status} instead of ${expected.status}`)
  const moves = Map.groupBy(plan.nodes, ({ step }) => step)
  for (const step of plan.steps) {
    const possible = expected.fates[step.ord] ?? []
    const made = (moves.get(step.id) ?? []).map(({ to }) => to).join()
    const fate = possible.find(({ state, moves }) => state === step.state && moves.join() === made)
    if (!fate) throw new Error(`${step.id} is ${step.state} after ${made} instead of ${JSON.stringify(possible)}`)
    holds(
      (step.reason ?? undefined) === fate.reason,
      `${step.id} is skipped because of ${step.reason}, not ${fate.reason}`,
    )
    holds(step.attempt === expected.attempts[step.ord], `${step.id} is at attempt ${step.attempt}`)
    if (step.state === 'failed') holds(step.error?.code === fate.code, `${step.id} failed with ${step.error?.code}`)
    if (step.state === 'completed')
      holds(step.result === JSON.stringify({ n: fate.n }), `${step.id} came to ${step.result}`)
    if (step.state === 'ready' || step.state === 'working')
      holds(step.jobId === jobIdOf(step.ord, expected.jobs[step.ord] ?? 0), `${step.id} is done by ${step.jobId}`)
  }
  const failed = plan.steps.filter(({ state, ord }) => state === 'failed' && shapes[ord]?.onError === 'fail')
  holds(failed.length === Math.min(1, expected.failing.length), `${failed.length} steps failed the task`)
  for (const { ord, id } of failed)
    holds(expected.failing.includes(ord) && plan.error?.details['step'] === id, `${id} is not what failed the task`)
  holds(
    (plan.task.status === 'failed') === (plan.error !== null),
    `task is ${plan.task.status}, its error ${plan.error?.code}`,
  )
  const digest = plan.steps
    .flatMap(({ state, id, digest }) => (state === 'completed' ? [`${id}=${digest}`] : []))
    .join()
  holds(
    plan.digest === (plan.task.status === 'completed' ? digest : null),
    `task comes to ${plan.digest}, not ${digest}`,
  )
  for (const { ord, job } of plan.sent.values()) assertInput(job, shapes[ord], plan)
}

/** A job is given what came of the steps that its payload refers to. */
function assertInput(job: unknown, shape: Shape | undefined, plan: StoredPlan): void {
  const input = (job as { input: Record<string, unknown> }).input
  for (const [index, { step, of, at }] of (shape?.references ?? []).entries()) {
    const came = plan.steps[step]
    if (!came) throw new Error(`no step ${idOf(step)}`)
    const whole = {
      result: JSON.parse(came.result ?? 'null'),
      error: came.error,
      node: came.made ?? came.head,
      state: came.state,
    }[of]
    const value = at === 'member' && of === 'result' ? whole.n : at === 'member' && of === 'error' ? whole.code : whole
    const given = input[`x${index}`]
    if (!Bun.deepEquals(given, value, true))
      throw new Error(`x${index} is ${JSON.stringify(given)} instead of ${JSON.stringify(value)}`)
  }
}
