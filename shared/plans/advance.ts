/** Moves plans on: locks them, has it decided what follows from what has happened, writes it with its evidence and sends what is next. */
import { randomUUID } from 'node:crypto'
import type { Tx, Writer } from '#db/client'
import {
  digestsOfSteps,
  lockPlans,
  movePlans,
  outcomesOfSteps,
  type PlanHead,
  type PlanUpdate,
  planHeads,
  type StepRow,
  type StepUpdate,
  stepsAt,
  stepsOfJobs,
} from '#db/queries/plans'
import { readableNodes } from '#db/queries/tasks'
import { findBuiltIn, isKnownType, taskTypeOf } from '#shared/agents/catalogue'
import type { StepSpec } from '#shared/agents/plan'
import { openSecrets } from '#shared/agents/sealed'
import { pagePriority } from '#shared/agents/submit'
import { stepRetries, type TaskOfJob } from '#shared/agents/task-of-job'
import { type ForJobs, versionOf } from '#shared/agents/task-type'
import { gravest, readTier, type Tier } from '#shared/contracts/decision'
import { requestOf } from '#shared/evidence/actor'
import { headOf, type SignedNode, type StreamHead } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'
import type { PayloadOf } from '#shared/jobs/contract'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import type { StoredError } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'
import { faultsOf } from '#shared/kernel/schema/faults'
import { decideMoves, isCurrent } from '#shared/plans/engine'
import type {
  Decision,
  PlanEvent,
  PlanMove,
  PlanStep,
  PlanTask,
  PlanWorld,
  Sending,
  StepChange,
} from '#shared/plans/plan-world'
import { endJobs } from '#shared/queue/end-jobs'
import type { SendBatch } from '#shared/queue/send'

export type PlanTools = { signer: Signer; sendBatch: SendBatch; forJobs: Pick<ForJobs, 'seal' | 'allow'> }

export type Delivery = { taskId: string; ord: number; jobId: string; lease: number }

/** Plans that are locked until the end of the transaction, with the steps that it is about. */
export type Held = ReadonlyMap<string, { head: PlanHead; steps: ReadonlyMap<number, StepRow> }>

/** @param jobIds of the steps that something has happened to. */
export async function holdPlans(tx: Tx, taskIds: readonly string[], jobIds: readonly string[]): Promise<Held> {
  if (taskIds.length === 0) return new Map()
  // Sent in one go: the rest is read when the locks are there.
  const [, heads, steps] = await Promise.all([
    lockPlans(tx, taskIds),
    planHeads(tx, taskIds),
    jobIds.length > 0 ? stepsOfJobs(tx, taskIds, jobIds) : [],
  ])
  const stepsOf = Map.groupBy(steps, ({ task_id }) => task_id)
  return new Map(
    heads.map((head) => [
      head.id,
      { head, steps: new Map((stepsOf.get(head.id) ?? []).map((step) => [step.ord, step])) },
    ]),
  )
}

/** Whether a delivery of a step's job speaks for the step. */
export function speaks(held: Held, of: PlanEvent['of'], delivery: Delivery): boolean {
  const plan = held.get(delivery.taskId)
  const step = plan?.steps.get(delivery.ord)
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
  for (const [taskId, happened] of events) {
    const plan = held.get(taskId)
    if (!plan) continue
    const recorder = openPlanRecorder(plan.head, tools.signer, heights)
    const decision = await decideMoves(worldOf(tx, tools, plan, recorder), happened)
    updates.push(updateOf(plan.head, decision, recorder))
    stops.push(...decision.stops)
    sent.push({ plan: plan.head, sendings: decision.sendings })
    advanced.set(taskId, {
      status: decision.task.status,
      head: recorder.nodes.at(-1)?.id ?? plan.head.head,
      nodeOf: (ord) => recorder.nodeOf.get(ord),
      stale: decision.stale,
    })
  }
  const changed = updates.filter(({ nodes, steps }) => nodes.length > 0 || steps.length > 0)
  if (changed.length > 0) stops.push(...(await movePlans(tx, changed)))
  // Whoever settles one of these holds its plan first, as this does.
  await Promise.all([endJobs(tx, stops, 'canceled', null), sendSteps(tx, tools, sent)])
  return advanced
}

/** The same for one plan, in a transaction of its own. Undefined when there is no such plan. */
export async function advanceOne(
  writer: Writer,
  tools: PlanTools,
  taskId: string,
  event: PlanEvent,
): Promise<Advanced | undefined> {
  return writer.begin(async (tx) => {
    const held = await holdPlans(tx, [taskId], [])
    return (await advance(tx, tools, held, new Map([[taskId, [event]]]))).get(taskId)
  })
}

const taskOf = ({ id, status, steps_total, steps_open, steps_held }: PlanHead): PlanTask => ({
  id,
  status,
  total: steps_total,
  open: steps_open,
  held: steps_held,
})

const stepOf = ({ job_id, spec, reason, ...row }: StepRow): PlanStep => ({
  ...row,
  jobId: job_id,
  // Written by the engine, and by nobody else.
  reason: reason as PlanStep['reason'],
  // Written from a checked plan; gone once the task was erased, when nothing of it is to be done any more.
  spec: (spec ?? erasedSpec) as StepSpec,
})

const erasedSpec: StepSpec = { payload: {}, when: null, on_error: 'fail', timeout_s: null, max_attempts: 1 }

type Recorder = ReturnType<typeof openPlanRecorder>

