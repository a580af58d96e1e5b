/** Makes a task of a submission: of one type, of steps, or of a goal that a planner makes steps of. */
import type { TaskRow } from '#db/queries/tasks'
import type { TaskContext } from '#shared/agents/submit'
import { priorities } from '#shared/contracts/agents'
import type { TaskSubmission } from '#shared/contracts/tasks'
import { findProvenTrace } from '#shared/evidence/sealed/traces'
import { newIdFor, type VerbContext } from '#shared/evidence/verb-context'
import type { Issue } from '#shared/kernel/errors'
import { traceNotFound } from '#shared/kernel/errors/traces'
import { readTask } from '#shared/tasks/read-task'
import { type AskedPlan, submitSteps } from '#shared/tasks/submit-steps'
import { submitTask } from '#shared/tasks/submit-task'
import { wantedOf } from '#shared/tasks/wanted'

/** The steps that a goal came to. */
export type PlannedGoal = Pick<AskedPlan, 'steps' | 'plannedBy' | 'goal' | 'told'>
/** Makes steps of a goal in words, wherever that is done. @param traceId of the trace that it is about. */
export type PlanGoal = (goal: string, traceId: string | undefined) => Promise<PlannedGoal>

/**
 * The task, also when the same request made it before.
 * @throws TRACE_NOT_FOUND, what planning throws, and what submitting a task or steps does.
 */
export async function createTask(
  ctx: TaskContext & VerbContext<{ planGoal: PlanGoal }>,
  submission: TaskSubmission,
): Promise<TaskRow> {
  const before = await madeBefore(ctx)
  if (before) return before
  const wanted = wantedOf(submission)
  const { priority = 'normal', deadline, timeout_s: timeoutSeconds = null, context, override } = submission
  const options = {
    priority: priorities[priority],
    deadline: deadline === undefined ? null : new Date(deadline).toISOString(),
    timeoutSeconds,
    parents: [...(context?.parents ?? []), ...(await traceNode(ctx, context?.trace_id))],
    override: override?.reason ?? null,
  }
  if (wanted.kind === 'task') return submitTask(ctx, { ...options, ...wanted })
  if (wanted.kind === 'goal')
    return submitSteps(ctx, { ...options, ...(await ctx.tools.planGoal(wanted.goal, context?.trace_id)) })
  const told = { plannedBy: { planner: 'caller' as const }, told: (issues: Issue[]) => issues }
  return submitSteps(ctx, { ...options, ...told, steps: wanted.steps })
}

/** What the same request has made before. */
async function madeBefore({ actor, read, tools: { signer } }: TaskContext): Promise<TaskRow | undefined> {
  const { orgId, isAgain } = actor
  return isAgain ? read((sql) => readTask(sql, signer, { orgId, id: newIdFor(actor, 'task') })) : undefined
}

/** The node of the trace that a task is about. @throws TRACE_NOT_FOUND also for one that is somebody else's. */
async function traceNode({ actor, read, tools }: TaskContext, traceId: string | undefined): Promise<string[]> {
  if (traceId === undefined) return []
  const trace = await findProvenTrace({ read, signer: tools.signer }, actor.orgId, traceId)
  if (!trace) throw traceNotFound(traceId)
  return [trace.attribution_token]
}
