/** Takes a run in: its row, its pages and their jobs in one transaction, read what its organisation may have queued. */
import { randomUUID } from 'node:crypto'
import type { Reader, Tx } from '#db/client'
import { findRun, insertRun, lockQueueOf, queuedPages, type RunRow } from '#db/queries/runs'
import { type RunRequest, runPageLimit } from '#shared/contracts/scans'
import { addRunPages, sealNewRun } from '#shared/evidence/run-life'
import { noteOrderedRun } from '#shared/evidence/run-nodes'
import { findProvenRun } from '#shared/evidence/sealed/runs'
import type { Signer } from '#shared/evidence/signing'
import { newIdFor, type VerbContext } from '#shared/evidence/verb-context'
import { type RunSettings, scanPage, sitemapJobId } from '#shared/jobs/scan-page'
import type { EgressAllow } from '#shared/kernel/addresses'
import { sha256Bytes } from '#shared/kernel/canonical'
import type { Config } from '#shared/kernel/config'
import type { Seal } from '#shared/kernel/encryption'
import { tooManyQueued } from '#shared/kernel/errors/limits'
import { invalidRequest } from '#shared/kernel/errors/request'
import { sizeOf } from '#shared/kernel/writing'
import type { SendBatch, Sender } from '#shared/queue/send'
import { readOptions, sealAccess } from '#shared/scans/options'
import { type RunSource, readSource, wantedPages } from '#shared/scans/run-source'

type Tools = {
  sendBatch: SendBatch
  signer: Signer
  forJobs: { seal: Seal; allow: EgressAllow }
  limits: Pick<Config, 'scans'>
}

const chunkPages = 2000
const retryAfterSeconds = 60

/**
 * The run, also when the same request made it before.
 * @param stories of a library that its pages are: `name` writes which page is whose as the run is made.
 * @throws INVALID_REQUEST naming every fault, ADDRESS_REFUSED, RATE_LIMIT_EXCEEDED when too much is queued,
 * EVIDENCE_MISMATCH where the run that it made before is not as it was written, or is gone.
 */
export async function submitRun(
  { actor, writing, tools }: VerbContext<Tools>,
  request: RunRequest,
  stories?: { library: string; name: (tx: Tx, run: RunRow) => Promise<void> },
): Promise<RunRow> {
  const { orgId, keyId, requestId } = actor
  const { options, issues } = readOptions(request)
  const source = readSource(request, issues, tools.forJobs.allow)
  const limit = tools.limits.scans.queuedPages[actor.tier]
  const pages = wantedPages(source)
  if (pages > limit) throw tooMany(source, limit)
  const runId = newIdFor(actor, 'scan-run')
  const sealedAccess = sealAccess(tools.forJobs.seal, options.access, orgId)
  const settings: RunSettings = {
    of: source.kind,
    standard: options.standard,
    look: options.look,
    screenshot: request.screenshot ?? false,
    sitemap: source.kind === 'sitemap' ? source.url : null,
    crawl: source.kind === 'crawl' ? source.rules : null,
    ...(stories && { storiesOf: stories.library }),
  }
  return writing({ kind: 'scan_run', id: runId }, sizeOf(pages)).begin(async (tx) => {
    await lockQueueOf(tx, orgId)
    const asked = { read: <T>(look: (sql: Reader) => Promise<T>) => look(tx), signer: tools.signer }
    const known = actor.seed === undefined ? undefined : await findProvenRun(asked, orgId, runId)
    if (known) return known
    const queued = await queuedPages(tx, orgId)
    if (queued + pages > limit) throw tooManyQueued(queued, limit, retryAfterSeconds)
    await insertRun(tx, {
      run_id: runId,
      org_id: orgId,
      key_id: keyId,
      request_id: requestId,
      request: settings,
      sealed_access: sealedAccess,
      access_sha256: sealedAccess === null ? null : sha256Bytes(Buffer.from(sealedAccess)),
      is_seeking: source.kind === 'sitemap',
      page_limit: source.kind === 'sitemap' ? Math.min(runPageLimit, limit - queued) : pages,
    })
    await sendFirstJobs(tx, tools, { runId, source, settings, sender: { requestId, orgId, keyId } })
    const written = await findRun(tx, runId)
    if (!written) throw new Error(`run ${runId} is not there after it was written`)
    const made = await sealNewRun(tx, tools.signer, written)
    await noteOrderedRun(tx, tools.signer, made, { of: source.kind, actor })
    await stories?.name(tx, made)
    return made
  })
}

type Begun = { runId: string; source: RunSource; settings: RunSettings; sender: Sender }

async function sendFirstJobs(tx: Tx, tools: Pick<Tools, 'sendBatch' | 'signer'>, run: Begun): Promise<void> {
  const { runId, source, sender } = run
  if (source.kind === 'sitemap') {
    const payload = { of: 'sitemap' as const, runId, url: source.url }
    await tools.sendBatch(tx, scanPage, [{ id: sitemapJobId(runId), payload, priority: 0 }], sender)
    return
  }
  const urls = source.kind === 'crawl' ? [source.rules.start] : source.urls
  for (let at = 0; at < urls.length; at += chunkPages) await addPages(tx, tools, run, urls.slice(at, at + chunkPages))
}

async function addPages(
  tx: Tx,
  { sendBatch, signer }: Pick<Tools, 'sendBatch' | 'signer'>,
  { runId, settings, sender }: Begun,
  urls: readonly string[],
): Promise<void> {
  const { standard, look, screenshot, crawl } = settings
  const added = await addRunPages(
    tx,
    signer,
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
      standard,
      includeWarnings: true,
      look,
      screenshot,
      sealedAccess: null,
      run: { runId, page, crawl: crawl === null ? null : { depth: 0, rules: crawl } },
    },
  }))
  await sendBatch(tx, scanPage, jobs, sender)
}

const tooMany = (source: RunSource, limit: number) =>
  invalidRequest([
    {
      path: source.kind === 'crawl' ? '/crawl/maxPages' : '/urls',
      message: 'is more pages than may be queued at once',
      expected: `at most ${limit} pages; split the run`,
    },
  ])
