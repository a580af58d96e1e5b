/** Hands over the jobs of worker processes that are gone: those without a connection to the database that says anything. */
import type { Sql } from '#db/client'
import { lostClaims, workerName } from '#db/queries/jobs'
import { deleteStaleClaims, findQueuedJobs } from '#db/queries/queue'
import { endSilentSessions } from '#db/queries/sessions'
import { isEnvelope } from '#shared/jobs/envelope'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import type { Claimed, Settling } from '#workers/runtime/completer'

const sweepMs = 1000
// A fresh worker's first connection may be a moment away, so one look is not enough.
const looksBeforeLost = 2

/** Looks every second for lost claims on jobs of one type. */
export function watchLostWorkers(
  sql: Sql,
  job: string,
  { tryAgain, failForGood, isLast, isForgiven }: Pick<Settling, 'tryAgain' | 'failForGood' | 'isLast' | 'isForgiven'>,
  log: Log,
): Loop {
  const looksMissed = new Map<string, number>()

  async function sweep(): Promise<void> {
    const lost = await lostClaims(sql, job)
    const gone = new Set(lost.map((claim) => claim.worker_id))
    for (const worker of looksMissed.keys()) if (!gone.has(worker)) looksMissed.delete(worker)
    for (const worker of gone) looksMissed.set(worker, (looksMissed.get(worker) ?? 0) + 1)
    const ripe = lost.filter((claim) => (looksMissed.get(claim.worker_id) ?? 0) >= looksBeforeLost)
    if (ripe.length === 0) return
    log.warn({ job, jobs: ripe.length }, 'a worker is gone, its jobs are handed over')
    // What a machine that is gone had begun would hold its rows for as long as Postgres waits for it.
    await endSilentSessions(
      sql,
      ripe.map(({ worker_id }) => workerName(worker_id)),
    )
    const output = { message: 'the worker process was lost' }
    const queued = await findQueuedJobs(
      sql,
      [job],
      ripe.map(({ job_id }) => job_id),
    )
    const dataOf = new Map(queued.map(({ id, data }) => [id, data]))
    const claimed = ripe.flatMap(({ job_id: id, attempt: retryCount }): Claimed[] => {
      const data = dataOf.get(id)
      return isEnvelope(data) ? [{ id, data, retryCount }] : []
    })
    const isOver = (one: Claimed) => isLast(one) && !isForgiven(one)
    const again = claimed.filter((one) => !isOver(one))
    await handOver(again, (jobs) => tryAgain(jobs, output))
    await handOver(claimed.filter(isOver), (jobs) => failForGood(jobs, output, null))
    await deleteStaleClaims(sql, job)
  }

  /** All of them at once; where that fails each by itself, so that one which cannot be handed over keeps no other waiting. */
  async function handOver(jobs: Claimed[], how: (jobs: Claimed[]) => Promise<void>): Promise<void> {
    const [first, ...others] = jobs
    if (!first) return
    try {
      await how(jobs)
    } catch (error) {
      if (others.length > 0) for (const one of jobs) await handOver([one], how)
      else log.error({ err: error, job_id: first.id, job }, 'the job of a lost worker could not be handed over')
    }
  }

  return every(sweepMs, `lost workers of ${job}`, sweep, { log })
}
