/** Wire shapes of the evidence graph: nodes, chains, verification, erasure, export. */
import { type Static, Type as t } from '@sinclair/typebox'
import '#shared/kernel/schema/formats'
import { NodeBody, nodeKinds } from '#shared/contracts/node'

/** A node's id as paths and bodies take it. */
const NodeHash = t.String({
  pattern: '^(sha256:)?[0-9a-f]{64}$',
  description: 'SHA-256 of the node, 64 lower-case hex digits; the prefix sha256: is taken.',
})
const Hex = t.String({ pattern: '^[0-9a-f]{64}$' })
const NullableHex = t.Union([Hex, t.Null()])

const Signature = t.Object({ kid: t.String(), alg: t.Literal('Ed25519'), sig: t.String({ description: 'Base64.' }) })
const Link = t.Object({ rel: t.String(), hash: Hex, kind: t.Union([t.String(), t.Null()]) })

/** A node of a chain. */
export const StoredNode = t.Composite([
  NodeBody,
  t.Object({
    hash: Hex,
    signature: Signature,
    log: t.Object({
      leaf_index: t.Union([t.Integer({ minimum: 0 }), t.Null()]),
      tree_size: t.Integer({ minimum: 0 }),
      state: t.Union([t.Literal('included'), t.Literal('pending')]),
    }),
  }),
])

export const EvidenceNode = t.Composite([
  StoredNode,
  t.Object({
    payload: t.Union(
      [
        t.Object({
          digest: t.String(),
          media_type: t.String(),
          size: t.Integer(),
          erased: t.Boolean({ description: 'Whether content and salt are gone; every proof holds all the same.' }),
          salt: t.Optional(t.String({ description: 'Base64; the digest is SHA-256(salt ‖ content).' })),
          content: t.Optional(t.String({ description: 'The very text that was digested.' })),
        }),
        t.Null(),
      ],
      { description: 'What the node is about, where there is such a thing.' },
    ),
    linked_nodes: t.Object({
      parents: t.Array(Link),
      children: t.Array(Link, { description: 'The first 100.' }),
      children_total: t.Union([t.Integer(), t.Null()], { description: 'Null beyond 10,000.' }),
    }),
    links: t.Record(t.String(), t.String()),
  }),
])
export type EvidenceNode = Static<typeof EvidenceNode>

export const NodeQuery = t.Object(
  {
    view: t.Union([t.Literal('full'), t.Literal('body')], {
      default: 'full',
      description: 'body: the very text that was hashed and signed, which never changes.',
    }),
  },
  { additionalProperties: false },
)

export const ChainQuery = t.Object(
  {
    limit: t.Integer({ minimum: 1, maximum: 1000, default: 500, description: 'How many at most.' }),
    cursor: t.Optional(t.String({ maxLength: 512, description: 'next_cursor of the page before.' })),
    order: t.Union([t.Literal('desc'), t.Literal('asc')], {
      default: 'desc',
      description: 'desc: parents come after their children.',
    }),
    kinds: t.Optional(t.String({ maxLength: 1000, description: `Comma-separated; of ${nodeKinds.join(', ')}.` })),
    max_depth: t.Optional(
      t.Integer({ minimum: 1, maximum: 100, description: 'Ancestors so many edges away at most.' }),
    ),
  },
  { additionalProperties: false },
)
export type ChainQuery = Static<typeof ChainQuery>

export const Chain = t.Object({
  hash: Hex,
  count: t.Integer({ description: 'Nodes in this answer.' }),
  total: t.Union([t.Integer(), t.Null()], { description: 'Nodes in the chain; null where kinds filters.' }),
  complete: t.Boolean({ description: 'Whether this answer holds the whole chain.' }),
  nodes: t.Array(StoredNode),
  edges: t.Array(t.Object({ child: Hex, parent: Hex, rel: t.String() })),
  roots: t.Array(Hex, { description: 'Nodes of this answer without a parent.' }),
  next_cursor: t.Union([t.String(), t.Null()]),
  chain_digest: t.Union([Hex, t.Null()], {
    description: 'RFC 9162 Merkle root over all ids in the order of the log: one value to compare two exports by.',
  }),
  checkpoint: t.Union([t.String(), t.Null()], { description: 'The newest signed checkpoint of the log.' }),
})

