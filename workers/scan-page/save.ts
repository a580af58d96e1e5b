/** Writes what scans came to: the scans with their nodes, the pages of runs that have ended, the pages that were found. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '#db/client'
import { type EndedPage, lockRuns } from '#db/queries/runs'
import { insertFindings, insertScans } from '#db/queries/scans'
import { violationsIn } from '#shared/accessibility/wording'
import { saveSeenOnPages } from '#shared/components/scanned'
import { addRunPages, endPages, endSeeking } from '#shared/evidence/run-life'
import { digestOfFindings, sealedRuns } from '#shared/evidence/sealed/runs'
import { isAsWritten } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { saveRecorded } from '#shared/governance/results'
import type { PayloadOf } from '#shared/jobs/contract'
import { type RunSettings, scanPage } from '#shared/jobs/scan-page'
import { type EgressAllow, judgeUrl } from '#shared/kernel/addresses'
import { type ServiceError, type StoredError, storedError } from '#shared/kernel/errors'
import { addressRefused } from '#shared/kernel/errors/addresses'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { pageUnreachable } from '#shared/kernel/errors/scans'
import type { SendBatch, Sender } from '#shared/queue/send'
import type { JobAttempt } from '#workers/runtime/worker'
import { type MadeScan, pageFindingsOf, scanRowOf } from '#workers/scan-page/scan-result'
import type { ReadSitemap } from '#workers/scan-page/sitemap'

type Payload = PayloadOf<typeof scanPage>
type PagePayload = Extract<Payload, { of: 'page' }>

/** What a sitemap came to. */
export type FoundPages = {
  of: 'sitemap'
  payload: Extract<Payload, { of: 'sitemap' }>
  /** As URL serialises them. */
  pages: string[]
  /** What it named and nobody scans. */
  failed: { url: string; error: StoredError }[]
  /** Whether it has more pages than were taken. */
  isCut: boolean
}

/** Tells the pages that may be visited from what is listed as failed. */
export function sortFound(found: ReadSitemap, allow: EgressAllow): Pick<FoundPages, 'pages' | 'failed' | 'isCut'> {
  const failed = found.failed.map(({ url, message }) => failure(pageUnreachable(asText(url), 'sitemap', message)))
  const pages: string[] = []
  for (const page of found.pages) {
    const judged = judgeUrl(page, allow)
    if (judged.ok) pages.push(judged.url.href)
    else failed.push(failure(addressRefused(asText(page), judged.reason)))
  }
  return { pages, failed, isCut: found.isCut }
}

const failure = (error: ServiceError) => ({ url: String(error.details['url']), error: storedError(error) })

/** What a sitemap calls an address may be anything; the store takes no NUL and no half of a character. */
const asText = (url: string) => url.slice(0, 2048).toWellFormed().replaceAll('\0', '\ufffd')

/** The run that a job belongs to, if any. */
/** Of a payload that a later release sent too, as far as it says so in the same place. */
export const runIdOf = (payload: Payload): string | undefined =>
  payload.of === 'sitemap' ? payload.runId : payload.run?.runId

export const failedPage = (runId: string, jobId: string, error: StoredError): EndedPage => ({
  run_id: runId,
  job_id: jobId,
  state: 'failed',
  score: null,
  compliance: null,
  issue_count: null,
  error,
  issues: {},
  findings_sha256: null,
})

/** In the transaction of their outcomes, which were written first; the runs are locked. */
export async function saveScans(
  tx: Tx,
  done: readonly { job: JobAttempt; scan: MadeScan }[],
  sendBatch: SendBatch,
  signer: Signer,
): Promise<void> {
  if (done.length === 0) return
  const findings = new Map(done.map(({ job, scan }) => [job.id, pageFindingsOf(job, scan)]))
  await Promise.all([
    saveRecorded(
      tx,
      signer,
      done.map(({ scan }) => scan.recorded),
    ),
    insertScans(
      tx,
      done.map(({ job, scan }) => scanRowOf(signer, job, scan)),
    ),
    insertFindings(tx, [...findings.values()].flat()),
  ])
  await saveSeenOnPages(
    tx,
    signer,
    done.flatMap(({ job, scan: { report, sightings } }) =>
      sightings ? [{ orgId: job.orgId, scanId: job.id, url: report.finalUrl, at: report.timestamp, sightings }] : [],
    ),
  )
  const ofRuns = done.filter(({ scan }) => scan.payload.run !== null)
  if (ofRuns.length === 0) return
  for (const { job, scan } of ofRuns) await followLinks(tx, signer, scan, { sender: senderOf(job), sendBatch })
  await endPages(
    tx,
    signer,
    ofRuns.map(({ job, scan }) => ({
      run_id: scan.payload.run?.runId ?? '',
      job_id: job.id,
      state: 'succeeded',
      score: scan.report.score,
      compliance: scan.report.compliance,
      issue_count: violationsIn(scan.report.totals),
      error: null,
      issues: countsOf(scan),
      findings_sha256: digestOfFindings(findings.get(job.id) ?? []),
    })),
  )
}

