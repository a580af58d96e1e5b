/** Moves plans on: locks them, has it decided what follows from what has happened, writes it with its evidence and sends what is next. */

import type { Tx, Writer } from '#db/client'
import {
  lockPlans,
  movePlans,
  type PlanUpdate,
  resultsOfSteps,
  type StepRow,
  type StoredStep,
  stepRows,
  stepsAt,
  stepsToHold,
} from '#db/queries/plans'
import { findTaskHeads, readableNodes, type StoredTask, type TaskHead } from '#db/queries/tasks'
import { sendAll, type TaskJob } from '#shared/agents/admission'
import { findBuiltIn, isKnownType, taskTypeOf } from '#shared/agents/catalogue'
import type { StepSpec } from '#shared/agents/plan'
import { openSecrets } from '#shared/agents/sealed'
import { pagePriority } from '#shared/agents/submit'
import { tamperedTask } from '#shared/agents/tampered'
import { stepRetries, type TaskOfJob } from '#shared/agents/task-of-job'
import { type ForJobs, versionOf } from '#shared/agents/task-type'
import { isAsWritten, requireStepSealed, requireTaskHead } from '#shared/evidence/sealed/tasks'
import type { Signer } from '#shared/evidence/signing'
import { reportAll } from '#shared/governance/violations'
import type { PayloadOf } from '#shared/jobs/contract'
import { newTaskJobId } from '#shared/jobs/task-job-id'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { type StoredError, storedError } from '#shared/kernel/errors'
import { evidenceMismatch, isMismatch } from '#shared/kernel/errors/evidence'
import { invalidRequest } from '#shared/kernel/errors/request'
import { taskTampered } from '#shared/kernel/errors/tasks'
import { faultsOf } from '#shared/kernel/schema/faults'
import type { DoAtOnce } from '#shared/plans/at-once'
import { decideMoves, isCurrent } from '#shared/plans/engine'
import { updateOf } from '#shared/plans/plan-updates'
import type { Decision, PlanEvent, PlanStep, PlanTask, PlanWorld, Sending } from '#shared/plans/plan-world'
import { openPlanRecorder, type PlanRecorder } from '#shared/plans/recorder'
import { endJobs } from '#shared/queue/end-jobs'
import type { SendBatch } from '#shared/queue/send'

export type PlanTools = {
  signer: Signer
  sendBatch: SendBatch
  forJobs: Pick<ForJobs, 'seal' | 'allow'>
  /** Steps that need no job; absent where whoever moves the plan does no work. */
  doAtOnce?: DoAtOnce
}

export type Delivery = { taskId: string; ord: number; jobId: string; lease: number }

export type HeldPlan = {
  head: TaskHead
  /** Those that were read, by their places. */
  steps: Map<number, StepRow>
  /** Its own row, or one of a step, is not as it was written: nothing of it is gone by. */
  isTampered: boolean
}

/** Plans that are locked until the end of the transaction, with the steps that it is about. */
export type Held = ReadonlyMap<string, HeldPlan>

/** @param jobIds of the steps that something has happened to. */
export async function holdPlans(
  tx: Tx,
  signer: Signer,
  taskIds: readonly string[],
  jobIds: readonly string[],
): Promise<Held> {
  if (taskIds.length === 0) return new Map()
  // Sent in one go: the rest is read when the locks are there.
  const [, heads, steps] = await Promise.all([
    lockPlans(tx, taskIds),
    findTaskHeads(tx, taskIds),
    jobIds.length > 0 ? stepsToHold(tx, taskIds, jobIds) : [],
  ])
  const stepsOf = Map.groupBy(steps, ({ task_id }) => task_id)
  return new Map(
    heads.map((head) => {
      const own = stepsOf.get(head.id) ?? []
      const isSound = isAsWritten(() => {
        requireTaskHead(signer, head)
        for (const step of own) requireStepSealed(signer, step, { spec: step.spec })
      })
      return [head.id, { head, steps: new Map(own.map((step) => [step.ord, step])), isTampered: !isSound }]
    }),
  )
}

/** Whether a delivery of a step's job speaks for the step. Of a plan that was tampered with each does: it is what ends it. */
export function speaks(held: Held, of: PlanEvent['of'], delivery: Delivery): boolean {
  const plan = held.get(delivery.taskId)
  const step = plan?.steps.get(delivery.ord)
  if (plan?.isTampered) return true
  return plan !== undefined && isCurrent(taskOf(plan.head), step && stepOf(step), of, delivery)
}

export type Advanced = {
  status: PlanTask['status']
  head: string
  /** The node of the last move of a step. */
  nodeOf: (ord: number) => string | undefined
  stale: readonly PlanEvent[]
}

