/** The evidence graph: a node with its neighbours, the ancestors of a node, and places in the log. */

import type { Reader } from '#db/client'
import type { AsText } from '#db/tables/columns'
import type { edgNodes } from '#db/tables/evidence'
import type { edgLeaves } from '#db/tables/log'

/** A node as it is stored, with its place in the log. `id` is hex. */
export type GraphRow = AsText<Omit<typeof edgNodes.$inferSelect, 'prev'>, 'id'> & {
  leaf: (typeof edgLeaves.$inferSelect)['leaf'] | null
}

type LinkRow = { rel: string; hash: string; kind: string | null }
export type Neighbours = { parents: LinkRow[]; children: LinkRow[]; children_total: number | null; tree_size: number }

/** Whether a node's owner is one of these; everybody for null. */
const isOf = (sql: Reader, orgIds: readonly string[] | null) =>
  orgIds === null ? sql`true` : sql`n.org_id = any(${orgIds as string[]}::text[])`

const nodeColumns = (sql: Reader) => sql`
  encode(n.id, 'hex') as id, n.ins, n.org_id, n.stream, n.pos, n.height, n.kind, n.body, n.signature, n.kid, l.leaf`

/** The leaf of each node of a page: looked up one by one, since a join would sooner read all leaves. */
const leavesOf = (sql: Reader) => sql`
  left join lateral (select leaf from edg_leaves where node_id = n.id limit 1) l on true`

/** A node that one of these organisations owns. */
export async function findNode(
  sql: Reader,
  hash: string,
  orgIds: readonly string[] | null,
): Promise<GraphRow | undefined> {
  const [row] = await sql<GraphRow[]>`
    select ${nodeColumns(sql)} from edg_nodes n left join edg_leaves l on l.node_id = n.id
    where n.id = decode(${hash}, 'hex') and ${isOf(sql, orgIds)}`
  return row
}

/** Where these nodes stand and whose they are, of those that are there. */
export const placesOf = (
  sql: Reader,
  ids: readonly string[],
): Promise<Pick<GraphRow, 'stream' | 'pos' | 'org_id'>[]> => sql`
  select n.stream, n.pos, n.org_id from unnest(${ids as string[]}::text[]) as i(id)
  join edg_nodes n on n.id = decode(i.id, 'hex')`

/** How many edges lead from these nodes to their parents. */
export async function countEdges(sql: Reader, ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ edges: number }[]>`
    select count(*) as edges from unnest(${ids as string[]}::text[]) as i(id)
    join edg_edges e on e.child = decode(i.id, 'hex')`
  return row?.edges ?? 0
}

/** Whether one of these organisations owns a node of a stream. */
export async function isStreamOf(sql: Reader, stream: string, orgIds: readonly string[]): Promise<boolean> {
  const rows = await sql`
    select from edg_nodes where stream = ${stream} and org_id = any(${orgIds as string[]}::text[]) limit 1`
  return rows.length > 0
}

// A node that everybody refers to has more children than anybody reads.
const childrenLooked = 10_000

/** What a node is linked to, as far as these organisations may know; 100 of its children at most. */
export async function findNeighbours(sql: Reader, hash: string, orgIds: readonly string[]): Promise<Neighbours> {
  const orgs = orgIds as string[]
  const [row] = await sql<Neighbours[]>`
    with looked as materialized (
      select child, rel from edg_edges where parent = decode(${hash}, 'hex') limit ${childrenLooked}
    ), children as materialized (
      select e.rel, encode(c.id, 'hex') as hash, c.kind from looked e join edg_nodes c on c.id = e.child
      where c.org_id = any(${orgs}::text[])
    )
    select
      coalesce((
        select json_agg(json_build_object('rel', e.rel, 'hash', encode(e.parent, 'hex'), 'kind', p.kind) order by e.ord)
        from edg_edges e left join edg_nodes p on p.id = e.parent and p.org_id = any(${orgs}::text[])
        where e.child = decode(${hash}, 'hex')), '[]') as parents,
      coalesce((
        select json_agg(json_build_object('rel', rel, 'hash', hash, 'kind', kind)) from (
          select * from children order by hash limit 100) c), '[]') as children,
      case when (select count(*) from looked) < ${childrenLooked} then (select count(*) from children) end
        as children_total,
      ${treeSize(sql)} as tree_size`
  if (!row) throw new Error('a select without a row')
  return row
}

const treeSize = (sql: Reader) => sql`coalesce((select leaf + 1 from edg_leaves order by leaf desc limit 1), 0)`

/** How far the log goes: one more than its greatest leaf. */
export async function logSize(sql: Reader): Promise<number> {
  const [row] = await sql<{ size: number }[]>`select ${treeSize(sql)} as size`
  return row?.size ?? 0
}

/** A line and a place on it: everything up to there. */
export type Reach = { stream: string; top: number }

/** Where the parents in other streams stand of the nodes of these streams in (low, top]: the furthest place in each. */
export async function crossingsFrom(
  sql: Reader,
  spans: readonly (Reach & { low: number })[],
  orgIds: readonly string[] | null,
): Promise<Reach[]> {
  return sql<Reach[]>`
    select c.stream, c.top from (
      select x.parent_stream as stream, max(x.parent_pos) as top
      from unnest(${spans.map(({ stream }) => stream)}::text[], ${spans.map(({ low }) => low)}::int[],
        ${spans.map(({ top }) => top)}::int[]) as s(stream, low, top)
      cross join lateral (
        select parent_stream, parent_pos from edg_crossings c
        where c.stream = s.stream and c.pos > s.low and c.pos <= s.top offset 0) x
      group by 1
    ) c
    cross join lateral (
      select 1 from edg_nodes n
      where n.stream = c.stream and n.pos = c.top and ${isOf(sql, orgIds)} offset 0) visible`
}

