/** COSE_Sign1 messages (RFC 9052, 4.2) signed with Ed25519, in deterministic CBOR (RFC 8949, 4.2.1). */
import { decode, encode, rfc8949EncodeOptions, Tagged } from 'cborg'
import type { Signer } from '#shared/evidence/signing'
import { isSignatureOf } from '#shared/tlog/ed25519'

/** Header parameters by their numbers at IANA: RFC 9052, RFC 9597, and RFC 9942 from 394 on. */
export const coseHeaders = {
  algorithm: 1,
  contentType: 3,
  keyId: 4,
  claims: 15,
  receipts: 394,
  structure: 395,
  proofs: 396,
} as const

/** EdDSA. */
const algorithm = -8
const sign1Tag = 18

export type Headers = ReadonlyMap<unknown, unknown>

/** A message as it was read; nothing of it is believed yet. */
export type Sign1 = {
  headers: Headers
  unprotected: Headers
  /** Null where it is detached. */
  payload: Uint8Array | null
  /** The very bytes of `headers`. */
  protectedBytes: Uint8Array
  signature: Uint8Array
}

type ToSign = { headers: Headers; unprotected: Headers; payload: Uint8Array; isDetached?: boolean }

export const encodeCbor = (value: unknown): Uint8Array => encode(value, rfc8949EncodeOptions)

/** One whole item without what has two ways to be written: lengths that are not told, long forms, a key twice. @throws Error */
export const decodeCbor = (bytes: Uint8Array): unknown =>
  decode(bytes, {
    strict: true,
    useMaps: true,
    allowIndefinite: false,
    allowUndefined: false,
    allowInfinity: false,
    allowNaN: false,
    allowBigInt: false,
    rejectDuplicateMapKeys: true,
    tags: Tagged.preserve(sign1Tag),
  })

/** Signs a payload; its algorithm and key id come to the headers. The same input gives the same bytes. */
export function sealSign1(message: ToSign, signer: Pick<Signer, 'kid' | 'signBytes'>): Uint8Array {
  const { unprotected, payload, isDetached = false } = message
  const headers = new Map<unknown, unknown>([
    [coseHeaders.algorithm, algorithm],
    [coseHeaders.keyId, Buffer.from(signer.kid, 'hex')],
    ...message.headers,
  ])
  const protectedBytes = encodeCbor(headers)
  const signature = signer.signBytes(toBeSigned(protectedBytes, payload))
  return encodeCbor(new Tagged(sign1Tag, [protectedBytes, unprotected, isDetached ? null : payload, signature]))
}

/** @throws Error for what is no message, or is signed in a way that we do not know. */
export function readSign1(bytes: Uint8Array): Sign1 {
  const message = decodeCbor(bytes)
  const parts: unknown = message instanceof Tagged && message.tag === sign1Tag ? message.value : undefined
  if (!Array.isArray(parts) || parts.length !== 4) throw new Error('this is no COSE_Sign1')
  const [protectedBytes, unprotected, payload, signature]: unknown[] = parts
  if (!isBytes(protectedBytes) || !isMap(unprotected) || !isBytes(signature)) throw new Error('this is no COSE_Sign1')
  if (payload !== null && !isBytes(payload)) throw new Error('this is no COSE_Sign1')
  const headers = decodeCbor(protectedBytes)
  if (!isMap(headers)) throw new Error('the protected header is no map')
  if (headers.get(coseHeaders.algorithm) !== algorithm) throw new Error('it is not signed with EdDSA')
  return { headers, unprotected, payload, protectedBytes, signature }
}

/** Whether a key signed the message over this payload. @param publicKey 32 raw bytes. */
export const isSign1By = (publicKey: Uint8Array, message: Sign1, payload: Uint8Array): boolean =>
  isSignatureOf(publicKey, toBeSigned(message.protectedBytes, payload), message.signature)

/** Sig_structure (RFC 9052, 4.4). It begins like nothing else that a key of ours signs. */
const toBeSigned = (protectedBytes: Uint8Array, payload: Uint8Array): Uint8Array =>
  encodeCbor(['Signature1', protectedBytes, new Uint8Array(), payload])

export const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array

export const isMap = (value: unknown): value is Headers => value instanceof Map
