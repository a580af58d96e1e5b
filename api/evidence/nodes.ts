/** Evidence nodes as callers name and see them. */

import type { AppContext } from '#api/http/context'
import { type Call, callerOf } from '#api/http/endpoint'
import { findNeighbours, findNode, findTrail, type GraphRow } from '#db/queries/graph'
import type { EvidenceNode } from '#shared/contracts/evidence'
import { bringPayload } from '#shared/evidence/payload-archive'
import { payloadsOf } from '#shared/evidence/payloads'
import { bodyOf, presentNode } from '#shared/evidence/present'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { requireTrueNodes } from '#shared/evidence/true-nodes'
import { openBucket } from '#shared/kernel/bucket'
import { evidenceMismatch, nodeNotFound } from '#shared/kernel/errors/evidence'
import { invalidRequest } from '#shared/kernel/errors/request'

type Store = Pick<AppContext, 'read'>

/** Whose nodes a caller sees: its own, and the service's. */
export const visibleTo = (call: Call): string[] => [callerOf(call).orgId, serviceOrg]

/** A node's id without its prefix. @throws INVALID_REQUEST for what is none. */
export function readNodeHash(text: string, path = '{hash}'): string {
  const [, hash] = /^(?:sha256:)?([0-9a-f]{64})$/.exec(text) ?? []
  if (hash !== undefined) return hash
  throw invalidRequest([{ path, message: 'is not the id of a node', expected: '64 lower-case hex digits' }])
}

/**
 * The node that a path names. @throws INVALID_REQUEST, NODE_NOT_FOUND also for one that is somebody else's, EVIDENCE_MISMATCH for one that is not as it was signed.
 * @param param how the path calls it.
 */
export async function nodeOf({ read }: Store, call: Call, param = 'hash'): Promise<GraphRow> {
  const hash = readNodeHash(call.params[param] ?? '', `{${param}}`)
  const row = await read((sql) => findNode(sql, hash, visibleTo(call)))
  if (row) {
    requireTrueNodes([row])
    return row
  }
  // One that was taken away is not one that never was.
  if (await read((sql) => findTrail(sql, hash))) throw evidenceMismatch('edg_nodes', hash)
  throw nodeNotFound(hash)
}

/** A node with its neighbours and its payload, as this caller may see it. */
export async function nodeBody(
  { read, config }: Store & Pick<AppContext, 'config'>,
  row: GraphRow,
  call: Call,
): Promise<EvidenceNode> {
  const [neighbours, payloads] = await Promise.all([
    read((sql) => findNeighbours(sql, row.id, visibleTo(call))),
    read((sql) => payloadsOf(sql, [{ id: row.id, body: bodyOf(row) }])),
  ])
  const bucket = config.bucket && openBucket(config.bucket)
  const payload = await bringPayload(bucket, { id: row.id, body: bodyOf(row) }, payloads.get(row.id))
  return presentNode(row, neighbours, payload, config.basePaths.B)
}
