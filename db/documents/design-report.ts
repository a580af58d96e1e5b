/** The document that a design verification comes to: what differs, from what, why, and what was let pass. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { ArtifactNote, artifactSources } from '#db/documents/page-artifact'
import { Box } from '#db/documents/scan-report'

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Count = t.Integer({ minimum: 0 })
const Digest = t.String({ pattern: '^[0-9a-f]{64}$' })

/** The worst first. */
export const designSeverities = ['critical', 'serious', 'moderate', 'minor'] as const
export const DesignSeverity = t.Union(designSeverities.map((severity) => t.Literal(severity)))
export type DesignSeverity = (typeof designSeverities)[number]

/** What a check finds; one cause is one finding, however many elements show it. */
export const DesignFinding = t.Object({
  severity: DesignSeverity,
  type: t.String({ description: 'style-change, text-change, element-removed, color-off-palette, …' }),
  element: t.String({ description: 'A selector, the first of its kind; region(x,y,w,h) where no element is known.' }),
  violation: t.String({ description: 'What is wrong, in a sentence, with both values.' }),
  recommendation: t.String({ description: 'What to do about it; a line of CSS where one mends it.' }),
  property: nullable(t.String({ description: 'A CSS property.' })),
  before: nullable(t.String()),
  after: nullable(t.String()),
  token: nullable(t.String({ description: 'The design token that was left, or that is nearest.' })),
  elements: t.Integer({ minimum: 1, description: 'How many elements show it.' }),
  box: nullable(Box),
  source: t.Union([t.Literal('tree'), t.Literal('picture'), t.Literal('design-system')]),
})
export type DesignFinding = Static<typeof DesignFinding>

export const DesignIssue = t.Composite([
  DesignFinding,
  t.Object({
    id: t.String({ description: 'The same finding on the same page has the same one each time. 32 hex digits.' }),
  }),
])
export type DesignIssue = Static<typeof DesignIssue>

/** What was seen to differ and is no issue. */
export const AbsorbedDifference = t.Object({
  class: t.String({ description: 'lsb, jitter, anti-aliasing, shift, ignored, …' }),
  pixels: Count,
  message: t.String(),
})
export type AbsorbedDifference = Static<typeof AbsorbedDifference>

export const PictureFigures = t.Object({
  width: Count,
  height: Count,
  changedPixels: t.Integer({ minimum: 0, description: 'After what was absorbed.' }),
  /** As pixelmatch 7.2.0 counts at its default threshold; null where sizes differ or nothing had to be compared. */
  pixelmatch: nullable(Count),
})
export type PictureFigures = Static<typeof PictureFigures>

export const DesignReport = t.Object({
  reportVersion: t.Literal(1),
  verificationId: t.String(),
  pageId: t.String(),
  branch: t.String(),
  source: t.Union(artifactSources.map((source) => t.Literal(source))),
  viewport: t.Object({ width: Count, height: Count, scale: t.Number() }),
  approved: t.Boolean(),
  violations: Count,
  issues: t.Array(DesignIssue, { description: 'Worst first, then the largest, then in the order of the page.' }),
  isTruncated: t.Boolean(),
  baseline: nullable(
    t.Object({ baselineId: t.String(), artifact: Digest, branch: t.String({ description: 'Where it was found.' }) }),
  ),
  /** What it was compared with and by: the same of all four give the same verdict. */
  artifact: Digest,
  policy: Digest,
  tokens: nullable(Digest),
  engine: t.String({ description: 'The version of the comparison.' }),
  path: t.Union([t.Literal('same'), t.Literal('tree'), t.Literal('picture'), t.Literal('first')], {
    description: 'same: equal by digest; first: there was no baseline yet.',
  }),
  absorbed: t.Array(AbsorbedDifference),
  picture: nullable(PictureFigures),
  notes: t.Array(ArtifactNote),
  timestamp: t.String({ format: 'date-time' }),
})
export type DesignReport = Static<typeof DesignReport>