/** Makes the nodes of a plan's moves, one behind the other. */
export function openPlanRecorder(
  plan: Pick<PlanHead, 'id' | 'org_id' | 'key_id' | 'request_id' | 'agent' | 'height' | 'head_at' | 'head' | 'version'>,
  signer: Signer,
  heights: ReadonlyMap<string, number>,
) {
  const nodes: SignedNode[] = []
  const nodeOf = new Map<number, string>()
  const moved: Tier[] = []
  let head: StreamHead = { id: plan.head, pos: plan.version, height: plan.height, timestamp: plan.head_at }
  const now = new Date()

  function record({ step, to, facts, inputs, governance, by }: PlanMove, status: string): string {
    const known = inputs.filter((hash) => heights.has(hash))
    const node = nodeOfKind(signer, {
      kind: step ? 'step.state' : 'task.state',
      id: plan.id,
      orgId: plan.org_id,
      agent: step?.agent ?? plan.agent,
      at: now,
      after: head,
      inputs: known.map((hash) => ({ hash, height: heights.get(hash) ?? 0 })),
      subject: step ? { type: 'step', id: `${plan.id}/${step.id}` } : { type: 'task', id: plan.id },
      result: { state: to, ...(step ? { step: step.id, task_state: status } : {}), ...facts },
      governance: governance ?? null,
      request: requestOf(by ?? { keyId: plan.key_id, requestId: plan.request_id }),
    })
    nodes.push(node)
    if (step) nodeOf.set(step.ord, node.id)
    if (governance) moved.push(governance.tier)
    head = headOf(node)
    return node.id
  }
  return { nodes, nodeOf, moved, record }
}

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

function worldOf(
  tx: Tx,
  { forJobs }: PlanTools,
  { head, steps }: { head: PlanHead; steps: ReadonlyMap<number, StepRow> },
  recorder: Recorder,
): PlanWorld {
  return {
    task: taskOf(head),
    async steps(ords) {
      const unread = ords.filter((ord) => !steps.has(ord))
      const read = unread.length > 0 ? await stepsAt(tx, head.id, unread) : []
      return [...ords.flatMap((ord) => steps.get(ord) ?? []), ...read].map(stepOf)
    },
    async came(ids) {
      const rows = await outcomesOfSteps(tx, head.id, ids)
      // Errors were written by the engine, and by nobody else.
      return new Map(
        rows.map(({ id, state, result, error, node }) => [
          id,
          { state, result: result ?? undefined, error: error as StoredError | null, node },
        ]),
      )
    },
    knows: (step) => isKnownType({ ...step, ...versionOf(step.spec) }),
    prepare: (step, input) => prepareStep(step, input, { ...forJobs, orgId: head.org_id, taskId: head.id }),
    newJobId: () => randomUUID(),
    async digest(changes) {
      const stored = await digestsOfSteps(tx, head.id)
      const digests = [
        ...stored.map(({ id, result_digest }) => [id, result_digest]),
        ...changes.flatMap(({ id, digest }) => (digest === undefined ? [] : [[id, digest]])),
      ]
      return `sha256:${sha256Hex(canonicalJson(Object.fromEntries(digests)))}`
    },
    record: recorder.record,
  }
}

function updateOf(head: PlanHead, { task, changes, error, digest, endedBy }: Decision, recorder: Recorder): PlanUpdate {
  return {
    id: head.id,
    status: task.status,
    tier: gravest([readTier(head.tier), ...recorder.moved]),
    open: task.open,
    held: task.held,
    error: error ? JSON.stringify(error) : null,
    result_digest: digest ?? null,
    after: { head: head.head, version: head.version },
    nodes: recorder.nodes,
    endedBy: endedBy ?? null,
    steps: changes.map(stepUpdateOf),
  }
}

const stepUpdateOf = (step: StepChange): StepUpdate => ({
  ord: step.ord,
  state: step.state,
  head: step.head ?? null,
  waiting: step.waiting,
  attempt: step.attempt,
  job_id: step.jobId,
  lease: step.lease,
  reason: step.reason,
  input: step.input === undefined ? null : JSON.stringify(step.input),
  result: step.result ?? null,
  error: step.error ? JSON.stringify(step.error) : null,
  result_digest: step.digest ?? null,
  made: step.made ?? null,
  tier: step.tier ?? null,
  is_started: step.isStarted ?? false,
  is_ended: step.isEnded ?? false,
})

/** Steps of one plan that are sent at once beyond so many let other plans' go first. */
const abreast = 8

type ToSend = {
  plan: Pick<PlanHead, 'id' | 'org_id' | 'key_id' | 'request_id' | 'priority' | 'is_overridden'>
  sendings: readonly Sending[]
  /** Pages that its organisation has queued before. */
  queued?: number
}

/** Sends the jobs of steps, each to the queue of its type: one statement for each queue, whosever plans they are of. */
export async function sendSteps(
  tx: Tx,
  { sendBatch }: Pick<PlanTools, 'sendBatch'>,
  sent: readonly ToSend[],
): Promise<void> {
  const placed = sent.flatMap(({ plan, sendings, queued = 0 }) =>
    sendings.map((sending, place) => ({ ...sending, plan, place, queued, type: taskTypeOf(sending.step) })),
  )
  for (const [contract, group] of Map.groupBy(placed, ({ type }) => type.contract)) {
    const jobs = group.map(({ plan, step, jobId, job, type, place, queued }) => {
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
      return {
        id: jobId,
        // Sound: made by the type for its own contract.
        payload: job as PayloadOf<typeof contract>,
        priority: type.isPage
          ? pagePriority(plan.priority, queued + place)
          : plan.priority - Math.floor(place / abreast),
        context,
        retries: stepRetries(attempts),
        by: { orgId: plan.org_id, keyId: plan.key_id, requestId: plan.request_id },
      }
    })
    const [first] = jobs
    if (first) await sendBatch(tx, contract, jobs, first.by)
  }
}
