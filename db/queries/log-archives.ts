/** log_archives: how much of each log lies in the bucket as well. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import type { logArchives } from '#db/tables/log-archives'

export type ArchivedLogRow = typeof logArchives.$inferSelect

export async function findArchivedLog(sql: Reader, epoch: number): Promise<ArchivedLogRow | undefined> {
  const [row] = await sql<ArchivedLogRow[]>`
    select a.* from log_archives a join edg_logs l on l.origin = a.origin
    where l.epoch = ${epoch}`
  return row
}

export const archivedLogs = (sql: Reader): Promise<ArchivedLogRow[]> => sql`select * from log_archives order by origin`

/** Of a log of which nothing lies in the bucket yet, or nobody knows what does. */
export async function beginArchive(
  tx: Tx,
  { origin, tiles, checkpoint, archived_at, seal }: ArchivedLogRow & { seal: Uint8Array },
): Promise<void> {
  await tx`
    insert into log_archives (origin, tiles, checkpoint, archived_at, seal)
    values (${origin}, ${tiles}, ${checkpoint}, ${archived_at}, ${hexBytes(seal)}::text::bytea)
    on conflict (origin) do update
    set tiles = excluded.tiles, checkpoint = excluded.checkpoint, archived_at = excluded.archived_at, seal = excluded.seal`
}

/** So many full tiles lie in the bucket by now; never fewer than before. */
export async function noteArchivedTiles(tx: Tx, origin: string, tiles: number, at: Date): Promise<void> {
  await tx`update log_archives set tiles = greatest(tiles, ${tiles}::bigint), archived_at = ${at} where origin = ${origin}`
}

export type ArchivedCheckpoint = { origin: string; size: number; places: readonly string[]; former: readonly string[] }

/** A checkpoint lies in the bucket, and the partial tiles that it needs: they stay, and those of the last one depart. */
export async function noteArchivedCheckpoint(
  tx: Tx,
  { origin, size, places, former }: ArchivedCheckpoint,
  at: Date,
): Promise<void> {
  await tx`update log_archives set checkpoint = ${size}, archived_at = ${at} where origin = ${origin}`
  await tx`delete from departing_objects where place = any(${[...places]}::text[])`
  await tx`
    insert into departing_objects (place) select unnest(${[...former]}::text[]) on conflict (place) do nothing`
}

/** Notes objects before they are written: whoever dies before naming them leaves nothing behind for good. */
export async function noteObjects(sql: Tx, places: readonly string[]): Promise<void> {
  await sql`
    insert into departing_objects (place) select unnest(${[...places]}::text[])
    on conflict (place) do update set since = excluded.since`
}