/** The same to the end in one statement: for graphs that hop from stream to stream very often. */
export async function allCrossingsFrom(
  sql: Reader,
  from: readonly Reach[],
  orgIds: readonly string[] | null,
): Promise<Reach[]> {
  return sql<Reach[]>`
    with recursive reach(stream, top) as (
      select stream, top from unnest(${from.map(({ stream }) => stream)}::text[], ${from.map(({ top }) => top)}::int[])
        as s(stream, top)
      union
      select c.parent_stream, c.parent_pos from reach r
      join edg_crossings c on c.stream = r.stream and c.pos <= r.top
      join edg_nodes n on n.stream = c.parent_stream and n.pos = c.parent_pos
      where ${isOf(sql, orgIds)}
    )
    select stream, max(top) as top from reach group by stream`
}

export type PageOfChain = {
  order: 'asc' | 'desc'
  /** The place in the log's order after which it goes on. */
  after: number | undefined
  limit: number
  kinds: readonly string[] | undefined
}

/** Nodes of these lines in the order of insertion, parents before children, or the other way round. */
export async function pageOfReach(
  sql: Reader,
  reach: readonly Reach[],
  { order, after, limit, kinds }: PageOfChain,
): Promise<GraphRow[]> {
  const isDown = order === 'desc'
  const bound =
    after === undefined
      ? sql`${isDown ? sql`s.top` : sql`-1`}`
      : sql`edg_pos_before(s.stream, s.top, ${isDown ? after : after + 1})`
  const direction = isDown ? sql`desc` : sql`asc`
  return sql<GraphRow[]>`
    with bounds as materialized (
      select s.stream, s.top, ${bound} as bound
      from unnest(${reach.map(({ stream }) => stream)}::text[], ${reach.map(({ top }) => top)}::int[]) as s(stream, top)
    ), page as materialized (
      select n.* from bounds b cross join lateral (
        select * from edg_nodes n
        where n.stream = b.stream and ${isDown ? sql`n.pos <= b.bound` : sql`n.pos > b.bound and n.pos <= b.top`}
          ${kinds ? sql`and n.kind = any(${kinds as string[]}::text[])` : sql``}
        order by n.pos ${direction} limit ${limit}) n
      order by n.ins ${direction} limit ${limit}
    )
    select ${nodeColumns(sql)} from page n ${leavesOf(sql)} order by n.ins ${direction}`
}

/** The parents of some nodes, by their places in the order of insertion. */
export async function parentsOf(sql: Reader, ins: readonly number[], orgIds: readonly string[]): Promise<number[]> {
  const rows = await sql<{ ins: number }[]>`
    select distinct p.ins from unnest(${ins as number[]}::bigint[]) as i(ins)
    join edg_nodes c on c.ins = i.ins join edg_edges e on e.child = c.id join edg_nodes p on p.id = e.parent
    where p.org_id = any(${orgIds as string[]}::text[])`
  return rows.map((row) => row.ins)
}

/** These nodes, in the order of insertion or the other way round. */
export async function pageOfSet(
  sql: Reader,
  ins: readonly number[],
  { order, after, limit, kinds }: PageOfChain,
): Promise<GraphRow[]> {
  const isDown = order === 'desc'
  return sql<GraphRow[]>`
    select ${nodeColumns(sql)} from unnest(${ins as number[]}::bigint[]) as i(ins)
    join edg_nodes n on n.ins = i.ins left join edg_leaves l on l.node_id = n.id
    where true ${after === undefined ? sql`` : isDown ? sql`and n.ins < ${after}` : sql`and n.ins > ${after}`}
      ${kinds ? sql`and n.kind = any(${kinds as string[]}::text[])` : sql``}
    order by n.ins ${isDown ? sql`desc` : sql`asc`} limit ${limit}`
}

/** What a node that is not there has left behind. */
export type Trail = {
  leaf: number | null
  /** A node that names it as a parent: where that stands, and whether as its predecessor. */
  child_stream: string | null
  child_pos: number | null
  is_prev: boolean
}

/** Undefined where nothing speaks of it, or where it is there, whoever owns it, or was refused. */
export async function findTrail(sql: Reader, hash: string): Promise<Trail | undefined> {
  const [row] = await sql<Trail[]>`
    select l.leaf, c.stream as child_stream, c.pos as child_pos, coalesce(c.rel = 'prev', false) as is_prev
    from (select decode(${hash}, 'hex') as id) i
    left join lateral (select leaf from edg_leaves where node_id = i.id limit 1) l on true
    left join lateral (
      select n.stream, n.pos, e.rel from edg_edges e join edg_nodes n on n.id = e.child where e.parent = i.id
      order by e.rel <> 'prev' limit 1) c on true
    where (l.leaf is not null or c.stream is not null)
      and not exists (select from edg_nodes n where n.id = i.id) and not exists (select from edg_refused r where r.id = i.id)`
  return row
}
