/** Ed25519 signatures over evidence, in DSSE's pre-authentication encoding. The private key never enters the database. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { preAuthenticationEncoding } from '#shared/evidence/dsse'
import { readKeyFile } from '#shared/kernel/key-file'
import { isSignatureOf, isSignatureSoon } from '#shared/tlog/ed25519'

/** DSSE's payload type of a node's body. */
const payloadType = 'application/vnd.edg.node+json'

export type Signer = {
  /** First 16 hex digits of the SHA-256 of the raw public key. */
  kid: string
  /** 32 raw bytes. */
  publicKey: Uint8Array
  /** 64 bytes over the DSSE encoding of a node's body. */
  sign: (body: string) => Uint8Array
  /** 64 bytes over these very bytes: for what has an encoding of its own. */
  signBytes: (message: Uint8Array) => Uint8Array
}

export function signerOf(privateKey: KeyObject): Signer {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const publicKey = der.subarray(der.length - 32)
  return {
    kid: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
    publicKey,
    sign: (body) => sign(null, preAuthenticationEncoding(payloadType, body), privateKey),
    signBytes: (message) => sign(null, message, privateKey),
  }
}

/** Whether `signature` is this key's over a node's body. @param publicKey 32 raw bytes, or made of them before. */
export const isSignedBy = (body: string, signature: Uint8Array, publicKey: Uint8Array | KeyObject): boolean =>
  isSignatureOf(publicKey, preAuthenticationEncoding(payloadType, body), signature)

/** The same on a thread of its own. */
export const isSignedSoon = (body: string, signature: Uint8Array, publicKey: KeyObject): Promise<boolean> =>
  isSignatureSoon(publicKey, preAuthenticationEncoding(payloadType, body), signature)

/** Opens the signing key; a missing file is made, mode 0600, once, however many processes start together. */
export function openSigner(source: { pem: string } | { path: string }): Signer {
  if ('pem' in source) return signerOf(createPrivateKey(source.pem))
  const pem = readKeyFile(source.path, () =>
    String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
  )
  return signerOf(createPrivateKey(pem))
}
