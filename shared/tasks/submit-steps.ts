/** Takes steps in that need one another: checked as a whole, so that every fault is told, then admitted as a plan. */
import type { TaskRow } from '#db/queries/tasks'
import type { PlannedBy } from '#shared/agents/plan'
import type { Submission, TaskContext } from '#shared/agents/submit'
import type { StepRequest } from '#shared/contracts/tasks'
import type { Requester } from '#shared/evidence/verb-context'
import { type Issue, ServiceError } from '#shared/kernel/errors'
import { invalidRequest, scopeRequired } from '#shared/kernel/errors/request'
import { doersOf } from '#shared/plans/assignees'
import { checkPlan } from '#shared/plans/check'
import { admitPlan, orchestrator } from '#shared/plans/submit'

/** Steps as they are asked for. */
export type AskedPlan = Pick<Submission, 'priority' | 'deadline' | 'timeoutSeconds' | 'parents' | 'override'> & {
  steps: readonly StepRequest[]
  plannedBy: PlannedBy
  goal?: string | undefined
  /** How faults of the steps are told, whose paths begin with /steps. */
  told: (issues: Issue[]) => Issue[]
}

/**
 * @throws INVALID_REQUEST with every fault of the plan, SCOPE_REQUIRED, RATE_LIMIT_EXCEEDED, GOVERNANCE_DENIED, AGENT_SUSPENDED,
 * GOVERNANCE_HALT.
 */
export async function submitSteps(ctx: TaskContext, asked: AskedPlan): Promise<TaskRow> {
  const { orgId } = ctx.actor
  const { plannedBy, goal, priority, deadline, timeoutSeconds, parents, override } = asked
  assertMayOverride(ctx.actor, override)
  const steps = asked.steps.map((step) => withTimeout(step, timeoutSeconds))
  const doers = await ctx.read((sql) => doersOf({ sql, signer: ctx.tools.signer }, orgId, steps))
  const checked = checkPlan(steps, doers, { ...ctx.tools.forJobs, orgId })
  if (checked.issues.length > 0) throw invalidRequest(asked.told(checked.issues))
  const agents = new Set([orchestrator.name, ...checked.steps.map(({ agent }) => agent.name)])
  ctx.concern?.({ subjects: [...agents].map((id) => ({ type: 'agent', id })) })
  const submission = {
    steps: checked.steps,
    plannedBy,
    asked: { ...(goal === undefined ? {} : { goal }), steps },
    priority,
    deadline,
    parents,
    override,
  }
  return admitPlan(ctx, submission).catch((error: unknown) => {
    throw toldOf(error, asked.told)
  })
}

/** @throws SCOPE_REQUIRED */
export function assertMayOverride({ scopes }: Pick<Requester, 'scopes'>, override: string | null): void {
  if (override !== null && !scopes.includes('governance:override')) throw scopeRequired('the scope governance:override')
}

/** Places of steps that a key may not have done, as they are told of. */
function toldOf(error: unknown, told: AskedPlan['told']): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'SCOPE_REQUIRED') return error
  // Sound: the maker of such errors takes nothing else.
  const issues = told((error.details['issues'] ?? []) as Issue[])
  return new ServiceError(error.code, error.message, { details: { ...error.details, path: issues[0]?.path, issues } })
}

/** What holds for each attempt of the whole holds for each of a step that says nothing else. */
const withTimeout = (step: StepRequest, timeoutSeconds: number | null): StepRequest =>
  timeoutSeconds === null || step.timeout_s !== undefined ? step : { ...step, timeout_s: timeoutSeconds }
