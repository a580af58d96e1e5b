/**
 * Bytes by their SHA-256, each organisation's for itself: kept once, however often they are sent. Written to Postgres, with what
 * names them; where there is a bucket, maintenance moves them there later, and they are read from where they lie.
 */
import type { Reader, Tx } from '#db/client'
import type { StoredBlob } from '#db/documents/page-artifact'
import { findBlob, putBlob } from '#db/queries/blobs'
import { sealBlob, sealedBlobs } from '#shared/evidence/sealed/artifacts'
import { openBucket } from '#shared/kernel/bucket'
import { sha256Hex } from '#shared/kernel/canonical'
import type { Config } from '#shared/kernel/config'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

export type Blobs = {
  /** Keeps bytes in the caller's transaction. @returns what they are found by. */
  put: (tx: Tx, orgId: string, bytes: Uint8Array, type: string) => Promise<StoredBlob>
  /** The very bytes again; null where there are none under this digest. @throws EVIDENCE_MISMATCH where they are not what was kept; where they are out of reach. */
  get: (sql: Reader, orgId: string, digest: string) => Promise<Uint8Array<ArrayBuffer> | null>
}

/** Pictures are packed by themselves; texts are packed here. */
const isPackedHere = (type: string) => !type.startsWith('image/')

export const blobOf = (bytes: Uint8Array, type: string): StoredBlob => ({
  digest: sha256Hex(bytes),
  type,
  bytes: bytes.byteLength,
})

/** Null of bytes that nobody packed. */
function unpacked(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(Bun.zstdDecompressSync(bytes))
  } catch {
    return null
  }
}

export function openBlobs({ bucket: settings }: Pick<Config, 'bucket'>, sealer: Sealer): Blobs {
  const bucket = settings && openBucket(settings)
  return {
    async put(tx, orgId, bytes, type) {
      const blob = blobOf(bytes, type)
      const body = isPackedHere(type) ? new Uint8Array(Bun.zstdCompressSync(bytes, { level: 3 })) : bytes
      await putBlob(tx, sealBlob(sealer, { ...blob, org_id: orgId, place: null }, body))
      return blob
    },
    async get(sql, orgId, digest) {
      const row = await findBlob(sql, orgId, digest)
      if (!row) return null
      const { type, body, place } = row
      if (!body && place === null) throw evidenceMismatch(sealedBlobs.table, null)
      if (!body && !bucket) throw new Error(`blob ${digest} lies in a bucket, and S3_BUCKET is not set`)
      const kept = body ?? (await bucket?.get(place ?? ''))
      if (!kept) return null
      const bytes = isPackedHere(type) ? unpacked(kept) : kept
      if (!bytes || sha256Hex(bytes) !== digest) throw evidenceMismatch(sealedBlobs.table, null)
      return bytes
    },
  }
}
