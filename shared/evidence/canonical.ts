/** Canonical JSON (RFC 8785) and the digests made of it. */
import canonicalize from 'canonicalize'

/** RFC 8785 text of a JSON value. @throws Error on what JSON cannot say: NaN, infinities, lone surrogates. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('not a JSON value')
  return text
}

/** SHA-256 of a text's UTF-8 bytes, lower-case hex. */
export const sha256Hex = (data: string | Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(data).digest('hex')

/**
 * Digest of a payload's text that is kept apart from its node: SHA-256 over the salt's 16 bytes and the text's UTF-8.
 * The salt keeps low-entropy content from being guessed, and content and salt can be erased while every proof holds.
 */
export function saltedTextDigest(salt: Uint8Array, text: string): { digest: string; size: number } {
  const hasher = new Bun.CryptoHasher('sha256').update(salt).update(text)
  return { digest: `sha256:${hasher.digest('hex')}`, size: Buffer.byteLength(text) }
}
