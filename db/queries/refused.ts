/** edg_refused: nodes that were taken out before they had a place in the log, since nobody who may has signed them. */
import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import type { StreamPlace } from '#db/queries/integrity'
import type { AsText } from '#db/tables/columns'
import type { edgRefused } from '#db/tables/evidence'

export type Refusal = { id: string; why: string }

/** A node as it came; it has no leaf and will have none. */
export type RefusedRow = AsText<typeof edgRefused.$inferSelect, 'id'> & { leaf: null }

/** Takes a node out, with what leads from it. Undefined where it has a leaf, or is gone. @throws when others refer to it. */
export async function refuseNode(tx: Tx, { id, why }: Refusal): Promise<StreamPlace | undefined> {
  const bytes = tx`${hexBytes(id)}::text::bytea`
  const [row] = await tx<StreamPlace[]>`
    insert into edg_refused (id, ins, org_id, stream, pos, height, kind, body, signature, kid, why)
    select id, ins, org_id, stream, pos, height, kind, body, signature, kid, ${why} from edg_nodes n
    where id = ${bytes} and not exists (select 1 from edg_leaves l where l.node_id = n.id)
    on conflict (id) do nothing returning stream, pos`
  if (!row) return undefined
  await tx`delete from edg_crossings where stream = ${row.stream} and pos = ${row.pos}`
  await tx`delete from edg_edges where child = ${bytes}`
  await tx`delete from edg_nodes where id = ${bytes}`
  return row
}

const columns = (sql: Reader) => sql`
  encode(id, 'hex') as id, ins, org_id, stream, pos, height, kind, body, signature, kid, null as leaf, why, refused_at`

/** One that was refused, of one of these organisations; of everybody for null. */
export async function findRefused(
  sql: Reader,
  hash: string,
  orgIds: readonly string[] | null,
): Promise<RefusedRow | undefined> {
  const [row] = await sql<RefusedRow[]>`
    select ${columns(sql)} from edg_refused where id = decode(${hash}, 'hex')
      and ${orgIds === null ? sql`true` : sql`org_id = any(${orgIds as string[]}::text[])`}`
  return row
}

/** All that were refused, by their ids, as many at a time. */
export async function* refusedNodes(sql: Reader, atOnce: number): AsyncGenerator<readonly RefusedRow[]> {
  let after = ''
  for (;;) {
    const rows = await sql<RefusedRow[]>`
      select ${columns(sql)} from edg_refused where id > decode(${after}, 'hex') order by edg_refused.id limit ${atOnce}`
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    after = rows.at(-1)?.id ?? after
  }
}

/**
 * How many there are, and how many the violations of an organisation about one subject have counted; of those that they name, so many that
 * are not there.
 */
export async function standingRefusals(
  sql: Reader,
  { orgId, type, id }: { orgId: string; type: string; id: string },
): Promise<{ there: number; said: number; lacking: string[] }> {
  const [row] = await sql<{ there: number; said: number; lacking: string[] | null }[]>`
    with own as materialized (
      select occurrences, evidence from violations
      where org_id = ${orgId} and subject_type = ${type} and subject_id = ${id})
    select (select count(*)::int from edg_refused) as there, (select coalesce(sum(occurrences), 0)::bigint from own) as said,
      (select json_agg(l.id) from (
        select distinct e.id from own cross join lateral unnest(own.evidence) as e(id)
        where e.id ~ '^[0-9a-f]{64}$' and (select true from edg_refused r where r.id = decode(e.id, 'hex') limit 1) is null
        order by e.id limit 100) l) as lacking`
  return { there: row?.there ?? 0, said: row?.said ?? 0, lacking: row?.lacking ?? [] }
}

/** Of these nodes, as hex, those that have no place in the log: that are there and wait for one, and that are nowhere, nor were refused. */
export async function unplacedAmong(
  sql: Reader,
  ids: readonly string[],
): Promise<{ waiting: string[]; gone: string[] }> {
  const rows = await sql<{ id: string; is_there: boolean }[]>`
    select i.id, exists (select from edg_nodes n where n.id = decode(i.id, 'hex')) as is_there
    from unnest(${ids as string[]}::text[]) as i(id)
    where (select l.leaf from edg_leaves l where l.node_id = decode(i.id, 'hex')) is null
      and not exists (select from edg_refused r where r.id = decode(i.id, 'hex'))`
  const idsOf = (isThere: boolean) => rows.flatMap((row) => (row.is_there === isThere ? [row.id] : []))
  return { waiting: idsOf(true), gone: idsOf(false) }
}

/** Whether something is held against the log as a whole. */
export async function isLogDoubted(sql: Reader, article: string): Promise<boolean> {
  const rows = await sql`
    select from violations
    where article = ${article} and tier = 'T5' and status in ('open', 'acknowledged') and subject_type <> 'node' limit 1`
  return rows.length > 0
}
