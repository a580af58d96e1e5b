/** What an evidence node says, as it is hashed and as it goes over the wire. */
import { type Static, Type as t } from '@sinclair/typebox'
import { GovernanceRecord } from '#shared/contracts/decision'

const Hex = t.String({ pattern: '^[0-9a-f]{64}$' })

/** Every kind of node there is. What each is about and says is in shared/evidence/kinds.ts. */
export const nodeKinds = [
  'genesis',
  'key.registered',
  'key.revoked',
  'sealing.begun',
  'apikey.issued',
  'apikey.changed',
  'apikey.revoked',
  'waiver.created',
  'waiver.revoked',
  'question.answered',
  'question.withdrawn',
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
  'feedback.given',
  'job.promised',
  'job.failed',
  'job.canceled',
  'run.submitted',
  'run.deleted',
  'scan.completed',
  'design.verified',
  'baseline.proposed',
  'baseline.reviewed',
  'baseline.approved',
  'baseline.superseded',
  'baseline.rejected',
  'rules.changed',
  'components.imported',
  'parameters.changed',
  'connection.created',
  'connection.changed',
  'connection.synced',
  'connection.deleted',
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
