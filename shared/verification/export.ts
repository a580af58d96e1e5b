/** Exports a chain as a bundle that verifies offline. */
import type { Reader } from '#db/client'
import type { GraphRow } from '#db/queries/graph'
import { constitutionTexts, type KeyNodeRow, keyNodes, leavesOf } from '#db/queries/integrity'
import { type FoundChain, groupsOfChain } from '#shared/evidence/chain'
import { proveInclusion, storedHashes } from '#shared/evidence/log'
import { bodyOf } from '#shared/evidence/present'
import type { Signer } from '#shared/evidence/signing'
import { base64, parseCheckpoint } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, inclusionProof, leafHash, rootOf } from '#shared/tlog/merkle'
import { type Manifest, manifestLine, nodeLine } from '#shared/verification/statements'

type Exported = Pick<GraphRow, 'id' | 'ins' | 'body' | 'signature' | 'kid' | 'kind'>

/** The chain of a node as JSON lines: each node an in-toto statement in a DSSE envelope, then a manifest of them all. */
export async function exportBundle(sql: Reader, head: GraphRow, chain: FoundChain, signer: Signer): Promise<string> {
  const nodes: GraphRow[] = []
  for await (const rows of groupsOfChain((look) => look(sql), chain, { order: 'asc', kinds: undefined }))
    nodes.push(...rows)
  const keys = await keyNodes(sql)
  const chained = new Set(nodes.map(({ id }) => id))
  const aside = keys.filter(({ id }) => !chained.has(id))
  const all: Exported[] = [...nodes, ...aside].sort((a, b) => a.ins - b.ins)
  const lines = all.map((node) => nodeLine(node, signer))
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
    ...(await proofsOf(sql, head, provable(all, keys))),
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

/** The head stands for its ancestors, which its id commits to; keys' lines and what a revoked key signed need their own. */
function provable(all: readonly Exported[], keys: readonly KeyNodeRow[]): Set<string> {
  const revoked = new Set(
    keys.filter(({ kind }) => kind === 'key.revoked').map(({ body }) => bodyOf({ body }).subject.id),
  )
  return new Set([...keys.map(({ id }) => id), ...all.filter(({ kid }) => revoked.has(kid)).map(({ id }) => id)])
}

/** Proofs of the head and of these nodes, all on the checkpoint that the head's stands on. */
async function proofsOf(
  sql: Reader,
  head: GraphRow,
  ids: ReadonlySet<string>,
): Promise<Pick<Manifest, 'checkpoint' | 'proofs'>> {
  const own = await proveInclusion(sql, head.id)
  if (!own) return { checkpoint: null, proofs: [] }
  const { size } = parseCheckpoint(own.checkpoint.slice(0, own.checkpoint.lastIndexOf('\n\n') + 1))
  const read = storedHashes(sql)
  const proofs: Manifest['proofs'] = [{ hash: head.id, index: own.leaf, hashes: own.hashes.map(base64) }]
  for (const { id, leaf } of await leavesOf(
    sql,
    [...ids].filter((id) => id !== head.id),
  ))
    if (leaf < size)
      proofs.push({ hash: id, index: leaf, hashes: (await inclusionProof(leaf, size, read)).map(base64) })
  return { checkpoint: own.checkpoint + own.cosignatures.join(''), proofs }
}