/** Has what happened to held plans followed by what follows from it. */
export async function advance(
  tx: Tx,
  tools: PlanTools,
  held: Held,
  events: ReadonlyMap<string, readonly PlanEvent[]>,
): Promise<Map<string, Advanced>> {
  const made = [...events.values()].flat().flatMap((event) => ('made' in event && event.made ? [event.made] : []))
  const orgIds = [...new Set([...held.values()].map(({ head }) => head.org_id))]
  const heights = made.length > 0 ? await readableNodes(tx, orgIds, made) : new Map<string, number>()
  const advanced = new Map<string, Advanced>()
  const updates: PlanUpdate[] = []
  const stops: string[] = []
  const sent: ToSend[] = []
  const tampered: StoredTask[] = []
  for (const [taskId, happened] of events) {
    const plan = held.get(taskId)
    if (!plan) continue
    const decided = await decideOn(tx, tools, plan, happened, heights)
    if (decided.isTampered) tampered.push(plan.head)
    const { decision, recorder } = decided
    if (!decision) continue
    const { update, stops: further } = await updateOf(tx, tools.signer, plan, decision, recorder)
    updates.push(update)
    stops.push(...decision.stops, ...further)
    sent.push({ plan: plan.head, sendings: decision.sendings })
    advanced.set(taskId, {
      status: decision.task.status,
      head: update.to.head,
      nodeOf: (ord) => recorder.nodeOf.get(ord),
      stale: decision.stale,
    })
  }
  const changed = updates.filter(({ nodes, steps }) => nodes.length > 0 || steps.length > 0)
  if (changed.length > 0) await movePlans(tx, changed)
  // Whoever settles one of these holds its plan first, as this does.
  await Promise.all([
    endJobs(tx, tools.signer, [...new Set(stops)], 'canceled', null),
    sendAll(tx, tools.sendBatch, sent.flatMap(jobsOfSteps)),
  ])
  await reportAll(tx, tools.signer, tampered.map(tamperedTask))
  return advanced
}

type Decided = { isTampered: boolean; decision: Decision | undefined; recorder: PlanRecorder }

/** What follows for a plan: of one that was tampered with its end, where its own row can be gone by, and nothing where not. */
async function decideOn(
  tx: Tx,
  tools: PlanTools,
  plan: HeldPlan,
  happened: readonly PlanEvent[],
  heights: ReadonlyMap<string, number>,
): Promise<Decided> {
  const { signer } = tools
  const sums = new Map([...plan.steps].map(([ord, { input_sum }]) => [ord, input_sum]))
  const open = () => openPlanRecorder(plan.head, signer, heights, sums)
  if (!isAsWritten(() => requireTaskHead(signer, plan.head)))
    return { isTampered: true, decision: undefined, recorder: open() }
  const recorder = open()
  try {
    if (!plan.isTampered)
      return { isTampered: false, decision: await decideMoves(worldOf(tx, tools, plan, recorder), happened), recorder }
  } catch (error) {
    if (!isMismatch(error)) throw error
  }
  const anew = open()
  const error = storedError(taskTampered(plan.head.id))
  const decision = await decideMoves(worldOf(tx, tools, plan, anew), [{ of: 'tampered', error }])
  return { isTampered: true, decision, recorder: anew }
}

/** The same for one plan, in a transaction of its own. Undefined when there is no such plan. */
export async function advanceOne(
  writer: Writer,
  tools: PlanTools,
  taskId: string,
  event: PlanEvent,
): Promise<Advanced | undefined> {
  return writer.begin(async (tx) => {
    const held = await holdPlans(tx, tools.signer, [taskId], [])
    return (await advance(tx, tools, held, new Map([[taskId, [event]]]))).get(taskId)
  })
}

const taskOf = ({ id, status, steps_total, steps_open, steps_held }: TaskHead): PlanTask => ({
  id,
  status,
  total: steps_total,
  open: steps_open,
  held: steps_held,
})

const stepOf = ({ job_id, spec, reason, ...row }: StepRow): PlanStep => ({
  ord: row.ord,
  id: row.id,
  type: row.type,
  agent: row.agent,
  state: row.state,
  needs: row.needs,
  dependents: row.dependents,
  waiting: row.waiting,
  attempt: row.attempt,
  lease: row.lease,
  jobId: job_id,
  // Written by the engine, and by nobody else.
  reason: reason as PlanStep['reason'],
  // Written from a checked plan; gone once the task was erased, when nothing of it is to be done any more.
  spec: spec === null ? erasedSpec : (JSON.parse(spec) as StepSpec),
})

const erasedSpec: StepSpec = { payload: {}, when: null, on_error: 'fail', timeout_s: null, max_attempts: 1 }

