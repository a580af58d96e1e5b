/** What a job that is done for a task came to is told once its task, or its step, is completed: not while it waits for a person. */
import type { Reader } from '#db/client'
import { stateOfTaskJob } from '#db/queries/tasks'
import { jobNotDone } from '#shared/kernel/errors/jobs'

/** Whether the job is done for a task. @throws STATE_CONFLICT while that is not completed, or was rejected. */
export async function isReleasedOfTask(sql: Reader, jobId: string): Promise<boolean> {
  const state = await stateOfTaskJob(sql, jobId)
  if (state !== undefined && state !== 'completed') throw jobNotDone(jobId, state)
  return state !== undefined
}