export const Material = t.Object(
  {
    body: t.Union([t.String(), t.Record(t.String(), t.Unknown())], { description: 'The body, or its very text.' }),
    signature: t.Object({ kid: t.String(), alg: t.Optional(t.String()), sig: t.String() }),
  },
  { additionalProperties: false },
)

export const VerifyRequest = t.Object(
  {
    hash: t.Optional(t.String({ ...NodeHash, description: `${NodeHash.description} Only mode=full goes without.` })),
    mode: t.Optional(t.Union([t.Literal('node'), t.Literal('chain'), t.Literal('full')], { default: 'node' })),
    max_nodes: t.Optional(t.Integer({ minimum: 1, maximum: 1e7, description: 'Of a chain; the nearest are taken.' })),
    checkpoint: t.Optional(t.String({ maxLength: 65_536, description: 'A checkpoint that you kept.' })),
    node: t.Optional(Material),
    proof: t.Optional(t.String({ maxLength: 65_536, description: 'A c2sp.org/tlog-proof@v1 that you kept.' })),
    replay: t.Optional(t.Boolean({ description: 'Whether to make recorded decisions again; true unless said.' })),
  },
  { additionalProperties: false },
)
export type VerifyRequest = Static<typeof VerifyRequest>

const checks = t.Union(Array.from({ length: 13 }, (_, index) => t.Literal(`V${index + 1}`)))

const RowName = t.Object({ table: t.String(), key: t.String() })

export const Verification = t.Object({
  hash: NullableHex,
  valid: t.Boolean(),
  verdict: t.Union(['valid', 'valid_pending_inclusion', 'invalid', 'indeterminate'].map((word) => t.Literal(word))),
  checks: t.Array(
    t.Object({
      id: checks,
      status: t.Union(['pass', 'fail', 'skip', 'pending'].map((word) => t.Literal(word))),
      detail: t.String(),
      node: t.Optional(Hex),
      row: t.Optional(RowName),
    }),
  ),
  first_failure: t.Union([
    t.Object({
      check: checks,
      hash: NullableHex,
      stream: t.Union([t.String(), t.Null()]),
      pos: t.Union([t.Integer(), t.Null()]),
      row: t.Union([RowName, t.Null()], {
        description: 'The row that is wrong, where it is not the node itself.',
      }),
    }),
    t.Null(),
  ]),
  checked_nodes: t.Integer(),
  proof: t.Union([
    t.Object({
      leaf_index: t.Integer(),
      tree_size: t.Integer(),
      root: Hex,
      hashes: t.Array(Hex),
      checkpoint: t.String(),
      tlog_proof: t.String(),
    }),
    t.Null(),
  ]),
  verified_at: t.String({ format: 'date-time' }),
  duration_ms: t.Number(),
})
export type Verification = Static<typeof Verification>

export const EraseRequest = t.Object(
  {
    reason: t.String({
      minLength: 1,
      maxLength: 500,
      description: 'Why; it stays in the evidence for ever, so it names no person.',
    }),
  },
  { additionalProperties: false },
)

export const Erased = t.Object({
  hash: Hex,
  erased: t.Array(t.Object({ hash: Hex, node: Hex }), {
    description: 'Each node whose payload is gone, and the node that says so.',
  }),
})

export const ExportQuery = t.Object(
  {
    format: t.Union(
      (['intoto', 'tlog-proof', 'scitt', 'cose-receipt', 'prov', 'dot', 'mermaid', 'svg'] as const).map((format) =>
        t.Literal(format),
      ),
      { default: 'intoto', description: 'Bundle to verify, proof, signed statement, receipt, provenance, or picture.' },
    ),
  },
  { additionalProperties: false },
)
