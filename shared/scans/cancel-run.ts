/** Calls a run off: its open pages end canceled, queued jobs are taken out, running ones are told to stop. */
import { isDeadlock, type Tx, type Writer } from '#db/client'
import { insertOutcomes } from '#db/queries/jobs'
import { cancelJobs } from '#db/queries/queue'
import { cancelRun, findRun, lockRuns, openPageJobs, type RunRow } from '#db/queries/runs'
import type { VerbContext } from '#shared/evidence/verb-context'
import { scanPage, sitemapJobId } from '#shared/jobs/scan-page'
import { runAlreadyEnded } from '#shared/kernel/errors/scans'
import { sizeOf } from '#shared/kernel/writing'
import { cancelChannel } from '#shared/queue/completions'
import { requireRun } from '#shared/scans/find-run'

const chunkJobs = 5000
const attempts = 3

/** The run, canceled: also when it was before. @throws RUN_NOT_FOUND, STATE_CONFLICT when it has ended in another way. */
export async function cancelScanRun(ctx: VerbContext, runId: string): Promise<RunRow> {
  const run = await requireRun(ctx, runId)
  const writing = ctx.writing({ kind: 'scan_run', id: run.run_id }, sizeOf(run.total))
  if (run.finished_at === null) await cancelWhole(writing, run)
  const now = await ctx.read((sql) => findRun(sql, run.run_id))
  if (now?.state !== 'canceled') throw runAlreadyEnded(run.run_id, now?.state ?? 'gone')
  return now
}

/** Nothing where the run had ended before. */
async function cancelWhole(writer: Writer, run: RunRow): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writer.begin((tx) => cancelOnce(tx, run))
    } catch (error) {
      // A worker that settles pages of this run lets go of the same claims, in an order of its own.
      if (attempt >= attempts || !isDeadlock(error)) throw error
    }
  }
}

async function cancelOnce(tx: Tx, run: RunRow): Promise<void> {
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
  if (!locked || locked.finished_at) return
  // Pages that a crawl has found since the first look have no outcome; their jobs are taken out all the same.
  const open = new Set([...jobIds, ...(await openPageJobs(tx, run.run_id))])
  await cancelRun(tx, run.run_id)
  const taken = await cancelJobs(tx, [scanPage.name], [...open])
  const running = taken.flatMap(({ id, was_active }) => (was_active ? [id] : []))
  await tx`select pg_notify(${cancelChannel}, id) from unnest(${running}::text[]) as r(id)`
}

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
