/** Which half of a set something is of. By digest of its name: nobody chose. The unseen half is for measuring alone. */
import { createHash } from 'node:crypto'

export type Half = 'seen' | 'unseen'

const digestOf = (set: string, name: string): number =>
  createHash('sha256').update(`${set} ${name}`).digest().readUInt32BE(0) / 2 ** 32

/** @param share of the set that may be looked at while checks are written. */
export const halfOf = (set: string, name: string, share = 0.5): Half =>
  digestOf(set, name) < share ? 'seen' : 'unseen'
