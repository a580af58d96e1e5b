/** Ends pages and sitemaps of runs that have lost their job and would wait for ever. */
import type { Sql } from '#db/client'
import { findQueuedJobs } from '#db/queries/queue'
import { calledOff } from '#db/queries/run-looks'
import { endedPage, findRun, lockRuns, type RunRow, seekingRuns, strayPages } from '#db/queries/runs'
import { promisesMissedDays } from '#shared/evidence/job-promises'
import { endPages, giveUpSeeking } from '#shared/evidence/run-life'
import type { Signer } from '#shared/evidence/signing'
import type { ordersHeldTo } from '#shared/governance/orders'
import { type RunSettings, scanPage, sitemapJobId } from '#shared/jobs/scan-page'
import { asksForEnds } from '#shared/jobs/standing'
import { storedError } from '#shared/kernel/errors'
import { jobFailed, jobTampered } from '#shared/kernel/errors/jobs'
import type { Log } from '#shared/kernel/logger'
import { endJobs } from '#shared/queue/end-jobs'
import { outcomesAmong } from '#shared/queue/outcomes'

export type StrayTools = {
  sql: Sql
  signer: Signer
  log: Log
  /** Tells of jobs that somebody else has ended in their queue, in the transaction that says so. Absent: nobody hears of them. */
  reportTampered?: ReturnType<typeof ordersHeldTo>['report']
}

/**
 * Pages whose job is gone end as it did: canceled if somebody did that, failed otherwise. Where nobody says how it ended, somebody has taken it
 * out of its queue.
 */
export async function endStrayPages({ sql, signer, log, reportTampered }: StrayTools): Promise<void> {
  for (const [runId, strays] of Map.groupBy(await strayPages(sql, scanPage.name), (page) => page.run_id)) {
    const [owner] = strays
    if (!owner) continue
    log.warn({ run_id: runId, pages: strays.length }, 'pages of a run have lost their jobs')
    await sql.begin(async (tx) => {
      const jobIds = strays.map((page) => page.job_id)
      const isByHand = isTakenOut(signer, owner)
      await endJobs(tx, signer, jobIds, 'failed', isByHand ? takenOutError : lostError, {
        owner: { ...owner, job: scanPage.name },
        also: async (ended) => {
          if (isByHand) await reportTampered?.(tx, scanPage.name, [...ended].map(asTakenOut))
          const outcomes = new Map((await outcomesAmong(tx, signer, jobIds)).map((row) => [row.job_id, row]))
          await lockRuns(tx, [runId])
          await endPages(
            tx,
            signer,
            jobIds.map((jobId) => {
              const outcome = outcomes.get(jobId)
              const state = outcome?.state === 'canceled' ? 'canceled' : 'failed'
              return endedPage(runId, jobId, state, outcome?.error ?? null)
            }),
          )
          return []
        },
      })
    })
  }
}

/** Runs whose sitemap nobody reads any more: it is listed as a page that failed. */
export async function endStraySeeking({ sql, signer, log, reportTampered }: StrayTools): Promise<void> {
  for (const runId of await seekingRuns(sql)) {
    const jobId = sitemapJobId(runId)
    const [job] = await findQueuedJobs(sql, [scanPage.name], [jobId])
    if (job && (['created', 'retry', 'active'].includes(job.state) || (job.state === 'failed' && job.is_spent)))
      continue
    // It was called off as a whole, and somebody says that it was not: that is for verification to name, and not to be ended anew.
    if ((await calledOff(sql, [jobId])).size > 0) continue
    log.warn({ run_id: runId }, 'a run has lost the job that reads its sitemap')
    await sql.begin(async (tx) => {
      const run = await findRun(tx, runId)
      if (!run) return
      const isByHand = isTakenOut(signer, run)
      const errorOf = isByHand ? takenOutError : lostError
      await endJobs(tx, signer, [jobId], 'failed', errorOf, {
        owner: { ...run, job: scanPage.name },
        also: async (ended) => {
          if (isByHand) await reportTampered?.(tx, scanPage.name, [...ended].map(asTakenOut))
          await giveUpSeeking(tx, signer, runId, { url: sitemapOf(run), state: 'failed', error: errorOf(jobId) })
          return []
        },
      })
    })
  }
}

const sitemapOf = ({ request }: RunRow): string => {
  // Written by POST /api/scan-runs and by nobody else.
  const { sitemap } = request as RunSettings
  return sitemap ?? ''
}

/** Whether a job of a run that has no outcome was in its queue until a hand took it out there: nobody's of ours leaves it so, until the queue lets go of it. */
const isTakenOut = (signer: Signer, { created_at }: Pick<RunRow, 'created_at'>): boolean =>
  asksForEnds(signer) && Date.now() - created_at.getTime() < promisesMissedDays * 86_400_000

const asTakenOut = (id: string) => ({ id, why: 'it was taken out of the queue, and nobody says so' })
const takenOutError = (jobId: string) => storedError(jobTampered(jobId))
const lostError = (jobId: string) => storedError(jobFailed(jobId))
