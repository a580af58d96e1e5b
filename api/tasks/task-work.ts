/** What is done with tasks, whichever protocol asks for it. */
import { randomUUID } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import type { AppContext } from '#api/http/context'
import { actorOf, type Call, type Caller, callerOf, type Idempotency } from '#api/http/endpoint'
import { type AskedPlan, assertMayOverride, openPlanWork } from '#api/tasks/plan-work'
import { planResult } from '#api/tasks/present'
import { findAgent } from '#db/queries/agents'
import { resultsOfPlan } from '#db/queries/plans-read'
import { findTask, findTaskHeads, isMovedUnder, type TaskRow, taskNodes } from '#db/queries/tasks'
import { skillsOf } from '#shared/agents/card'
import { findBuiltIn, taskTypeOf } from '#shared/agents/catalogue'
import { type Submission, submitTask } from '#shared/agents/submit'
import { moveAll, type Transition } from '#shared/agents/transitions'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import { isTerminal } from '#shared/contracts/task-states'
import type { PlanPayload } from '#shared/contracts/tasks'
import { denied } from '#shared/governance/denial'
import { reportAll } from '#shared/governance/violations'
import type { Area } from '#shared/kernel/areas'
import { type Issue, ServiceError } from '#shared/kernel/errors'
import { agentNotFound, agentSuspended, unsupportedTaskType } from '#shared/kernel/errors/agents'
import { invalidRequest } from '#shared/kernel/errors/request'
import type { Made } from '#shared/kernel/errors/service'
import { taskAlreadyEnded, taskNotFound } from '#shared/kernel/errors/tasks'
import { faultsOf } from '#shared/kernel/schema/faults'
import { isUuid } from '#shared/kernel/schema/formats'
import { uuidFrom } from '#shared/kernel/seeded-uuid'

/** A task as it is asked for. `at`: where in the request its payload stands. */
export type OrderedTask = Pick<Submission, 'priority' | 'deadline' | 'timeoutSeconds' | 'parents' | 'override'> & {
  agent: string
  type: string
  payload: unknown
  at: string
  /** Where a task is looked at; absent, with its agent. */
  lookAt?: string
}

/** @param step of a task of several, where more than one waits. */
type Approval = { decision: 'release' | 'reject'; reason: string; step?: string | undefined }
type Asking = {
  requestId: string
  idempotency: Idempotency | undefined
  concern: Call['concern']
  writing: Call['writing']
}

