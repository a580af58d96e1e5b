/** What a job that is done for a task came to is told once its task, or its step, is completed: not while it waits for a person. */

import type { Reader } from '#db/client'
import { stepsAt } from '#db/queries/plans'
import { findTaskHeads, tasksOfJob } from '#db/queries/tasks'
import { requireStepSealed, requireTaskHead } from '#shared/evidence/sealed/tasks'
import type { Signer } from '#shared/evidence/signing'
import { isTaskJobId } from '#shared/jobs/task-job-id'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { jobNotDone } from '#shared/kernel/errors/jobs'

/**
 * Whether the job is done for a task.
 * @throws STATE_CONFLICT while that is not completed, or was rejected; EVIDENCE_MISMATCH where nobody can tell.
 */
export async function isReleasedOfTask(sql: Reader, signer: Signer, jobId: string): Promise<boolean> {
  const [of, ...more] = await tasksOfJob(sql, jobId)
  if (of === undefined) {
    // Its task is there for ever: who changed which job that has does not turn it into a caller's own.
    if (isTaskJobId(jobId)) throw evidenceMismatch('tasks', null)
    return false
  }
  const { task_id: taskId, ord } = of
  const [[head], [step]] = await Promise.all([
    findTaskHeads(sql, [taskId]),
    ord === null ? [] : stepsAt(sql, taskId, [ord]),
  ])
  if (!head || more.length > 0 || (ord !== null && !step)) throw evidenceMismatch('tasks', head?.head ?? null)
  requireTaskHead(signer, head)
  if (step) requireStepSealed(signer, step)
  const state = step?.state ?? head.status
  if (state !== 'completed') throw jobNotDone(jobId, state)
  return true
}
