/** Draws a verification for people: both pages, rendered where a snapshot had no picture, and where they differ. */

import type { Reader, Tx } from '#db/client'
import type { PageArtifact } from '#db/documents/page-artifact'
import type { VerificationRow } from '#db/queries/designs'
import { type Blobs, blobOf } from '#shared/designs/blobs'
import { readPictureHead } from '#shared/designs/picture-head'
import { policyPlace, wholePolicy } from '#shared/designs/rules'
import { recogniseSnapshot } from '#shared/designs/snapshot'
import { findProvenArtifact } from '#shared/evidence/sealed/artifacts'
import { findProvenRules } from '#shared/evidence/sealed/design-state'
import { findProvenVerification } from '#shared/evidence/sealed/designs'
import type { Signer } from '#shared/evidence/signing'
import { type compareDesign, type Drawing, type DrawnPicture, drawingText } from '#shared/jobs/compare-design'
import type { PayloadOf } from '#shared/jobs/contract'
import { ServiceError } from '#shared/kernel/errors'
import { verificationNotFound } from '#shared/kernel/errors/verifications'
import type { Sealer } from '#shared/kernel/sealer'
import { keepResults } from '#shared/queue/results'
import { boxesOf, type CompareTools, layoutOf } from '#workers/compare-design/compare'
import { type GatherTools, percentOf, renderSnapshot } from '#workers/compare-design/gather'
import { inForce } from '#workers/compare-design/verify'
import type { JobAttempt } from '#workers/runtime/worker'

export type DrawPayload = Extract<PayloadOf<typeof compareDesign>, { of: 'mask' }>
export type DrawTools = GatherTools & Pick<CompareTools, 'db' | 'blobs' | 'pictures'> & { signer: Sealer }

/** A picture, and its bytes where they are not kept yet. */
type Drawn = { picture: DrawnPicture; bytes: Uint8Array; isKept: boolean }
export type MadeDrawing = { drawing: Drawing; parts: { bytes: Uint8Array; type: string }[] }

/** @throws VERIFICATION_NOT_FOUND also for one that is somebody else's. */
export async function draw(tools: DrawTools, { verificationId }: DrawPayload, job: JobAttempt): Promise<MadeDrawing> {
  const { sql } = tools.db
  const asking = { read: <T>(look: (sql: Reader) => Promise<T>) => look(sql), signer: tools.signer }
  const row = await findProvenVerification(asking, job.orgId, verificationId)
  if (!row) throw verificationNotFound(verificationId)
  const artifactOf = async (digest: string | null) =>
    (digest === null ? undefined : await findProvenArtifact(sql, job.orgId, digest)) ?? null
  const after = await artifactOf(row.artifact)
  const before = await artifactOf(row.compared_with)
  const drawn = {
    after: after && (await drawnOf(tools, after, job)),
    before: before && (await drawnOf(tools, before, job)),
  }
  const mask = after && drawn.before && drawn.after && (await maskOf(tools, row, after, drawn.before, drawn.after, job))
  const drawnMask = mask && pictureFrom(mask)
  const all = [drawn.before, drawn.after, drawnMask].filter((each) => each != null)
  return {
    drawing: {
      verificationId,
      before: drawn.before?.picture ?? null,
      after: drawn.after?.picture ?? null,
      mask: drawnMask?.picture ?? null,
    },
    parts: all.flatMap(({ bytes, isKept, picture: { type } }) => (isKept ? [] : [{ bytes, type }])),
  }
}

/** What differs, by the page's policy as it is now. */
async function maskOf(
  tools: DrawTools,
  row: VerificationRow,
  artifact: PageArtifact,
  before: Drawn,
  after: Drawn,
  { orgId }: JobAttempt,
): Promise<Uint8Array> {
  const { sql } = tools.db
  const policyRow = await findProvenRules(
    { read: (look) => look(sql), signer: tools.signer },
    policyPlace(orgId, row.page_id),
  )
  // Written by the verb that changes it, which was handed a DesignPolicy.
  const { mode, maxShift, ignore } = wholePolicy(policyRow ? JSON.parse(policyRow.document) : {})
  const ignored = inForce(ignore, row.created_at)
  const { width, scale } = artifact.viewport
  const key = { org_id: orgId, page_id: row.page_id, branch: row.branch, width, scale_percent: percentOf(scale) }
  const layout = !ignored.some(({ selector }) => selector !== undefined)
    ? null
    : artifact.tree
      ? await tools.blobs.get(sql, orgId, artifact.tree.digest)
      : await layoutOf(tools, { ...key, medium: 'picture' })
  const asked = { mode, maxShift, scale, ignored: boxesOf(ignored, layout).boxes, tree: null }
  const earlier = { digest: before.picture.digest, read: async () => before.bytes }
  return tools.pictures.mask({ before: earlier, after: after.bytes, asked })
}

function pictureFrom(bytes: Uint8Array): Drawn {
  const { type, width, height } = readPictureHead(bytes)
  return { picture: { ...blobOf(bytes, type), width, height }, bytes, isKept: false }
}

/** An artifact's picture; of markup one that is made now. Null where there is neither, or the bytes are kept no more. */
async function drawnOf(tools: DrawTools, artifact: PageArtifact, job: JobAttempt): Promise<Drawn | null> {
  const { db, blobs } = tools
  const { picture, original, viewport } = artifact
  const stored = picture ?? original
  const bytes = stored && (await blobs.get(db.sql, job.orgId, stored.digest))
  if (!bytes) return null
  if (picture) return { picture, bytes, isKept: true }
  const recognised = recogniseSnapshot(bytes)
  if (recognised.kind === 'picture' || recognised.kind === 'dom-snapshot') return null
  const asked = { viewport, orgId: job.orgId, signal: job.signal, picture: true }
  const shown = await renderSnapshot(tools, bytes, recognised, asked).catch((error: unknown) => {
    // What cannot be shown is told without a picture: it was judged without one.
    if (!(error instanceof ServiceError)) throw error
    job.log.warn({ err: error }, 'a snapshot is shown without a picture')
    return null
  })
  return shown?.picture ? pictureFrom(shown.picture.bytes) : null
}

type ToSave = { job: Pick<JobAttempt, 'id' | 'orgId'>; made: MadeDrawing }

/** What was drawn is named by its job alone, and is kept as long as that is met again. */
export async function saveDrawings(tx: Tx, signer: Signer, done: readonly ToSave[], blobs: Blobs): Promise<void> {
  if (done.length === 0) return
  for (const { job, made } of done)
    for (const { bytes, type } of made.parts) await blobs.put(tx, job.orgId, bytes, type)
  await keepResults(
    tx,
    signer,
    done.map(({ job, made }) => ({ job_id: job.id, org_id: job.orgId, text: drawingText(made.drawing) })),
  )
}
