/**
 * A claim as a file that is recomputed elsewhere: one JSON value a line, each its own RFC 8785 text. The claim with the node
 * that registered it; each trace of its population in the log's order, with its node and its record; the nodes of the
 * verdict's turns where they came to pass; what the claim comes to; a seal over all of it.
 */

import { type Static, Type as t } from '@sinclair/typebox'
import { claimVerdicts } from '#db/documents/states'
import { digestAfter, type SequenceState, sequenceMethod } from '#shared/claims/sequence'
import { ClaimTerms } from '#shared/contracts/claims'
import { DsseEnvelope, sealEnvelope } from '#shared/evidence/dsse'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { inTotoType, Manifest, NodeProofs } from '#shared/verification/statements'

const Hex = t.String({ pattern: '^[0-9a-f]{64}$' })
const Count = t.Integer({ minimum: 0 })
const closed = { additionalProperties: false }

/** A node with its very text, and its place in the log. */
export const ExportedNode = t.Object(
  { body: t.String(), id: Hex, kid: t.String(), leaf: Count, signature: t.String({ description: 'Base64.' }) },
  closed,
)
export type ExportedNode = Static<typeof ExportedNode>

const Since = t.Union([t.Object({ leaf: Count, n: Count }, closed), t.Null()])
const Verdict = t.Union(claimVerdicts.map((verdict) => t.Literal(verdict)))
const State = t.Object(
  {
    cells: t.Array(Count),
    digest: Hex,
    leaf: Count,
    method: t.Literal(sequenceMethod),
    missing: Count,
    n: Count,
    since: Since,
    verdict: Verdict,
  },
  closed,
)
const Point = t.Object(
  {
    leaf: Count,
    lower: t.Number(),
    n: Count,
    upper: t.Number(),
    value: t.Union([t.Number(), t.Null()]),
    verdict: Verdict,
  },
  closed,
)

const ClaimLine = t.Object(
  {
    claim_id: t.String(),
    format: t.Literal('assay-claim/v1'),
    line: t.Literal('claim'),
    method: t.String(),
    origin: t.String({ description: 'Of the log in which its traces have their leaves.' }),
    registration: ExportedNode,
    terms: ClaimTerms,
  },
  closed,
)
const TraceLine = t.Object(
  {
    body: t.Union([t.String(), t.Null()], { description: 'Of the node; null where the node is withheld.' }),
    digest: Hex,
    leaf: Count,
    line: t.Literal('trace'),
    node: Hex,
    record: t.Union([t.String(), t.Null()], { description: 'The trace’s RFC 8785 text; null where it was erased.' }),
    salt: t.Union([t.String(), t.Null()]),
    units: t.Union([t.Integer({ minimum: 0, maximum: 10_000 }), t.Null()]),
  },
  closed,
)
const TurnLine = t.Object({ line: t.Literal('turn'), node: ExportedNode }, closed)
const CloseLine = t.Object({ line: t.Literal('close'), node: ExportedNode }, closed)
const EndLine = t.Object({ line: t.Literal('end'), point: Point, series: t.Array(Point), state: State }, closed)
const SealLine = t.Object({ envelope: DsseEnvelope, line: t.Literal('seal') }, closed)
export const ExportLine = t.Union([ClaimLine, TraceLine, TurnLine, CloseLine, EndLine, SealLine])
export type ExportLine = Static<typeof ExportLine>

/** What the seal's statement is about: every byte before it. */
export const SealStatement = t.Object(
  {
    _type: t.Literal('https://in-toto.io/Statement/v1'),
    predicate: t.Object({
      claim_id: t.String(),
      keys: Manifest.properties.keys,
      /** Lines before the seal. */
      lines: Count,
      checkpoint: Manifest.properties.checkpoint,
      proofs: NodeProofs,
    }),
    predicateType: t.Literal('urn:assay:predicate:claim-export:v1'),
    subject: t.Array(t.Object({ digest: t.Object({ sha256: Hex }), name: t.String() }), { minItems: 1, maxItems: 1 }),
  },
  closed,
)
type Sealed = Static<typeof SealStatement>['predicate']

/** What the node of a registration says in `result`. */
export const registrationFacts = (terms: ClaimTerms) => ({
  method: sequenceMethod,
  terms_digest: sha256Hex(canonicalJson(terms)),
})

/** What the nodes of a turn and of the end say in `result`, of the state then. */
export const stateFacts = ({ digest, leaf, missing, n, verdict }: SequenceState) => ({
  digest,
  leaf,
  missing,
  n,
  verdict,
})

export type ExportSource = {
  claim_id: string
  terms: ClaimTerms
  /** Of the log in which its traces have their leaves. */
  origin: string
  registration: ExportedNode
  /** The population, in the log's order. */
  traces:
    | AsyncIterable<Omit<Static<typeof TraceLine>, 'line' | 'digest'>>
    | Iterable<Omit<Static<typeof TraceLine>, 'line' | 'digest'>>
  /** Nodes of turns, with the leaf of the trace that turned it. */
  turns: readonly { leaf: number; node: ExportedNode }[]
  closed: ExportedNode | null
  end: Omit<Static<typeof EndLine>, 'line'>
}

/** The export's lines, each with its end. @param sealed keys of all who signed, and proofs that their nodes are in the log. */
export async function* exportClaim(
  source: ExportSource,
  sealed: Pick<Sealed, 'keys' | 'checkpoint' | 'proofs'>,
  signer: Signer,
): AsyncGenerator<string> {
  const whole = new Bun.CryptoHasher('sha256')
  let lines = 0
  const written = (value: ExportLine): string => {
    const line = `${canonicalJson(value)}\n`
    whole.update(line)
    lines += 1
    return line
  }
  const { claim_id, terms, origin, registration, turns } = source
  yield written({
    line: 'claim',
    format: 'assay-claim/v1',
    method: source.end.state.method,
    claim_id,
    terms,
    origin,
    registration,
  })
  let digest = registration.id
  for await (const trace of source.traces) {
    digest = digestAfter(digest, trace)
    yield written({ line: 'trace', ...trace, digest })
    for (const { leaf, node } of turns) if (leaf === trace.leaf) yield written({ line: 'turn', node })
  }
  if (source.closed) yield written({ line: 'close', node: source.closed })
  yield written({ line: 'end', ...source.end })
  const statement: Static<typeof SealStatement> = {
    _type: 'https://in-toto.io/Statement/v1',
    predicate: { claim_id, lines, ...sealed },
    predicateType: 'urn:assay:predicate:claim-export:v1',
    subject: [{ name: `claim:${claim_id}`, digest: { sha256: whole.digest('hex') } }],
  }
  yield `${canonicalJson({ line: 'seal', envelope: sealEnvelope(inTotoType, canonicalJson(statement), signer) })}\n`
}
