/** Judges a plan before anything of it is done: names every fault at once, or says what each step is. */

import type { PlannedStep } from '#shared/agents/plan'
import { malformedIn, referencesIn, type StepReference } from '#shared/agents/references'
import { type ForJobs, type TaskType, versionOf } from '#shared/agents/task-type'
import { planLimits, type StepRequest } from '#shared/contracts/tasks'
import { type Issue, issueLimit, ServiceError } from '#shared/kernel/errors'
import { malformedInCondition, referencesInCondition } from '#shared/plans/conditions'
import { dependentsOf, orderOf, restsOn } from '#shared/plans/order'
import { canHave, faultsBesideReferences } from '#shared/plans/schema-paths'

type Doer = { agent: PlannedStep['agent']; type: TaskType }

/** Who does what. `of`: the member of a step that is at fault. */
export type Doers = {
  find: (type: string, agent?: string) => Doer | { of: 'type' | 'agent'; fault: string; expected: string }
}

/** What turning payloads into jobs needs; absent, whether jobs can be made of them is not looked at. */
type Judging = Omit<ForJobs, 'taskId'> | undefined

/** References in one payload or condition at most. */
export const referencesAtMost = 1000

/** The steps of a plan without faults; paths are from the root of the request. */
export function checkPlan(
  steps: readonly StepRequest[],
  doers: Doers,
  forJobs: Judging,
): { steps: PlannedStep[]; issues: Issue[] } {
  if (steps.length === 0 || steps.length > planLimits.steps) {
    const expected = `1 to ${planLimits.steps} steps`
    return { steps: [], issues: [{ path: '/steps', message: `has ${steps.length} steps`, expected }] }
  }
  const issues: Issue[] = []
  const places = placesOf(steps, issues)
  const found = steps.map((step, at) => doerOf(step, `/steps/${at}`, doers, issues))
  const needs = needsOf(steps, places, issues)
  const { order, circles } = orderOf(needs)
  issues.push(...circles.map((circle) => circleIssue(steps, circle)))
  const rests = restsOn(needs, order)

  for (const [at, step] of steps.entries()) {
    if (issues.length >= issueLimit) break
    const isReferable = ({ step: id, of, pointer }: StepReference): Omit<Issue, 'path'> | undefined => {
      const other = places.get(id)
      if (other === undefined) return { message: `there is no step ${id}`, expected: 'the id of a step' }
      if (other === at) return { message: 'is the step itself', expected: 'a step that it needs' }
      if (rests(at, other) === false)
        return { message: `refers to ${id}, which this step does not need`, expected: `${id} among its needs` }
      return canLead(of, pointer, found[other])
        ? undefined
        : { message: `the ${of} of ${id} has nothing at ${pointer}`, expected: 'a pointer to what it may have' }
    }
    issues.push(
      ...conditionIssues(step, `/steps/${at}/when`, isReferable),
      ...payloadIssues(step, `/steps/${at}/payload`, found[at], forJobs, isReferable),
    )
  }
  if (issues.length > 0) return { steps: [], issues: issues.slice(0, issueLimit) }
  const dependents = dependentsOf(needs)
  return {
    issues,
    steps: steps.flatMap((step, ord) => {
      const doer = found[ord]
      return doer ? [plannedStep(step, ord, doer, needs[ord] ?? [], dependents[ord] ?? [])] : []
    }),
  }
}

const plannedStep = (
  step: StepRequest,
  ord: number,
  { agent, type }: Doer,
  needs: readonly number[],
  dependents: readonly number[],
): PlannedStep => ({
  ord,
  id: step.id,
  type: step.type,
  agent,
  spec: {
    payload: step.payload ?? {},
    when: step.when ?? null,
    on_error: step.on_error ?? 'fail',
    timeout_s: step.timeout_s ?? null,
    max_attempts: step.max_attempts ?? attemptsUnlessSaid,
    ...versionOf(type),
  },
  needs,
  dependents,
})

const attemptsUnlessSaid = 3

function placesOf(steps: readonly StepRequest[], issues: Issue[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [at, { id }] of steps.entries()) {
    const before = places.get(id)
    if (before === undefined) places.set(id, at)
    else issues.push({ path: `/steps/${at}/id`, message: `is also the id of step ${before}`, expected: 'its own id' })
  }
  return places
}

