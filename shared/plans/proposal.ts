/** What a planner gives, and how it is judged: as a caller's plan is, and told of as the goal's fault. */

import type { PlannedBy } from '#shared/agents/plan'
import type { StepRequest } from '#shared/contracts/tasks'
import type { Issue } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'
import { builtInDoers } from '#shared/plans/assignees'
import { checkPlan } from '#shared/plans/check'

export type Proposal = { steps: StepRequest[]; plannedBy: PlannedBy }

/** Makes steps of a goal, all of it or none. Addresses are judged where the steps are submitted. */
export type Planner = {
  /** @throws INVALID_REQUEST with the path /goal, AGENT_FAILED when the model that plans cannot be asked. */
  propose: (goal: string, about: { traceId?: string | undefined }, signal: AbortSignal) => Promise<Proposal>
}

/** A goal that comes to no plan. */
export const goalRefused = (message: string, expected: string) =>
  invalidRequest([{ path: '/goal', message, expected }], `the goal ${message}`)

/** Faults of steps that the caller has not written, as faults of the goal. */
export const goalIssues = (issues: readonly Issue[]): Issue[] =>
  issues.map(({ path, message, expected }) => ({
    path: '/goal',
    message: `comes to steps that do not fit: ${path} ${message}`,
    expected,
  }))

/** @throws INVALID_REQUEST with the path /goal for steps that would be refused of a caller. */
export function judged(proposal: Proposal): Proposal {
  const issues = goalIssues(checkPlan(proposal.steps, builtInDoers, undefined).issues)
  if (issues.length > 0) throw invalidRequest(issues, `the goal ${issues[0]?.message}`)
  return proposal
}
