/** log_archives: how much of each log lies in the bucket as well. */

import type { Reader, Tx } from '#db/client'
import type { logArchives } from '#db/tables/log-archives'

export type ArchivedLogRow = Pick<typeof logArchives.$inferSelect, 'origin' | 'tiles' | 'checkpoint'>

export async function findArchivedLog(sql: Reader, epoch: number): Promise<ArchivedLogRow | undefined> {
  const [row] = await sql<ArchivedLogRow[]>`
    select a.origin, a.tiles, a.checkpoint from log_archives a join edg_logs l on l.origin = a.origin
    where l.epoch = ${epoch}`
  return row
}

export const archivedLogs = (sql: Reader): Promise<ArchivedLogRow[]> =>
  sql`select origin, tiles, checkpoint from log_archives order by origin`

/** So many full tiles lie in the bucket by now; never fewer than before. */
export async function noteArchivedTiles(sql: Tx, origin: string, tiles: number, at: Date): Promise<void> {
  await sql`
    insert into log_archives (origin, tiles, archived_at) values (${origin}, ${tiles}, ${at})
    on conflict (origin) do update
    set tiles = greatest(log_archives.tiles, excluded.tiles), archived_at = excluded.archived_at`
}

/** A checkpoint lies in the bucket, and the partial tiles that it needs: they stay, and those of the last one depart. */
export async function noteArchivedCheckpoint(
  tx: Tx,
  {
    origin,
    size,
    places,
    former,
  }: { origin: string; size: number; places: readonly string[]; former: readonly string[] },
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
