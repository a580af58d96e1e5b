/** The evidence graph: one node, and erasing what it is about; chains, verification and export beside them. */
import { chainEndpoints } from '#api/evidence/chain'
import { chainExportEndpoints } from '#api/evidence/export'
import { nodeBody, nodeOf } from '#api/evidence/nodes'
import { verifyEndpoints } from '#api/evidence/verify'
import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { isKnown } from '#api/http/etag'
import { findErasure } from '#db/queries/payloads'
import { erasePayload } from '#shared/evidence/erasure'
import { bodyOf } from '#shared/evidence/present'
import { nodeNotFound, nothingToErase } from '#shared/kernel/errors/evidence'
import { governanceDenied } from '#shared/kernel/errors/governance'
import { evidenceRoutes } from '#shared/routes/evidence'

export const evidenceEndpoints = (room: AppContext): Endpoint[] => [
  bind(evidenceRoutes.getEvidenceNode, async (call) => {
    const row = await nodeOf(room, call)
    const etag = `"${row.id}"`
    const isBody = call.query.view === 'body'
    // The body never changes; children, the log and the payload do.
    const caching = isBody ? 'private, max-age=31536000, immutable' : 'private, no-cache'
    const headers = { ETag: etag, 'Cache-Control': caching }
    if (isBody && isKnown(call.request, etag)) return { status: 304, headers, nodeId: row.id }
    if (isBody) return { status: 200, raw: { content: row.body, type: 'application/json' }, headers, nodeId: row.id }
    return { ...json(200, await nodeBody(room, row, call), headers), nodeId: row.id }
  }),
  bind(evidenceRoutes.erasePayload, async (call) => {
    const row = await nodeOf(room, call)
    const { keyId, orgId } = callerOf(call)
    if (row.org_id !== orgId) throw nodeNotFound(row.id)
    room.governance.assertOpen()
    const governance = room.governance.decide('payload.erase', 'pre', {
      node_age_days: Math.floor((Date.now() - Date.parse(bodyOf(row).timestamp)) / 86_400_000),
      is_node_erased: false,
    })
    if (governance.decision !== 'allow')
      throw governanceDenied({ ...governance, message: 'the constitution forbids to erase this payload' })
    const by = { reason: call.body.reason, request: { key_id: keyId, trace: call.requestId }, governance }
    const lookAt = `${room.config.basePaths.B}/edg/${row.id}`
    const writing = call.writing({ ids: { hash: row.id }, lookAt, isSameAgain: true })
    const erased = await erasePayload(writing, row, by, room.signer)
    const own = erased.find(({ hash }) => hash === row.id)?.node ?? (await room.read((sql) => findErasure(sql, row.id)))
    if (own === undefined) throw nothingToErase(row.id)
    const others = erased.filter(({ hash }) => hash !== row.id)
    return { ...json(200, { hash: row.id, erased: [{ hash: row.id, node: own }, ...others] }), nodeId: own }
  }),
  ...chainEndpoints(room),
  ...verifyEndpoints(room),
  ...chainExportEndpoints(room),
]
