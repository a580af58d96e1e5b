/** Plans in tests: random ones, and a store in memory that holds what the engine decides on them to the database's rules. */
import fc from 'fast-check'
import type { OnError } from '#shared/agents/plan'
import { isStepOver, mayStepMove, type StepState } from '#shared/contracts/step-states'
import { isTerminal, mayMove, type TaskStatus } from '#shared/contracts/task-states'
import type { Condition } from '#shared/contracts/tasks'
import { following } from '#shared/evidence/node'
import type { StoredError } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'
import { decideMoves } from '#shared/plans/engine'
import { dependentsOf } from '#shared/plans/order'
import type { Decision, PlanEvent, PlanMove, PlanStep, PlanTask, PlanWorld, StepChange } from '#shared/plans/plan-world'

/** What a step's payload refers to in a step that it rests on. */
export type Reference = { step: number; of: 'result' | 'error' | 'node' | 'state'; at: 'all' | 'member' | 'nowhere' }
export type When = { step: number; is: 'completed' | 'failed' | 'small' | 'absent'; isDenied: boolean }
export type Shape = {
  needs: number[]
  onError: OnError
  attempts: number
  work: 'job' | 'person'
  /** Its payload does not fit its type. */
  misfits: boolean
  references: Reference[]
  when: When | null
}

export const idOf = (ord: number) => `s${ord}`

const pointers = {
  result: { all: '', member: '/n', nowhere: '/nowhere' },
  error: { all: '', member: '/code', nowhere: '/nowhere' },
  node: { all: '', member: '', nowhere: '/nowhere' },
  state: { all: '', member: '', nowhere: '/nowhere' },
}