export function prepareStep(
  step: Pick<PlanStep, 'agent' | 'type' | 'ord'>,
  input: unknown,
  tools: Omit<ForJobs, 'step'>,
): unknown {
  const type = taskTypeOf(step)
  // A payload is an object, also one that was a reference: anything else does not fit.
  const payload = isObject(input) ? openSecrets(type, input, tools) : input
  const faults = findBuiltIn(step.agent) ? faultsOf(type.payload, payload, '/payload') : []
  if (faults.length > 0) throw invalidRequest(faults)
  return type.by === 'person' ? undefined : type.toJob(payload, { ...tools, step: step.ord })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws EVIDENCE_MISMATCH where there are more or fewer than there were. */
function requireWhole<Row>({ head }: TaskHead, rows: readonly Row[], length: number): readonly Row[] {
  if (rows.length !== length) throw evidenceMismatch('task_steps', head)
  return rows
}

/** @throws EVIDENCE_MISMATCH */
async function everyStep(tx: Tx, signer: Signer, head: TaskHead): Promise<readonly StoredStep[]> {
  const stored = requireWhole(head, await stepRows(tx, head.id), head.steps_total)
  for (const row of stored) requireStepSealed(signer, row)
  return stored
}

const ordered = (steps: ReadonlyMap<number, StepRow>): StepRow[] =>
  [...steps.values()].toSorted((a, b) => a.ord - b.ord)

/** @throws EVIDENCE_MISMATCH from each look at what is not as it was written. */
function worldOf(
  tx: Tx,
  { signer, forJobs, doAtOnce }: PlanTools,
  { head, steps }: HeldPlan,
  recorder: PlanRecorder,
): PlanWorld {
  const whole = <Row>(rows: readonly Row[], { length }: { length: number }) => requireWhole(head, rows, length)
  return {
    task: taskOf(head),
    async steps(ords) {
      const unread = ords.filter((ord) => !steps.has(ord))
      for (const row of unread.length > 0 ? whole(await stepsAt(tx, head.id, unread), unread) : []) {
        requireStepSealed(signer, row, { spec: row.spec })
        steps.set(row.ord, row)
      }
      return ords.flatMap((ord) => steps.get(ord) ?? []).map(stepOf)
    },
    async came(ids) {
      const rows = whole(await resultsOfSteps(tx, head.id, ids), ids)
      return new Map(
        rows.map((row) => {
          requireStepSealed(signer, row, { result: row.result })
          const { id, state, result, made } = row
          // Errors were written by the engine, and by nobody else.
          const error = row.error as StoredError | null
          return [
            id,
            { state, result: result === null ? undefined : JSON.parse(result), error, node: made ?? row.head },
          ]
        }),
      )
    },
    knows: (step) => isKnownType({ ...step, ...versionOf(step.spec) }),
    prepare: (step, input) => prepareStep(step, input, { ...forJobs, orgId: head.org_id, taskId: head.id }),
    doAtOnce: doAtOnce?.(head),
    newJobId: newTaskJobId,
    async digest(changes) {
      const stored = steps.size === head.steps_total ? ordered(steps) : await everyStep(tx, signer, head)
      const digests = [
        ...stored.flatMap(({ id, state, result_digest }) => (state === 'completed' ? [[id, result_digest]] : [])),
        ...changes.flatMap(({ id, digest }) => (digest === undefined ? [] : [[id, digest]])),
      ]
      return `sha256:${sha256Hex(canonicalJson(Object.fromEntries(digests)))}`
    },
    record: recorder.record,
  }
}

/** Steps of one plan that are sent at once beyond so many let other plans' go first. */
const abreast = 8

type ToSend = {
  plan: Pick<StoredTask, 'id' | 'org_id' | 'key_id' | 'request_id' | 'priority' | 'is_overridden'>
  sendings: readonly Sending[]
  /** Pages that its organisation has queued before. */
  queued?: number
}

/** The jobs of a plan's steps, each for the queue of its type. */
export function jobsOfSteps({ plan, sendings, queued = 0 }: ToSend): TaskJob[] {
  const by = { orgId: plan.org_id, keyId: plan.key_id, requestId: plan.request_id }
  return sendings.map(({ step, jobId, job }, place) => {
    const type = taskTypeOf(step)
    const attempts = Math.max(1, step.spec.max_attempts - step.attempt)
    const context: TaskOfJob = {
      id: plan.id,
      agent: step.agent,
      type: step.type,
      ...versionOf(step.spec),
      timeoutSeconds: step.spec.timeout_s,
      isOverridden: plan.is_overridden,
      step: { ord: step.ord, attempts },
    }
    // Sound: made by the type for its own contract.
    const payload = job as PayloadOf<typeof type.contract>
    const priority = type.isPage
      ? pagePriority(plan.priority, queued + place)
      : plan.priority - Math.floor(place / abreast)
    const retries = stepRetries(attempts)
    return { contract: type.contract, job: { id: jobId, payload, priority, context, retries, by } }
  })
}
