/**
 * Steps that need nothing but what they are given. One that comes to its turn is done where that is found, in the transaction in
 * which what it needs has ended; the job of one is begun and ended in one transaction. Whatever is not as usual about it (a
 * decision other than leave, a key that has ended, a secret in its result) is left to its job.
 */

import type { Tx } from '#db/client'
import type { TaskHead } from '#db/queries/tasks'
import { findBuiltIn, taskTypeOf } from '#shared/agents/catalogue'
import { refusalsNow } from '#shared/agents/rights'
import { leaveOf } from '#shared/agents/submit'
import { summarizeScans } from '#shared/agents/summarize-scans'
import type { TaskOfJob } from '#shared/agents/task-of-job'
import type { ScansToSummarize } from '#shared/agents/types/accessibility'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { Signer } from '#shared/evidence/signing'
import { decide } from '#shared/governance/decide'
import type { Governance } from '#shared/governance/governance'
import { runReply } from '#shared/jobs/run-task'
import { wellFormed } from '#shared/kernel/well-formed'
import { judgeReply } from '#shared/plans/judgement'
import type { PlanStep, StepDone } from '#shared/plans/plan-world'

/** Done within one transaction at most, and of one plan: its locks are held meanwhile. */
const atMost = { ofAll: 64, ofPlan: 16 }
/** What is given more takes longer. */
const inputBytes = 65_536

type Asked = Pick<GovernanceRecord, 'action' | 'phase' | 'input'>

/** Each computes, and is quick. */
const works = {
  'governance.evaluate'(asked: Asked, governance: Pick<Governance, 'inForce'>) {
    const constitution = governance.inForce()
    if (!constitution) throw new Error('no constitution is in force')
    return decide(constitution, asked.action, asked.phase, asked.input)
  },
  'accessibility.summarize': (asked: ScansToSummarize) => summarizeScans(asked),
} as const

export const doneAtOnce: Readonly<Record<string, (asked: never, governance: Pick<Governance, 'inForce'>) => unknown>> =
  works

/** Whether what an agent of ours does of this type is done at once. */
export const isDoneAtOnce = ({ agent, type }: Pick<TaskOfJob, 'agent' | 'type'>): boolean =>
  Object.hasOwn(works, type) && findBuiltIn(agent) !== undefined

/** Of a plan: does one of its steps; undefined where that is for the step's job. */
export type DoAtOnce = (plan: TaskHead) => (step: PlanStep, input: unknown) => Promise<StepDone | undefined>

/** For one transaction. */
export function openDoAtOnce(tx: Tx, { signer, governance }: { signer: Signer; governance: Governance }): DoAtOnce {
  let leftOfAll = atMost.ofAll
  const refusals = new Map<string, ReturnType<typeof refusalsNow>>()

  async function isRefused(keyId: string, step: PlanStep): Promise<boolean> {
    const type = taskTypeOf(step)
    const key = `${keyId} ${type.area} ${type.scope ?? ''}`
    const found = refusals.get(key) ?? refusalsNow(tx, signer, [{ keyId, type }])
    refusals.set(key, found)
    return (await found)[0] !== undefined
  }

  return (plan) => {
    let leftOfPlan = atMost.ofPlan
    return async (step, input) => {
      const isAllowed = leftOfAll > 0 && leftOfPlan > 0 && !plan.is_overdue && isDoneAtOnce(step)
      if (!isAllowed || JSON.stringify(input).length > inputBytes) return undefined
      const { is_overridden: isOverridden } = plan
      const task = { id: plan.id, agent: step.agent, type: step.type, timeoutSeconds: null, isOverridden }
      const leave = leaveOf(governance, { orgId: plan.org_id, task })
      if (!leave || (await isRefused(plan.key_id, step))) return undefined
      const result = wellFormed(doneAtOnce[step.type]?.(input as never, governance))
      const judged = judgeReply(governance, task, runReply({ result }))
      if (judged.record.decision !== 'allow' || judged.breaches.length > 0) return undefined
      leftOfAll -= 1
      leftOfPlan -= 1
      const { text, digest, record } = judged
      return { result: text, digest, made: null, leave, release: record }
    }
  }
}
