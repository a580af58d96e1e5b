/** Wire shapes of area D's scans and scan runs. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Compliance, KeptReport, Severity } from '#db/documents/scan-report'
import { pageStates, runStates } from '#db/documents/states'
import { Problem } from '#shared/contracts/about'

const closed = { additionalProperties: false }
const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])

const PageUrl = t.String({ minLength: 1, maxLength: 2048, description: 'An http or https address.' })
const Selector = t.String({ minLength: 1, maxLength: 1024, description: 'A CSS selector.' })
const Words = t.Array(t.String({ minLength: 1, maxLength: 128 }), { maxItems: 200 })

const Viewport = t.Object(
  { width: t.Integer({ minimum: 240, maximum: 3840 }), height: t.Integer({ minimum: 240, maximum: 2160 }) },
  closed,
)

const Cookie = t.Object(
  {
    name: t.String({ minLength: 1, maxLength: 256 }),
    value: t.String({ maxLength: 4096 }),
    domain: t.Optional(t.String({ maxLength: 253 })),
    path: t.Optional(t.String({ maxLength: 1024 })),
  },
  closed,
)

/** What is done on the page before it is looked at. */
export const Step = t.Union([
  t.Object({ action: t.Literal('click'), selector: Selector }, closed),
  t.Object({ action: t.Literal('type'), selector: Selector, text: t.String({ maxLength: 4096 }) }, closed),
  t.Object({ action: t.Literal('press'), key: t.String({ minLength: 1, maxLength: 32 }) }, closed),
  t.Object({ action: t.Literal('wait'), selector: Selector }, closed),
  t.Object({ action: t.Literal('wait'), ms: t.Integer({ minimum: 1, maximum: 10_000 }) }, closed),
])
export type Step = Static<typeof Step>

/** How a page is looked at; kept with the scan. */
const Look = {
  viewport: t.Optional(t.Object(Viewport.properties, { ...closed, description: 'Default 1280 × 900.' })),
  colorScheme: t.Optional(t.Union([t.Literal('light'), t.Literal('dark')], { default: 'light' })),
  reducedMotion: t.Optional(t.Boolean({ default: false })),
  waitFor: t.Optional(
    t.String({ ...Selector, description: 'A selector that must match before the page counts as loaded.' }),
  ),
  timeoutMs: t.Optional(
    t.Integer({ minimum: 1000, maximum: 60_000, default: 30_000, description: 'The longest a scan may take.' }),
  ),
  rules: t.Optional(
    t.Object(
      { include: t.Optional(Words), exclude: t.Optional(Words) },
      { ...closed, description: 'Issue types to look for alone, or to leave out.' },
    ),
  ),
  deep: t.Optional(t.Boolean({ default: false, description: 'Also ask IBM Equal Access, within a time budget.' })),
  explore: t.Optional(
    t.Boolean({
      default: true,
      description:
        'Press keys and harmless controls to examine what opens; whatever that would send or lead to is blocked. false for a page that must not be touched.',
    }),
  ),
}

/** What opens a page behind a login; kept only sealed. */
const Access = {
  headers: t.Optional(
    t.Record(t.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$" }), t.String({ maxLength: 8192 }), {
      ...closed,
      maxProperties: 50,
      description: 'Sent to the origin of the page only.',
    }),
  ),
  cookies: t.Optional(t.Array(Cookie, { maxItems: 100 })),
  steps: t.Optional(t.Array(Step, { maxItems: 50, description: 'Done in order before the page is looked at.' })),
}

const standard = t.Optional(
  t.String({
    maxLength: 64,
    default: 'WCAG 2.1 AA',
    description: 'WCAG 2.0, 2.1 or 2.2 with A, AA or AAA, Section 508, or EN 301 549.',
  }),
)
const includeWarnings = t.Optional(
  t.Boolean({
    default: true,
    description: 'false leaves out practice and what needs a person’s eye, never a violation.',
  }),
)

