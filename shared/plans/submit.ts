/** Takes plans in: permitted step by step, then stored with its nodes, its payload and its first jobs, all or nothing. */

import { randomBytes, randomUUID } from 'node:crypto'
import type { NewStep, StoredStep } from '#db/queries/plans'
import { findTask, type NewPayload, type TaskRow } from '#db/queries/tasks'
import { admitOne } from '#shared/agents/admission'
import { taskTypeOf } from '#shared/agents/catalogue'
import type { PlannedBy, PlannedStep } from '#shared/agents/plan'
import { assertMay } from '#shared/agents/rights'
import { sealSecrets } from '#shared/agents/sealed'
import {
  boundFacts,
  findParents,
  justStored,
  newTask,
  permit,
  sealedPayload,
  storedTask,
  type TaskContext,
} from '#shared/agents/submit'
import type { SideEffects } from '#shared/agents/task-type'
import { type GovernanceRecord, gravest, type Tier } from '#shared/contracts/decision'
import type { StepRequest } from '#shared/contracts/tasks'
import { requestOf } from '#shared/evidence/actor'
import { headOf, type SignedNode } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { planFacts } from '#shared/evidence/plan-facts'
import { requireTaskSealed, sumOf, withStepSeal, withTaskSeal } from '#shared/evidence/sealed/tasks'
import type { Signer } from '#shared/evidence/signing'
import { newIdFor, type Requester } from '#shared/evidence/verb-context'
import { newTaskJobId } from '#shared/jobs/task-job-id'
import { canonicalJson, saltedTextDigest } from '#shared/kernel/canonical'
import { sizeOf } from '#shared/kernel/writing'
import { jobsOfSteps, prepareStep } from '#shared/plans/advance'
import { decideMoves } from '#shared/plans/engine'
import type { PlanStep, StepChange } from '#shared/plans/plan-world'
import { openPlanRecorder, type PlanRecorder } from '#shared/plans/recorder'

export type PlanSubmission = {
  steps: readonly PlannedStep[]
  plannedBy: PlannedBy
  /** What was asked, and the steps that it came to. */
  asked: { goal?: string; steps: readonly StepRequest[] }
  priority: number
  /** ISO 8601. */
  deadline: string | null
  /** Ids of nodes that the task rests on. */
  parents: readonly string[]
  override: string | null
}

/** Who leads plans. */
export const orchestrator = { name: 'orchestrator', kind: 'builtin' } as const
const planType = 'plan.execute'

/** A step comes with its node, its edges, its job and its evidence: a hundred are much. */
export const rowsOf = (steps: number) => 4 * steps

/**
 * The plan's task, also when the same request made it before.
 * @throws INVALID_REQUEST of parents, SCOPE_REQUIRED with the paths of steps, RATE_LIMIT_EXCEEDED, GOVERNANCE_DENIED,
 * AGENT_SUSPENDED, GOVERNANCE_HALT; then nothing was begun.
 */
