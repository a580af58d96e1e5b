/** Evidence nodes: what one says, and the id it thereby has. */
import { type Static, Type as t } from '@sinclair/typebox'
import { sha256Hex } from '#shared/evidence/canonical'
import type { Signer } from '#shared/evidence/signing'
import { GovernanceRecord } from '#shared/governance/record'

const Hex = t.String({ pattern: '^[0-9a-f]{64}$' })

/** Every kind of node there is. What each says in `result` is in kinds.ts. */
export const nodeKinds = [
  'genesis',
  'key.registered',
  'key.revoked',
  'apikey.issued',
  'apikey.changed',
  'apikey.revoked',
  'waiver.created',
  'waiver.revoked',
  'constitution.enacted',
  'agent.registered',
  'agent.changed',
  'task.submitted',
  'task.planned',
  'task.state',
  'step.state',
  'trace.recorded',
  'annotation.recorded',
  'tree.generated',
  'analysis.harmonic',
  'attunement.calibrated',
  'semiotic.decoded',
  'briefing.compiled',
  'signals.scanned',
  'meeting.prepared',
  'scan.completed',
  'design.verified',
  'claim.registered',
  'claim.turned',
  'claim.closing',
  'claim.closed',
  'violation.opened',
  'violation.updated',
  'violation.resolved',
  'governance.denied',
  'payload.erased',
  'verification.result',
  'checkpoint.published',
] as const
export type NodeKind = (typeof nodeKinds)[number]

const parentRels = ['prev', 'input', 'plan', 'governed_by', 'uses', 'supersedes', 'signed_by'] as const
const ParentRel = t.Union(parentRels.map((rel) => t.Literal(rel)))

/** Small facts, flat. */
const Facts = t.Record(t.String({ pattern: '^[a-z_0-9]+$' }), t.Union([t.String(), t.Number(), t.Boolean()]))

/** What is hashed. The id is SHA-256 over its RFC 8785 text. */
export const NodeBody = t.Object(
  {
    edg: t.Literal('node/v1'),
    kind: t.Union(nodeKinds.map((kind) => t.Literal(kind))),
    stream: t.String({ description: 'The line this node stands in, one per trace, tree or key.' }),
    org: t.Optional(t.String({ description: 'The organisation it belongs to; nodes of the first release lack it.' })),
    pos: t.Integer({ minimum: 0, description: 'Place in the stream, from 0.' }),
    height: t.Integer({ minimum: 0, description: '1 + the greatest height among the parents; 0 without parents.' }),
    prev: t.Union([Hex, t.Null()]),
    parents: t.Array(t.Object({ rel: ParentRel, hash: Hex }), { maxItems: 64 }),
    agent: t.Object({ name: t.String(), version: t.String(), key: t.String() }),
    timestamp: t.String({ format: 'date-time' }),
    subject: t.Object({ type: t.String(), id: t.String() }),
    payload: t.Union([
      t.Object({ digest: t.String(), media_type: t.String(), size: t.Integer() }, { description: 'Salted digest.' }),
      t.Null(),
    ]),
    result: t.Union([Facts, t.Null()]),
    governance: t.Union([GovernanceRecord, t.Null()]),
    request: t.Union([
      t.Object({ key_id: t.String(), trace: t.String(), idempotency_key_digest: t.Optional(t.String()) }),
      t.Null(),
    ]),
  },
  { additionalProperties: false },
)
export type NodeBody = Static<typeof NodeBody>

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
export type Head = { id: string; pos: number; height: number; timestamp: string }

export const headOf = ({ id, body: { pos, height, timestamp } }: SignedNode): Head => ({ id, pos, height, timestamp })

/**
 * Where a node goes that follows `head`. Its time is the clock's, but never before its predecessor's.
 * @param heights of the other parents.
 */
export const following = (head: Head, now: Date, heights: readonly number[] = []) => ({
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
