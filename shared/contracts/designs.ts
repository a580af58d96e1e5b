/** Wire shapes of design verification: what is asked and answered, verifications, baselines, policies and tokens. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { DesignPolicy, IgnoredRegion } from '#db/documents/design-policy'
import { DesignReport, DesignSeverity } from '#db/documents/design-report'
import { baselineStatuses, designMedia, designStates } from '#db/documents/states'
import { ScanAccess, ScanLook } from '#shared/contracts/scans'

const closed = { additionalProperties: false }
const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Timestamp = t.String({ format: 'date-time' })
const VerificationId = t.String({ format: 'uuid' })
const IssueId = t.String({ pattern: '^[0-9a-f]{32}$' })

/** What others fall back to that have no baseline of their own. */
export const defaultBranch = 'main'

const PageId = t.String({ minLength: 1, maxLength: 256, description: 'What the page is called, by you.' })
const Branch = t.String({ minLength: 1, maxLength: 255, description: 'Of the code that the page came from.' })

/** How large a page was when its snapshot was taken; of a picture its scale alone counts. */
export const SnapshotViewport = t.Object(
  {
    width: t.Integer({ minimum: 240, maximum: 7680, description: 'CSS pixels.' }),
    height: t.Integer({ minimum: 240, maximum: 7680, description: 'CSS pixels.' }),
    scale: t.Optional(t.Number({ minimum: 0.5, maximum: 4, default: 1, description: 'Device pixels to a CSS pixel.' })),
  },
  { ...closed, description: 'Of a picture its scale alone counts; a snapshot that says its own has that.' },
)
export type SnapshotViewport = Static<typeof SnapshotViewport>

const { mode } = DesignPolicy.properties

export const VerifyDesignRequest = t.Object(
  {
    pageId: PageId,
    snapshot: t.String({
      minLength: 1,
      description:
        'Base64, also as a data: URL: a picture (PNG, JPEG, WebP), or a DOM snapshot (HTML, CDP’s DOMSnapshot, rrweb, MHTML).',
    }),
    branch: t.Optional(
      t.String({ ...Branch, default: defaultBranch, description: 'The default one is what others fall back to.' }),
    ),
    viewport: t.Optional(SnapshotViewport),
    mode,
    ignore: t.Optional(
      t.Array(IgnoredRegion, { maxItems: 200, description: 'Beside those of the page’s policy, this once.' }),
    ),
  },
  closed,
)
export type VerifyDesignRequest = Static<typeof VerifyDesignRequest>

const { colorScheme, reducedMotion, waitFor, timeoutMs } = ScanLook.properties
const { headers, cookies, steps } = ScanAccess.properties

/** A page that is visited, and verified as it is shown. */
export const CaptureRequest = t.Object(
  {
    url: t.String({ minLength: 1, maxLength: 2048, description: 'An http or https address.' }),
    branch: VerifyDesignRequest.properties.branch,
    viewport: t.Optional(
      t.Object(SnapshotViewport.properties, {
        ...closed,
        description: 'Default 1280 × 900. Each width has a baseline of its own: one call for each.',
      }),
    ),
    mode,
    ignore: VerifyDesignRequest.properties.ignore,
    colorScheme,
    reducedMotion,
    waitFor,
    timeoutMs,
    headers,
    cookies,
    steps,
  },
  closed,
)
export type CaptureRequest = Static<typeof CaptureRequest>

export const VerdictIssue = t.Object({
  severity: DesignSeverity,
  type: t.String(),
  element: t.String(),
  violation: t.String(),
  recommendation: t.String(),
})

export const DesignVerdict = t.Object({
  violations: t.Integer({ minimum: 0 }),
  issues: t.Array(VerdictIssue),
  approved: t.Boolean(),
})
export type DesignVerdict = Static<typeof DesignVerdict>

const State = t.Union(
  designStates.map((state) => t.Literal(state)),
  {
    description:
      'passed: nobody has to say anything; waiting: its snapshot may be approved or rejected; superseded: a newer one of the same branch came instead.',
  },
)

export const VerificationSummary = t.Object({
  verificationId: VerificationId,
  pageId: t.String(),
  branch: t.String(),
  state: State,
  approved: t.Boolean({ description: 'As it was answered.' }),
  violations: t.Integer({ minimum: 0 }),
  baselineId: nullable(t.String({ format: 'uuid', description: 'The baseline that came of it.' })),
  createdAt: Timestamp,
})
export type VerificationSummary = Static<typeof VerificationSummary>

export const VerificationList = t.Object({
  verifications: t.Array(VerificationSummary),
  nextCursor: nullable(t.String()),
})

