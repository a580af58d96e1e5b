/** What stands for chance where the same thing is always to come to the same. */
import { createHash } from 'node:crypto'

/** From 0 to below 1, by the name alone. */
export const seededUnit = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) / 2 ** 32
