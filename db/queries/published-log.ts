/** edg_logs, edg_checkpoints, edg_cosignatures, edg_tiles, edg_leaves: the logs as anybody outside may follow them. */

import type { Reader } from '#db/client'
import type { edgNodes } from '#db/tables/evidence'
import type { edgCheckpoints, edgLogs, edgTiles } from '#db/tables/log'

/** @param body of the node that began it. */
type PublishedLog = Pick<typeof edgLogs.$inferSelect, 'epoch' | 'origin' | 'started_at'> &
  Pick<typeof edgCheckpoints.$inferSelect, 'size'> &
  Pick<typeof edgNodes.$inferSelect, 'body'>

/** Every log that was ever begun, the one in force last. */
export async function publishedLogs(sql: Reader): Promise<PublishedLog[]> {
  return sql<PublishedLog[]>`
    select l.epoch, l.origin, l.started_at, coalesce(c.size, 0) as size, n.body
    from edg_logs l join edg_nodes n on n.id = l.node_id
    left join lateral (select size from edg_checkpoints where origin = l.origin order by size desc limit 1) c on true
    order by l.epoch`
}

/** @param lines the cosignatures of witnesses. */
export type PublishedCheckpoint = Pick<typeof edgCheckpoints.$inferSelect, 'origin' | 'size' | 'note'> & {
  lines: string[]
}

/** The newest checkpoint of a log that a witness cosigned, or that has waited for that for long enough. What was shown once is never taken back. */
export async function publishedCheckpoint(
  sql: Reader,
  epoch: number,
  patienceMs: number,
): Promise<PublishedCheckpoint | undefined> {
  const [row] = await sql<PublishedCheckpoint[]>`
    with log as (select origin from edg_logs where epoch = ${epoch}),
    cosigned as (
      select s.size from edg_cosignatures s where s.origin = (select origin from log) order by s.size desc limit 1),
    waited as (
      select c.size from edg_checkpoints c
      where c.origin = (select origin from log) and c.created_at < clock_timestamp() - make_interval(secs => ${patienceMs / 1000})
      order by c.size desc limit 1)
    select c.origin, c.size, c.note, array(
      select s.line from edg_cosignatures s where s.origin = c.origin and s.size = c.size order by s.witness) as lines
    from edg_checkpoints c
    where c.origin = (select origin from log)
      and c.size <= greatest((select size from cosigned), (select size from waited))
    order by c.size desc limit 1`
  return row
}

/** What a tile of a log holds so far; undefined too where the log is not in force any more: then it lies here no longer. */
export async function publishedTile(
  sql: Reader,
  epoch: number,
  level: number,
  index: number,
): Promise<Uint8Array | undefined> {
  const [row] = await sql<Pick<typeof edgTiles.$inferSelect, 'hashes'>[]>`
    select hashes from edg_tiles
    where level = ${level} and idx = ${index} and (select max(epoch) from edg_logs) = ${epoch}`
  return row?.hashes
}

/** What leaves of a log are the hashes of, from one on and in their order; fewer where it has no more, or is not in force any more. */
export async function publishedEntries(
  sql: Reader,
  epoch: number,
  { first, count }: { first: number; count: number },
): Promise<Uint8Array[]> {
  const rows = await sql<{ node_id: Uint8Array }[]>`
    select node_id from edg_leaves
    where leaf >= ${first} and leaf < ${first + count} and (select max(epoch) from edg_logs) = ${epoch}
    order by leaf`
  return rows.map(({ node_id }) => node_id)
}
