/** Calls a run off: its open pages end canceled, queued jobs are taken out, running ones are told to stop. */
import { sitemapJobId } from '#api/scans/submit-run'
import { isDeadlock, type Tx, type Writer } from '#db/client'
import { insertOutcomes } from '#db/queries/jobs'
import {
  cancelRun,
  cancelRunJobs,
  type EndedPage,
  endPages,
  lockRuns,
  openPageJobs,
  type RunRow,
} from '#db/queries/runs'
import { scanPage } from '#shared/jobs/scan-page'
import { cancelChannel } from '#shared/queue/completions'

const chunkJobs = 5000
const attempts = 3

/** False when the run had ended before. */
export async function cancelWholeRun(writer: Writer, run: RunRow): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writer.begin((tx) => cancelOnce(tx, run))
    } catch (error) {
      // A worker that settles pages of this run lets go of the same claims, in an order of its own.
      if (attempt >= attempts || !isDeadlock(error)) throw error
    }
  }
}

async function cancelOnce(tx: Tx, run: RunRow): Promise<boolean> {
  const jobIds = await openPageJobs(tx, run.run_id)
  if (run.is_seeking) jobIds.push(sitemapJobId(run.run_id))
  // In one order, although they are written in pieces.
  jobIds.sort()
  const finishedAt = new Date().toISOString()
  for (let at = 0; at < jobIds.length; at += chunkJobs) {
    await insertOutcomes(
      tx,
      jobIds.slice(at, at + chunkJobs).map((jobId) => canceledOutcome(jobId, run, finishedAt)),
    )
  }
  const [locked] = await lockRuns(tx, [run.run_id])
  if (!locked || locked.finished_at) return false
  // Pages that a crawl has found since the first look have no outcome; their jobs are taken out all the same.
  const open = new Set([...jobIds, ...(await openPageJobs(tx, run.run_id))])
  await cancelRun(tx, run.run_id)
  const running = await cancelRunJobs(tx, scanPage.name, [...open])
  await tx`select pg_notify(${cancelChannel}, id) from unnest(${running}::text[]) as r(id)`
  return true
}

/** Notes that the job of one page was called off by itself. */
export async function noteCanceledPage(tx: Tx, runId: string, jobId: string): Promise<void> {
  await lockRuns(tx, [runId])
  await endPages(tx, [endedPage(runId, jobId, 'canceled', null)])
}

/** A page that ends without a scan. */
export const endedPage = (runId: string, jobId: string, state: 'failed' | 'canceled', error: unknown): EndedPage => ({
  run_id: runId,
  job_id: jobId,
  state,
  score: null,
  compliance: null,
  issue_count: null,
  error,
  issues: {},
})

const canceledOutcome = (jobId: string, run: RunRow, finishedAt: string) => ({
  job_id: jobId,
  job: scanPage.name,
  org_id: run.org_id,
  key_id: run.key_id,
  request_id: run.request_id,
  state: 'canceled' as const,
  error: null,
  attempt: 0,
  created_at: run.created_at.toISOString(),
  started_at: null,
  finished_at: finishedAt,
})
