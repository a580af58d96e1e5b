/** The checks of the log: that a node is in it, that every checkpoint is true, and that it only ever grew. V9 to V11. */
import type { Reader } from '#db/client'
import { checkpointsFrom, leavesFrom, nodesWithoutPlace, type StoredCheckpoint } from '#db/queries/integrity'
import { latestCheckpoint, proveConsistency, proveInclusion, storedHashes } from '#shared/evidence/log'
import { type LogProof, parseCheckpoint, parseLogProof } from '#shared/tlog/checkpoint'
import {
  append,
  emptyFrontier,
  type Frontier,
  type Hash,
  isSame,
  leafHash,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '#shared/tlog/merkle'
import { openNote, type Verifier } from '#shared/tlog/signed-note'
import type { Findings, Spot } from '#shared/verification/findings'

export type LogTrust = {
  /** Whose checkpoints are this log's. */
  verifiersOf: (origin: string) => readonly Verifier[]
  witnesses: readonly Verifier[]
  /** So many witnesses must have cosigned. */
  quorum: number
}

export type NodeProof = { leaf: number; size: number; root: Hash; hashes: Hash[]; checkpoint: string }

type Note = { origin: string; size: number; root: Hash }

/** A checkpoint that the log's key signed; else why it is none. */
function readNote(note: string, { verifiersOf }: LogTrust): Note | string {
  try {
    const claimed = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1))
    openNote(note, verifiersOf(claimed.origin))
    return claimed
  } catch (error) {
    return messageOf(error)
  }
}

/** V9 of one node, with the proof for whoever asked; V10 and V11 of the checkpoint that it stands on. */
export async function checkInclusion(
  sql: Reader,
  spot: Spot & { id: string },
  trust: LogTrust,
  found: Findings,
): Promise<NodeProof | null> {
  const proof = await proveInclusion(sql, spot.id).catch((error) => {
    found.fail('V9', spot, `no proof can be made: ${messageOf(error)}`)
    return null
  })
  if (proof === null) return null
  if (!proof) {
    found.wait('V9', 'no checkpoint covers it yet')
    return null
  }
  const { leaf, size, root, hashes, cosignatures } = proof
  if (!verifyInclusion(leaf, size, leafHash(spot.id), hashes, root))
    found.fail('V9', spot, 'the path does not lead to the root')
  else found.note('V9', `leaf ${leaf} of ${size}`)
  checkCheckpoint({ size, root, note: proof.checkpoint }, trust, spot, found)
  checkCosignatures(proof.checkpoint, cosignatures, trust, found)
  return { leaf, size, root, hashes, checkpoint: proof.checkpoint + cosignatures.join('') }
}

function checkCheckpoint(stored: StoredCheckpoint, trust: LogTrust, spot: Spot | undefined, found: Findings): void {
  const note = readNote(stored.note, trust)
  if (typeof note === 'string') found.fail('V10', spot, `the checkpoint of ${stored.size}: ${note}`)
  else if (note.size !== stored.size || !isSame(note.root, stored.root))
    found.fail('V10', spot, `the checkpoint of ${stored.size} says something else than its row`)
  else found.note('V10', `the checkpoint of ${stored.size} is signed`)
}

function checkCosignatures(note: string, lines: readonly string[], trust: LogTrust, found: Findings): void {
  const { witnesses, quorum } = trust
  const signed = openedBy(note + lines.join(''), witnesses)
  if (witnesses.length === 0) found.skip('V11', 'no witness is configured')
  else if (typeof signed === 'string' && lines.length > 0) found.fail('V11', undefined, signed)
  else if (typeof signed === 'string' || signed.length < quorum)
    found.wait('V11', 'not cosigned by enough witnesses yet')
  else found.note('V11', `cosigned by ${signed.join(', ')}`)
}

