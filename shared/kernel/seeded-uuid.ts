/** Ids that follow from what they are of: asked for again, they are the same. */
import { createHash } from 'node:crypto'

/** A UUID that the same seed and purpose always give (version 8: made our own way). */
export const uuidFrom = (seed: string, purpose: string): string =>
  uuidOf(createHash('sha256').update(`${seed} ${purpose}`).digest(), 8)

/** RFC 9562's namespace for URLs. */
const urlNamespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/** The UUID of a URL (version 5): anybody who knows the URL comes to the same. */
export const uuidOfUrl = (url: string): string =>
  uuidOf(createHash('sha1').update(urlNamespace).update(url).digest(), 5)

function uuidOf(digest: Buffer, version: number): string {
  const bytes = digest.subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
