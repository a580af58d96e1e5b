/** How far retention has come in rows that it leaves behind: sealed, so that nobody else keeps it from what is old. */
import type { Reader, Tx } from '#db/client'
import { findRetentionMark, type KeyPlace, storeRetentionMark } from '#db/queries/pieces'
import { canonicalJson } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'

const sealOf = (sealer: Sealer, kind: string, orgId: string, place: KeyPlace): Uint8Array =>
  sealer.seal('retention mark', canonicalJson([kind, orgId, ...place]))

/** Where to go on; undefined, so from the beginning, where nobody has begun or what is kept is none that this service said. */
export async function provenMark(
  sql: Reader,
  sealer: Sealer,
  kind: string,
  orgId: string,
): Promise<KeyPlace | undefined> {
  const row = await findRetentionMark(sql, kind, orgId)
  if (!row?.vouched) return undefined
  const place = [row.at, row.id]
  return Buffer.compare(row.vouched, sealOf(sealer, kind, orgId, place)) === 0 ? place : undefined
}

/** How far jobs that ended have gone for their age, but for those of tasks that are kept longer. */
export const outcomesWalked = async (sql: Reader, sealer: Sealer): Promise<string | undefined> =>
  (await provenMark(sql, sealer, 'job_outcomes', ''))?.[0]

export const keepMark = (tx: Tx, sealer: Sealer, kind: string, orgId: string, [at = '', id = '']: KeyPlace) =>
  storeRetentionMark(tx, kind, orgId, { at, id, vouched: sealOf(sealer, kind, orgId, [at, id]) })
