/** Evidence nodes: what one says, and the id it thereby has. */

import type { GovernanceRecord } from '#shared/contracts/decision'
import type { NodeBody, NodeKind } from '#shared/contracts/node'
import type { Signer } from '#shared/evidence/signing'
import { sha256Hex } from '#shared/kernel/canonical'

/** A node ready to be stored: the very text that was hashed, its id and its signature. */
export type SignedNode = { id: string; orgId: string; body: NodeBody; text: string; signature: Uint8Array; kid: string }

type Draft = {
  kind: NodeKind
  stream: string
  pos?: number
  height?: number
  prev?: string | null
  parents?: NodeBody['parents']
  agent: string
  timestamp: string
  subject: NodeBody['subject']
  payload?: NodeBody['payload']
  result?: NodeBody['result']
  governance?: GovernanceRecord | null
  request?: NodeBody['request']
}

/** The newest node of a stream, as the next one needs it. */
export type StreamHead = { id: string; pos: number; height: number; timestamp: string }

export const headOf = ({ id, body: { pos, height, timestamp } }: SignedNode): StreamHead => ({
  id,
  pos,
  height,
  timestamp,
})

/** The same of a node as its row has it. */
export const headOfRow = ({ id, pos, height, body }: Omit<StreamHead, 'timestamp'> & { body: string }): StreamHead => {
  const { timestamp }: NodeBody = JSON.parse(body)
  return { id, pos, height, timestamp }
}

/**
 * Where a node goes that follows `head`. Its time is the clock's, but never before its predecessor's.
 * @param heights of the other parents.
 */
export const following = (head: StreamHead, now: Date, heights: readonly number[] = []) => ({
  prev: head.id,
  pos: head.pos + 1,
  height: 1 + Math.max(head.height, ...heights),
  timestamp: new Date(Math.max(now.getTime(), Date.parse(head.timestamp) + 1)).toISOString(),
})

/** Makes, addresses and signs a node. Pure: the clock and the ids come in with the draft. */
export function makeNode(draft: Draft, orgId: string, signer: Signer, version: string): SignedNode {
  const parents = [...(draft.parents ?? []), ...(draft.prev ? [{ rel: 'prev' as const, hash: draft.prev }] : [])]
    .map(({ rel, hash }) => ({ hash, rel }))
    .sort((a, b) => compare(a.rel, b.rel) || compare(a.hash, b.hash))
  // Members stand in RFC 8785 order, so JSON.stringify writes the canonical text at a fifth of its price; a test holds
  // the two together.
  const body: NodeBody = {
    agent: { key: signer.kid, name: draft.agent, version },
    edg: 'node/v1',
    governance: draft.governance ? governanceInOrder(draft.governance) : null,
    height: draft.height ?? 0,
    kind: draft.kind,
    org: orgId,
    parents,
    payload: draft.payload
      ? { digest: draft.payload.digest, media_type: draft.payload.media_type, size: draft.payload.size }
      : null,
    pos: draft.pos ?? 0,
    prev: draft.prev ?? null,
    request: draft.request ? inOrder(draft.request) : null,
    result: draft.result ? sorted(draft.result) : null,
    stream: draft.stream,
    subject: { id: draft.subject.id, type: draft.subject.type },
    timestamp: draft.timestamp,
  }
  const text = JSON.stringify(body)
  return { id: sha256Hex(text), orgId, body, text, signature: signer.sign(text), kid: signer.kid }
}

/** Names are words, so no engine moves them as it moves whole numbers. */
const sorted = <Value>(facts: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(facts).sort(([a], [b]) => compare(a, b)))

const governanceInOrder = (decision: GovernanceRecord): GovernanceRecord => ({
  action: decision.action,
  articles: decision.articles,
  constitution: decision.constitution,
  decision: decision.decision,
  input: sorted(decision.input),
  input_digest: decision.input_digest,
  phase: decision.phase,
  tier: decision.tier,
})

const inOrder = (request: NonNullable<NodeBody['request']>): NodeBody['request'] => ({
  ...(request.idempotency_key_digest === undefined ? {} : { idempotency_key_digest: request.idempotency_key_digest }),
  key_id: request.key_id,
  trace: request.trace,
})

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
