/** Gives an agent a task of one type: a job of its own, or a plan where the type has steps or asks a person. */
import type { Static } from '@sinclair/typebox'
import type { TaskRow } from '#db/queries/tasks'
import { skillsOf } from '#shared/agents/card'
import { findBuiltIn, taskTypeOf } from '#shared/agents/catalogue'
import { admitTask, type Submission, type TaskContext } from '#shared/agents/submit'
import type { PlanPayload } from '#shared/contracts/tasks'
import { findProvenAgent } from '#shared/evidence/sealed/agents'
import { type Issue, ServiceError } from '#shared/kernel/errors'
import { agentNotFound, agentSuspended, unsupportedTaskType } from '#shared/kernel/errors/agents'
import { invalidRequest } from '#shared/kernel/errors/request'
import { faultsOf } from '#shared/kernel/schema/faults'
import { type AskedPlan, assertMayOverride, submitSteps } from '#shared/tasks/submit-steps'

/** A task as it is asked for. `at`: where in the request its payload stands. */
export type OrderedTask = Omit<Submission, 'agent' | 'type'> & { agent: string; type: string; at: string }

/**
 * @throws AGENT_NOT_FOUND, UNSUPPORTED_TASK_TYPE, AGENT_SUSPENDED, INVALID_REQUEST with paths from the request's root,
 * SCOPE_REQUIRED, RATE_LIMIT_EXCEEDED, GOVERNANCE_DENIED, GOVERNANCE_HALT.
 */
export async function submitTask(ctx: TaskContext, asked: OrderedTask): Promise<TaskRow> {
  const { agent, type } = await assigneeOf(ctx, asked)
  const issues = agent.kind === 'builtin' ? faultsOf(type.payload, asked.payload, asked.at) : []
  if (issues.length > 0) throw invalidRequest(issues)
  assertMayOverride(ctx.actor, asked.override)
  if (type.by) return submitSteps(ctx, planIn(type.by, asked))
  ctx.concern?.({ subjects: [{ type: 'agent', id: agent.name }] })
  return admitTask(ctx, { ...asked, agent, type }).catch((error: unknown) => {
    throw withinPayload(error, asked.at)
  })
}

/** The agent and what it does. */
async function assigneeOf(
  { actor, read, tools }: TaskContext,
  { agent: name, type }: Pick<OrderedTask, 'agent' | 'type'>,
): Promise<Pick<Submission, 'agent' | 'type'>> {
  const builtIn = findBuiltIn(name)
  if (builtIn) {
    const found = builtIn.types.find((each) => each.type === type)
    if (found) return { agent: { name, kind: 'builtin' }, type: found }
    throw unsupportedTaskType(
      type,
      builtIn.types.map((each) => each.type),
      name,
    )
  }
  const row = await findProvenAgent({ read, signer: tools.signer }, actor.orgId, name)
  if (!row) throw agentNotFound(name)
  const skills = skillsOf(row.card).map(({ id }) => id)
  if (!skills.includes(type)) throw unsupportedTaskType(type, skills, name)
  if (row.status === 'suspended') throw agentSuspended(name, row.reason ?? 'it was suspended')
  return { agent: { name, kind: 'external' }, type: taskTypeOf({ agent: name, type }) }
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
