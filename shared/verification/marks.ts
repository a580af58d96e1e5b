/** "Verified up to here", signed: where the continuous look goes on, after a restart too, and what /governance/status says of it. */
import type { Reader, Tx } from '#db/client'
import { findMark, storeMark } from '#db/queries/integrity'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson } from '#shared/kernel/canonical'
import { isSignatureOf } from '#shared/tlog/ed25519'

export type KeptMarks = {
  /** Every node at the first leaves was judged, and the log up to there made again from them. */
  grown: { origin: string; leaves: number; root: string; at: string }
  /** The round that goes through everything again: where it is, and how long the last one took. */
  round: {
    origin: string
    began_at: string
    section: string
    position: string
    /** Leaves that this round has gone through. */
    leaves: number
    failed: { check: string; hash: string | null; stream: string | null; pos: number | null } | null
    last: { ms: number; leaves: number } | null
  }
}

/** Neither a node's encoding nor a note's. */
const bytesOf = (name: keyof KeptMarks, document: string) =>
  Buffer.from(`assay verified mark, version 1\n${name}\n${document}`)

export async function setMark<Name extends keyof KeptMarks>(
  sql: Tx,
  signer: Pick<Signer, 'signBytes'>,
  name: Name,
  mark: KeptMarks[Name],
): Promise<void> {
  const document = canonicalJson(mark)
  await storeMark(sql, name, { document, signature: signer.signBytes(bytesOf(name, document)) })
}

/** Undefined where there is none, or none that this service signed. */
export async function readMark<Name extends keyof KeptMarks>(
  sql: Reader,
  publicKey: Uint8Array,
  name: Name,
): Promise<KeptMarks[Name] | undefined> {
  const row = await findMark(sql, name)
  if (!row || !isSignatureOf(publicKey, bytesOf(name, row.document), row.signature)) return undefined
  // Sound: nobody but this service signs it.
  return JSON.parse(row.document) as KeptMarks[Name]
}

/** In seconds, at the present size; null until the first leaves of the first round tell. */
export function expectedRoundSeconds(
  { began_at, section, leaves, last }: KeptMarks['round'],
  size: number,
  now: Date,
): number | null {
  if (last && last.leaves > 0) return Math.ceil((last.ms / 1000 / last.leaves) * size)
  if (section !== 'log' || leaves === 0) return null
  return Math.ceil(((now.getTime() - Date.parse(began_at)) / 1000 / leaves) * size)
}
