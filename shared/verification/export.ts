/** Exports a chain as a bundle that verifies offline. */
import type { Reader } from '#db/client'
import type { GraphRow } from '#db/queries/graph'
import { constitutionTexts, type KeyNodeRow, keyNodes, leavesOf } from '#db/queries/integrity'
import { type FoundChain, groupsOfChain } from '#shared/evidence/chain'
import { proveInclusion, storedHashes } from '#shared/evidence/log'
import { bodyOf } from '#shared/evidence/present'
import type { Signer } from '#shared/evidence/signing'
import { base64 } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, inclusionProofs, leafHash, rootOf } from '#shared/tlog/merkle'
import type { Verifier } from '#shared/tlog/signed-note'
import { type Manifest, manifestLine, nodeLine, type PlaceInLog } from '#shared/verification/statements'

type Exported = Pick<GraphRow, 'id' | 'ins' | 'body' | 'signature' | 'kid' | 'kind'>

type Exporter = {
  signer: Signer
  /** Whose cosignatures the log asks for. */
  witnesses: readonly Verifier[]
}

/**
 * The chain of a node as JSON lines: each node an in-toto statement in a DSSE envelope with its own place in the log, then
 * a manifest of them all.
 */
export async function exportBundle(
  sql: Reader,
  head: GraphRow,
  chain: FoundChain,
  { signer, witnesses }: Exporter,
): Promise<string> {
  const nodes: GraphRow[] = []
  for await (const rows of groupsOfChain((look) => look(sql), chain, { order: 'asc', kinds: undefined }))
    nodes.push(...rows)
  const keys = await keyNodes(sql)
  const chained = new Set(nodes.map(({ id }) => id))
  const aside = keys.filter(({ id }) => !chained.has(id))
  const all: Exported[] = [...nodes, ...aside].sort((a, b) => a.ins - b.ins)
  const { checkpoint, places } = await placesOf(sql, head, all)
  const lines = all.map((node) => nodeLine(node, places.get(node.id) ?? null, signer))
  const root = rootOf(
    append(
      emptyFrontier,
      nodes.map(({ id }) => leafHash(id)),
    ),
  )
  const manifest = {
    head: head.id,
    chain_digest: Buffer.from(root).toString('hex'),
    aside: aside.map(({ id }) => id),
    keys: keysOf(keys),
    constitutions: await constitutionsOf(sql, nodes),
    checkpoint,
    witnesses: witnesses.map(({ key }) => key),
  }
  return `${[
    ...lines,
    manifestLine(
      all.map(({ id }) => id),
      lines,
      manifest,
      signer,
    ),
  ].join('\n')}\n`
}

const keysOf = (keys: readonly KeyNodeRow[]): Manifest['keys'] => {
  const byKid = new Map(keys.map(({ body, public_key }) => [bodyOf({ body }).subject.id, public_key]))
  return [...byKid].map(([kid, raw]) => ({ kid, public_key: Buffer.from(raw).toString('base64') }))
}

async function constitutionsOf(sql: Reader, nodes: readonly GraphRow[]): Promise<Manifest['constitutions']> {
  const used = new Set(nodes.flatMap((row) => bodyOf(row).governance?.constitution ?? []))
  return (await constitutionTexts(sql)).flatMap(({ hash, body }) => (used.has(hash) ? [{ hash, text: body }] : []))
}

// What a group needs of the log is in memory at once, and others have their turn between two.
const provenAtOnce = 250

/** The place of each node in the log, all on the checkpoint that the head's proof stands on. */
async function placesOf(
  sql: Reader,
  head: GraphRow,
  all: readonly Exported[],
): Promise<{ checkpoint: string | null; places: Map<string, PlaceInLog> }> {
  const places = new Map<string, PlaceInLog>()
  const own = await proveInclusion(sql, head.id)
  if (!own) return { checkpoint: null, places }
  const { size } = own
  const read = storedHashes(sql)
  for (let from = 0; from < all.length; from += provenAtOnce) {
    const ids = all.slice(from, from + provenAtOnce).map(({ id }) => id)
    const covered = (await leavesOf(sql, ids)).filter(({ leaf }) => leaf < size)
    const proofs = await inclusionProofs(
      covered.map(({ leaf }) => leaf),
      size,
      read,
    )
    for (const [at, { id, leaf }] of covered.entries())
      places.set(id, { index: leaf, hashes: (proofs[at] ?? []).map(base64) })
  }
  return { checkpoint: own.checkpoint + own.cosignatures.join(''), places }
}