function doerOf({ type, agent }: StepRequest, path: string, doers: Doers, issues: Issue[]): Doer | undefined {
  const found = doers.find(type, agent)
  if ('fault' in found) {
    issues.push({ path: `${path}/${found.of}`, message: found.fault, expected: found.expected })
    return undefined
  }
  if (found.type.by !== 'plan') return found
  issues.push({
    path: `${path}/type`,
    message: 'cannot be a step itself',
    expected: 'the steps of that plan, among these',
  })
  return undefined
}

/** Needed steps by their places, each once. */
function needsOf(steps: readonly StepRequest[], places: Map<string, number>, issues: Issue[]): number[][] {
  return steps.map(({ needs = [] }, at) => {
    const known = new Set<number>()
    for (const [index, id] of needs.entries()) {
      const place = places.get(id)
      if (place !== undefined && place !== at) known.add(place)
      else {
        const message = place === at ? 'is the step itself' : `there is no step ${id}`
        issues.push({ path: `/steps/${at}/needs/${index}`, message, expected: 'the id of another step' })
      }
    }
    return [...known]
  })
}

const circleShown = 50

function circleIssue(steps: readonly StepRequest[], circle: readonly number[]): Issue {
  const idOf = (place: number | undefined) => steps[place ?? 0]?.id ?? ''
  const [first = 0, second = first] = circle
  const shown = circle.slice(0, circleShown).map(idOf)
  const more = circle.length > circleShown ? [`… ${circle.length - circleShown} more …`] : []
  return {
    path: `/steps/${first}/needs/${steps[first]?.needs?.indexOf(idOf(second))}`,
    message: `goes in a circle: ${[...shown, ...more, idOf(first)].join(' needs ')}`,
    expected: 'steps of which none needs itself through others',
  }
}

function canLead(of: StepReference['of'], pointer: string, doer: Doer | undefined): boolean {
  if (of === 'node' || of === 'state') return pointer === ''
  if (of === 'error') return /^(?:|\/code|\/message|\/details(?:\/.*)?)$/s.test(pointer)
  return doer === undefined || canHave(doer.type.output, pointer)
}

type IsReferable = (reference: StepReference) => Omit<Issue, 'path'> | undefined

function conditionIssues({ when }: StepRequest, path: string, isReferable: IsReferable): Issue[] {
  if (!when) return []
  return referenceIssues(referencesInCondition(when), malformedInCondition(when), path, isReferable)
}

function referenceIssues(
  references: readonly StepReference[],
  malformed: readonly string[],
  path: string,
  isReferable: IsReferable,
): Issue[] {
  if (references.length > referencesAtMost) {
    const expected = `at most ${referencesAtMost} references`
    return [{ path, message: `has ${references.length} references`, expected }]
  }
  return [
    ...malformed.map((at) => ({ path: `${path}${at}/$ref`, message: 'is not a reference', expected: referenceShape })),
    ...references.flatMap((reference) => {
      const fault = isReferable(reference)
      return fault ? [{ path: `${path}${reference.at}/$ref`, ...fault }] : []
    }),
  ]
}

const referenceShape = 'steps.<id>.result, .error, .node or .state, alone in its object, then # and a JSON pointer'

function payloadIssues(
  { payload = {} }: StepRequest,
  path: string,
  doer: Doer | undefined,
  forJobs: Judging,
  isReferable: IsReferable,
): Issue[] {
  const references = referencesIn(payload)
  const ofReferences = referenceIssues(references, malformedIn(payload), path, isReferable)
  if (ofReferences.length > 0 || doer?.agent.kind !== 'builtin') return ofReferences
  const faults = faultsBesideReferences(doer.type.payload, payload, path)
  if (faults.length > 0 || references.length > 0 || doer.type.by || !forJobs) return faults
  return refusalOf(doer.type, payload, path, forJobs)
}

/** What the making of a job would be refused for. Whatever is refused by its address says so. */
function refusalOf({ toJob }: TaskType, payload: unknown, path: string, forJobs: Omit<ForJobs, 'taskId'>): Issue[] {
  try {
    toJob(payload, { ...forJobs, taskId: '' })
    return []
  } catch (error) {
    if (!(error instanceof ServiceError) || !Array.isArray(error.details['issues'])) throw error
    // Sound: the maker of such errors takes nothing else.
    return (error.details['issues'] as Issue[]).map((issue) => ({ ...issue, path: path + issue.path }))
  }
}
