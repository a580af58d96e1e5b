/** compare-design: checks a snapshot of a page against how the page is to look, and against the design system. */
import { Type as t } from '@sinclair/typebox'
import { DesignPolicy, IgnoredRegion } from '#db/documents/design-policy'
import type { StoredBlob } from '#db/documents/page-artifact'
import { type DesignVerdict, SnapshotViewport } from '#shared/contracts/designs'
import { ScanLook } from '#shared/contracts/scans'
import { defineJob } from '#shared/jobs/contract'
import { uuidFrom } from '#shared/kernel/seeded-uuid'

export const compareDesign = defineJob({
  name: 'compare-design',
  version: 2,
  areas: ['D'],
  needs: ['browser'],
  payload: t.Union([
    t.Object({
      of: t.Literal('verify'),
      pageId: t.String(),
      branch: t.String(),
      /**
       * The SHA-256 of what is kept already, or the snapshot itself in Base64: of a task, which keeps nothing beforehand. An
       * artifact by its own: what was gathered once is judged again.
       */
      snapshot: t.Union([
        t.Object({ digest: t.String() }),
        t.Object({ base64: t.String() }),
        t.Object({ artifact: t.String() }),
        /** What a page shows, which is visited first. */
        t.Object({
          /** As URL serialises it. */
          url: t.String(),
          look: ScanLook,
          /** A `ScanAccess` as JSON, sealed with the installation's key in the context of the organisation. */
          sealedAccess: t.Union([t.String(), t.Null()]),
        }),
      ]),
      viewport: t.Union([SnapshotViewport, t.Null()]),
      /** What this once is otherwise than the page's policy says. */
      mode: t.Optional(DesignPolicy.properties.mode),
      ignore: t.Array(IgnoredRegion),
    }),
    /** Draws where the pages of a verification differ. */
    t.Object({ of: t.Literal('mask'), verificationId: t.String() }),
  ]),
  waitMs: 30_000,
  attempts: { limit: 3, delaySeconds: 1, expireInSeconds: 120, lossesForgiven: 3 },
  streams: ['design:'],
  keepsResult: ({ of }) => of === 'mask',
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

/** A picture that is kept by its digest; in device pixels. */
export type DrawnPicture = StoredBlob & { width: number; height: number }

/** What there is to see of a verification, once it was drawn. */
export type Drawing = { verificationId: string } & Record<'before' | 'after' | 'mask', DrawnPicture | null>

export const drawingText = (drawing: Drawing): string => JSON.stringify(drawing)

/** Written by `drawingText` and by nobody else. */
export const readDrawing = (text: string): Drawing => JSON.parse(text)

/** Shorter than bytes are kept that nothing but such a job names. */
export const drawnDays = 14

/** The job that draws a verification, the same for whoever asks: a new one now and then, since what it draws is not kept for ever. */
export const drawingJobId = (verificationId: string, at: Date): string =>
  uuidFrom(verificationId, `drawing ${Math.floor(at.getTime() / (drawnDays * 86_400_000))}`)
