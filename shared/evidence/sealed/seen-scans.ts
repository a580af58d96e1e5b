/**
 * Which scans saw last what is in use on their pages: each says for itself whether it is the one that a page is told by, so that what
 * was seen there cannot be taken away as a whole, or put back as an older scan saw it.
 */
import type { Sql, Tx } from '#db/client'
import type { KeyPlace } from '#db/queries/pieces'
import { holdScansBehind, type SeeingScan, setSeeing } from '#db/queries/seen-scans'
import { isAskedFor } from '#shared/evidence/sealed-rows'
import type { Sealer } from '#shared/kernel/sealer'

/** Said in the rows of scans, beside their own seals. */
export const seeingScans = { table: 'scan_sightings', generation: 9 } as const

export const isSeeingAskedFor = (sealer: Sealer): boolean => isAskedFor(sealer, seeingScans)

/** That a scan is what its page is told by, or that it is not: of one that was never overtaken nobody has the second. */
export const seeingSeal = (sealer: Sealer, jobId: string, sees: boolean): Uint8Array =>
  sealer.seal('whether a scan saw last', JSON.stringify([jobId, sees]))

/** Whether it says what is so. */
export const isSeenAsSaid = (sealer: Sealer, { job_id, sees, sees_seal, is_told }: SeeingScan): boolean =>
  sees === is_told && sees_seal !== null && Buffer.compare(sees_seal, seeingSeal(sealer, job_id, sees)) === 0

/** Says of scans, which are held, whether their pages are told by them. */
export const saySeeing = (tx: Tx, sealer: Sealer, scans: readonly { job_id: string; sees: boolean }[]): Promise<void> =>
  setSeeing(
    tx,
    scans.map(({ job_id, sees }) => ({ job_id, sees, seal: seeingSeal(sealer, job_id, sees) })),
  )

/** Says it of so many scans behind one that do not; each is held meanwhile. */
export async function saySeeingOfOld(
  sql: Sql,
  sealer: Sealer,
  [after]: KeyPlace = [],
  limit: number,
): Promise<KeyPlace | undefined> {
  return sql.begin(async (tx) => {
    const rows = await holdScansBehind(tx, after, limit)
    const unsaid = rows.filter((row) => !isSeenAsSaid(sealer, row))
    await saySeeing(
      tx,
      sealer,
      unsaid.map(({ job_id, is_told }) => ({ job_id, sees: is_told })),
    )
    const last = rows.length < limit ? undefined : rows.at(-1)?.job_id
    return last === undefined ? undefined : [last]
  })
}
