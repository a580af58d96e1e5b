/** Takes jobs back that nobody needs any more, in the caller's transaction: queued ones go, running ones are told to stop. */
import type { Tx } from '#db/client'
import { insertOutcomes } from '#db/queries/jobs'
import { cancelJobs } from '#db/queries/queue'
import { isEnvelope } from '#shared/jobs/envelope'
import { jobNames } from '#shared/jobs/index'
import { cancelChannel } from '#shared/queue/completions'

/** Whoever settles one of these must hold the same lock as the caller. */
export async function stopJobs(tx: Tx, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return
  const now = new Date().toISOString()
  const stopped = await cancelJobs(tx, jobNames, jobIds)
  const outcomes = stopped.flatMap(({ id, name, data, retry_count }) =>
    isEnvelope(data)
      ? [
          {
            job_id: id,
            job: name,
            org_id: data.orgId,
            key_id: data.keyId,
            request_id: data.requestId,
            state: 'canceled' as const,
            error: null,
            attempt: retry_count,
            created_at: data.sentAt,
            started_at: null,
            finished_at: now,
          },
        ]
      : [],
  )
  await insertOutcomes(tx, outcomes)
  const running = stopped.filter(({ was_active }) => was_active).map(({ id }) => id)
  if (running.length > 0) await tx`select pg_notify(${cancelChannel}, id) from unnest(${running}::text[]) as r(id)`
}
