/** Bytes by their SHA-256, each organisation's for itself: kept once, however often they are sent. In Postgres. */
import type { Reader, Tx } from '#db/client'
import type { StoredBlob } from '#db/documents/page-artifact'
import { findBlob, putBlob } from '#db/queries/blobs'
import { sha256Hex } from '#shared/kernel/canonical'

export type Blobs = {
  /** Keeps bytes in the caller's transaction. @returns what they are found by. */
  put: (tx: Tx, orgId: string, bytes: Uint8Array, type: string) => Promise<StoredBlob>
  /** The very bytes again; null where there are none under this digest. */
  get: (sql: Reader, orgId: string, digest: string) => Promise<Uint8Array<ArrayBuffer> | null>
}

/** Pictures are packed by themselves; texts are packed here. */
const isPackedHere = (type: string) => !type.startsWith('image/')

export const blobOf = (bytes: Uint8Array, type: string): StoredBlob => ({
  digest: sha256Hex(bytes),
  type,
  bytes: bytes.byteLength,
})

export const openBlobs = (): Blobs => ({
  async put(tx, orgId, bytes, type) {
    const blob = blobOf(bytes, type)
    await putBlob(tx, orgId, blob, isPackedHere(type) ? Bun.zstdCompressSync(bytes, { level: 3 }) : bytes)
    return blob
  },
  async get(sql, orgId, digest) {
    const row = await findBlob(sql, orgId, digest)
    if (!row) return null
    return isPackedHere(row.type) ? new Uint8Array(Bun.zstdDecompressSync(row.body)) : row.body
  },
})
