/** DSSE 1.0 envelopes (secure-systems-lab/dsse): a payload with its type, signed by one or more keys. */
import { type Static, Type as t } from '@sinclair/typebox'
import { isSignatureOf } from '#shared/tlog/ed25519'

export const DsseEnvelope = t.Object({
  payload: t.String({ description: 'Base64, either alphabet.' }),
  payloadType: t.String(),
  signatures: t.Array(t.Object({ keyid: t.Optional(t.String()), sig: t.String() })),
})
export type DsseEnvelope = Static<typeof DsseEnvelope>

/** PAE: "DSSEv1" SP len(type) SP type SP len(body) SP body; lengths in bytes. What is signed is this. */
export function preAuthenticationEncoding(type: string, body: string | Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${Buffer.byteLength(body)} `
  return typeof body === 'string' ? Buffer.from(head + body) : Buffer.concat([Buffer.from(head), body])
}

/** @param signer signs bytes; an evidence signer does. */
export const sealEnvelope = (
  payloadType: string,
  payload: string,
  signer: { kid: string; signBytes: (message: Uint8Array) => Uint8Array },
): DsseEnvelope => ({
  payload: Buffer.from(payload).toString('base64'),
  payloadType,
  signatures: [
    {
      keyid: signer.kid,
      sig: Buffer.from(signer.signBytes(preAuthenticationEncoding(payloadType, payload))).toString('base64'),
    },
  ],
})

type Trust = {
  /** Raw public keys by their id. */
  keys: ReadonlyMap<string, Uint8Array>
  /** So many different keys must have signed. */
  threshold: number
  payloadTypes: readonly string[]
}

/**
 * The payload, if enough trusted keys signed it; else undefined. A key id is a hint: a signature without one, or with one
 * that is unknown, is tried with every key.
 */
export function openEnvelope(envelope: DsseEnvelope, { keys, threshold, payloadTypes }: Trust): Buffer | undefined {
  const { payloadType, signatures } = envelope
  if (payloadType === '' || threshold < 1 || !payloadTypes.includes(payloadType)) return undefined
  const payload = fromBase64(envelope.payload)
  if (!payload) return undefined
  const message = preAuthenticationEncoding(payloadType, payload)
  const signers = new Set<string>()
  for (const { keyid, sig } of signatures) {
    const bytes = fromBase64(sig)
    if (!bytes) continue
    const named = keyid === undefined ? undefined : keys.get(keyid)
    for (const key of named ? [named] : keys.values())
      if (isSignatureOf(key, message, bytes)) signers.add(Buffer.from(key).toString('hex'))
  }
  return signers.size >= threshold ? payload : undefined
}

/** Bytes of a base64 text in either alphabet; undefined for what is none. */
export const fromBase64 = (text: string): Buffer | undefined =>
  /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
