/** Takes a run in: its row, its pages and their jobs in one transaction, read what its organisation may have queued. */
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#api/http/context'
import { type Call, callerOf } from '#api/http/endpoint'
import { sizeOf } from '#api/http/store'
import type { Tx } from '#db/client'
import { addRunPages, findRun, insertRun, lockQueueOf, queuedPages, type RunRow } from '#db/queries/runs'
import { type Crawl, runPageLimit } from '#shared/contracts/scans'
import { type RunSettings, scanPage } from '#shared/jobs/scan-page'
import { tooManyQueued } from '#shared/kernel/errors/limits'
import { invalidRequest } from '#shared/kernel/errors/request'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { type ScanOptions, sealAccess } from '#shared/scans/options'

/** Where a run's pages come from; addresses as URL serialises them. */
export type RunSource =
  | { of: 'urls'; urls: readonly string[] }
  | { of: 'sitemap'; url: string }
  | { of: 'crawl'; rules: Crawl }

const chunkPages = 2000
const retryAfterSeconds = 60

/** The job that turns a run's sitemap into pages. */
export const sitemapJobId = (runId: string): string => uuidFrom(runId, 'sitemap')

/** The run, also when an earlier request under the same Idempotency-Key made it. @throws RATE_LIMIT_EXCEEDED when too much is queued. */
export async function submitRun(
  { desk, seal, config }: Pick<AppContext, 'desk' | 'seal' | 'config'>,
  call: Call,
  { source, options, screenshot }: { source: RunSource; options: ScanOptions; screenshot: boolean },
): Promise<RunRow> {
  const { orgId, keyId, tier } = callerOf(call)
  const runId = call.idempotency ? uuidFrom(call.idempotency.seed, 'scan-run') : randomUUID()
  const sender = { requestId: call.requestId, orgId, keyId }
  const limit = config.scans.queuedPages[tier]
  const pages = wantedPages(source)
  if (pages > limit) throw tooMany(source, limit)
  const sealedAccess = sealAccess(seal, options.access, orgId)
  const settings: RunSettings = {
    of: source.of,
    standard: options.standard,
    look: options.look,
    screenshot,
    sitemap: source.of === 'sitemap' ? source.url : null,
    crawl: source.of === 'crawl' ? source.rules : null,
  }

  async function addPages(tx: Tx, urls: readonly string[]): Promise<void> {
    const added = await addRunPages(
      tx,
      runId,
      urls.map((url) => ({ url, depth: 0, job_id: randomUUID() })),
    )
    const jobs = added.map(({ job_id, url, page }) => ({
      id: job_id,
      // The first pages of all runs go before the second ones: runs share the workers, and no run waits for another's end.
      priority: -page,
      payload: {
        of: 'page' as const,
        url,
        standard: options.standard,
        includeWarnings: true,
        look: options.look,
        screenshot,
        sealedAccess: null,
        run: { runId, page, crawl: source.of === 'crawl' ? { depth: 0, rules: source.rules } : null },
      },
    }))
    await desk.sendBatch(tx, scanPage, jobs, sender)
  }

  const lookAt = `${config.basePaths.D}/api/scan-runs/${runId}`
  return call.writing({ ids: { runId }, lookAt }, sizeOf(pages)).begin(async (tx) => {
    await lockQueueOf(tx, orgId)
    const known = call.idempotency && (await findRun(tx, runId))
    if (known) return known
    const queued = await queuedPages(tx, orgId)
    if (queued + pages > limit) throw tooManyQueued(queued, limit, retryAfterSeconds)
    await insertRun(tx, {
      run_id: runId,
      org_id: orgId,
      key_id: keyId,
      request_id: call.requestId,
      request: settings,
      sealed_access: sealedAccess,
      is_seeking: source.of === 'sitemap',
      page_limit: source.of === 'sitemap' ? Math.min(runPageLimit, limit - queued) : pages,
    })
    if (source.of === 'sitemap') {
      const payload = { of: 'sitemap' as const, runId, url: source.url }
      await desk.sendBatch(tx, scanPage, [{ id: sitemapJobId(runId), payload, priority: 0 }], sender)
    } else if (source.of === 'crawl') await addPages(tx, [source.rules.start])
    else
      for (let at = 0; at < source.urls.length; at += chunkPages)
        await addPages(tx, source.urls.slice(at, at + chunkPages))
    const made = await findRun(tx, runId)
    if (!made) throw new Error(`run ${runId} is not there after it was written`)
    return made
  })
}

/** The pages a run may come to; of a sitemap nobody knows until it was read. */
function wantedPages(source: RunSource): number {
  if (source.of === 'urls') return source.urls.length
  return source.of === 'crawl' ? source.rules.maxPages : 1
}

const tooMany = (source: RunSource, limit: number) =>
  invalidRequest([
    {
      path: source.of === 'crawl' ? '/crawl/maxPages' : '/urls',
      message: 'is more than may ever be queued at once',
      expected: `at most ${limit} pages; split the run`,
    },
  ])