/** @param door the area through which it is asked for. */
export function openTaskWork(room: AppContext, door: Area) {
  const { desk, signer, governance, config, seal, read } = room
  const plans = openPlanWork(room, door)
  const tools = {
    read,
    signer,
    governance,
    sendBatch: desk.sendBatch,
    forJobs: { seal, allow: config.egressAllow },
    limits: config,
  }

  /** What is made or moved, as it is looked at through this door. */
  const madeOf = ({ id, agent }: Pick<TaskRow, 'id' | 'agent'>): Made => {
    const { B, C } = config.basePaths
    return { ids: { task_id: id }, lookAt: door === 'C' ? `${C}/tasks/${id}` : `${B}/agents/${agent}/tasks/${id}` }
  }

  /** The agent and what it does. @throws AGENT_NOT_FOUND, UNSUPPORTED_TASK_TYPE, AGENT_SUSPENDED */
  async function agentOf(orgId: string, name: string, type: string): Promise<Pick<Submission, 'agent' | 'type'>> {
    const builtIn = findBuiltIn(name)
    if (builtIn) {
      const found = builtIn.types.find((each) => each.type === type)
      if (!found)
        throw unsupportedTaskType(
          type,
          builtIn.types.map((each) => each.type),
        )
      return { agent: { name, kind: 'builtin' }, type: found }
    }
    const row = await read((sql) => findAgent(sql, orgId, name))
    if (!row) throw agentNotFound(name)
    const skills = skillsOf(row.card).map(({ id }) => id)
    if (!skills.includes(type)) throw unsupportedTaskType(type, skills)
    if (row.status === 'suspended') throw agentSuspended(name, row.reason ?? 'it was suspended')
    return { agent: { name, kind: 'external' }, type: taskTypeOf({ agent: name, type }) }
  }

  async function submit(caller: Caller, asking: Asking, asked: OrderedTask): Promise<TaskRow> {
    const { orgId } = caller
    const { requestId, idempotency } = asking
    const of = await agentOf(orgId, asked.agent, asked.type)
    const issues = of.agent.kind === 'builtin' ? faultsOf(of.type.payload, asked.payload, asked.at) : []
    if (issues.length > 0) throw invalidRequest(issues, messageOf(issues))
    assertMayOverride(caller, asked.override)
    if (of.type.by) return plans.submit(caller, asking, planIn(of.type.by, asked))
    asking.concern({ subjects: [{ type: 'agent', id: of.agent.name }] })
    const taskId = idempotency ? uuidFrom(idempotency.seed, 'task') : randomUUID()
    const identity = idempotency && {
      jobId: uuidFrom(idempotency.seed, 'job'),
      keyDigest: idempotency.keyDigest,
    }
    const submission = { ...asked, ...of, by: { ...caller, requestId, door }, taskId, identity }
    const writer = asking.writing(madeOf({ id: taskId, agent: asked.agent }))
    return submitTask({ ...tools, writer }, submission).catch((error: unknown) => {
      throw withinPayload(error, asked.at)
    })
  }

  /** @throws TASK_NOT_FOUND also for one of another agent, or that is somebody else's. */
  async function find(call: Call): Promise<TaskRow> {
    const { name = '', task_id: id = '' } = call.params
    const row = isUuid(id) ? await read((sql) => findTask(sql, callerOf(call).orgId, id)) : undefined
    if (row?.agent !== name) throw taskNotFound(id)
    return withResult(row)
  }

  /** What came of a plan stands with its steps. */
  async function withResult(row: TaskRow): Promise<TaskRow> {
    if (row.steps_total === 0 || row.status !== 'completed' || row.is_erased) return row
    return { ...row, result: planResult(row.id, await read((sql) => resultsOfPlan(sql, row.id)), config.basePaths.C) }
  }

  async function again({ org_id, id }: TaskRow): Promise<TaskRow> {
    const row = await read((sql) => findTask(sql, org_id, id))
    if (!row) throw taskNotFound(id)
    return withResult(row)
  }

  /** @throws STATE_CONFLICT when it has ended in another way. */
  async function cancel(row: TaskRow, call: Call): Promise<TaskRow> {
    const by = actorOf(call)
    const move: Transition = { taskId: row.id, to: 'canceled', facts: { job_id: row.job_id }, by }
    const envelope = {
      payload: undefined,
      requestId: row.request_id,
      orgId: row.org_id,
      keyId: row.key_id,
      sentAt: row.created_at.toISOString(),
    }
    if (row.steps_total > 0) await plans.cancel(row, call)
    else if (!isTerminal(row.status)) {
      const { name } = taskTypeOf(row).contract
      const writing = call.writing(madeOf(row))
      const isJobCanceled = await desk.cancel(writing, name, row.job_id, envelope, (tx) => moveAll(tx, [move], signer))
      // Its job has ended: it waits for a person, or has ended this moment.
      if (!isJobCanceled) await writing.begin((tx) => moveAll(tx, [move], signer))
    }
    const now = await again(row)
    if (now.status !== 'canceled') throw taskAlreadyEnded(row.id, now.status)
    return now
  }

  /** What the constitution says of an approval. @throws GOVERNANCE_DENIED when nobody but the submitter approves. */
  async function decideApproval(row: TaskRow, call: Call): Promise<GovernanceRecord> {
    const { keyId } = callerOf(call)
    const record = governance.decide('task.approve', 'pre', { is_submitter: keyId === row.key_id })
    if (record.decision !== 'allow')
      throw await denied(call.writing(madeOf(row)), signer, {
        orgId: row.org_id,
        agent: row.agent,
        subject: { type: 'task', id: row.id },
        record,
        request: { key_id: keyId, trace: call.requestId },
      })
    call.concern({ tier: record.tier })
    return record
  }

  /** @throws STATE_CONFLICT when it waits for nobody, GOVERNANCE_DENIED when nobody but the submitter approves. */
  async function approve(row: TaskRow, call: Call, { decision, reason, step: named }: Approval): Promise<TaskRow> {
    if (row.steps_total > 0) {
      const step = await plans.waitingFor(row, { step: named })
      const governance = await decideApproval(row, call)
      await plans.answer(row, call, step.id, { decision, reason, governance })
      return again(row)
    }
    if (named !== undefined)
      throw invalidRequest([{ path: '/step', message: 'is no step of this task', expected: 'nothing: it has none' }])
    if (row.status !== 'input-required') throw taskAlreadyEnded(row.id, row.status)
    const record = await decideApproval(row, call)
    const common = { taskId: row.id, by: actorOf(call), governance: record }
    const steps: Transition[] =
      decision === 'reject'
        ? [{ ...common, to: 'rejected', facts: { reason } }]
        : [
            { ...common, to: 'working', facts: { reason } },
            { ...common, to: 'completed', facts: { reviewed: true, result_digest: row.result_digest ?? '' } },
          ]
    const nodes = await read((sql) => taskNodes(sql, row.id))
    const held = nodes.flatMap(({ body }) => (JSON.parse(body) as NodeBody).governance?.articles ?? [])
    await call.writing(madeOf(row)).begin(async (tx) => {
      for (const step of steps) {
        if ((await moveAll(tx, [step], signer)).has(row.id)) continue
        // Somebody else has decided on it meanwhile.
        const [now = row] = await findTaskHeads(tx, [row.id])
        throw taskAlreadyEnded(row.id, now.status)
      }
      // Somebody has looked at it: what it was held for is settled, either way.
      const subject = { type: 'task', id: row.id }
      await reportAll(
        tx,
        signer,
        held.map((article) => ({ orgId: row.org_id, article, subject })),
      )
    })
    return again(row)
  }

  /** Whether this very request has moved the task before, under its Idempotency-Key. */
  async function isRepeated(row: TaskRow, call: Call): Promise<boolean> {
    const { keyId, keyDigest } = actorOf(call)
    if (keyDigest === undefined || call.idempotency?.isNew) return false
    return read((sql) => isMovedUnder(sql, row.id, { keyId, keyDigest }))
  }

  return {
    submit,
    find,
    again,
    cancel,
    approve,
    isRepeated,
    nodesOf: ({ id }: TaskRow) => read((sql) => taskNodes(sql, id)),
  }
}