/** Who signed a note; else why that cannot be said. */
function openedBy(note: string, verifiers: readonly Verifier[]): string[] | string {
  try {
    return openNote(note, verifiers).signed.map(({ name }) => name)
  } catch (error) {
    return messageOf(error)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** V10 for a checkpoint that was kept elsewhere: this log must be what that one said, grown. @param isWitnessed V11 then. */
export async function checkKept(
  sql: Reader,
  kept: string,
  trust: LogTrust,
  found: Findings,
  { isWitnessed = false }: { isWitnessed?: boolean } = {},
): Promise<void> {
  const check = isWitnessed ? 'V11' : 'V10'
  const then = readNote(kept, trust)
  if (typeof then === 'string')
    return found.skip(check, `the checkpoint that was kept says nothing here: ${then}`, true)
  const newest = await latestCheckpoint(sql)
  if (newest && newest.origin !== then.origin)
    return found.skip(check, `the checkpoint that was kept is of another log, ${then.origin}`, true)
  if (!newest || newest.size < then.size)
    return found.fail(
      check,
      undefined,
      `it was seen with ${then.size} nodes, now it has ${newest?.size ?? 0}: it was set back`,
    )
  const { hashes } = await proveConsistency(sql, then.size, newest.size).catch(() => ({ hashes: undefined }))
  if (hashes && verifyConsistency(then.size, newest.size, hashes, then.root, newest.root))
    return found.note(check, `grown from the checkpoint of ${then.size} that was kept`)
  found.fail(check, undefined, `it is not what was seen with ${then.size} nodes: its history was written anew`)
}

/** V9 by a proof that the caller kept, whatever this store has. */
export function checkKeptProof(text: string, spot: Spot & { id: string }, trust: LogTrust, found: Findings): void {
  const proof = readProof(text)
  const note = typeof proof === 'string' ? proof : readNote(proof.checkpoint, trust)
  if (typeof proof === 'string' || typeof note === 'string') found.fail('V9', spot, `the proof that was kept: ${note}`)
  else if (verifyInclusion(proof.index, note.size, leafHash(spot.id), proof.hashes, note.root))
    found.note('V9', `by the proof that was kept: leaf ${proof.index} of ${note.size}`)
  else found.fail('V9', spot, 'the proof that was kept does not lead to its root')
}

function readProof(text: string): LogProof | string {
  try {
    return parseLogProof(text)
  } catch (error) {
    return messageOf(error)
  }
}

// Each may have a checkpoint, whose signature takes 60 µs: nothing else has its turn for 30 ms at most.
const leavesAtOnce = 500
const checkpointsAtOnce = 1000

/**
 * V9 and V10 of the whole log: its leaves without a gap, each a node that is there and the one that the tiles name, and
 * every checkpoint's root made again from them. Memory does not grow with the log.
 * @param lost ids that nodes name as parents and that are not there: what a gap held.
 */
export async function checkWholeLog(
  sql: Reader,
  upToIns: number,
  lost: ReadonlySet<string>,
  trust: LogTrust,
  found: Findings,
  pace?: () => Promise<void>,
): Promise<void> {
  const newest = await latestCheckpoint(sql)
  if (!newest) return found.wait('V9', 'the log has no checkpoint yet')
  const { origin, size } = newest
  const read = storedHashes(sql)
  let frontier: Frontier = emptyFrontier
  let checkpoints = await checkpointsFrom(sql, origin, 0, checkpointsAtOnce)
  let isBroken = false
  let lastSound = 0
  let astray: Spot | undefined
  let last: Spot | undefined

  /** What stood where there is a gap: a node that has no place now, or one that only its children still name. */
  async function gapAt(leaf: number, spot: Spot | undefined): Promise<void> {
    isBroken = true
    const at = (spot?.at ?? 0) + 0.5
    const [hash] = await read([{ level: 0, index: leaf }]).catch(() => [])
    const homeless = await nodesWithoutPlace(sql, upToIns, 10_000)
    const fits = (id: string) => hash !== undefined && isSame(leafHash(id), hash)
    const node = homeless.find(({ id }) => fits(id))
    const id = node?.id ?? [...lost].find(fits) ?? null
    const where = node ? { ...node, at: node.ins } : { id, stream: null, pos: null, at }
    found.fail('V9', where, `leaf ${leaf} is missing`)
  }

  for (let leaf = 0; leaf < size; ) {
    const rows = await leavesFrom(sql, leaf, size, leavesAtOnce)
    const tiles = await read(rows.map((row) => ({ level: 0, index: row.leaf }))).catch(() => undefined)
    if (!tiles) found.fail('V9', last, 'the tiles of the log lack what they should hold')
    if (rows.length === 0) {
      await gapAt(leaf, last)
      break
    }
    for (const [index, row] of rows.entries()) {
      if (row.leaf !== leaf && !isBroken) await gapAt(leaf, last)
      const hash = leafHash(row.id)
      const spot = { id: row.id, stream: row.stream, pos: row.pos, at: row.ins ?? (last?.at ?? 0) + 0.5 }
      if (row.ins === null) found.fail('V9', spot, `the node at leaf ${row.leaf} is not there`)
      const tile = tiles?.[index]
      if (tile && !isSame(tile, hash)) {
        found.fail('V9', spot, `leaf ${row.leaf} is not what the log's tiles say`)
        astray ??= spot
      }
      last = spot
      leaf = row.leaf + 1
      if (isBroken) continue
      frontier = append(frontier, [hash])
      while (checkpoints[0] && checkpoints[0].size <= leaf) {
        const [stored, ...rest] = checkpoints
        const root = rootOf(frontier)
        if (isSame(root, stored.root)) {
          checkCheckpoint(stored, trust, spot, found)
          lastSound = stored.size
        } else {
          isBroken = true
          await nameDivergence(lastSound, stored.size)
        }
        checkpoints = rest.length > 0 ? rest : await checkpointsFrom(sql, origin, stored.size, checkpointsAtOnce)
        if (isBroken) break
      }
    }
    await pace?.()
  }
  if (!isBroken) found.note('V9', `${size} leaves, none missing`)

  /** Where no tile tells which leaf it is, it lies behind the last checkpoint that fits. */
  async function nameDivergence(from: number, to: number): Promise<void> {
    const [first] = astray ? [] : await leavesFrom(sql, from, to, 1)
    const spot = astray ?? (first && { id: first.id, stream: first.stream, pos: first.pos, at: first.ins ?? 0 })
    found.fail(
      'V10',
      spot,
      `the checkpoint of ${to} does not recompute: leaves ${from} to ${to - 1} are not what was signed`,
    )
  }
}