export const ScanAccess = t.Object(Access, closed)
export type ScanAccess = Static<typeof ScanAccess>
export const ScanLook = t.Object(Look, closed)
export type ScanLook = Static<typeof ScanLook>

export const ScanRequest = t.Object(
  {
    url: PageUrl,
    standard,
    includeWarnings,
    ...Look,
    ...Access,
    screenshot: t.Optional(t.Boolean({ default: true, description: 'Keep a picture of the page with the report.' })),
  },
  closed,
)
export type ScanRequest = Static<typeof ScanRequest>

export const ScanIssue = t.Object({
  severity: Severity,
  type: t.String(),
  element: t.String(),
  recommendation: t.String(),
  location: t.String({
    description: 'line:column in the page’s source; `(generated)` follows where a script made the element.',
  }),
})

export const ScanResponse = t.Object({
  score: t.Number({ minimum: 0, maximum: 100 }),
  issues: t.Array(ScanIssue),
  compliance: Compliance,
  scanTime: t.String({ pattern: '^\\d+\\.\\d{2}s$' }),
  timestamp: t.String({ format: 'date-time' }),
})
export type ScanResponse = Static<typeof ScanResponse>

export const reportFormats = ['json', 'html', 'sarif', 'earl', 'csv', 'junit'] as const
export type ReportFormat = (typeof reportFormats)[number]
export const ReportQuery = t.Object(
  {
    format: t.Optional(
      t.Union(
        reportFormats.map((format) => t.Literal(format)),
        { default: 'json', description: 'What the report is to be read by.' },
      ),
    ),
  },
  closed,
)

const Timestamp = t.String({ format: 'date-time' })
const ScanId = t.String({ format: 'uuid' })

export const ScanSummary = t.Object({
  scanId: ScanId,
  runId: nullable(t.String({ format: 'uuid' })),
  url: t.String(),
  standard: t.String(),
  score: t.Integer(),
  compliance: Compliance,
  issueCount: t.Integer({ description: 'Violations; practice and warnings are not counted.' }),
  warningCount: t.Integer(),
  createdAt: Timestamp,
})
export type ScanSummary = Static<typeof ScanSummary>

export const ScanList = t.Object({ scans: t.Array(ScanSummary), nextCursor: nullable(t.String()) })
export const ScanListQuery = t.Object(
  {
    url: t.Optional(t.String({ maxLength: 2048, description: 'Only scans of this very address: its history.' })),
    limit: t.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many at most.' }),
    cursor: t.Optional(t.String({ maxLength: 512, description: 'nextCursor of the page before.' })),
  },
  closed,
)

/** At most this many addresses in one run, whatever the tier allows to be queued. */
export const runPageLimit = 100_000

const Pattern = t.String({
  minLength: 1,
  maxLength: 512,
  description: 'A whole address or path in which * stands for anything.',
})
export const Crawl = t.Object(
  {
    start: PageUrl,
    maxDepth: t.Integer({ minimum: 0, maximum: 20, default: 3, description: 'Links away from the start.' }),
    maxPages: t.Integer({ minimum: 1, maximum: 10_000, default: 100 }),
    include: t.Optional(t.Array(Pattern, { maxItems: 50 })),
    exclude: t.Optional(t.Array(Pattern, { maxItems: 50 })),
  },
  closed,
)
export type Crawl = Static<typeof Crawl>

export const CrawlRequest = t.Object({ ...t.Partial(Crawl).properties, start: PageUrl }, closed)
export type CrawlRequest = Static<typeof CrawlRequest>

export const RunRequest = t.Object(
  {
    urls: t.Optional(t.Array(PageUrl, { minItems: 1, maxItems: runPageLimit })),
    sitemap: t.Optional(PageUrl),
    crawl: t.Optional(CrawlRequest),
    standard,
    ...Look,
    ...Access,
    screenshot: t.Optional(t.Boolean({ default: false })),
  },
  { ...closed, description: 'Exactly one of urls, sitemap and crawl.' },
)
export type RunRequest = Static<typeof RunRequest>

