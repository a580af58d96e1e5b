/** What a claim's export is made from: its rows, the nodes of what it counted, and their proofs, a few hundred traces at a time. */
import type { Reader } from '#db/client'
import { claimNodes, nodesAtLeaves } from '#db/queries/claim-progress'
import { type ClaimRow, claimPieces, claimPoints, countedTraces } from '#db/queries/claims'
import { keyNodes } from '#db/queries/integrity'
import { type ExportedNode, type ExportSource, exportClaim } from '#shared/claims/export'
import { judgeOf, pointOf, type SequenceState } from '#shared/claims/sequence'
import { keptPlaces } from '#shared/contracts/claim-series'
import type { ClaimTerms } from '#shared/contracts/claims'
import type { NodeBody } from '#shared/contracts/node'
import { proveInclusion } from '#shared/evidence/log'
import { payloadsOf } from '#shared/evidence/payloads'
import { requireWholeSeries, sealedClaimPieces } from '#shared/evidence/sealed/claims'
import { requireSealed } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { evidenceMismatch, notInLogYet } from '#shared/kernel/errors/evidence'
import { base64 } from '#shared/tlog/checkpoint'

type Read = <T>(look: (sql: Reader) => Promise<T>) => Promise<T>

const piecesAtOnce = 200
const leavesAtOnce = 250

/**
 * The lines of a claim whose sequence has begun. @throws EVIDENCE_MISMATCH where what it was counted from is not as it was written, or
 * lacks; STATE_CONFLICT while what its row says has no place in the log yet.
 */
export async function claimExport(
  read: Read,
  signer: Signer,
  row: ClaimRow,
  { state, origin }: { state: SequenceState; origin: string },
): Promise<AsyncGenerator<string> | undefined> {
  const terms = JSON.parse(row.terms) as ClaimTerms
  const judge = judgeOf(terms)
  const nodes = (await read((sql) => claimNodes(sql, row.claim_id))).flatMap(({ leaf, ...node }) => {
    const body = JSON.parse(node.body) as NodeBody
    // What came after the row was read is not told, and what is being closed is told as it stands.
    if (body.pos > row.version || body.kind === 'claim.closing') return []
    if (leaf === null) throw notInLogYet(node.id)
    return [{ node: exported({ ...node, leaf }), body }]
  })
  const registration = nodes.find(({ body }) => body.kind === 'claim.registered')?.node
  if (!registration) return undefined
  const closed = nodes.find(({ body }) => body.kind === 'claim.closed')?.node ?? null
  const points = (await read((sql) => claimPoints(sql, row.claim_id, 0, 10_000))).filter(
    ({ leaf }) => leaf <= state.leaf,
  )
  requireWholeSeries(signer, row, points, keptPlaces(state))
  if ((await read((sql) => countedTraces(sql, row.claim_id, state.leaf))) !== state.n + state.missing)
    throw evidenceMismatch(sealedClaimPieces.table, row.head)
  requireSealed(signer, sealedClaimPieces, await read((sql) => claimPieces(sql, row.claim_id, -1, piecesAtOnce)))
  const turns = nodes.flatMap(({ node, body: { kind, result } }) => {
    if (kind !== 'claim.turned') return []
    // What was told under a log that was given up turned at another place of this one, if it did. What this one came to in the end,
    // where that was less, did not turn it.
    const leaf = points.find(({ verdict }) => verdict === result?.['verdict'])?.leaf
    if (result?.['origin'] === origin && result['leaf'] !== leaf) return []
    return leaf !== undefined && leaf <= state.leaf ? [{ leaf, node }] : []
  })
  const series = points.map(({ leaf, lower, n, upper, value, verdict }) => ({ leaf, lower, n, upper, value, verdict }))
  const [keys, proof] = await read((sql) => Promise.all([keyNodes(sql), proveInclusion(sql, registration.id)]))
  const byKid = new Map(keys.map(({ body, public_key }) => [(JSON.parse(body) as NodeBody).subject.id, public_key]))
  const sealed = {
    keys: [...byKid].map(([kid, raw]) => ({ kid, public_key: Buffer.from(raw).toString('base64') })),
    checkpoint: proof ? proof.checkpoint + proof.cosignatures.join('') : null,
    proofs: proof ? [{ hash: registration.id, index: proof.leaf, hashes: proof.hashes.map(base64) }] : [],
  }
  const source: ExportSource = {
    claim_id: row.claim_id,
    origin,
    terms,
    registration,
    traces: tracesOf(read, signer, row.claim_id, state.leaf),
    turns,
    closed,
    end: { point: pointOf(judge, state), series, state },
  }
  return exportClaim(source, sealed, signer)
}

const exported = (node: {
  id: string
  leaf: number
  body: string
  signature: Uint8Array
  kid: string
}): ExportedNode => ({
  body: node.body,
  id: node.id,
  kid: node.kid,
  leaf: node.leaf,
  signature: Buffer.from(node.signature).toString('base64'),
})

/** What the claim has counted up to a leaf, each with its node and, where it is kept, the record that the node speaks of. */
async function* tracesOf(read: Read, signer: Signer, claimId: string, upTo: number) {
  for (let after = -1; ; ) {
    const from = after
    const pieces = await read((sql) => claimPieces(sql, claimId, from, piecesAtOnce))
    requireSealed(signer, sealedClaimPieces, pieces)
    const last = pieces.at(-1)
    if (!last) return
    after = last.first_leaf
    const counted = pieces.flatMap(({ leaves, units }) =>
      leaves.map((leaf, at) => ({ leaf, units: units[at] ?? null })),
    )
    for (let at = 0; at < counted.length; at += leavesAtOnce) {
      const some = counted.slice(at, at + leavesAtOnce).filter(({ leaf }) => leaf <= upTo)
      const unitsAt = new Map(some.map(({ leaf, units }) => [leaf, units]))
      const { nodes, payloads } = await read(async (sql) => {
        const nodes = await nodesAtLeaves(sql, [...unitsAt.keys()])
        const spoken = nodes.map(({ id, body }) => ({ id, body: JSON.parse(body) as NodeBody }))
        return { nodes, payloads: await payloadsOf(sql, spoken) }
      })
      for (const { leaf, id, body } of nodes) {
        const state = payloads.get(id)
        const payload = state?.state === 'kept' ? state.payload : undefined
        yield {
          body,
          leaf,
          node: id,
          record: payload?.text ?? null,
          salt: payload ? Buffer.from(payload.salt).toString('base64') : null,
          units: unitsAt.get(leaf) ?? null,
        }
      }
    }
  }
}
