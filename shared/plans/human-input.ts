/** What people do to plans: call them off, answer what they ask, release or reject what is held. */
import type { Writer } from '#db/client'
import { findHeldStep, type HeldStep } from '#db/queries/plans'
import { resultDigest } from '#shared/agents/task-type'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import type { Actor } from '#shared/evidence/actor'
import { requireStepSealed } from '#shared/evidence/sealed/tasks'
import { reportAll } from '#shared/governance/violations'
import { sha256Hex } from '#shared/kernel/canonical'
import { storedError } from '#shared/kernel/errors'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { governanceDenied } from '#shared/kernel/errors/governance'
import { invalidRequest } from '#shared/kernel/errors/request'
import { wrongStepState } from '#shared/kernel/errors/tasks'
import { withoutSecrets } from '#shared/kernel/secrets'
import { advance, advanceOne, holdPlans, type PlanTools } from '#shared/plans/advance'
import type { PlanEvent } from '#shared/plans/plan-world'

export type PlanAnswer = { step: string; by: Actor; governance?: GovernanceRecord | undefined } & (
  | { decision: 'release' | 'reject'; reason: string }
  | { answer: string }
)

/** Final at once: what is open is canceled, what runs is told to stop. Nothing, when it has ended. */
export async function cancelPlan(writer: Writer, tools: PlanTools, taskId: string, by: Actor): Promise<void> {
  await advanceOne(writer, tools, taskId, { of: 'cancel', by })
}

/**
 * A question whose time is over is given up by whoever comes first: by an answer that comes too late too.
 * @throws STATE_CONFLICT when the step waits for nobody, not for this, or no longer; INVALID_REQUEST for an answer that is no choice.
 */
export async function answerPlan(writer: Writer, tools: PlanTools, taskId: string, answer: PlanAnswer): Promise<void> {
  let isLate = false
  await writer.begin(async (tx) => {
    const held = await holdPlans(tx, tools.signer, [taskId], [])
    if (held.get(taskId)?.isTampered) throw evidenceMismatch('tasks', held.get(taskId)?.head.head ?? null)
    const step = await findHeldStep(tx, taskId, answer.step)
    if (step) requireStepSealed(tools.signer, step, { input: step.input })
    if (step && sha256Hex(step.body) !== step.head) throw evidenceMismatch('edg_nodes', step.head)
    if (step?.is_unanswered) {
      isLate = true
      await advance(tx, tools, held, new Map([[taskId, [{ of: 'unanswered', ord: step.ord }]]]))
      return
    }
    if (step?.state !== 'input-required') throw wrongStepState(taskId, answer.step, step?.state ?? 'not there')
    const isQuestion = step.type === 'person.ask'
    const isAnswer = 'answer' in answer
    if (isQuestion !== isAnswer)
      throw wrongStepState(taskId, answer.step, isQuestion ? 'waiting for an answer' : 'waiting for a decision')
    const advanced = await advance(tx, tools, held, new Map([[taskId, [eventOf(step, answer)]]]))
    if (isQuestion || advanced.get(taskId)?.status === 'input-required') return
    // Somebody has looked at all that was held: what it was held for is settled, either way.
    const { governance }: NodeBody = JSON.parse(step.body)
    const orgId = held.get(taskId)?.head.org_id ?? ''
    const subject = { type: 'task', id: taskId }
    const articles = governance?.articles ?? []
    await reportAll(
      tx,
      tools.signer,
      articles.map((article) => ({ orgId, article, subject })),
    )
  })
  if (isLate) throw wrongStepState(taskId, answer.step, 'failed: its time to be answered is over')
}

function eventOf(step: HeldStep, answer: PlanAnswer): PlanEvent {
  const { by, governance } = answer
  const common = { ord: step.ord, by, governance }
  if ('answer' in answer) {
    // Checked against the type's schema before it was stored; gone once it was erased.
    const { choices } = JSON.parse(step.input ?? '{}') as { choices?: string[] }
    if (choices && !choices.includes(answer.answer))
      throw invalidRequest([
        { path: '/answer', message: 'is not one of the choices', expected: `one of ${choices.join(', ')}` },
      ])
    const [secret] = withoutSecrets(answer.answer).found
    if (secret)
      throw invalidRequest([
        {
          path: '/answer',
          message: `contains what looks like a secret (${secret.kind})`,
          expected: 'an answer that everybody may read who may read the task',
        },
      ])
    const result = { answer: answer.answer, by: by.keyId, at: new Date().toISOString() }
    const digest = resultDigest({ essence: () => ({ answer: answer.answer }) }, result)
    return { of: 'answered', ...common, result: JSON.stringify(result), digest, made: null, facts: { answered: true } }
  }
  const { decision, reason } = answer
  if (decision === 'reject') {
    const error = storedError(
      governanceDenied({ articles: [], tier: 'T3', message: `rejected by a person: ${reason}` }),
    )
    return { of: 'rejected', ...common, error, facts: { reason } }
  }
  if (step.result_digest === null) throw new Error('what is held has a result')
  return {
    of: 'answered',
    ...common,
    digest: step.result_digest,
    made: step.made,
    facts: { reviewed: true, reason },
  }
}