export async function admitPlan(ctx: TaskContext, submission: PlanSubmission): Promise<TaskRow> {
  const { actor: by, read, tools } = ctx
  const { signer, governance } = tools
  const { override, priority, deadline } = submission
  const { orgId } = by
  const taskId = newIdFor(by, 'task')
  const writing = ctx.writing({ kind: 'plan', id: taskId }, sizeOf(rowsOf(submission.steps.length)))
  const types = submission.steps.map(({ agent, type }) => taskTypeOf({ agent: agent.name, type }))
  assertMay(by, [
    { type: taskTypeOf({ agent: orchestrator.name, type: planType }), path: '/steps' },
    ...types.map((type, at) => ({ type, path: `/steps/${at}/type` })),
  ])
  const known = by.seed !== undefined && (await read((sql) => findTask(sql, orgId, taskId)))
  if (known) {
    requireTaskSealed(signer, known)
    return known
  }
  const parents = await read((sql) => findParents(sql, orgId, submission.parents))
  governance.assertOpen()
  const { record, tier } = await permitAll({ writer: writing, signer, governance }, by, submission)
  const steps = submission.steps.map((step) => sealedStep(step, { seal: tools.forJobs.seal, orgId }))
  const jobId = randomUUID()
  const { nodes, payload, at } = beginningOf(submission, steps, { by, taskId, jobId, parents, record, tier, signer })
  const plan = {
    id: taskId,
    job_id: jobId,
    org_id: orgId,
    key_id: by.keyId,
    request_id: by.requestId,
    agent: orchestrator.name,
    type: planType,
    tier,
    created_at: at,
    deadline: deadline === null ? null : new Date(deadline),
    steps_total: steps.length,
    priority,
    is_overridden: override !== null,
  }
  const begins = { ...plan, ...headAsRow(headOf(nodes[1])), salt: payload.salt }
  const recorder = openPlanRecorder(begins, signer, new Map())
  const blocked = steps.map(stepOf)
  // What cannot be begun is refused: the plan is not taken in.
  const jobs = new Map(
    blocked
      .filter(({ needs }) => needs.length === 0)
      .map((step) => [step.ord, prepareStep(step, step.spec.payload, { ...tools.forJobs, orgId, taskId })]),
  )
  const begun = await decideMoves(
    {
      task: { id: taskId, status: 'submitted', total: steps.length, open: steps.length, held: 0 },
      steps: async (ords) => ords.flatMap((ord) => blocked[ord] ?? []),
      came: async () => new Map(),
      knows: () => true,
      prepare: ({ ord }) => jobs.get(ord),
      newJobId: newTaskJobId,
      digest: async () => {
        throw new Error('a plan does not end before it has begun')
      },
      record: recorder.record,
    },
    [{ of: 'begin' }],
  )
  const { status, open, held } = begun.task
  const changes = new Map(begun.changes.map((change) => [change.ord, change]))
  const rows = blocked.map((step) => {
    const { text, row } = rowOf(signer, taskId, changes.get(step.ord) ?? step, nodes[1].id, recorder)
    return { ...row, ...text }
  })
  const last = recorder.nodes.at(-1) ?? nodes[1]
  const task = withTaskSeal(signer, {
    ...newTask,
    ...plan,
    status,
    head: last.id,
    version: last.body.pos,
    steps_open: open,
    steps_held: held,
    updated_at: new Date(last.body.timestamp),
    started_at: recorder.begunAt(),
  })
  const isNew = await admitOne(writing, tools, {
    by,
    types,
    made: { task, payload, nodes: [...nodes, ...recorder.nodes], steps: rows },
    jobs: (queued) => jobsOfSteps({ plan, sendings: begun.sendings, queued }),
  })
  return isNew ? justStored(task, nodes[0].id) : storedTask(ctx, taskId)
}

/** The step as it is stored. */
const sealedStep = (step: PlannedStep, sealing: Parameters<typeof sealSecrets>[2]): PlannedStep => {
  const type = taskTypeOf({ agent: step.agent.name, type: step.type })
  return { ...step, spec: { ...step.spec, payload: sealSecrets(type, step.spec.payload, sealing) } }
}

