/**
 * Bytes by their SHA-256, each organisation's for itself: kept once, however often they are sent. Written to Postgres, with what
 * names them; where there is a bucket, maintenance moves them there later, and they are read from where they lie.
 */
import type { Reader, Tx } from '#db/client'
import type { StoredBlob } from '#db/documents/page-artifact'
import { findBlob, putBlob } from '#db/queries/blobs'
import { openBucket } from '#shared/kernel/bucket'
import { sha256Hex } from '#shared/kernel/canonical'
import type { Config } from '#shared/kernel/config'

export type Blobs = {
  /** Keeps bytes in the caller's transaction. @returns what they are found by. */
  put: (tx: Tx, orgId: string, bytes: Uint8Array, type: string) => Promise<StoredBlob>
  /** The very bytes again; null where there are none under this digest. @throws where they are not what was kept, or out of reach. */
  get: (sql: Reader, orgId: string, digest: string) => Promise<Uint8Array<ArrayBuffer> | null>
}

/** Pictures are packed by themselves; texts are packed here. */
const isPackedHere = (type: string) => !type.startsWith('image/')

export const blobOf = (bytes: Uint8Array, type: string): StoredBlob => ({
  digest: sha256Hex(bytes),
  type,
  bytes: bytes.byteLength,
})

export function openBlobs({ bucket: settings }: Pick<Config, 'bucket'>): Blobs {
  const bucket = settings && openBucket(settings)
  return {
    async put(tx, orgId, bytes, type) {
      const blob = blobOf(bytes, type)
      await putBlob(tx, orgId, blob, isPackedHere(type) ? Bun.zstdCompressSync(bytes, { level: 3 }) : bytes)
      return blob
    },
    async get(sql, orgId, digest) {
      const row = await findBlob(sql, orgId, digest)
      if (!row) return null
      const { type, body, place } = row
      if (!body && !bucket) throw new Error(`blob ${digest} lies in a bucket, and S3_BUCKET is not set`)
      const kept = body ?? (await bucket?.get(place ?? ''))
      if (!kept) return null
      const bytes = isPackedHere(type) ? new Uint8Array(Bun.zstdDecompressSync(kept)) : kept
      if (sha256Hex(bytes) !== digest) throw new Error(`blob ${digest} is not what was kept`)
      return bytes
    },
  }
}