/** As a plan would have it written. */
const payloadOf = ({ references, misfits }: Shape): Record<string, unknown> => ({
  ...Object.fromEntries(
    references.map(({ step, of, at }, index) => [
      `x${index}`,
      { $ref: `steps.${idOf(step)}.${of}${pointers[of][at] === '' ? '' : `#${pointers[of][at]}`}` },
    ]),
  ),
  ...(misfits ? { misfits } : {}),
})

function conditionOf({ step, is, isDenied }: When): Condition {
  const of = `steps.${idOf(step)}`
  const plain: Condition =
    is === 'small'
      ? { $ref: `${of}.result#/n`, lt: 2 }
      : is === 'absent'
        ? { $ref: `${of}.result`, exists: false }
        : { $ref: `${of}.state`, eq: is }
  return isDenied ? { not: plain } : plain
}

const stepsOf = (shapes: readonly Shape[]): PlanStep[] => {
  const dependents = dependentsOf(shapes.map(({ needs }) => needs))
  return shapes.map((shape, ord) => ({
    ord,
    id: idOf(ord),
    type: shape.work === 'person' ? 'person.ask' : 'work',
    agent: 'a',
    state: 'blocked',
    needs: shape.needs,
    dependents: dependents[ord] ?? [],
    waiting: shape.needs.length,
    attempt: 0,
    jobId: null,
    lease: null,
    reason: null,
    spec: {
      payload: payloadOf(shape),
      when: shape.when && conditionOf(shape.when),
      on_error: shape.onError,
      timeout_s: null,
      max_attempts: shape.attempts,
    },
  }))
}

/** Everything that a step rests on, directly or through others. */
function restingOn(shapes: readonly Pick<Shape, 'needs'>[], ord: number): number[] {
  const found = new Set<number>()
  for (const waiting = [...(shapes[ord]?.needs ?? [])]; waiting.length > 0; ) {
    const step = waiting.pop() ?? 0
    if (!found.has(step)) waiting.push(...(shapes[step]?.needs ?? []))
    found.add(step)
  }
  return [...found].sort((a, b) => a - b)
}

const raw = fc.record({
  needs: fc.nat({ max: 4095 }),
  traits: fc.nat({ max: 2 ** 30 - 1 }),
  refersTo: fc.array(fc.nat({ max: 2 ** 12 - 1 }), { maxLength: 2 }),
  when: fc.nat({ max: 2 ** 12 - 1 }),
})

/** A DAG of up to `maxSteps` steps, many of them with conditions, references, questions and errors that are put up with. */
export const aPlan = (maxSteps = 12): fc.Arbitrary<Shape[]> =>
  fc.array(raw, { maxLength: maxSteps, size: 'max' }).map((drawn) => {
    const shapes: Shape[] = []
    for (const [ord, { needs, traits, refersTo, when }] of drawn.entries()) {
      const traitOf = (place: number) => Math.floor(traits / 32 ** place) % 32
      const shape: Shape = {
        needs: shapes.flatMap((_, need) => ((needs >> need) & 1 && (needs >> (need + 5)) & 1 ? [need] : [])),
        onError: (['fail', 'skip', 'continue', 'continue'] as const)[traitOf(0) % 4] ?? 'fail',
        attempts: 1 + (traitOf(1) % 3),
        work: traitOf(2) < 5 ? 'person' : 'job',
        misfits: traitOf(3) === 1,
        references: [],
        when: null,
      }
      shapes.push(shape)
      const known = restingOn(shapes, ord)
      if (known.length === 0) continue
      const pick = (number: number) => known[number % known.length] ?? 0
      shape.references = refersTo.map((number) => ({
        step: pick(number),
        of:
          (['result', 'result', 'error', 'state', 'node', 'result', 'result', 'result'] as const)[(number >> 4) % 8] ??
          'result',
        at:
          (['all', 'member', 'member', 'nowhere', 'all', 'member', 'all', 'member'] as const)[(number >> 7) % 8] ??
          'all',
      }))
      if (traitOf(4) < 10)
        shape.when = {
          step: pick(when),
          is: (['completed', 'failed', 'small', 'absent'] as const)[(when >> 4) % 4] ?? 'completed',
          isDenied: (when >> 7) % 2 === 1,
        }
    }
    return shapes
  })

/** A step as the store has it. */
export type StoredStep = PlanStep & {
  head: string
  result: string | null
  digest: string | null
  made: string | null
  error: StoredError | null
  isEnded: boolean
}

type StoredNode = {
  id: string
  prev: string | null
  pos: number
  height: number
  timestamp: string
  step: string | undefined
  to: string
  /** The task's status when it was made. */
  status: string
  /** The attempt that it ends was lost and costs nothing. */
  isForgiven: boolean
}

export type StoredPlan = {
  task: PlanTask
  head: string
  version: number
  error: StoredError | null
  digest: string | null
  steps: StoredStep[]
  nodes: StoredNode[]
  /** Jobs by their ids, in the order in which they were sent. */
  sent: Map<string, { ord: number; job: unknown }>
}

const firstAt = Date.UTC(2026, 0, 1)

/** A plan as it is stored before anything of it has begun. */
export function aStoredPlan(shapes: readonly Shape[]): StoredPlan {
  const nodes: StoredNode[] = ['submitted', 'planned'].map((to, pos) => ({
    id: `n${pos}`,
    prev: pos === 0 ? null : 'n0',
    pos,
    height: pos,
    timestamp: new Date(firstAt + pos).toISOString(),
    step: undefined,
    to,
    status: 'submitted',
    isForgiven: false,
  }))
  return {
    task: { id: 'task', status: 'submitted', total: shapes.length, open: shapes.length, held: 0 },
    head: 'n1',
    version: 1,
    error: null,
    digest: null,
    steps: stepsOf(shapes).map((step) => ({
      ...step,
      head: 'n1',
      result: null,
      digest: null,
      made: null,
      error: null,
      isEnded: false,
    })),
    nodes,
    sent: new Map(),
  }
}

/** What a decision on a plan would write, and everything that the database would refuse it for. */
export type Proposed = { decision: Decision; nodes: StoredNode[]; head: string; version: number }

/** Has the engine decide on a plan as it is stored. Writes nothing. */
export async function propose(
  plan: StoredPlan,
  events: readonly PlanEvent[],
  {
    now = firstAt,
    newJobId = newJobIdIn(plan),
    unknown = [],
  }: {
    now?: number
    newJobId?: (step: PlanStep) => string
    /** Places of steps that the process which decides does not know. */
    unknown?: readonly number[]
  } = {},
): Promise<Proposed> {
  const nodes: StoredNode[] = []
  const world: PlanWorld = {
    task: plan.task,
    steps: async (ords) => ords.flatMap((ord) => plan.steps[ord] ?? []),
    came: async (ids) =>
      new Map(
        plan.steps
          .filter(({ id }) => ids.includes(id))
          .map(({ id, state, result, error, made, head }) => [
            id,
            { state, result: result === null ? undefined : JSON.parse(result), error, node: made ?? head },
          ]),
      ),
    knows: ({ ord }) => !unknown.includes(ord),
    prepare(step, input) {
      if ((input as { misfits?: true }).misfits)
        throw invalidRequest([
          { path: '/payload/misfits', message: 'is not a member here', expected: 'no such member' },
        ])
      return step.type === 'person.ask' ? undefined : { input }
    },
    newJobId,
    digest: async (changes) => digestOver(plan, changes),
    record({ step, to, facts }: PlanMove, status) {
      const last = nodes.at(-1) ?? plan.nodes.at(-1)
      if (!last) throw new Error('a plan begins with a node')
      const node = {
        id: `n${last.pos + 1}`,
        ...following(last, new Date(now)),
        step: step?.id,
        to,
        status,
        isForgiven: facts['forgiven'] === true,
      }
      nodes.push(node)
      return node.id
    },
  }
  const decision = await decideMoves(world, events)
  return { decision, nodes, head: plan.head, version: plan.version }
}

/** The id says whose job it is and which one: as many of a step's jobs were sent before. */
const newJobIdIn = (plan: StoredPlan) => (step: PlanStep) =>
  jobIdOf(step.ord, [...plan.sent.values()].filter(({ ord }) => ord === step.ord).length)
export const jobIdOf = (ord: number, place: number) => `job-${ord}-${place}`

/** What all results come to: each completed step's own digest. */
const digestOver = ({ steps }: StoredPlan, changes: readonly StepChange[]): string => {
  const changed = new Map(changes.map((change) => [change.ord, change]))
  return steps
    .flatMap(({ ord, id, state, digest }) => {
      const now = changed.get(ord)
      return (now?.state ?? state) === 'completed' ? [`${id}=${now?.digest ?? digest}`] : []
    })
    .join()
}

/** Writes what was decided, as one statement would; answers the jobs to stop. @throws Error for what the database refuses. */
export function write(plan: StoredPlan, { decision, nodes, head, version }: Proposed): string[] {
  if (plan.head !== head || plan.version !== version) throw new Error('the plan was moved in between')
  const { task, changes, endedBy } = decision
  if (!databaseLetsTask(plan.task.status, task.status, nodes.length))
    throw new Error(`the database lets no task go from ${plan.task.status} to ${task.status} by ${nodes.length} nodes`)
  if (!(task.held >= 0 && task.held <= task.open && task.open <= task.total))
    throw new Error(`${task.held} held of ${task.open} open of ${task.total}`)
  const stops = [...decision.stops]
  const changed = new Map(changes.map((change) => [change.ord, change]))
  for (const step of plan.steps) {
    const change = changed.get(step.ord)
    if (change) writeStep(step, change)
    else if (endedBy !== undefined && !isStepOver(step.state)) {
      if (step.jobId !== null && (step.state === 'ready' || step.state === 'working')) stops.push(step.jobId)
      Object.assign(step, { state: 'canceled', head: endedBy, isEnded: true })
    }
  }
  plan.task = task
  plan.error = decision.error ?? plan.error
  plan.digest = decision.digest ?? plan.digest
  plan.nodes.push(...nodes)
  plan.head = nodes.at(-1)?.id ?? plan.head
  plan.version = nodes.at(-1)?.pos ?? plan.version
  for (const { step, jobId, job } of decision.sendings) {
    if (plan.sent.has(jobId)) throw new Error(`${jobId} was sent before`)
    plan.sent.set(jobId, { ord: step.ord, job })
  }
  return stops
}

function writeStep(step: StoredStep, change: StepChange): void {
  if (!databaseLetsStep(step.state, change.state))
    throw new Error(`the database lets no step go from ${step.state} to ${change.state}`)
  if (change.waiting < 0) throw new Error(`${step.id} waits for ${change.waiting}`)
  const { state, waiting, attempt, jobId, lease, reason } = change
  Object.assign(step, { state, waiting, attempt, jobId, lease, reason })
  step.head = change.head ?? step.head
  step.result = change.result ?? step.result
  step.digest = change.digest ?? step.digest
  step.made = change.made ?? step.made
  step.error = change.error ?? step.error
  step.isEnded ||= change.isEnded ?? false
  if (state === 'completed' && step.digest === null) throw new Error(`${step.id} is completed and has no digest`)
  if ((state === 'ready' || state === 'working') && step.jobId === null) throw new Error(`${step.id} has no job`)
}

/** What the trigger on task_steps lets pass. */
export const databaseLetsStep = (from: StepState, to: StepState): boolean => from === to || mayStepMove(from, to)

/** What the trigger on tasks lets pass of a task with steps, by so many nodes. */
export const databaseLetsTask = (from: TaskStatus, to: TaskStatus, nodes: number): boolean =>
  nodes === 0
    ? from === to
    : !isTerminal(from) &&
      (from === to || mayMove(from, to) || (nodes >= 2 && mayMove(from, 'working') && mayMove('working', to)))

/** Everything that must be so of a stored plan whatever has happened to it. @throws Error naming what is not. */
export function assertSound({ task, steps, nodes, sent, head, version }: StoredPlan): void {
  const holds = (isSo: boolean, what: string) => {
    if (!isSo) throw new Error(what)
  }
  const open = steps.filter(({ state }) => !isStepOver(state))
  holds(task.open === open.length, `${task.open} steps are said to be open, ${open.length} are`)
  const held = open.filter(({ state }) => state === 'input-required').length
  holds(task.held === held, `${task.held} steps are said to be held, ${held} are`)
  holds(isTerminal(task.status) === (open.length === 0), `task is ${task.status} with ${open.length} steps open`)
  holds((task.status === 'input-required') === held > 0, `task is ${task.status} with ${held} steps held`)

  for (const [pos, node] of nodes.entries()) {
    const before = nodes[pos - 1]
    holds(node.pos === pos && node.prev === (before?.id ?? null), `node ${pos} is at ${node.pos} after ${node.prev}`)
    holds(node.height === (before?.height ?? -1) + 1, `node ${pos} has height ${node.height}`)
    holds(before === undefined || node.timestamp > before.timestamp, `node ${pos} is not later than the one before`)
  }
  holds(head === nodes.at(-1)?.id && version === nodes.length - 1, 'the task has another head than its stream')

  const ofTask = nodes.slice(2).filter(({ step }) => step === undefined)
  let status: TaskStatus = 'submitted'
  for (const { to } of ofTask) {
    holds(mayMove(status, to as TaskStatus), `a node takes the task from ${status} to ${to}`)
    status = to as TaskStatus
  }
  holds(status === task.status, `task is ${task.status}, its nodes say ${status}`)
  const ends = nodes.filter(
    ({ step, to }) => step === undefined && isTerminal((to === 'planned' ? 'submitted' : to) as TaskStatus),
  )
  holds(ends.length === (isTerminal(task.status) ? 1 : 0), `${ends.length} nodes end the task`)
  holds(ends.length === 0 || ends[0] === nodes.at(-1), 'something follows the end of the task')

  const jobs = new Map<number, string[]>()
  for (const [id, { ord }] of sent) jobs.set(ord, [...(jobs.get(ord) ?? []), id])
  const moves = Map.groupBy(nodes, ({ step }) => step)
  for (const step of steps) assertStep(step, moves.get(step.id) ?? [], jobs.get(step.ord) ?? [], steps, holds)
}

function assertStep(
  { id, state, attempt, jobId, lease, waiting, needs, head, isEnded, reason }: StoredStep,
  moves: readonly StoredNode[],
  jobs: readonly string[],
  steps: readonly StoredStep[],
  holds: (isSo: boolean, what: string) => void,
): void {
  let at: StepState = 'blocked'
  for (const { to } of moves) {
    // A step becomes ready without a node of its own.
    if (at === 'blocked' && (to === 'working' || (to === 'failed' && jobs.length > 0))) at = 'ready'
    holds(mayStepMove(at, to as StepState), `a node takes ${id} from ${at} to ${to}`)
    at = to as StepState
  }
  if (state === 'canceled') holds(!isStepOver(at), `${id} is canceled, its nodes say ${at}`)
  else holds(at === state || (at === 'blocked' && state === 'ready'), `${id} is ${state}, its nodes say ${at}`)
  if (state !== 'canceled' && at === state && moves.length > 0)
    holds(head === moves.at(-1)?.id, `${id} has another head than its newest node`)
  holds(moves.filter(({ to }) => to === 'completed').length <= 1, `${id} is completed more than once`)
  const forgiven = moves.filter(({ isForgiven }) => isForgiven).length
  const begun = moves.filter(({ to }) => to === 'working').length - forgiven
  holds(attempt === begun, `${id} is at attempt ${attempt}, ${begun} were begun`)
  holds(isEnded === isStepOver(state), `${id} is ${state}, and ${isEnded ? '' : 'not '}said to have ended`)
  holds((state === 'skipped') === (reason !== null), `${id} is ${state} because of ${reason}`)
  if (state === 'working') holds(lease !== null, `${id} is working without a delivery`)
  if (state === 'ready' || state === 'working')
    holds(jobId === jobs.at(-1), `${id} waits for ${jobId}, not the last sent`)
  if (state === 'ready' && moves.length === 0 && needs.length > 0)
    holds(
      needs.some((need) => steps[need]?.head === head),
      `${id} became ready by ${head}, which ends nothing that it needs`,
    )
  const unended = needs.filter((need) => !isStepOver(steps[need]?.state ?? 'blocked')).length
  if (state === 'blocked') holds(waiting === unended && unended > 0, `${id} waits for ${waiting}, ${unended} are open`)
  if (state !== 'blocked' && state !== 'canceled')
    holds(unended === 0, `${id} is ${state} before what it needs has ended`)
}
