/** The log as the database has it: proofs that nodes are in it, and that it only grew. */
import type { Reader } from '#db/client'
import { cosignatureLines, findLeaf, newestCheckpoint, newestCosigned, readTileRows } from '#db/queries/log'
import { consistencyProof, type Hash, inclusionProof, type ReadHashes } from '#shared/tlog/merkle'
import { hashReader, type Tile, type TileName } from '#shared/tlog/tiles'

export type Inclusion = {
  leaf: number
  size: number
  root: Hash
  hashes: Hash[]
  /** The signed note as the log published it. */
  checkpoint: string
  /** Lines that belong under the note. */
  cosignatures: string[]
}

export const storedTiles = async (sql: Reader, names: readonly TileName[]): Promise<Tile[]> =>
  (await readTileRows(sql, names)).map(({ level, idx, hashes }) => ({ level, index: idx, hashes }))

/** Hashes of the tree, from the stored tiles. */
export const storedHashes = (sql: Reader): ReadHashes => hashReader((names) => storedTiles(sql, names))

/**
 * Proof that a node is in the log, for the newest checkpoint that a witness cosigned, else for the newest.
 * Undefined while no checkpoint covers the node.
 */
export async function proveInclusion(sql: Reader, nodeId: string): Promise<Inclusion | undefined> {
  const leaf = await findLeaf(sql, nodeId)
  if (leaf === undefined) return undefined
  const checkpoint = (await newestCosigned(sql, leaf)) ?? (await newestCheckpoint(sql))
  if (!checkpoint || checkpoint.size <= leaf) return undefined
  const { origin, size, root, note } = checkpoint
  const [hashes, lines] = await Promise.all([
    inclusionProof(leaf, size, storedHashes(sql)),
    cosignatureLines(sql, origin, size),
  ])
  return { leaf, size, root, hashes, checkpoint: note, cosignatures: lines.map(({ line }) => line) }
}

/** Proof that the log of `size1` leaves is the beginning of the one of `size2`. @throws RangeError when sizes do not fit. */
export const proveConsistency = async (sql: Reader, size1: number, size2: number): Promise<{ hashes: Hash[] }> => ({
  hashes: await consistencyProof(size1, size2, storedHashes(sql)),
})

/** The newest checkpoint of the log in force, if there is one. */
export const latestCheckpoint = newestCheckpoint