/** The steps of a task that is no job. */
function planIn(by: 'plan' | 'person', { payload, at, ...asked }: OrderedTask): AskedPlan {
  // Sound: a payload was checked against the type's schema.
  const steps =
    by === 'plan'
      ? (payload as Static<typeof PlanPayload>).steps
      : [{ id: 'ask', type: asked.type, payload: payload as Record<string, unknown> }]
  const told = (issues: Issue[]) => issues.map((issue) => ({ ...issue, path: at + issue.path }))
  return { ...asked, steps, plannedBy: { planner: 'caller' }, told }
}

const messageOf = ([first, ...more]: readonly Issue[]) =>
  more.length === 0
    ? `${first?.path} ${first?.message}`
    : `${more.length + 1} faults, the first: ${first?.path} ${first?.message}`

/** Faults that were found further in are told by where they stand in the request. */
function withinPayload(error: unknown, at: string): unknown {
  if (!(error instanceof ServiceError) || !Array.isArray(error.details['issues'])) return error
  const isOfType = error.code === 'SCOPE_REQUIRED'
  // The type stands beside the payload.
  const under = isOfType ? at.replace(/\/payload$/, '') : at
  const issues = error.details['issues'].map((issue: Issue) =>
    issue.path.startsWith('/context/') ? issue : { ...issue, path: under + issue.path },
  )
  const more = isOfType ? { path: issues[0]?.path } : {}
  return new ServiceError(error.code, error.message, { details: { ...error.details, ...more, issues } })
}
