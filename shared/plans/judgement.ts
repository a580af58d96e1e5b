/** What a task, or a step of one, came to, as it may be released: without secrets, and with what the constitution says of it. */

import { taskTypeOf } from '#shared/agents/catalogue'
import type { TaskOfJob } from '#shared/agents/task-of-job'
import { resultDigest, type TaskTypeResult } from '#shared/agents/task-type'
import type { GovernanceRecord } from '#shared/contracts/decision'
import { type Breach, breachesOf } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import { type FoundSecret, withoutSecrets } from '#shared/kernel/secrets'

/** A result without its secrets, and what the constitution says of releasing it. */
export type JudgedReply = TaskTypeResult & {
  text: string
  digest: string
  record: GovernanceRecord
  breaches: Breach[]
  found: readonly FoundSecret[]
}

/** @param reply what the worker tells of its result. */
export function judgeReply(governance: Governance, task: TaskOfJob, reply: string): JudgedReply {
  const type = taskTypeOf(task)
  const { result: made, nodeId, found: foundBefore = [] } = type.read(reply)
  const { value: result, found: foundNow } = withoutSecrets(made)
  const found = [...foundBefore, ...foundNow]
  const text = JSON.stringify(result)
  const risk = type.riskOf(made)
  const record = governance.decide('task.result', 'post', {
    ...governance.maker(task.agent),
    task_type: task.type,
    side_effects: type.sideEffects,
    has_risk: risk !== undefined,
    risk_level: risk?.risk_level ?? '',
    risk_score: risk?.risk_score ?? 0,
    confidence: risk?.confidence ?? 1,
    is_reviewed: false,
    secrets_found: found.length,
    override: task.isOverridden,
  })
  const breaches = breachesOf(governance.inForce(), record)
  return { result, nodeId, text, digest: resultDigest(type, result), record, breaches, found }
}
