/** The checks of the log that need not read all of it: that a node is in it, and that it grew from what was kept. V9 to V11. */
import type { Reader } from '#db/client'
import type { StoredCheckpoint } from '#db/queries/integrity'
import { latestCheckpoint, proveConsistency, proveInclusion } from '#shared/evidence/log'
import { type LogProof, parseCheckpoint, parseLogProof } from '#shared/tlog/checkpoint'
import { type Hash, isSame, leafHash, verifyConsistency, verifyInclusion } from '#shared/tlog/merkle'
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
export function readNote(note: string, { verifiersOf }: LogTrust): Note | string {
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

export function checkCheckpoint(
  stored: StoredCheckpoint,
  trust: LogTrust,
  spot: Spot | undefined,
  found: Findings,
): void {
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

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** V10 for a checkpoint that was kept elsewhere: this log must be what that one said, grown. */
export async function checkKept(sql: Reader, kept: string, trust: LogTrust, found: Findings): Promise<void> {
  const check = 'V10'
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
