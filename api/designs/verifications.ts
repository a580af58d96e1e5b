/** Finished verifications: their list, their reports, their pictures, and what somebody says of them. */

import type { AppContext } from '#api/http/context'
import { placeCursor, readPlaceCursor } from '#api/http/cursor'
import { bind, type Call, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { isKnown } from '#api/http/etag'
import { verbContext } from '#api/http/verb-context'
import { listVerifications, type VerificationRow } from '#db/queries/designs'
import { unpackReport } from '#db/queries/scans'
import type { VerificationSummary } from '#shared/contracts/designs'
import { openBlobs } from '#shared/designs/blobs'
import { approveVerification, rejectVerification, requireVerification } from '#shared/designs/review'
import { findProvenArtifact, sealedBlobs } from '#shared/evidence/sealed/artifacts'
import { requireProvenVerifications } from '#shared/evidence/sealed/designs'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { verificationNotFound } from '#shared/kernel/errors/verifications'
import { designRoutes } from '#shared/routes/designs'

type OneCall = Call<unknown, unknown, { verificationId: string }>

export function verificationsEndpoints(room: AppContext): Endpoint[] {
  const { read, readLong } = room
  const blobs = openBlobs(room.config, room.signer)
  const find = (call: OneCall) => requireVerification(verbContext(room, call, 'D'), call.params.verificationId)

  /** @param digest of an artifact. */
  async function picture(call: OneCall, digest: string | null, what: string) {
    const { orgId } = callerOf(call)
    const { verificationId } = call.params
    const artifact = digest === null ? undefined : await read((sql) => findProvenArtifact(sql, orgId, digest))
    // It is kept as long as a verification names it.
    if (digest !== null && !artifact) throw evidenceMismatch('page_artifacts', null)
    const stored = artifact?.picture
    if (!stored) throw verificationNotFound(verificationId, `${what} of verification`)
    // It never changes, but it is deleted when nothing names it any more.
    const headers = { ETag: `"${stored.digest}"`, 'Cache-Control': 'private, no-cache' }
    if (isKnown(call.request, headers.ETag)) return { status: 304 as const, headers }
    const bytes = await readLong((sql) => blobs.get(sql, orgId, stored.digest))
    if (!bytes) {
      // Whatever names them is deleted first.
      if (await read((sql) => findProvenArtifact(sql, orgId, digest ?? '')))
        throw evidenceMismatch(sealedBlobs.table, null)
      throw verificationNotFound(verificationId, `${what} of verification`)
    }
    return { status: 200 as const, raw: { content: new Blob([bytes]), type: stored.type }, headers }
  }

  return [
    bind(designRoutes.listVerifications, async (call) => {
      const { pageId, branch, state, limit, cursor } = call.query
      const before = readPlaceCursor(cursor)
      const rows = await read((sql) =>
        listVerifications(sql, callerOf(call).orgId, { pageId, branch, state }, { before, limit: limit + 1 }),
      )
      requireProvenVerifications(room.signer, rows)
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return json(200, {
        verifications: shown.map(presentVerification),
        nextCursor: last ? placeCursor({ createdAt: last.created_at.toISOString(), id: last.job_id }) : null,
      })
    }),
    bind(designRoutes.getVerification, async (call) => {
      const row = await find(call)
      const headers = { ETag: `"${row.job_id}"`, 'Cache-Control': 'private, no-cache' }
      if (isKnown(call.request, headers.ETag)) return { status: 304 as const, headers }
      const raw = { content: unpackReport(row.report), type: 'application/json; charset=utf-8' }
      return { status: 200 as const, raw, headers }
    }),
    bind(designRoutes.getBaselinePicture, async (call) => picture(call, (await find(call)).compared_with, 'baseline')),
    bind(designRoutes.getActualPicture, async (call) => picture(call, (await find(call)).artifact, 'picture')),
    bind(designRoutes.approveVerification, async (call) => {
      const row = await approveVerification(verbContext(room, call, 'D'), call.params.verificationId, call.body)
      return json(200, presentVerification(row))
    }),
    bind(designRoutes.rejectVerification, async (call) => {
      const row = await rejectVerification(verbContext(room, call, 'D'), call.params.verificationId, call.body)
      return json(200, presentVerification(row))
    }),
  ]
}

const presentVerification = (row: VerificationRow): VerificationSummary => ({
  verificationId: row.job_id,
  pageId: row.page_id,
  branch: row.branch,
  state: row.state,
  approved: row.approved,
  violations: row.violations,
  baselineId: row.proposes,
  createdAt: row.created_at.toISOString(),
})
