/**
 * COSE receipts (RFC 9942) of a log that is an RFC 9162 tree with SHA-256: the log's word that an entry is in it, with the
 * path that shows it. The root is not in a receipt: whoever checks one makes it from the path, and holds the signature to it.
 */
import {
  coseHeaders,
  decodeCbor,
  encodeCbor,
  isBytes,
  isMap,
  isSign1By,
  readSign1,
  type Sign1,
  sealSign1,
} from '#shared/evidence/cose'
import type { Signer } from '#shared/evidence/signing'
import { type Hash, leafHash, rootByInclusion } from '#shared/tlog/merkle'

/** RFC9162_SHA256 among the verifiable data structures, and inclusion among its proofs. */
const structure = 1
const inclusion = -1
/** Issuer and subject among the claims of a CWT. */
const claim = { issuer: 1, subject: 2 } as const

/** Issuer and subject as RFC 9943 wants them in every statement's and receipt's protected header. */
export const claimsOf = (issuer: string, subject: string): [number, ReadonlyMap<number, string>] => [
  coseHeaders.claims,
  new Map([
    [claim.issuer, issuer],
    [claim.subject, subject],
  ]),
]

/** @throws Error */
export function readClaims(headers: ReadonlyMap<unknown, unknown>): { issuer: string; subject: string } {
  const claims = headers.get(coseHeaders.claims)
  const [issuer, subject] = isMap(claims) ? [claims.get(claim.issuer), claims.get(claim.subject)] : []
  if (typeof issuer !== 'string' || typeof subject !== 'string') throw new Error('it names no issuer or no subject')
  return { issuer, subject }
}

/** The key that a message says it is signed with, as evidence calls keys. @throws Error */
export function readKeyId(headers: ReadonlyMap<unknown, unknown>): string {
  const keyId = headers.get(coseHeaders.keyId)
  if (!isBytes(keyId)) throw new Error('it names no key')
  return Buffer.from(keyId).toString('hex')
}

/**
 * No signature covers the tree's size in RFC 9942, and several sizes have the same path to the same root: so it is what
 * the receipt is about.
 */
const subjectOf = (size: number): string => `tree of ${size}`

type Proven = { origin: string; size: number; root: Hash; leaf: number; hashes: readonly Hash[] }

/** @param proven an inclusion that was held to its checkpoint, and the checkpoint to its signature. */
export const makeReceipt = ({ origin, size, root, leaf, hashes }: Proven, signer: Pick<Signer, 'kid' | 'signBytes'>) =>
  sealSign1(
    {
      headers: new Map<unknown, unknown>([claimsOf(origin, subjectOf(size)), [coseHeaders.structure, structure]]),
      unprotected: new Map([[coseHeaders.proofs, new Map([[inclusion, [encodeCbor([size, leaf, hashes])]]])]]),
      payload: root,
      isDetached: true,
    },
    signer,
  )

/** A receipt whose path fits its entry; whose word it is, `isBy` tells. */
type ReadReceipt = {
  kid: string
  origin: string
  size: number
  leaf: number
  /** Whether this raw public key signed it. */
  isBy: (publicKey: Uint8Array) => boolean
}

/**
 * @param entry what is in the log: the 32 raw bytes of a node's id.
 * @throws Error where it is no receipt of ours, or none of this entry by its path alone.
 */
export function readReceipt(bytes: Uint8Array, entry: Uint8Array): ReadReceipt {
  const message = readSign1(bytes)
  const { size, leaf, hashes, root } = provenBy(message, entry)
  const { issuer: origin, subject } = readClaims(message.headers)
  if (subject !== subjectOf(size)) throw new Error('it is about a tree of another size')
  const kid = readKeyId(message.headers)
  // Written in one way only: two receipts that say the same are the same bytes.
  const again = makeReceipt({ origin, size, root, leaf, hashes }, { kid, signBytes: () => message.signature })
  if (Buffer.compare(again, bytes) !== 0) throw new Error('it is not written as receipts are')
  return { kid, origin, size, leaf, isBy: (publicKey) => isSign1By(publicKey, message, root) }
}

/** The proof in anybody's receipt of inclusion, with the root that it leads to: what its signature must be over. @throws Error */
export function provenBy({ headers, unprotected, payload }: Sign1, entry: Uint8Array): Omit<Proven, 'origin'> {
  if (headers.get(coseHeaders.structure) !== structure) throw new Error('its log is no RFC 9162 tree with SHA-256')
  if (payload !== null) throw new Error('its root is attached, it should be made from the path')
  const proofs = unprotected.get(coseHeaders.proofs)
  const listed: unknown = isMap(proofs) ? proofs.get(inclusion) : undefined
  const [encoded, another]: unknown[] = Array.isArray(listed) ? listed : []
  if (!isBytes(encoded) || another !== undefined) throw new Error('it has not one proof of inclusion')
  const proof = decodeCbor(encoded)
  const [size, leaf, hashes]: unknown[] = Array.isArray(proof) ? proof : []
  if (!isCount(size) || !isCount(leaf) || !Array.isArray(hashes)) throw new Error('its proof is none')
  const path: unknown[] = hashes
  if (!path.every(isHash)) throw new Error('its proof is none')
  const root = rootByInclusion(leaf, size, leafHash(entry), path)
  if (!root) throw new Error('the tree has no such path')
  return { size, leaf, hashes: path, root }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)
const isHash = (value: unknown): value is Hash => isBytes(value) && value.length === 32
