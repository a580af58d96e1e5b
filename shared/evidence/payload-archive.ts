/**
 * Payloads that lie in the bucket: each sealed under a key of its own, which its row alone has. Deleting the row is erasing it, at
 * once and for good, whatever becomes of the object; and who reads the bucket reads nothing.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { NodeBody } from '#shared/contracts/node'
import { isPayloadOf, type PayloadState } from '#shared/evidence/payloads'
import type { Bucket } from '#shared/kernel/bucket'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

const algorithm = 'aes-256-gcm'
const tagBytes = 16
/** Each key seals one text once: it needs no other starting point than this. */
const start = Buffer.alloc(12)

/** @param node whose payload it is: it opens as no other's. */
export function sealPayload(text: string, node: string): { bytes: Uint8Array; key: Uint8Array } {
  const key = randomBytes(32)
  const cipher = createCipheriv(algorithm, key, start).setAAD(Buffer.from(node, 'hex'))
  const sealed = Buffer.concat([cipher.update(Bun.zstdCompressSync(text, { level: 3 })), cipher.final()])
  return { bytes: Buffer.concat([cipher.getAuthTag(), sealed]), key }
}

/** @throws Error when it was sealed under another key, for another node, or was changed. */
export function openPayload(bytes: Uint8Array, node: string, key: Uint8Array): string {
  const decipher = createDecipheriv(algorithm, key, start)
    .setAAD(Buffer.from(node, 'hex'))
    .setAuthTag(bytes.subarray(0, tagBytes))
  const packed = Buffer.concat([decipher.update(bytes.subarray(tagBytes)), decipher.final()])
  return new TextDecoder().decode(Bun.zstdDecompressSync(packed))
}

/**
 * The payload of a node, brought from the bucket where it lies there.
 * @throws EVIDENCE_MISMATCH where what lies there is not what the node was made with, or is gone.
 */
export async function bringPayload(
  bucket: Bucket | undefined,
  { id, body }: { id: string; body: Pick<NodeBody, 'payload'> },
  found: PayloadState | undefined,
): Promise<PayloadState | undefined> {
  if (found?.state !== 'away') return found
  if (!bucket) throw new Error(`the payload of ${id} lies in a bucket, and S3_BUCKET is not set`)
  const { salt, place, placeKey } = found.payload
  const bytes = await bucket.find(place)
  const text = bytes && opened(bytes, id, placeKey)
  if (text === undefined || !body.payload || !isPayloadOf({ salt, text }, body.payload))
    throw evidenceMismatch('task_payloads', id)
  return { state: 'kept', payload: { salt, text } }
}

/** Undefined for what does not open. */
function opened(bytes: Uint8Array, node: string, key: Uint8Array): string | undefined {
  try {
    return openPayload(bytes, node, key)
  } catch {
    return undefined
  }
}
