/** scan-page: scans one page, alone or as one of a run; or turns a run's sitemap into pages. */
import { Type as t } from '@sinclair/typebox'
import { Crawl, ScanLook } from '#shared/contracts/scans'
import { defineJob } from '#shared/jobs/contract'

export const scanPage = defineJob({
  name: 'scan-page',
  payload: t.Union([
    t.Object({
      of: t.Literal('page'),
      url: t.String(),
      standard: t.String(),
      look: ScanLook,
      screenshot: t.Boolean(),
      /** Headers, cookies and steps, sealed with the installation's key. */
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
  policy: { retryLimit: 2, retryDelaySeconds: 2, expireInSeconds: 90 },
})
