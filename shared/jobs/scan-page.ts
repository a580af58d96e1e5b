/** scan-page: scans one page, alone or as one of a run; or turns a run's sitemap into pages. */

import { type Static, Type as t } from '@sinclair/typebox'
import { type EngineRun, isViolation } from '#db/documents/scan-report'
import { runSources } from '#db/documents/states'
import { endedPage, lockRuns } from '#db/queries/runs'
import { Crawl, ScanLook, type ScanResponse } from '#shared/contracts/scans'
import { endPages, giveUpSeeking } from '#shared/evidence/run-life'
import { defineJob } from '#shared/jobs/contract'
import { uuidFrom } from '#shared/kernel/seeded-uuid'

export const scanPage = defineJob({
  name: 'scan-page',
  version: 2,
  areas: ['D'],
  needs: ['browser'],
  payload: t.Union([
    t.Object({
      of: t.Literal('page'),
      /** As URL serialises it. */
      url: t.String(),
      /** A name that `readStandard` gave. */
      standard: t.String(),
      /** Whether the caller wants to be told what needs a person's eye; the report holds it either way. */
      includeWarnings: t.Boolean(),
      look: ScanLook,
      screenshot: t.Boolean(),
      /**
       * A `ScanAccess` as JSON, sealed with the installation's key in the context of the organisation. Null for a page of a
       * run, whose row has it: thousands of jobs need not carry it.
       */
      sealedAccess: t.Union([t.String(), t.Null()]),
      run: t.Union([
        t.Object({
          runId: t.String(),
          /** The page's place in its run, from 0. */
          page: t.Integer({ minimum: 0 }),
          crawl: t.Union([t.Object({ depth: t.Integer({ minimum: 0 }), rules: Crawl }), t.Null()]),
        }),
        t.Null(),
      ]),
    }),
    t.Object({ of: t.Literal('sitemap'), runId: t.String(), url: t.String() }),
  ]),
  waitMs: 60_000,
  attempts: { limit: 3, delaySeconds: 2, expireInSeconds: 90, lossesForgiven: 10 },
  streams: ['scan:'],
  async whenCanceled(tx, sealer, jobId, payload) {
    if (payload.of === 'sitemap')
      return giveUpSeeking(tx, sealer, payload.runId, { url: payload.url, state: 'canceled', error: null })
    if (!payload.run) return
    const { runId } = payload.run
    await lockRuns(tx, [runId])
    await endPages(tx, sealer, [endedPage(runId, jobId, 'canceled', null)])
  },
  // What is of a run.
  retriesTransient: (payload) => payload.of === 'sitemap' || payload.run !== null,
})

/** The job that turns a run's sitemap into pages. */
export const sitemapJobId = (runId: string): string => uuidFrom(runId, 'sitemap')

/** How the pages of a run are found and looked at: what its row keeps of the request. */
export const RunSettings = t.Object({
  of: t.Union(runSources.map((source) => t.Literal(source))),
  standard: t.String(),
  look: ScanLook,
  screenshot: t.Boolean(),
  sitemap: t.Union([t.String(), t.Null()]),
  crawl: t.Union([Crawl, t.Null()]),
  /** The library whose stories its pages are. */
  storiesOf: t.Optional(t.String()),
})
export type RunSettings = Static<typeof RunSettings>

/** What a finished scan is presented from when its worker told it along: the answer with issues of every severity. */
export type ScanReply = ScanResponse & {
  /** The evidence node's id, hex. */
  nodeId: string
  includeWarnings: boolean
  engines: Pick<EngineRun, 'name' | 'state'>[]
}

export const scanReply = (reply: ScanReply): string => JSON.stringify(reply)

/** Written by `scanReply` and by nobody else. */
export const readScanReply = (text: string): ScanReply => JSON.parse(text)

/** Who did not look to the end, for a header: "axe-core (out of time)"; undefined when everybody did. Why, the report says. */
export function incompleteOf(engines: readonly Pick<EngineRun, 'name' | 'state'>[]): string | undefined {
  const missing = engines.filter(({ state }) => state !== 'ran')
  return missing.length > 0 ? missing.map(({ name, state }) => `${name} (${state})`).join(', ') : undefined
}

/** The documented members alone; a report's issues have more. */
export const scanAnswer = (scan: ScanResponse, includeWarnings: boolean): ScanResponse => ({
  score: scan.score,
  issues: scan.issues
    .filter(({ severity }) => includeWarnings || isViolation(severity))
    .map(({ severity, type, element, recommendation, location }) => ({
      severity,
      type,
      element,
      recommendation,
      location,
    })),
  compliance: scan.compliance,
  scanTime: scan.scanTime,
  timestamp: scan.timestamp,
})
