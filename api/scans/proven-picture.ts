/** The picture of a scan, held to the digest that the scan's row has of it. */
import type { AppContext } from '#api/http/context'
import { findPicture, type PictureRow, type ScanAbout } from '#db/queries/scans'
import { sha256Bytes } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

/** Undefined of a scan without one. @throws EVIDENCE_MISMATCH */
export async function provenPicture(read: AppContext['read'], row: ScanAbout): Promise<PictureRow | undefined> {
  const found = await read((sql) => findPicture(sql, row.job_id))
  const digest = found && sha256Bytes(found.picture)
  const isKept = Buffer.compare(digest ?? new Uint8Array(), row.picture_sha256 ?? new Uint8Array()) === 0
  if (!isKept) throw evidenceMismatch('scans', row.node_id)
  return found
}
