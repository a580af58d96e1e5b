/** Ends jobs before whoever does them: a caller cancels one, a run or a plan is called off, a task is late, a job was lost. */
import type { Tx } from '#db/client'
import type { OutcomeToStore } from '#db/queries/jobs'
import { cancelJobs, findQueuedJobs } from '#db/queries/queue'
import type { Signer } from '#shared/evidence/signing'
import { isEnvelope } from '#shared/jobs/envelope'
import { jobNames } from '#shared/jobs/index'
import type { StoredError } from '#shared/kernel/errors'
import { announce, tellToStop } from '#shared/queue/notify'
import { keepOutcomes } from '#shared/queue/outcomes'

/** On whose behalf jobs of one type were sent, and when. */
export type JobOwner = Pick<OutcomeToStore, 'job' | 'org_id' | 'key_id' | 'request_id'> & { created_at: Date }

type EndJobsOptions = {
  /** Where it is known without the queue, which may have lost the jobs. Else it is read there, and what has ended there is left. */
  owner?: JobOwner
  /** That they were canceled is told by what they are of: they have no nodes, but for this one. */
  isToldElsewhere?: boolean
  stillTold?: string | undefined
  /**
   * What else this changes. Locks what the jobs are of, as whoever settles them does between their outcomes and the queue.
   * @param ended the jobs whose end this is.
   * @returns further jobs that are to leave the queue.
   */
  also?: (ended: ReadonlySet<string>) => Promise<readonly string[]>
}

/** What one statement writes. */
const outcomesAtOnce = 5000

/**
 * In the caller's transaction: their outcomes, by id; what else changes; then queued ones are taken out and running ones are told
 * to stop, and who waits is told. Whoever else ends jobs locks in this order too.
 * @param error of each job, or by its id.
 * @returns the jobs whose end this is: the others had ended before.
 */
export async function endJobs(
  tx: Tx,
  signer: Signer,
  jobIds: readonly string[],
  state: 'canceled' | 'failed',
  error: StoredError | null | ((jobId: string) => StoredError),
  { owner, also, ...told }: EndJobsOptions = {},
): Promise<ReadonlySet<string>> {
  if (jobIds.length === 0 && !also) return new Set()
  const errorOf = (jobId: string) => (typeof error === 'function' ? error(jobId) : error)
  const finished_at = new Date().toISOString()
  // In one order, although they are written in pieces.
  const owned = (owner ? jobIds.map((id) => ofOwner(id, owner)) : await ownersOf(tx, jobIds)).toSorted(byId)
  const ended = new Set<string>()
  for (let at = 0; at < owned.length; at += outcomesAtOnce) {
    const outcomes = owned
      .slice(at, at + outcomesAtOnce)
      .map((job) => ({ ...job, state, error: errorOf(job.job_id), started_at: null, finished_at }))
    for (const jobId of await keepOutcomes(tx, signer, outcomes, told)) ended.add(jobId)
  }
  const further = (await also?.(ended)) ?? []
  const taken = await cancelJobs(tx, owner ? [owner.job] : jobNames, [...new Set([...jobIds, ...further])])
  await tellToStop(
    tx,
    taken.flatMap(({ id, was_active }) => (was_active ? [id] : [])),
  )
  await announce(
    tx,
    signer,
    taken.flatMap(({ id, data }) =>
      ended.has(id) && isEnvelope(data)
        ? [{ ending: { jobId: id, state, error: errorOf(id) }, replyTo: data.replyTo }]
        : [],
    ),
  )
  return ended
}

type Owned = Pick<OutcomeToStore, 'job_id' | 'job' | 'org_id' | 'key_id' | 'request_id' | 'created_at' | 'attempt'>

const byId = (a: Owned, b: Owned) => (a.job_id < b.job_id ? -1 : 1)

const ofOwner = (job_id: string, { job, org_id, key_id, request_id, created_at }: JobOwner): Owned => ({
  job_id,
  job,
  org_id,
  key_id,
  request_id,
  created_at: created_at.toISOString(),
  attempt: 0,
})

/** Of those that have not ended, as the queue has it. */
async function ownersOf(tx: Tx, jobIds: readonly string[]): Promise<Owned[]> {
  const queued = await findQueuedJobs(tx, jobNames, jobIds)
  return queued.flatMap(({ id, name, state, data, retry_count }) =>
    isEnvelope(data) && (state === 'created' || state === 'retry' || state === 'active')
      ? [
          {
            job_id: id,
            job: name,
            org_id: data.orgId,
            key_id: data.keyId,
            request_id: data.requestId,
            created_at: data.sentAt,
            attempt: retry_count,
          },
        ]
      : [],
  )
}
