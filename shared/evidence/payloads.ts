/** Payloads of nodes as they were digested: the very text, and the salt. */
import type { Reader } from '#db/client'
import { erasedAmong } from '#db/queries/payloads'
import type { NodeBody } from '#shared/contracts/node'
import { kindOf } from '#shared/evidence/kinds'
import {
  type AwayPayload,
  columnAstray,
  type KeptPayload,
  type NodeOfPayload,
  type Payload,
  type PayloadKind,
  type SealedRow,
} from '#shared/evidence/payload-kinds'
import { saltedTextDigest } from '#shared/kernel/canonical'

/** What became of a payload: there, in the bucket, erased by a node that says so, or gone without one. */
export type PayloadState = SealedRow &
  (
    | { state: 'kept'; payload: Payload; rowFault?: string }
    | { state: 'away'; payload: AwayPayload; rowFault?: undefined }
    | { state: 'erased'; rowFault?: undefined }
    | { state: 'missing'; rowFault?: undefined }
  )

/** The payloads of those nodes that have one, by the nodes' ids. */
export async function payloadsOf(sql: Reader, nodes: readonly NodeOfPayload[]): Promise<Map<string, PayloadState>> {
  const places = nodes
    .filter(({ body }) => body.payload !== null)
    .map((node) => {
      const kind = kindOf(node.body.kind)?.payload
      return { node, kind, key: kind?.keyOf(node) }
    })
  const states = new Map<string, PayloadState>(places.map(({ node }) => [node.id, { state: 'missing' }]))
  for (const [kind, group] of Map.groupBy(places, (place) => place.kind)) {
    const keys = group.flatMap(({ key }) => key ?? [])
    if (!kind || keys.length === 0) continue
    const found = new Map((await kind.find(sql, keys)).map((kept) => [kept.key, kept]))
    for (const { node, key } of group) {
      const kept = key === undefined ? undefined : found.get(key)
      if (!kept) continue
      if ('isBlank' in kept) states.set(node.id, { state: 'missing', sealed: kept.sealed })
      else states.set(node.id, 'text' in kept ? stateOf(node, kind, kept) : { state: 'away', payload: kept })
    }
  }
  const missing = [...states].flatMap(([id, { state }]) => (state === 'missing' ? [id] : []))
  if (missing.length > 0)
    for (const id of await erasedAmong(sql, missing))
      states.set(id, { ...states.get(id), state: 'erased', rowFault: undefined })
  return states
}

/** V12: the row that keeps a payload says what its node says. */
function stateOf(
  node: NodeOfPayload,
  { said }: PayloadKind,
  { salt, text, columns, sealed }: KeptPayload,
): PayloadState {
  const astray = said && columns && columnAstray(said(node), columns)
  const payload = { salt, text }
  if (astray === undefined) return { state: 'kept', payload, sealed }
  return {
    state: 'kept',
    payload,
    sealed,
    rowFault: `the row of ${node.body.stream} has another ${astray} than its node says`,
  }
}

/** Whether a payload is the one that a node speaks of. */
export const isPayloadOf = ({ salt, text }: Payload, payload: NonNullable<NodeBody['payload']>): boolean => {
  const { digest, size } = saltedTextDigest(salt, text)
  return digest === payload.digest && size === payload.size
}
