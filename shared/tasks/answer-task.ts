/** Gives a task what it waits for: the answer to a question, or a decision on a result that is held. */
import { stepRows } from '#db/queries/plans'
import type { TaskRow } from '#db/queries/tasks'
import type { TaskContext } from '#shared/agents/submit'
import type { TaskInput } from '#shared/contracts/tasks'
import type { Issue } from '#shared/kernel/errors'
import { invalidRequest, scopeRequired } from '#shared/kernel/errors/request'
import { taskAlreadyEnded } from '#shared/kernel/errors/tasks'
import { answerPlan } from '#shared/plans/human-input'
import { requireTask, taskNow, writingPlan } from '#shared/tasks/find-task'
import { requireSteps } from '#shared/tasks/read-task'
import { isMovedBefore, type Review, reviewFound } from '#shared/tasks/review-task'
import { waitingStep } from '#shared/tasks/waiting-step'

type Answer = { answer: string; step?: string | undefined }

/**
 * The task as it goes on, also when the same request gave it before.
 * @throws INVALID_REQUEST unless it is an answer that fits, or a decision with its reason; TASK_NOT_FOUND; SCOPE_REQUIRED for a
 * decision without governance:write; STATE_CONFLICT when nothing waits for it; GOVERNANCE_DENIED.
 */
export async function answerTask(
  ctx: TaskContext,
  { taskId, input }: { taskId: string; input: TaskInput },
): Promise<TaskRow> {
  const said = readInput(input)
  const row = await requireTask(ctx, { taskId })
  if ('decision' in said && !ctx.actor.scopes.includes('governance:write'))
    throw scopeRequired('the scope governance:write')
  if (await isMovedBefore(ctx, row)) return row
  return 'decision' in said ? reviewFound(ctx, row, said) : answerFound(ctx, row, said)
}

async function answerFound(ctx: TaskContext, row: TaskRow, { answer, step: named }: Answer): Promise<TaskRow> {
  if (row.steps_total === 0) throw asksNothing(row.id, row.status)
  const steps = await ctx.read((sql) => stepRows(sql, row.id))
  requireSteps(ctx.tools.signer, row, steps)
  const { id: step } = waitingStep(row, steps, { answer, step: named })
  await answerPlan(writingPlan(ctx, row), ctx.tools, row.id, { step, answer, by: ctx.actor })
  return taskNow(ctx, row)
}

/** @throws INVALID_REQUEST unless it is an answer, or a decision with its reason. */
function readInput({ step, decision, answer, reason }: TaskInput): Answer | Review {
  const expected = 'answer, or decision with reason'
  const issues: Issue[] = []
  if (decision === undefined && answer === undefined)
    issues.push({ path: '', message: 'holds neither an answer nor a decision', expected })
  if (decision !== undefined && answer !== undefined)
    issues.push({ path: '/answer', message: 'cannot be given together with decision', expected })
  if (decision !== undefined && reason === undefined)
    issues.push({ path: '/reason', message: 'is missing', expected: 'why it is decided so' })
  if (decision === undefined && reason !== undefined)
    issues.push({ path: '/reason', message: 'is for a decision, and none is given', expected })
  if (issues.length > 0) throw invalidRequest(issues)
  return decision === undefined ? { step, answer: answer ?? '' } : { step, decision, reason: reason ?? '' }
}

/** A task without steps never waits for an answer. */
const asksNothing = (taskId: string, status: string) =>
  status === 'input-required'
    ? invalidRequest([
        { path: '/answer', message: 'is not what the task asks for', expected: 'a decision with its reason' },
      ])
    : taskAlreadyEnded(taskId, status)