const senderOf = ({ requestId, orgId, keyId }: Sender): Sender => ({ requestId, orgId, keyId })

/** Of each violated type the elements, those beyond the report's list included. */
const countsOf = ({ report }: MadeScan): Record<string, number> =>
  Object.fromEntries(
    Object.entries(report.perType ?? {}).flatMap(([type, { violations }]) =>
      violations > 0 ? [[type, violations] as const] : [],
    ),
  )

/** A crawl goes on to the pages that this one links to. */
async function followLinks(
  tx: Tx,
  signer: Signer,
  scan: MadeScan,
  { sender, sendBatch }: { sender: Sender; sendBatch: SendBatch },
): Promise<void> {
  const { run } = scan.payload
  if (!run?.crawl || run.crawl.depth >= run.crawl.rules.maxDepth || scan.links.length === 0) return
  const { depth, rules } = run.crawl
  // A start that redirects to another origin means that one.
  const start = depth === 0 ? scan.report.finalUrl : rules.start
  const added = await addRunPages(
    tx,
    signer,
    run.runId,
    scan.links.map((url) => ({ url, depth: depth + 1, job_id: randomUUID() })),
  )
  await sendBatch(
    tx,
    scanPage,
    added.map(({ page, url, job_id }) => ({
      id: job_id,
      priority: -page,
      payload: {
        ...scan.payload,
        url,
        run: { runId: run.runId, page, crawl: { depth: depth + 1, rules: { ...rules, start } } },
      },
    })),
    sender,
  )
}

const pagesAtOnce = 5000

/** So many are listed one by one. */
const failedListed = 1000

/**
 * Puts the pages that a sitemap lists into its run. What could not be read or may not be visited is listed as a page that
 * failed, and so is the sitemap itself where not all of what it names could be taken.
 */
export async function saveFoundPages(
  tx: Tx,
  { payload, pages, failed, isCut }: FoundPages,
  error: StoredError | null,
  sender: Sender,
  { sendBatch, signer }: { sendBatch: SendBatch; signer: Signer },
): Promise<void> {
  const { runId } = payload
  const [run] = await lockRuns(tx, [runId])
  if (!run || run.finished_at !== null) return
  const room = run.page_limit - run.total
  const listed = failed.slice(0, Math.min(failedListed, room - 1))
  const isWhole = listed.length === failed.length && !isCut && pages.length + listed.length <= room
  const rest = pageUnreachable(payload.url, 'sitemap', 'it names more than could be taken into this run')
  // How its pages are looked at stands there: of a run that is not as it was asked for none is.
  const isOwn = isAsWritten(signer, sealedRuns, run)
  const other = isOwn ? null : storedError(evidenceMismatch(sealedRuns.table, null))
  const own = other ?? error ?? (isWhole ? null : storedError(rest))
  await addFailed(tx, signer, runId, own ? [{ url: payload.url, error: own }, ...listed] : listed)
  // Written by POST /api/scan-runs and by nobody else.
  const settings = run.request as RunSettings
  const common: Omit<PagePayload, 'url' | 'run'> = {
    of: 'page',
    standard: settings.standard,
    includeWarnings: true,
    look: settings.look,
    screenshot: settings.screenshot,
    sealedAccess: null,
  }
  for (let from = 0; isOwn && from < pages.length; from += pagesAtOnce) {
    const added = await addRunPages(
      tx,
      signer,
      runId,
      pages.slice(from, from + pagesAtOnce).map((url) => ({ url, depth: 0, job_id: randomUUID() })),
    )
    await sendBatch(
      tx,
      scanPage,
      added.map(({ page, url, job_id }) => ({
        id: job_id,
        priority: -page,
        payload: { ...common, url, run: { runId, page, crawl: null } },
      })),
      senderOf(sender),
    )
  }
  await endSeeking(tx, signer, runId)
}

/** They go first: a run that is full would leave them out. */
async function addFailed(tx: Tx, signer: Signer, runId: string, failed: FoundPages['failed']): Promise<void> {
  const errorOf = new Map(failed.map(({ url, error }) => [url, error]))
  const added = await addRunPages(
    tx,
    signer,
    runId,
    [...errorOf.keys()].map((url) => ({ url, depth: 0, job_id: randomUUID() })),
  )
  await endPages(
    tx,
    signer,
    added.flatMap(({ url, job_id }) => {
      const error = errorOf.get(url)
      return error ? [failedPage(runId, job_id, error)] : []
    }),
  )
}
