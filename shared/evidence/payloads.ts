/** Payloads of nodes as they were digested: the very text, and the salt. */
import type { Reader } from '#db/client'
import { erasedAmong } from '#db/queries/payloads'
import type { NodeBody } from '#shared/contracts/node'
import { kindOf } from '#shared/evidence/kinds'
import type { NodeOfPayload, Payload } from '#shared/evidence/payload-kinds'
import { saltedTextDigest } from '#shared/kernel/canonical'

/** What became of a payload: there, erased by a node that says so, or gone without one. */
export type PayloadState = { state: 'kept'; payload: Payload } | { state: 'erased' } | { state: 'missing' }

/** The payloads of those nodes that have one, by the nodes' ids. */
export async function payloadsOf(sql: Reader, nodes: readonly NodeOfPayload[]): Promise<Map<string, PayloadState>> {
  const places = nodes
    .filter(({ body }) => body.payload !== null)
    .map((node) => {
      const kind = kindOf(node.body.kind)?.payload
      return { id: node.id, kind, key: kind?.keyOf(node) }
    })
  const states = new Map<string, PayloadState>(places.map(({ id }) => [id, { state: 'missing' }]))
  for (const [kind, group] of Map.groupBy(places, (place) => place.kind)) {
    const keys = group.flatMap(({ key }) => key ?? [])
    if (!kind || keys.length === 0) continue
    const found = new Map((await kind.find(sql, keys)).map(({ key, salt, text }) => [key, { salt, text }]))
    for (const { id, key } of group) {
      const payload = key === undefined ? undefined : found.get(key)
      if (payload) states.set(id, { state: 'kept', payload })
    }
  }
  const missing = [...states].flatMap(([id, { state }]) => (state === 'missing' ? [id] : []))
  if (missing.length > 0) for (const id of await erasedAmong(sql, missing)) states.set(id, { state: 'erased' })
  return states
}

/** Whether a payload is the one that a node speaks of. */
export const isPayloadOf = ({ salt, text }: Payload, payload: NonNullable<NodeBody['payload']>): boolean => {
  const { digest, size } = saltedTextDigest(salt, text)
  return digest === payload.digest && size === payload.size
}