const page = {
  limit: t.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'How many at most.' }),
  cursor: t.Optional(t.String({ maxLength: 512, description: 'nextCursor of the page before.' })),
}
export const VerificationListQuery = t.Object(
  { pageId: t.Optional(PageId), branch: t.Optional(Branch), state: t.Optional(State), ...page },
  closed,
)

const Reason = t.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Why; it stays in the evidence for good: no personal data.',
})

export const DesignApproval = t.Object(
  {
    scope: t.Union([t.Literal('all'), t.Array(IssueId, { minItems: 1, maxItems: 200 })], {
      description: 'all: the page is to look like that from now on. Ids of issues: those are no issues any more.',
    }),
    reason: Reason,
  },
  closed,
)
export type DesignApproval = Static<typeof DesignApproval>
export const DesignRejection = t.Object({ reason: Reason }, closed)
export type DesignRejection = Static<typeof DesignRejection>

/** How much is said or moved at once; what is left is left for the next call. */
export const reviewedAtOnce = 200

const dryRun = t.Optional(t.Boolean({ default: false, description: 'Counts, and changes nothing.' }))
const expected = t.Optional(
  t.Integer({
    minimum: 0,
    description: 'How many a dry run counted. Where it is another number by now, nothing is changed: STATE_CONFLICT.',
  }),
)

export const ReviewOfMany = t.Object(
  { pageId: t.Optional(PageId), branch: t.Optional(Branch), reason: Reason, dryRun, expected },
  closed,
)
export type ReviewOfMany = Static<typeof ReviewOfMany>

export const TakingBack = t.Object(
  {
    issues: t.Union([t.Literal('all'), t.Array(IssueId, { minItems: 1, maxItems: 200 })], {
      description: 'all: whatever was accepted. Ids of issues: those; one that is not accepted stays as it is.',
    }),
    branch: t.Optional(t.String({ ...Branch, description: 'On this branch alone; without it on every branch.' })),
    reason: Reason,
    dryRun,
    expected,
  },
  closed,
)
export type TakingBack = Static<typeof TakingBack>

export const BranchMerge = t.Object(
  {
    from: t.String({ ...Branch, description: 'The branch that was merged.' }),
    into: t.Optional(t.String({ ...Branch, default: defaultBranch })),
    reason: Reason,
    dryRun,
    expected,
  },
  closed,
)
export type BranchMerge = Static<typeof BranchMerge>

export const ChangedMany = t.Object({
  matched: t.Integer({ minimum: 0, description: 'How many it was about when it began.' }),
  changed: t.Integer({ minimum: 0 }),
  remaining: t.Integer({ minimum: 0, description: `More than ${reviewedAtOnce} take another call.` }),
})
export type ChangedMany = Static<typeof ChangedMany>

const Status = t.Union(baselineStatuses.map((status) => t.Literal(status)))

export const Baseline = t.Object({
  baselineId: t.String({ format: 'uuid' }),
  pageId: t.String(),
  branch: t.String(),
  medium: t.Union(
    designMedia.map((medium) => t.Literal(medium)),
    { description: 'Pictures are held to pictures, trees to trees.' },
  ),
  viewport: t.Object({ width: t.Integer(), scale: t.Number() }),
  status: Status,
  artifact: t.String({ description: 'SHA-256 of the artifact.' }),
  snapshot: t.String({ description: 'SHA-256 of the snapshot as it was sent.' }),
  verificationId: VerificationId,
  acceptedIssues: t.Array(IssueId),
  reason: t.String(),
  createdAt: Timestamp,
  decidedAt: nullable(Timestamp),
  evidenceNode: t.String({ description: 'The newest node of what became of it.' }),
})
export type Baseline = Static<typeof Baseline>
export const BaselineList = t.Object({ baselines: t.Array(Baseline), nextCursor: nullable(t.String()) })
export const BaselineListQuery = t.Object(
  { status: t.Optional(t.Union(Status.anyOf, { description: 'Only those that stand so.' })), ...page },
  closed,
)

export const PagePolicy = t.Object({
  pageId: t.String(),
  policy: DesignPolicy,
  digest: t.String({ description: 'SHA-256 of its RFC 8785 text.' }),
  changedAt: nullable(Timestamp),
})
export type PagePolicy = Static<typeof PagePolicy>

/** A document of the design tokens format, which is checked further where it is read. */
export const TokensDocument = t.Record(t.String(), t.Unknown(), {
  description: 'Design Tokens Format Module 2025.10. Every fault of it is named with its path.',
})
export const DesignTokens = t.Object({
  tokens: nullable(t.Record(t.String(), t.Unknown())),
  digest: nullable(t.String({ description: 'SHA-256 of its RFC 8785 text.' })),
  changedAt: nullable(Timestamp),
})
export type DesignTokens = Static<typeof DesignTokens>

export { DesignReport }
