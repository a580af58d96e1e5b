/** compare-design: checks a snapshot of a page against how the page is to look, and against the design system. */
import { Type as t } from '@sinclair/typebox'
import { DesignPolicy, IgnoredRegion } from '#db/documents/design-policy'
import { type DesignVerdict, SnapshotViewport } from '#shared/contracts/designs'
import { defineJob } from '#shared/jobs/contract'

export const compareDesign = defineJob({
  name: 'compare-design',
  areas: ['D'],
  needs: ['browser'],
  payload: t.Union([
    t.Object({
      of: t.Literal('verify'),
      pageId: t.String(),
      branch: t.String(),
      /** The SHA-256 of what is kept already, or the snapshot itself in Base64: of a task, which keeps nothing beforehand. */
      snapshot: t.Union([t.Object({ digest: t.String() }), t.Object({ base64: t.String() })]),
      viewport: t.Union([SnapshotViewport, t.Null()]),
      /** What this once is otherwise than the page's policy says. */
      mode: t.Optional(DesignPolicy.properties.mode),
      ignore: t.Array(IgnoredRegion),
    }),
  ]),
  waitMs: 30_000,
  attempts: { limit: 3, delaySeconds: 1, expireInSeconds: 120, lossesForgiven: 3 },
})

/** What a finished verification is presented from when its worker told it along. */
export type DesignReply = DesignVerdict & {
  /** The evidence node's id, hex. */
  nodeId: string
  baselineState: string
}

export const designReply = (reply: DesignReply): string => JSON.stringify(reply)

/** Written by `designReply` and by nobody else. */
export const readDesignReply = (text: string): DesignReply => JSON.parse(text)

/** The documented members alone; a report's issues have more. */
export const designAnswer = ({ violations, issues, approved }: DesignVerdict): DesignVerdict => ({
  violations,
  issues: issues.map(({ severity, type, element, violation, recommendation }) => ({
    severity,
    type,
    element,
    violation,
    recommendation,
  })),
  approved,
})
