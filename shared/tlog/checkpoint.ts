/** What a log says of itself: a checkpoint (C2SP tlog-checkpoint), and a proof that stands on one (C2SP tlog-proof). */
import type { Hash } from '#shared/tlog/merkle'

export type Checkpoint = {
  /** The log's name. */
  origin: string
  size: number
  root: Hash
}

/** A note's text; signatures go under it. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${base64(root)}\n`

/** @param text a note's text, its signatures left out; lines after the third are the log's own affair. @throws Error */
export function parseCheckpoint(text: string): Checkpoint {
  const [, origin = '', digits = '', root = ''] = /^([^\n]+)\n(0|[1-9]\d*)\n([^\n]+)\n([^\n]+\n)*$/.exec(text) ?? []
  const size = Number(digits)
  if (origin === '' || !Number.isSafeInteger(size)) throw new Error('malformed checkpoint')
  return { origin, size, root: readHash(root) }
}

/** @param checkpoint the signed note, cosignatures included. */
export type LogProof = { index: number; hashes: Hash[]; checkpoint: string }

const proofHeader = 'c2sp.org/tlog-proof@v1'

/** A `.tlog-proof`: all that is needed to verify, offline, that a leaf is in the log. */
export const formatLogProof = ({ index, hashes, checkpoint }: LogProof): string =>
  [proofHeader, `index ${index}`, ...hashes.map(base64), '', checkpoint].join('\n')

/** @throws Error */
export function parseLogProof(text: string): LogProof {
  const split = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, split).split('\n')
  if (split < 0 || header !== proofHeader) throw new Error('malformed log proof')
  const [indexLine = '', ...hashes] = lines[0]?.startsWith('extra ') ? lines.slice(1) : lines
  const [, digits] = /^index (0|[1-9]\d*)$/.exec(indexLine) ?? []
  const index = Number(digits)
  if (!Number.isSafeInteger(index)) throw new Error('malformed log proof')
  return { index, hashes: hashes.map(readHash), checkpoint: text.slice(split + 2) }
}

/** A hash in base64. @throws Error when it is none. */
export function readHash(text: string): Hash {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32 || bytes.toString('base64') !== text) throw new Error('malformed hash')
  return Uint8Array.from(bytes)
}

export const base64 = (hash: Hash): string => Buffer.from(hash).toString('base64')
