/** in-toto statements about evidence: one per node, and a manifest that names them all, so that a missing one is noticed. */
import { type Static, Type as t } from '@sinclair/typebox'
import type { NodeBody } from '#shared/contracts/node'
import { type DsseEnvelope, fromBase64, sealEnvelope } from '#shared/evidence/dsse'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import type { NodeText } from '#shared/verification/checks'

export const inTotoType = 'application/vnd.in-toto+json'
const statementType = 'https://in-toto.io/Statement/v1'
const nodePredicate = 'urn:assay:predicate:edg-node:v1'
const manifestPredicate = 'urn:assay:predicate:edg-manifest:v1'

const Hex = t.String({ pattern: '^[0-9a-f]{64}$' })
const statement = <Name extends string, Predicate extends ReturnType<typeof t.Object>>(
  name: Name,
  predicate: Predicate,
) =>
  t.Object(
    {
      _type: t.Literal(statementType),
      subject: t.Array(t.Object({ name: t.String(), digest: t.Object({ sha256: Hex }) }), { minItems: 1 }),
      predicateType: t.Literal(name),
      predicate,
    },
    { additionalProperties: false },
  )

/** Where a node stands in the log, and the path that shows it on the manifest's checkpoint. */
const PlaceInLog = t.Object({ index: t.Integer({ minimum: 0 }), hashes: t.Array(t.String()) })
export type PlaceInLog = Static<typeof PlaceInLog>

export const NodeStatement = statement(
  nodePredicate,
  t.Object({
    /** The body; its id is the SHA-256 of its RFC 8785 text. */
    node: t.Object({}, { additionalProperties: true }),
    signature: t.Object({ alg: t.Literal('Ed25519'), kid: t.String(), sig: t.String() }),
    /** Null while no checkpoint covers it; absent in bundles of before 1.6. */
    log: t.Optional(t.Union([PlaceInLog, t.Null()])),
  }),
)

/** Places in the log of nodes that are named beside them. */
export const NodeProofs = t.Array(
  t.Object({ hash: Hex, index: t.Integer({ minimum: 0 }), hashes: t.Array(t.String()) }),
)

export const Manifest = t.Object({
  head: Hex,
  /** Merkle root over the ids of the chain, oldest first. */
  chain_digest: Hex,
  /** Nodes that are no ancestors of the head: the lines of the keys that signed. */
  aside: t.Array(Hex),
  /** SHA-256 of each line before this one. */
  lines: t.Array(Hex),
  keys: t.Array(t.Object({ kid: t.String(), public_key: t.String() })),
  constitutions: t.Array(t.Object({ hash: Hex, text: t.String() })),
  /** The signed checkpoint that the proofs stand on, cosignatures included; null while none covers the head. */
  checkpoint: t.Union([t.String(), t.Null()]),
  /** Of some nodes, in bundles whose lines have no place in the log. */
  proofs: t.Optional(NodeProofs),
  /** Verifier keys of the witnesses that this log asks. */
  witnesses: t.Optional(t.Array(t.String())),
})
export type Manifest = Static<typeof Manifest>
export const ManifestStatement = statement(manifestPredicate, Manifest)

const subjectOf = (hash: string) => ({ name: `edg:${hash}`, digest: { sha256: hash } })

const payloadSubject = 'payload'

/** The digest of a node's payload, salted as the node says it, in hex; undefined where it has none. */
export const payloadDigestOf = ({ payload }: Pick<NodeBody, 'payload'>): string | undefined =>
  payload?.digest.replace(/^sha256:/, '')

const payloadSubjects = (node: NodeBody) => {
  const sha256 = payloadDigestOf(node)
  return sha256 === undefined ? [] : [{ name: payloadSubject, digest: { sha256 } }]
}

const sealed = (predicateType: string, subject: object[], predicate: object, signer: Signer): string =>
  canonicalJson(
    sealEnvelope(inTotoType, canonicalJson({ _type: statementType, subject, predicateType, predicate }), signer),
  )

/** Whether a line is the one way to write its envelope: one signature, no member more, base64 as it is made. */
export const isAsSealed = (line: string, { payload, payloadType, signatures }: DsseEnvelope): boolean => {
  const [signature] = signatures
  const again = (text = '') => fromBase64(text)?.toString('base64')
  const { keyid, sig } = signature ?? {}
  return line === canonicalJson({ payload: again(payload), payloadType, signatures: [{ keyid, sig: again(sig) }] })
}

/** A node as one line; its payload is a subject too, so that whoever has its salted digest finds what is said of it. */
export function nodeLine({ id, body, signature, kid }: NodeText, log: PlaceInLog | null, signer: Signer): string {
  const node: NodeBody = JSON.parse(body)
  const sig = Buffer.from(signature).toString('base64')
  const subject = [subjectOf(id), ...payloadSubjects(node)]
  return sealed(nodePredicate, subject, { node, signature: { alg: 'Ed25519', kid, sig }, log }, signer)
}

/** The last line, about all lines before it. */
export const manifestLine = (
  hashes: readonly string[],
  lines: readonly string[],
  manifest: Omit<Manifest, 'lines'>,
  signer: Signer,
): string => sealed(manifestPredicate, hashes.map(subjectOf), { ...manifest, lines: lines.map(sha256Hex) }, signer)
