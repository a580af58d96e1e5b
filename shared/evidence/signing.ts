/** Ed25519 signatures over evidence, in DSSE's pre-authentication encoding. The private key never enters the database. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readKeyFile } from '#shared/key-file'

const payloadType = 'application/vnd.edg.node+json'

export type Signer = {
  /** First 16 hex digits of the SHA-256 of the raw public key. */
  kid: string
  /** 32 raw bytes. */
  publicKey: Uint8Array
  /** 64 bytes over the DSSE encoding of a node's body. */
  sign: (body: string) => Uint8Array
}

/** DSSE v1 PAE: "DSSEv1" SP len(type) SP type SP len(body) SP body. */
function preAuthenticationEncoding(body: string): Buffer {
  const bytes = Buffer.from(body, 'utf8')
  return Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `), bytes])
}

export function signerOf(privateKey: KeyObject): Signer {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const publicKey = der.subarray(der.length - 32)
  return {
    kid: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
    publicKey,
    sign: (body) => sign(null, preAuthenticationEncoding(body), privateKey),
  }
}

/** Whether `signature` is `publicKey`'s (32 raw bytes) over this body. */
export function isSignedBy(body: string, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' })
  return verify(null, preAuthenticationEncoding(body), key, signature)
}

/** Opens the signing key; a missing file is made, mode 0600, once, however many processes start together. */
export function openSigner(source: { pem: string } | { path: string }): Signer {
  if ('pem' in source) return signerOf(createPrivateKey(source.pem))
  const pem = readKeyFile(source.path, () =>
    String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
  )
  return signerOf(createPrivateKey(pem))
}
