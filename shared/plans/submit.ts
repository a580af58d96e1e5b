/** Takes plans in: permitted step by step, then stored with its nodes, its payload and its first jobs, all or nothing. */
import { randomBytes, randomUUID } from 'node:crypto'
import { insertPlan, type NewStep } from '#db/queries/plans'
import { findTask, type TaskRow } from '#db/queries/tasks'
import { taskTypeOf } from '#shared/agents/catalogue'
import { parentsOf, permit, requestOf, type SubmitTools } from '#shared/agents/submit'
import type { SideEffects } from '#shared/agents/task-type'
import type { StepRequest } from '#shared/contracts/tasks'
import { canonicalJson, saltedTextDigest } from '#shared/evidence/canonical'
import { following, headOf, makeNode } from '#shared/evidence/node'
import { gravest } from '#shared/governance/record'
import { openRecorder, prepareStep, sendSteps } from '#shared/plans/advance'
import { decide, type PlanStep } from '#shared/plans/engine'
import type { PlannedBy, PlannedStep } from '#shared/plans/plan'
import { versions } from '#shared/version'

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
  by: { orgId: string; keyId: string; requestId: string }
  /** Of a request under an Idempotency-Key: sent again, it is the same task. */
  identity: { taskId: string; keyDigest: string } | undefined
}

/** Who leads plans. */
export const orchestrator = { name: 'orchestrator', kind: 'builtin' } as const
export const planType = 'plan.execute'

/** @throws INVALID_REQUEST of parents, GOVERNANCE_DENIED, AGENT_SUSPENDED, GOVERNANCE_HALT; then nothing was begun. */
export async function submitPlan(tools: SubmitTools, submission: PlanSubmission): Promise<TaskRow> {
  const { sql, signer, governance } = tools
  const { by, identity, override, priority, deadline, plannedBy, asked } = submission
  const { orgId } = by
  const taskId = identity?.taskId ?? randomUUID()
  const known = identity && (await findTask(sql, orgId, taskId))
  if (known) return known
  const parents = await parentsOf(sql, orgId, submission.parents)
  governance.assertOpen()
  const { record, tier } = await permitAll(tools, submission)
  const now = new Date()
  const salt = randomBytes(16)
  const text = canonicalJson(asked)
  const common = { stream: `task:${taskId}`, agent: orchestrator.name, subject: { type: 'task', id: taskId } }
  const first = makeNode(
    {
      ...common,
      kind: 'task.submitted',
      height: 1 + Math.max(-1, ...parents.map(({ height }) => height)),
      parents: parents.map(({ hash }) => ({ rel: 'input', hash })),
      timestamp: now.toISOString(),
      payload: { ...saltedTextDigest(salt, text), media_type: 'application/json' },
      result: {
        state: 'submitted',
        task_type: planType,
        agent: orchestrator.name,
        ...(override === null ? {} : { override }),
      },
      governance: record,
      request: requestOf(submission),
    },
    orgId,
    signer,
    versions.api,
  )
  const planned = makeNode(
    {
      ...common,
      ...following(headOf(first), now),
      kind: 'task.planned',
      result: {
        state: 'submitted',
        steps: submission.steps.length,
        planner: plannedBy.planner,
        plan_digest: saltedTextDigest(salt, canonicalJson(asked.steps)).digest,
        ...(plannedBy.planner === 'model' ? { model: plannedBy.model, prompt_digest: plannedBy.promptDigest } : {}),
      },
      request: requestOf(submission),
    },
    orgId,
    signer,
    versions.api,
  )
  const plan = {
    id: taskId,
    job_id: randomUUID(),
    org_id: orgId,
    key_id: by.keyId,
    request_id: by.requestId,
    agent: orchestrator.name,
    type: planType,
    tier,
    created_at: now.toISOString(),
    deadline,
    steps_total: submission.steps.length,
    priority,
    is_overridden: override !== null,
  }
  const recorder = openRecorder({ ...plan, ...headAsRow(headOf(planned)) }, signer, new Map())
  const steps = submission.steps.map(stepOf)
  const begun = await decide(
    {
      task: { id: taskId, status: 'submitted', total: steps.length, open: steps.length, held: 0 },
      steps: async (ords) => ords.flatMap((ord) => steps[ord] ?? []),
      came: async () => new Map(),
      prepare: (step, input) => prepareStep(step, input, { ...tools.forJobs, orgId, taskId }),
      newJobId: () => randomUUID(),
      digest: async () => {
        throw new Error('a plan does not end before it has begun')
      },
      record: recorder.record,
    },
    [{ of: 'begin' }],
  )
  const changes = new Map(begun.changes.map((change) => [change.ord, change]))
  const rows = steps.map((step): NewStep => {
    const { jobId, spec, ...row } = changes.get(step.ord) ?? step
    const change = changes.get(step.ord)
    return {
      ord: row.ord,
      id: row.id,
      type: row.type,
      agent: row.agent,
      state: row.state,
      needs: [...row.needs],
      dependents: [...row.dependents],
      waiting: row.waiting,
      attempt: 0,
      lease: null,
      reason: row.reason,
      spec,
      job_id: jobId,
      head: change?.head ?? planned.id,
      input: change?.input ?? null,
      error: null,
      tier: 'T0',
    }
  })
  const { status, open, held } = begun.task
  await sql.begin(async (tx) => {
    const task = { ...plan, status, steps_open: open, steps_held: held }
    // Stored before under the same Idempotency-Key, a moment ago: that one has its jobs.
    if (!(await insertPlan(tx, task, [first, planned, ...recorder.nodes], { salt, text }, rows))) return
    await sendSteps(tx, tools, plan, begun.sendings)
  })
  const stored = await findTask(sql, orgId, taskId)
  if (!stored) throw new Error(`task ${taskId} was stored and is not there`)
  return stored
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
async function permitAll(tools: SubmitTools, { steps, by, override, identity }: PlanSubmission) {
  const whose = { by, override, identity }
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