export const Run = t.Object({
  runId: t.String({ format: 'uuid' }),
  state: t.Union(
    runStates.map((state) => t.Literal(state)),
    { description: 'queued until the first page is done. A run with failed pages still ends succeeded.' },
  ),
  progress: t.Object({
    done: t.Integer({ description: 'Pages that have ended, whichever way.' }),
    failed: t.Integer(),
    total: t.Integer({ description: 'Grows while pages are still being found.' }),
  }),
  scores: t.Object({ mean: nullable(t.Number()), worst: nullable(t.Integer()) }),
  topIssues: t.Array(t.Object({ type: t.String(), pages: t.Integer(), issues: t.Integer() })),
  createdAt: Timestamp,
  finishedAt: nullable(Timestamp),
})
export type Run = Static<typeof Run>

export const RunList = t.Object({ runs: t.Array(Run), nextCursor: nullable(t.String()) })
export const PageQuery = t.Object(
  {
    limit: t.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many at most.' }),
    cursor: t.Optional(t.String({ maxLength: 512, description: 'nextCursor of the page before.' })),
  },
  closed,
)

export const RunResult = t.Object({
  url: t.String(),
  scanId: nullable(ScanId),
  state: t.Union(pageStates.map((state) => t.Literal(state))),
  score: nullable(t.Integer()),
  compliance: nullable(Compliance),
  issueCount: nullable(t.Integer()),
  error: nullable(Problem),
})
export type RunResult = Static<typeof RunResult>

export const RunResults = t.Object({ results: t.Array(RunResult), nextCursor: nullable(t.String()) })

export const ComparedIssue = t.Object({
  url: t.String(),
  type: t.String(),
  severity: Severity,
  element: t.String(),
  fingerprint: t.String(),
})
export type ComparedIssue = Static<typeof ComparedIssue>

/** The lists hold at most this many each; `totals` counts all. */
export const comparedIssuesShown = 1000

export const RunComparison = t.Object({
  base: t.String(),
  other: t.String(),
  totals: t.Object({ new: t.Integer(), fixed: t.Integer(), persisting: t.Integer(), moved: t.Integer() }),
  new: t.Array(ComparedIssue),
  fixed: t.Array(ComparedIssue),
  persisting: t.Array(ComparedIssue),
  moved: t.Array(t.Composite([ComparedIssue, t.Object({ from: t.Object({ url: t.String(), element: t.String() }) })])),
  isTruncated: t.Boolean({ description: 'Some list is shorter than its total.' }),
})
export type RunComparison = Static<typeof RunComparison>

export const WaiverRequest = t.Object(
  {
    fingerprint: t.Optional(t.String({ pattern: '^[0-9a-f]{32}$', description: 'One finding on one page.' })),
    type: t.Optional(
      t.String({ minLength: 1, maxLength: 128, description: 'A whole rule; with `url` on some pages only.' }),
    ),
    url: t.Optional(Pattern),
    reason: t.String({ minLength: 1, maxLength: 2000 }),
    expiresAt: t.Optional(Timestamp),
  },
  { ...closed, description: 'A fingerprint, or a type.' },
)
export type WaiverRequest = Static<typeof WaiverRequest>
export const WaiverListQuery = t.Object(
  { inForce: t.Boolean({ default: false, description: 'Only those neither expired nor revoked.' }) },
  closed,
)
export const Waiver = t.Object({
  waiverId: t.String({ format: 'uuid' }),
  fingerprint: nullable(t.String()),
  type: nullable(t.String()),
  url: nullable(t.String()),
  reason: t.String(),
  expiresAt: nullable(Timestamp),
  createdAt: Timestamp,
  revokedAt: nullable(Timestamp),
})
export type Waiver = Static<typeof Waiver>
export const WaiverList = t.Object({ waivers: t.Array(Waiver) })

export { KeptReport }
