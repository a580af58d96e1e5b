/** The evidence graph: one node, and erasing what it is about; chains, verification and export beside them. */
import { chainEndpoints } from '#api/evidence/chain'
import { chainExportEndpoints } from '#api/evidence/export'
import { logEndpoints } from '#api/evidence/logs'
import { nodeBody, nodeOf, readNodeHash } from '#api/evidence/nodes'
import { verifyEndpoints } from '#api/evidence/verify'
import type { AppContext } from '#api/http/context'
import { bind, type Endpoint, json } from '#api/http/endpoint'
import { isKnown } from '#api/http/etag'
import { verbContext } from '#api/http/verb-context'
import { eraseNode } from '#shared/governance/erase-node'
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
    const hash = readNodeHash(call.params.hash)
    const erased = await eraseNode(verbContext(room, call, 'B'), { hash, reason: call.body.reason })
    return { ...json(200, { hash, erased }), nodeId: erased[0]?.node }
  }),
  ...chainEndpoints(room),
  ...verifyEndpoints(room),
  ...chainExportEndpoints(room),
  ...logEndpoints(room),
]
