/** Calls a run off: its open pages end canceled, queued jobs are taken out, running ones are told to stop. */
import type { Writer } from '#db/client'
import { findRun, lockRuns, openPageJobs, type RunRow } from '#db/queries/runs'
import { cancelRun } from '#shared/evidence/run-life'
import { requireProvenRuns } from '#shared/evidence/sealed/runs'
import type { Signer } from '#shared/evidence/signing'
import type { VerbContext } from '#shared/evidence/verb-context'
import { scanPage, sitemapJobId } from '#shared/jobs/scan-page'
import { runAlreadyEnded } from '#shared/kernel/errors/scans'
import { sizeOf } from '#shared/kernel/writing'
import { endJobs } from '#shared/queue/end-jobs'
import { requireRun } from '#shared/scans/find-run'

/** The run, canceled: also when it was before. @throws RUN_NOT_FOUND, STATE_CONFLICT when it has ended in another way. */
export async function cancelScanRun(ctx: VerbContext<{ signer: Signer }>, runId: string): Promise<RunRow> {
  const run = await requireRun(ctx, runId)
  const writing = ctx.writing({ kind: 'scan_run', id: run.run_id }, sizeOf(run.total))
  if (run.finished_at === null) await cancelWhole(writing, ctx.tools.signer, run)
  const now = await ctx.read((sql) => findRun(sql, run.run_id))
  if (now) requireProvenRuns(ctx.tools.signer, [now])
  if (now?.state !== 'canceled') throw runAlreadyEnded(run.run_id, now?.state ?? 'gone')
  return now
}

/** Nothing where the run had ended before. */
async function cancelWhole(writer: Writer, signer: Signer, run: RunRow): Promise<void> {
  await writer.begin(async (tx) => {
    const jobIds = await openPageJobs(tx, run.run_id)
    const pageJob = jobIds.at(-1)
    if (run.is_seeking) jobIds.push(sitemapJobId(run.run_id))
    // Before any page was found it is the sitemap's.
    const stillTold = pageJob ?? jobIds.at(-1)
    await endJobs(tx, signer, jobIds, 'canceled', null, {
      owner: { ...run, job: scanPage.name },
      // Thousands at once: each page says so, sealed. One has a node as well: by that the run is missed where all of it is put back.
      isToldElsewhere: true,
      stillTold,
      also: async () => {
        const [locked] = await lockRuns(tx, [run.run_id])
        if (!locked || locked.finished_at) return []
        requireProvenRuns(signer, [locked])
        // Pages that a crawl has found since the first look have no outcome; their jobs are taken out all the same.
        const open = await openPageJobs(tx, run.run_id)
        await cancelRun(tx, signer, locked)
        return open
      },
    })
  })
}