/** The nodes that say what was asked and what was planned, and the payload that both have digests of. */
function beginningOf(
  submission: PlanSubmission,
  steps: readonly PlannedStep[],
  about: {
    by: Requester
    taskId: string
    jobId: string
    parents: { hash: string; height: number }[]
    record: GovernanceRecord
    tier: Tier
    signer: Signer
  },
): { nodes: [SignedNode, SignedNode]; payload: NewPayload; at: Date } {
  const { plannedBy } = submission
  const { by, taskId, jobId, parents, record, tier, signer } = about
  const asked = {
    ...submission.asked,
    steps: submission.asked.steps.map((step, ord) => ({ ...step, payload: steps[ord]?.spec.payload ?? {} })),
  }
  const now = new Date()
  const salt = randomBytes(16)
  const text = canonicalJson(asked)
  const common = {
    id: taskId,
    orgId: by.orgId,
    agent: orchestrator.name,
    at: now,
    request: requestOf(by),
  }
  const first = nodeOfKind(signer, {
    ...common,
    kind: 'task.submitted',
    inputs: parents,
    payload: { salt, text },
    result: {
      state: 'submitted',
      task_type: planType,
      agent: orchestrator.name,
      ...boundFacts(jobId, submission, tier),
    },
    governance: record,
  })
  const planned = nodeOfKind(signer, {
    ...common,
    kind: 'task.planned',
    after: headOf(first),
    result: {
      state: 'submitted',
      steps: steps.length,
      planner: plannedBy.planner,
      plan_digest: saltedTextDigest(salt, canonicalJson(asked.steps)).digest,
      ...planFacts(
        salt,
        steps.map((step) => ({ ...step, agent: step.agent.name, spec: JSON.stringify(step.spec) })),
      ),
      ...(plannedBy.planner === 'model' ? { model: plannedBy.model, prompt_digest: plannedBy.promptDigest } : {}),
    },
  })
  const payload = sealedPayload(signer, { node_id: first.id, task_id: taskId, org_id: by.orgId, salt, text })
  return { nodes: [first, planned], payload, at: now }
}

/** @param planned the node that says how steps stand that nothing has happened to. */
function rowOf(
  signer: Signer,
  taskId: string,
  { jobId, head, input, isStarted = false, isEnded = false, ...step }: StepChange,
  planned: string,
  { timeOf }: Pick<PlanRecorder, 'timeOf'>,
): { row: StoredStep; text: Pick<NewStep, 'spec' | 'input'> } {
  const at = { task_id: taskId, ord: step.ord }
  const text = { spec: JSON.stringify(step.spec), input: input === undefined ? null : JSON.stringify(input) }
  const row = withStepSeal(signer, {
    ...at,
    id: step.id,
    type: step.type,
    agent: step.agent,
    state: step.state,
    needs: [...step.needs],
    dependents: [...step.dependents],
    waiting: step.waiting,
    on_error: step.spec.on_error,
    max_attempts: step.spec.max_attempts,
    attempt: 0,
    lease: null,
    reason: step.reason,
    job_id: jobId,
    head: head ?? planned,
    result_digest: null,
    made: null,
    error: null,
    tier: 'T0',
    started_at: isStarted && head !== undefined ? timeOf(head) : null,
    completed_at: isEnded && head !== undefined ? timeOf(head) : null,
    spec_sum: sumOf(text.spec),
    input_sum: sumOf(text.input),
    result_sum: null,
  })
  return { row, text }
}

const headAsRow = ({ id, pos, height, timestamp }: ReturnType<typeof headOf>) => ({
  head: id,
  version: pos,
  height,
  head_at: timestamp,
})

const stepOf = ({ ord, id, type, agent, spec, needs, dependents }: PlannedStep): PlanStep => ({
  ord,
  id,
  type,
  agent: agent.name,
  state: 'blocked',
  needs,
  dependents,
  waiting: needs.length,
  attempt: 0,
  jobId: null,
  lease: null,
  reason: null,
  spec,
})

/** Each different thing that the plan would do has to be permitted; gives the decision on the plan as a whole. */
async function permitAll(tools: Parameters<typeof permit>[0], by: Requester, { steps, override }: PlanSubmission) {
  const whose = { by, override }
  const different = new Map(steps.map((step) => [`${step.agent.name} ${step.type}`, step]))
  const effects: SideEffects[] = []
  const decided = []
  for (const { agent, type } of different.values()) {
    const { sideEffects } = taskTypeOf({ agent: agent.name, type })
    effects.push(sideEffects)
    decided.push(await permit(tools, { ...whose, agent, type: { type, sideEffects } }))
  }
  const sideEffects = gravity.findLast((each) => effects.includes(each)) ?? 'none'
  const record = await permit(tools, { ...whose, agent: orchestrator, type: { type: planType, sideEffects } })
  return { record, tier: gravest([record, ...decided].map(({ tier }) => tier)) }
}

const gravity = ['none', 'read', 'write', 'external'] as const satisfies readonly SideEffects[]
