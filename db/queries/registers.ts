/** Rows about the log beside the nodes that they come from: keys, logs, cosignatures. */
import type { Reader } from '#db/client'
import type { OrNulls } from '#db/tables/columns'
import type { edgKeys } from '#db/tables/evidence'
import type { edgCheckpoints, edgCosignatures, edgLogs } from '#db/tables/log'

/** A node by its place and its text; nulls where there is none. */
type NodeBeside = { node: string | null; stream: string | null; body: string | null }

export type RegisteredKey = Pick<typeof edgKeys.$inferSelect, 'kid' | 'public_key'> & NodeBeside

/** Every key that has a row, with the node that registers it. */
export const registeredKeys = (sql: Reader): Promise<RegisteredKey[]> => sql`
  select k.kid, k.public_key, encode(n.id, 'hex') as node, n.stream, n.body
  from edg_keys k left join edg_nodes n on n.stream = 'key:' || k.kid and n.pos = 0`

export type RegisteredLog = Pick<typeof edgLogs.$inferSelect, 'epoch' | 'origin' | 'reason' | 'started_at'> & NodeBeside

/** Every log that has a row, with the node that it names. */
export const registeredLogs = (sql: Reader): Promise<RegisteredLog[]> => sql`
  select l.epoch, l.origin, l.reason, l.started_at, encode(n.id, 'hex') as node, n.stream, n.body
  from edg_logs l left join edg_nodes n on n.id = l.node_id order by l.epoch`

type CosignatureRow = Pick<typeof edgCosignatures.$inferSelect, 'origin' | 'size' | 'witness' | 'line'> &
  OrNulls<Pick<typeof edgCheckpoints.$inferSelect, 'note'>>

/** All cosignatures, each with its checkpoint if that is there, as many at a time. */
export async function* cosignaturesFrom(sql: Reader, atOnce: number): AsyncGenerator<readonly CosignatureRow[]> {
  let after = { origin: '', size: 0, witness: '' }
  for (;;) {
    const rows = await sql<CosignatureRow[]>`
      select s.origin, s.size, s.witness, s.line, c.note
      from edg_cosignatures s left join edg_checkpoints c on c.origin = s.origin and c.size = s.size
      where (s.origin, s.size, s.witness) > (${after.origin}, ${after.size}, ${after.witness})
      order by s.origin, s.size, s.witness limit ${atOnce}`
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    after = rows.at(-1) ?? after
  }
}

/** Of these checkpoints those that are not there as they were published, by their sizes. */
export const lackingCheckpoints = (
  sql: Reader,
  origin: string,
  notes: readonly string[],
): Promise<{ size: number }[]> => sql`
  select split_part(p.note, E'\\n', 2)::bigint as size from unnest(${notes as string[]}::text[]) as p(note)
  where not exists (
    select from edg_checkpoints c where c.origin = ${origin} and c.size = split_part(p.note, E'\\n', 2)::bigint and c.note = p.note)
  order by 1`

/** Of what witnesses have cosigned that which is not there. */
export const lackingCosignatures = (
  sql: Reader,
  origin: string,
  cosigned: readonly { size: number; witness: string }[],
): Promise<{ size: number; witness: string }[]> => sql`
  select k.size, k.witness from unnest(${cosigned.map(({ size }) => size)}::bigint[],
    ${cosigned.map(({ witness }) => witness)}::text[]) as k(size, witness)
  where not exists (
    select from edg_cosignatures s where s.origin = ${origin} and s.size = k.size and s.witness = k.witness)
  order by 1, 2`

/** Checkpoints that are said to have been made later than now, by more than clocks are apart. */
export const checkpointsToCome = (sql: Reader): Promise<{ origin: string; size: number }[]> => sql`
  select origin, size from edg_checkpoints where created_at > clock_timestamp() + interval '5 minutes'
  order by origin, size limit 100`

/** The greatest size that a witness cosigned of the log in force, or any did, by what is stored; 0 where nothing is. */
export async function newestCosigned(sql: Reader, witness?: string): Promise<number> {
  const [row] = await sql<{ size: number }[]>`
    select size from edg_cosignatures
    where origin = (select origin from edg_logs order by epoch desc limit 1)
      and ${witness === undefined ? sql`true` : sql`witness = ${witness}`}
    order by size desc limit 1`
  return row?.size ?? 0
}
