/** Ed25519 by raw keys: 32 bytes public, 64 bytes signature. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** A raw public key as the platform verifies with. Making one costs as much as a signature: keep it where many are checked. */
export const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' })

export function isSignatureOf(key: Uint8Array | KeyObject, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false
  return verify(null, message, key instanceof Uint8Array ? publicKeyOf(key) : key, signature)
}

/** The same on a thread of its own, so that many are checked while something else is done. */
export function isSignatureSoon(key: KeyObject, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  if (signature.length !== 64) return Promise.resolve(false)
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  verify(null, message, key, signature, (error, isValid) => (error ? reject(error) : resolve(isValid)))
  return promise
}
