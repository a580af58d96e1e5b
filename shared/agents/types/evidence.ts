/** What the evidence-auditor does: verifies evidence, and exports what verifies offline. */
import { Type as t } from '@sinclair/typebox'
import { runTaskType } from '#shared/agents/run-task-type'
import { Verification, VerifyRequest } from '#shared/contracts/evidence'

const Hash = t.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the node.' })

const Exported = t.Object({
  hash: Hash,
  media_type: t.Literal('application/vnd.in-toto.bundle'),
  nodes: t.Integer({ description: 'How many nodes the chain has.' }),
  bundle: t.String({ description: 'JSON lines; `assay verify` needs nothing else.' }),
})

export const evidenceTypes = [
  runTaskType({
    type: 'evidence.verify',
    version: 2,
    area: 'B',
    description: 'Verifies a node, its chain or the whole store, as POST /edg/verify does.',
    payload: t.Composite([t.Omit(VerifyRequest, ['hash']), t.Object({ hash: t.Optional(Hash) })], {
      additionalProperties: false,
    }),
    output: Verification,
    sideEffects: 'read',
    isIdempotent: true,
    essence: ({ hash, valid, verdict, checks, first_failure, checked_nodes }) => ({
      hash,
      valid,
      verdict,
      checks: checks.map(({ id, status }) => ({ id, status })),
      first_failure,
      checked_nodes,
    }),
  }),
  runTaskType({
    type: 'evidence.export',
    area: 'B',
    description: 'Exports the chain of a node as an in-toto bundle that verifies offline.',
    payload: t.Object({ hash: Hash }, { additionalProperties: false }),
    output: Exported,
    sideEffects: 'read',
    isIdempotent: true,
    // The proofs in the bundle grow with the log.
    essence: ({ hash, nodes }) => ({ hash, nodes }),
  }),
]
