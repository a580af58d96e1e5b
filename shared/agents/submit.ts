/** Takes tasks in: decided on, then stored with the first node, the payload and the job, all or nothing. */

import { randomBytes } from 'node:crypto'
import type { Reader, Writer } from '#db/client'
import {
  findTask,
  type NewPayload,
  readableNodes,
  type StoredPayload,
  type StoredTask,
  type TaskRow,
} from '#db/queries/tasks'
import { type AdmissionTools, type Admit, admitOne } from '#shared/agents/admission'
import { findBuiltIn, taskTypeOf } from '#shared/agents/catalogue'
import { assertMay } from '#shared/agents/rights'
import { sealSecrets } from '#shared/agents/sealed'
import type { TaskOfJob } from '#shared/agents/task-of-job'
import { type ForJobs, type TaskType, versionOf } from '#shared/agents/task-type'
import { priorities } from '#shared/contracts/agents'
import type { GovernanceRecord, Tier } from '#shared/contracts/decision'
import { type Actor, requestOf } from '#shared/evidence/actor'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { requireTaskSealed, sealedTaskPayloads, withTaskSeal } from '#shared/evidence/sealed/tasks'
import { sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { newIdFor, type VerbContext } from '#shared/evidence/verb-context'
import { denied } from '#shared/governance/denial'
import type { Governance } from '#shared/governance/governance'
import type { PayloadOf } from '#shared/jobs/contract'
import { newTaskJobId } from '#shared/jobs/task-job-id'
import { canonicalJson } from '#shared/kernel/canonical'
import { agentSuspended } from '#shared/kernel/errors/agents'
import { invalidRequest } from '#shared/kernel/errors/request'

export type Submission = {
  agent: { name: string; kind: 'builtin' | 'external' }
  type: TaskType
  /** As the type's schema has it. */
  payload: unknown
  priority: number
  /** ISO 8601. */
  deadline: string | null
  timeoutSeconds: number | null
  /** Ids of nodes that the task rests on. */
  parents: readonly string[]
  /** Why what is soft is to be let pass, from somebody who may say so. */
  override: string | null
}

/** What verbs of tasks are handed. */
export type TaskContext = VerbContext<
  AdmissionTools & {
    signer: Signer
    governance: Governance
    forJobs: Pick<ForJobs, 'seal' | 'allow'>
    /** Takes in what is small. */
    admit: Admit
  }
>

/**
 * The task, also when the same request made it before.
 * @throws INVALID_REQUEST with paths from the payload's or the request's root, SCOPE_REQUIRED, RATE_LIMIT_EXCEEDED,
 * GOVERNANCE_DENIED, GOVERNANCE_HALT; then nothing was begun.
 */
export async function admitTask(ctx: TaskContext, submission: Submission): Promise<TaskRow> {
  const { actor: by, read, tools } = ctx
  const { signer, governance } = tools
  const { agent, type, timeoutSeconds } = submission
  const { orgId } = by
  assertMay(by, [{ type, path: '/type' }])
  const taskId = newIdFor(by, 'task')
  const known = by.seed !== undefined && (await read((sql) => findTask(sql, orgId, taskId)))
  if (known) return asTold(signer, known)
  const job = type.toJob(submission.payload, { ...tools.forJobs, orgId, taskId })
  const parents = await read((sql) => findParents(sql, orgId, submission.parents))
  governance.assertOpen()
  const writing = ctx.writing({ kind: 'task', id: taskId, agent: agent.name })
  const record = await permit({ writer: writing, signer, governance }, { ...submission, by })
  const now = new Date()
  const jobId = newTaskJobId()
  const salt = randomBytes(16)
  const sealing = { seal: tools.forJobs.seal, orgId }
  // Sound: every type's payload is an object.
  const text = canonicalJson(sealSecrets(type, submission.payload as Record<string, unknown>, sealing))
  const node = nodeOfKind(signer, {
    kind: 'task.submitted',
    id: taskId,
    orgId,
    agent: agent.name,
    at: now,
    inputs: parents,
    payload: { salt, text },
    result: {
      state: 'submitted',
      task_type: type.type,
      agent: agent.name,
      ...boundFacts(jobId, submission, record.tier),
    },
    governance: record,
    request: requestOf(by),
  })
  const isOverridden = submission.override !== null
  const task = withTaskSeal(signer, {
    ...newTask,
    id: taskId,
    job_id: jobId,
    org_id: orgId,
    key_id: by.keyId,
    request_id: by.requestId,
    agent: agent.name,
    type: type.type,
    head: node.id,
    version: node.body.pos,
    tier: record.tier,
    created_at: now,
    updated_at: now,
    deadline: submission.deadline === null ? null : new Date(submission.deadline),
    priority: submission.priority,
    is_overridden: isOverridden,
  })
  const asked = sealedPayload(signer, { node_id: node.id, task_id: taskId, org_id: orgId, salt, text })
  // Sound: made by the type for its own contract.
  const payload = job as PayloadOf<typeof type.contract>
  const context: TaskOfJob = {
    id: taskId,
    agent: agent.name,
    type: type.type,
    ...versionOf(type),
    timeoutSeconds,
    isOverridden,
  }
  const isNew = await admitOne(writing, tools, {
    by,
    types: [type],
    made: { task, payload: asked, nodes: [node], steps: [] },
    jobs: (queued) => {
      const priority = type.isPage ? pagePriority(submission.priority, queued) : submission.priority
      return [{ contract: type.contract, job: { id: jobId, payload, priority, context, by } }]
    },
  })
  return isNew ? justStored(task, node.id) : storedTask(ctx, taskId)
}

/** What is the same of every task that was just taken in. */
export const newTask = {
  status: 'submitted',
  result_digest: null,
  result_sum: null,
  error: null,
  started_at: null,
  completed_at: null,
  steps_total: 0,
  steps_open: 0,
  steps_held: 0,
} as const

/** What else of a task the node of its submission says. */
export const boundFacts = (
  jobId: string,
  { override, deadline, priority }: Pick<Submission, 'override' | 'deadline' | 'priority'>,
  tier: Tier,
) => ({
  job_id: jobId,
  priority,
  tier,
  ...(deadline === null ? {} : { deadline }),
  ...(override === null ? {} : { override }),
})

/** What a task was asked, as it is stored. */
export const sealedPayload = (
  signer: Signer,
  payload: Pick<StoredPayload, 'node_id' | 'task_id' | 'org_id' | 'salt'> & { text: string },
): NewPayload => ({
  ...payload,
  seal: sealOf(signer, sealedTaskPayloads, { ...payload, place: null, place_key: null, seal: null }),
})

/** @throws EVIDENCE_MISMATCH */
function asTold(signer: Signer, row: TaskRow): TaskRow {
  requireTaskSealed(signer, row)
  return row
}

/** The row as it was stored a moment ago. */
export const justStored = (task: StoredTask, first: string): TaskRow => ({
  ...task,
  result: null,
  first,
  is_erased: false,
})

/** One that was there when it was to be stored. @throws EVIDENCE_MISMATCH */
export async function storedTask({ actor: { orgId }, read, tools }: TaskContext, taskId: string): Promise<TaskRow> {
  const stored = await read((sql) => findTask(sql, orgId, taskId))
  if (!stored) throw new Error(`task ${taskId} was stored and is not there`)
  return asTold(tools.signer, stored)
}

/** Behind calls that somebody waits for, and the further behind the more pages go before it: each organisation's first go first. */
export const pagePriority = (priority: number, before: number): number =>
  Math.min(0, priority - priorities.high) - before

/** What is to be permitted, and to whom. */
type ToPermit = Pick<Submission, 'agent' | 'override'> & {
  by: Actor & { orgId: string }
  type: Pick<TaskType, 'type' | 'sideEffects'>
}

/** The decision that lets an agent do something. @throws GOVERNANCE_DENIED with a node, AGENT_SUSPENDED */
export async function permit(
  { writer, signer, governance }: { writer: Writer; signer: Signer; governance: Governance },
  asked: ToPermit,
): Promise<GovernanceRecord> {
  const { agent, type, override } = asked
  const record = decisionOn(governance, asked)
  const refused = (because?: Parameters<typeof denied>[2]['because']) =>
    denied(writer, signer, {
      orgId: asked.by.orgId,
      agent: agent.name,
      subject: { type: 'agent', id: agent.name },
      record,
      because,
      facts: { task_type: type.type },
      request: requestOf(asked.by),
    })
  if (record.decision !== 'allow') throw await refused()
  // Nobody is refused by an old look: somebody may just have resolved it, through another process.
  if (blocksOf(governance, asked).length > 0) await governance.refresh()
  const [block] = blocksOf(governance, asked)
  if (block?.blocks.includes('tasks')) throw agentSuspended(agent.name, `violation ${block.id} of ${block.article}`)
  if (block && override === null)
    throw await refused({ articles: [block.article], tier: block.tier, violation: block.id })
  return record
}

const decisionOn = (governance: Governance, { agent, type, override }: Omit<ToPermit, 'by'>): GovernanceRecord =>
  governance.decide('task.submit', 'pre', {
    task_type: type.type,
    side_effects: type.sideEffects,
    agent_kind: agent.kind,
    override: override !== null,
  })

/** The same where nothing is to be asked or written for it; undefined where something is. */
export function leaveOf(
  governance: Governance,
  { orgId, task }: { orgId: string; task: Pick<TaskOfJob, 'agent' | 'type' | 'isOverridden'> },
): GovernanceRecord | undefined {
  const { agent, type, isOverridden } = task
  if (governance.blocked(orgId, ['tasks', 'side_effects'], agent).length > 0) return undefined
  const record = decisionOn(governance, {
    agent: { name: agent, kind: findBuiltIn(agent) ? 'builtin' : 'external' },
    type: taskTypeOf({ agent, type }),
    override: isOverridden ? 'as the plan has it' : null,
  })
  return record.decision === 'allow' ? record : undefined
}

/** @throws INVALID_REQUEST naming those that are not there, or are somebody else's. */
export async function findParents(sql: Reader, orgId: string, hashes: readonly string[]) {
  if (hashes.length === 0) return []
  const heights = await readableNodes(sql, [orgId, serviceOrg], hashes)
  const issues = hashes.flatMap((hash, at) =>
    heights.has(hash)
      ? []
      : [{ path: `/context/parents/${at}`, message: 'is not an evidence node of yours', expected: 'the hash of one' }],
  )
  if (issues.length > 0) throw invalidRequest(issues)
  return [...heights].map(([hash, height]) => ({ hash, height }))
}

/** What is violated by the agent and keeps it from such tasks, what stops all of them first. */
const blocksOf = (governance: Governance, { agent, type, by }: ToPermit) =>
  governance
    .blocked(by.orgId, hasEffects(type) ? ['tasks', 'side_effects'] : ['tasks'], agent.name)
    .toSorted((a, b) => Number(b.blocks.includes('tasks')) - Number(a.blocks.includes('tasks')))

const hasEffects = ({ sideEffects }: Pick<TaskType, 'sideEffects'>) =>
  sideEffects === 'write' || sideEffects === 'external'
