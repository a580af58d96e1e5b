/** What a process that does the work tells of the tasks it is done for: that one was started, what became of it. */
import type { Sql, Tx } from '#db/client'
import { findTaskHeads } from '#db/queries/tasks'
import { taskTypeOf } from '#shared/agents/catalogue'
import { secretsIn } from '#shared/agents/secrets'
import { isTerminal } from '#shared/agents/states'
import { type Made, resultDigest } from '#shared/agents/task-type'
import { moveAll, type Transition } from '#shared/agents/transitions'
import { deadlineExceeded, type ServiceError } from '#shared/errors'
import type { Signer } from '#shared/evidence/signing'
import { type Breach, breachesOf, deniedBy } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import type { GovernanceRecord } from '#shared/governance/record'
import { reportFinding, reportPass } from '#shared/governance/violations'
import type { TaskOfJob } from '#shared/jobs/contract'
import type { Ending } from '#shared/queue/settled'

/** A result and what the constitution says of releasing it. */
export type Judged = Made & { text: string; digest: string; record: GovernanceRecord; breaches: Breach[] }

export type Ended = { task: TaskOfJob; orgId: string; ending: Ending; attempt: number; judged?: Judged | undefined }

export type TaskKeeper = {
  /** Moves the task to `working`, unless it is there already. @throws DEADLINE_EXCEEDED when it is too late. */
  start: (task: TaskOfJob, attempt: number) => Promise<void>
  /** @param reply what the room tells of its result. */
  judge: (task: TaskOfJob, reply: string) => Judged
  /** Moves tasks to where their jobs' endings lead, in the transaction of those. */
  end: (tx: Tx, ended: readonly Ended[]) => Promise<void>
}

/** A result that is larger stays with its job. */
const keptBytes = 65_536

export function openTaskKeeper({
  sql,
  signer,
  governance,
}: {
  sql: Sql
  signer: Signer
  governance: Governance
}): TaskKeeper {
  return {
    async start({ id }, attempt) {
      const [head] = await findTaskHeads(sql, [id])
      if (!head || isTerminal(head.status)) return
      if (head.is_overdue) throw deadlineExceeded(id, 'was not started before its deadline')
      await moveAll(sql, [{ taskId: id, to: 'working', facts: { attempt } }], signer)
    },
    judge(task, reply) {
      const type = taskTypeOf(task)
      const made = type.read(reply)
      const text = JSON.stringify(made.result)
      const risk = type.riskOf(made.result)
      const record = governance.decide('task.result', 'post', {
        ...governance.maker(task.agent),
        task_type: task.type,
        side_effects: type.sideEffects,
        has_risk: risk !== undefined,
        risk_level: risk?.risk_level ?? '',
        risk_score: risk?.risk_score ?? 0,
        confidence: risk?.confidence ?? 1,
        is_reviewed: false,
        secrets_found: secretsIn(text),
        override: task.isOverridden,
      })
      const breaches = breachesOf(governance.inForce(), record)
      return { ...made, text, digest: resultDigest(type, made.result), record, breaches }
    },
    async end(tx, ended) {
      const moved = await moveAll(tx, ended.map(transitionOf), signer)
      for (const { task, orgId, judged } of ended) {
        const node = moved.get(task.id)?.node
        if (node && judged) await reportDecision(tx, { signer, governance }, { ...task, orgId }, judged, node)
      }
    },
  }
}

function transitionOf({ task, ending, attempt, judged }: Ended): Transition {
  const { id: taskId } = task
  const common = { taskId, governance: judged?.record }
  if (ending.state === 'canceled') return { ...common, to: 'canceled', facts: { job_id: ending.jobId } }
  if (ending.state === 'failed' || !judged) {
    const error = ending.error
    return { ...common, to: 'failed', facts: { code: error?.code ?? 'JOB_FAILED', attempt }, error: error ?? undefined }
  }
  const isLarge = Buffer.byteLength(judged.text) > keptBytes
  const held = judged.record.decision === 'hold'
  return {
    ...common,
    to: held ? 'input-required' : 'completed',
    facts: { result_digest: judged.digest, job_id: ending.jobId, attempt },
    inputs: judged.nodeId ? [judged.nodeId] : [],
    result: isLarge ? JSON.stringify({ job_id: ending.jobId, url: `/jobs/${ending.jobId}/result` }) : judged.text,
    resultDigest: judged.digest,
  }
}

/** The refusal that a denied result ends in. */
export const denialOf = ({ record, breaches }: Judged): ServiceError | undefined =>
  record.decision === 'deny' ? deniedBy(record, breaches) : undefined

/** A decision of tier T3 or worse is a violation of each article that was not kept; a better one counts as kept. */
async function reportDecision(
  tx: Tx,
  { signer, governance }: { signer: Signer; governance: Governance },
  task: { id: string; agent: string; orgId: string },
  { record, breaches }: Judged,
  node: string,
): Promise<void> {
  const { orgId, agent, id: taskId } = task
  const ofAgent = { type: 'agent', id: agent }
  for (const { article } of governance.blocked(orgId, ['tasks', 'side_effects'], [ofAgent]))
    if (!record.articles.includes(article)) await reportPass(tx, signer, { orgId, article, subject: ofAgent })
  for (const { article, tier, message } of breaches)
    await reportFinding(tx, signer, {
      orgId,
      article,
      tier,
      // What is held waits for a person to look at this very task.
      subject: record.decision === 'hold' ? { type: 'task', id: taskId } : ofAgent,
      message,
      evidence: [node],
      agent,
      taskId,
      record,
    })
}
