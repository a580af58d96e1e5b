/** Ids that follow from a seed: asked for again, they are the same. */
import { createHash } from 'node:crypto'

/** A UUID that the same seed and purpose always give (version 8: made our own way). */
export function uuidFrom(seed: string, purpose: string): string {
  const bytes = createHash('sha256').update(`${seed} ${purpose}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
