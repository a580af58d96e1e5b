/** Ends single tasks that are not done although their time is over, with the jobs that do them. */
import type { Sql } from '#db/client'
import { insertOutcomes } from '#db/queries/jobs'
import type { LateTask } from '#db/queries/plans-stale'
import { cancelJobs } from '#db/queries/queue'
import { taskTypeOf } from '#shared/agents/catalogue'
import { moveAll } from '#shared/agents/transitions'
import type { Signer } from '#shared/evidence/signing'
import { storedError } from '#shared/kernel/errors'
import { deadlineExceeded } from '#shared/kernel/errors/tasks'
import { cancelChannel } from '#shared/queue/completions'

export async function endLateTask(sql: Sql, signer: Signer, task: LateTask): Promise<void> {
  const { id, job_id, org_id, key_id, request_id } = task
  const error = storedError(deadlineExceeded(id, 'was not done before its deadline'))
  const { name } = taskTypeOf(task).contract
  await sql.begin(async (tx) => {
    // Outcomes first, then the task, as whoever settles the job does it. One that waits for a person has one already.
    await insertOutcomes(tx, [
      {
        job_id,
        job: name,
        org_id,
        key_id,
        request_id,
        state: 'failed',
        error,
        attempt: 0,
        created_at: task.created_at.toISOString(),
        started_at: null,
        finished_at: new Date().toISOString(),
      },
    ])
    const stopped = await cancelJobs(tx, [name], [job_id])
    await moveAll(tx, [{ taskId: id, to: 'failed', facts: { code: error.code }, error }], signer)
    if (stopped.some(({ was_active }) => was_active)) await tx`select pg_notify(${cancelChannel}, ${job_id})`
  })
}
