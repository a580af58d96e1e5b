/** Decides on a result that is held for a person: released, the task goes on; rejected, it has ended, or its step has failed. */
import type { Reader } from '#db/client'
import { firstNodeText } from '#db/queries/evidence'
import { stepRows } from '#db/queries/plans'
import { findTaskHeads, isMovedUnder, type TaskRow, taskNodes } from '#db/queries/tasks'
import type { TaskContext } from '#shared/agents/submit'
import { moveAll, type Transition } from '#shared/agents/transitions'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import { actorsOf } from '#shared/evidence/proven-keys'
import type { Signer } from '#shared/evidence/signing'
import { denied } from '#shared/governance/denial'
import { reportAll } from '#shared/governance/violations'
import { sha256Hex } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { invalidRequest } from '#shared/kernel/errors/request'
import { taskAlreadyEnded } from '#shared/kernel/errors/tasks'
import { answerPlan } from '#shared/plans/human-input'
import { type NamedTask, requireTask, taskNow, writingPlan, writingTask } from '#shared/tasks/find-task'
import { requireLine, requireSteps } from '#shared/tasks/read-task'
import { waitingStep } from '#shared/tasks/waiting-step'

/** @param step of a task of several, where more than one waits. */
export type Review = { decision: 'release' | 'reject'; reason: string; step?: string | undefined }

/**
 * The task as it goes on, also when the same request decided on it before.
 * @throws TASK_NOT_FOUND, STATE_CONFLICT when it waits for nobody, INVALID_REQUEST for a step that is none,
 * GOVERNANCE_DENIED when nobody but the submitter reviews.
 */
export async function reviewTask(
  ctx: TaskContext,
  { decision, reason, step, ...named }: NamedTask & Review,
): Promise<TaskRow> {
  const row = await requireTask(ctx, named)
  return (await isMovedBefore(ctx, row)) ? row : reviewFound(ctx, row, { decision, reason, step })
}

export async function reviewFound(ctx: TaskContext, row: TaskRow, review: Review): Promise<TaskRow> {
  if (row.steps_total > 0) await reviewStep(ctx, row, review)
  else await reviewWhole(ctx, row, review)
  return taskNow(ctx, row)
}

/** Whether this very request has moved the task before. */
export async function isMovedBefore({ actor, read }: TaskContext, { id }: TaskRow): Promise<boolean> {
  const { keyId, keyDigest, isAgain } = actor
  return keyDigest !== undefined && isAgain && read((sql) => isMovedUnder(sql, id, { keyId, keyDigest }))
}

async function reviewStep(ctx: TaskContext, row: TaskRow, { decision, reason, step: named }: Review): Promise<void> {
  const steps = await ctx.read((sql) => stepRows(sql, row.id))
  requireSteps(ctx.tools.signer, row, steps)
  const { id: step } = waitingStep(row, steps, { step: named })
  const governance = await decideReview(ctx, row)
  await answerPlan(writingPlan(ctx, row), ctx.tools, row.id, { step, decision, reason, governance, by: ctx.actor })
}

async function reviewWhole(ctx: TaskContext, row: TaskRow, { decision, reason, step }: Review): Promise<void> {
  const { signer } = ctx.tools
  if (step !== undefined)
    throw invalidRequest([{ path: '/step', message: 'is not a step of this task', expected: 'nothing: it has none' }])
  if (row.status !== 'input-required') throw taskAlreadyEnded(row.id, row.status)
  const common = { taskId: row.id, by: ctx.actor, governance: await decideReview(ctx, row) }
  const moves: Transition[] =
    decision === 'reject'
      ? [{ ...common, to: 'rejected', facts: { reason } }]
      : [
          { ...common, to: 'working', facts: { reason } },
          { ...common, to: 'completed', facts: { reviewed: true, result_digest: row.result_digest ?? '' } },
        ]
  const nodes = await ctx.read((sql) => taskNodes(sql, row.id))
  requireLine(nodes, 0, null, row)
  const held = nodes.flatMap(({ body }) => (JSON.parse(body) as NodeBody).governance?.articles ?? [])
  await writingTask(ctx, row).begin(async (tx) => {
    for (const move of moves) {
      if ((await moveAll(tx, [move], signer)).has(row.id)) continue
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
}

/** What the constitution says of a review. @throws EVIDENCE_MISMATCH where nobody can tell whose task it is. */
async function decideReview(ctx: TaskContext, row: TaskRow): Promise<GovernanceRecord> {
  const { signer, governance } = ctx.tools
  const { keyId, requestId } = ctx.actor
  const is_submitter = await ctx.read((sql) => isSubmitter(sql, signer, row, keyId))
  const record = governance.decide('task.approve', 'pre', { is_submitter })
  if (record.decision !== 'allow')
    throw await denied(writingTask(ctx, row), signer, {
      orgId: row.org_id,
      agent: row.agent,
      subject: { type: 'task', id: row.id },
      record,
      request: { key_id: keyId, trace: requestId },
    })
  ctx.concern?.({ tier: record.tier })
  return record
}

/** Whether a key is of whoever has submitted a task: the same key, or another one of theirs. */
async function isSubmitter(sql: Reader, signer: Signer, row: TaskRow, keyId: string): Promise<boolean> {
  const text = await firstNodeText(sql, `task:${row.id}`)
  const { request }: Pick<NodeBody, 'request'> = JSON.parse(text ?? '{"request":null}')
  if (text === undefined || sha256Hex(text) !== row.first || request?.key_id !== row.key_id)
    throw evidenceMismatch('tasks', row.first)
  const actors = await actorsOf(sql, signer, [keyId, row.key_id])
  return (actors.get(keyId) ?? keyId) === (actors.get(row.key_id) ?? row.key_id)
}
