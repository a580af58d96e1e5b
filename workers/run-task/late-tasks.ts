/** Ends single tasks that are not done although their time is over, with the jobs that do them. */
import type { Sql } from '#db/client'
import type { LateTask } from '#db/queries/plans-stale'
import { taskTypeOf } from '#shared/agents/catalogue'
import { moveAll } from '#shared/agents/transitions'
import type { Signer } from '#shared/evidence/signing'
import { storedError } from '#shared/kernel/errors'
import { deadlineExceeded } from '#shared/kernel/errors/tasks'
import { endJobs } from '#shared/queue/end-jobs'

export async function endLateTask(sql: Sql, signer: Signer, task: LateTask): Promise<void> {
  const { id, job_id, org_id, key_id, request_id, created_at } = task
  const error = storedError(deadlineExceeded(id, 'was not done before its deadline'))
  const owner = { job: taskTypeOf(task).contract.name, org_id, key_id, request_id, created_at }
  await sql.begin((tx) =>
    endJobs(tx, signer, [job_id], 'failed', error, {
      owner,
      // The job of one that waits for a person has ended before.
      also: async () => {
        await moveAll(tx, [{ taskId: id, to: 'failed', facts: { code: error.code }, error }], signer)
        return []
      },
    }),
  )
}
