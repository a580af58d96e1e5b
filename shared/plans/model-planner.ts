/** Lets a model make steps of a goal, and trusts nothing that it answers. */
import { Type as t } from '@sinclair/typebox'
import { planLimits, StepRequest } from '#shared/contracts/tasks'
import { isDeeperThan, openTextModel, type TextModel } from '#shared/egress/language-model'
import type { Config } from '#shared/kernel/config'
import { agentFailed } from '#shared/kernel/errors/agents'
import { invalidRequest } from '#shared/kernel/errors/request'
import { faultsOf } from '#shared/kernel/schema/faults'
import { promptFor } from '#shared/plans/prompt'
import { goalIssues, goalRefused, judged, type Planner } from '#shared/plans/proposal'
import { foreignIn } from '#shared/plans/untrusted-plan'

const Answer = t.Object(
  { steps: t.Array(StepRequest, { maxItems: planLimits.plannedSteps }) },
  { additionalProperties: false },
)

const depthLimit = 32

/** A model that speaks OpenAI's protocol, at an address of the operator's own choice. */
export const openModelPlanner = (settings: NonNullable<Config['planner']>): Planner =>
  modelPlanner(openTextModel(settings))

export const modelPlanner = (model: TextModel): Planner => ({
  async propose(goal, { traceId }, signal) {
    const { instructions, prompt, digest } = promptFor(goal, traceId)
    const reply = await model.ask({ instructions, prompt }, signal)
    if (!reply.ok) {
      const { reason, message } = reply
      if (reason === 'no_json') throw unfit('it is no JSON')
      if (reason === 'broken_off') throw unfit(`it ${message}`)
      throw agentFailed('orchestrator', reason, `the model that plans ${message}`)
    }
    const steps = stepsIn(reply.text, goal)
    return judged({ steps, plannedBy: { planner: 'model', model: model.name, promptDigest: digest } })
  },
})

const unfit = (why: string) => goalRefused(`was answered by the model with what is no plan: ${why}`, 'another goal')

/** @throws INVALID_REQUEST with the path /goal for what is no plan, or not this goal's. */
function stepsIn(text: string, goal: string): StepRequest[] {
  const answer: unknown = JSON.parse(text)
  if (isDeeperThan(answer, depthLimit)) throw unfit(`it is nested more than ${depthLimit} deep`)
  const issues = goalIssues(faultsOf(Answer, answer))
  if (issues.length > 0) throw invalidRequest(issues, `the goal ${issues[0]?.message}`)
  // Sound: it was checked to be one.
  const { steps } = answer as typeof Answer.static
  if (steps.length === 0) throw goalRefused('asks for what no agent here does, says the model', 'another goal')
  const [foreign] = foreignIn(steps, goal)
  if (foreign !== undefined) throw unfit(foreign)
  return steps
}
