/** Ed25519 signatures over evidence, in DSSE's pre-authentication encoding. The private key never enters the database. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { preAuthenticationEncoding } from '#shared/evidence/dsse'
import { type KeyLocation, readKeyFile } from '#shared/kernel/key-file'
import type { KeyKind } from '#shared/kernel/kms/wrapped-key'
import { newestSeals, type Sealer } from '#shared/kernel/sealer'
import { isSignatureOf, isSignatureSoon } from '#shared/tlog/ed25519'

/** What a node's body is, as DSSE's payload type and wherever else it is named. */
export const nodeMediaType = 'application/vnd.edg.node+json'

/** Its `kid`: the first 16 hex digits of the SHA-256 of the raw public key. */
export type Signer = Sealer & {
  /** 32 raw bytes. */
  publicKey: Uint8Array
  /** 64 bytes over the DSSE encoding of a node's body. */
  sign: (body: string) => Uint8Array
  /** 64 bytes over these very bytes: for what has an encoding of its own. */
  signBytes: (message: Uint8Array) => Uint8Array
  /**
   * Whether this is what `sign` gives for a body, made again on a thread of its own: a third of what checking a signature takes.
   * What is not may still be a signature of this key, by another hand that has it.
   */
  isOwnSoon: (body: string, signature: Uint8Array) => Promise<boolean>
}

/** Never a node's encoding, nor a note's: what the key of seals is derived from is signed for nothing else. */
const sealingText = 'assay: the key of seals, version 1'
const sealBytes = 16

export function signerOf(privateKey: KeyObject): Signer {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const publicKey = der.subarray(der.length - 32)
  const signBytes = (message: Uint8Array) => sign(null, message, privateKey)
  return {
    kid: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
    publicKey,
    sign: (body) => signBytes(preAuthenticationEncoding(nodeMediaType, body)),
    signBytes,
    isOwnSoon: async (body, signature) =>
      Buffer.compare(await signSoon(privateKey, preAuthenticationEncoding(nodeMediaType, body)), signature) === 0,
    seal: sealsOf(signBytes),
    sealing: { generation: newestSeals },
  }
}

function signSoon(key: KeyObject, message: Uint8Array): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  sign(null, message, key, (error, signature) => (error ? reject(error) : resolve(signature)))
  return promise
}

/**
 * Quick where a signature is not, and checked by who has the key alone; what others shall check stands in a node. An Ed25519
 * signature is the same each time, so every process that may sign has the same key of seals, and nobody else.
 */
function sealsOf(signBytes: Signer['signBytes']): Signer['seal'] {
  let key: Buffer | undefined
  return (purpose, first = '', ...others) => {
    key ??= Buffer.from(hkdfSync('sha256', signBytes(Buffer.from(sealingText)), '', 'seals', 32))
    const hasher = new Bun.CryptoHasher('sha256', key).update(`${purpose}\0${first}`)
    for (const more of others) hasher.update(more)
    return hasher.digest().subarray(0, sealBytes)
  }
}

/** Whether `signature` is this key's over a node's body. @param publicKey 32 raw bytes, or made of them before. */
export const isSignedBy = (body: string, signature: Uint8Array, publicKey: Uint8Array | KeyObject): boolean =>
  isSignatureOf(publicKey, preAuthenticationEncoding(nodeMediaType, body), signature)

/** The same on a thread of its own. */
export const isSignedSoon = (body: string, signature: Uint8Array, publicKey: KeyObject): Promise<boolean> =>
  isSignatureSoon(publicKey, preAuthenticationEncoding(nodeMediaType, body), signature)

/** What a signing key is, for whoever keeps one: it is named by its kid. */
export const signingKeys: KeyKind = {
  what: 'the signing key',
  make: () => String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
  nameOf(text) {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is no Ed25519 key')
    return signerOf(key).kid
  },
}

/** Opens the signing key; a missing file is made, mode 0600, once, however many processes start together. */
export const openSigner = (source: KeyLocation): Signer =>
  signerOf(createPrivateKey('text' in source ? source.text : readKeyFile(source.path, signingKeys.make)))
