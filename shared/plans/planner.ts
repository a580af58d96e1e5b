/** Makes steps of a goal: by rules, or by the model that the operator has configured. */
import type { Config } from '#shared/kernel/config'
import { stepsOf } from '#shared/plans/goal-rules'
import { openModelPlanner } from '#shared/plans/model-planner'
import { goalRefused, judged, type Planner } from '#shared/plans/proposal'

export { goalIssues, type Planner, type Proposal } from '#shared/plans/proposal'

/** Understands all of a goal or nothing; the same goal comes to the same steps. */
export const rulePlanner: Planner = {
  async propose(goal, { traceId }) {
    const steps = stepsOf(goal, traceId)
    if (!Array.isArray(steps)) throw goalRefused(steps.message, steps.expected)
    return judged({ steps, plannedBy: { planner: 'rules' } })
  },
}

export const openPlanner = (config: Config['planner']): Planner => (config ? openModelPlanner(config) : rulePlanner)
