/** What verification reads: nodes with what surrounds them, the log leaf by leaf, rows of state, and what was found. */

import type { Reader, Tx } from '#db/client'
import type { ConstitutionRow } from '#db/queries/governance'
import type { GraphRow } from '#db/queries/graph'
import type { StepRow } from '#db/queries/plans'
import { type StatePrefix, stateTables } from '#db/queries/state-tables'
import type { TaskRow } from '#db/queries/tasks'
import type { OrNulls } from '#db/tables/columns'
import type { edgCrossings, edgEdges, edgKeys } from '#db/tables/evidence'
import type { edgCheckpoints, edgTiles } from '#db/tables/log'
import type { integrityPasses, verifiedMarks } from '#db/tables/upkeep'

export type ParentRow = Pick<typeof edgEdges.$inferSelect, 'rel'> &
  OrNulls<Pick<GraphRow, 'stream' | 'pos' | 'height' | 'ins' | 'leaf'>> & { child: string; hash: string }

/** The edges of these nodes in their order, each with its parent if that is there. */
export const parentsWithPlaces = (sql: Reader, ids: readonly string[]): Promise<ParentRow[]> => sql`
  select i.id as child, e.rel, encode(e.parent, 'hex') as hash, p.stream, p.pos, p.height, p.ins, l.leaf
  from unnest(${ids as string[]}::text[]) as i(id)
  join edg_edges e on e.child = decode(i.id, 'hex')
  left join lateral (select stream, pos, height, ins from edg_nodes where id = e.parent limit 1) p on true
  left join lateral (select leaf from edg_leaves where node_id = e.parent limit 1) l on true
  order by e.child, e.ord`

/** A table that does not simply hold its rows: row security hides some, a rule does something else than was asked, or another is read in its place. */
export type VeiledTable = { name: string; veil: 'row security' | 'rule' | 'stand-in' }

/** What lies in Postgres's own schema comes before all that is called the same. @param own the names of our tables. */
export const veiledTables = (sql: Reader, own: readonly string[]): Promise<VeiledTable[]> => sql`
  select c.relname::text as name, case when n.nspname = 'pg_catalog' then 'stand-in'
    when c.relrowsecurity then 'row security' else 'rule' end as veil
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')
      and (c.relrowsecurity or exists (select from pg_rewrite r where r.ev_class = c.oid))
    or n.nspname = 'pg_catalog' and c.relname = any(${own as string[]}::name[])
  order by 1`

export type CrossingRow = typeof edgCrossings.$inferSelect

/** Where these places of streams are said to have parents in other streams. */
export const crossingsOf = (sql: Reader, places: readonly StreamPlace[]): Promise<CrossingRow[]> => sql`
  select c.stream, c.pos, c.parent_stream, c.parent_pos
  from unnest(${places.map(({ stream }) => stream)}::text[], ${places.map(({ pos }) => pos)}::int[]) as p(stream, pos)
  join edg_crossings c on c.stream = p.stream and c.pos = p.pos`

/** Places of streams that more than one node claims. */
export const crowdedPlaces = (
  sql: Reader,
  places: readonly { stream: string; pos: number }[],
): Promise<(StreamPlace & { nodes: number })[]> => sql`
  select p.stream, p.pos, count(*)::int as nodes
  from (select distinct * from unnest(${places.map(({ stream }) => stream)}::text[],
    ${places.map(({ pos }) => pos)}::int[]) as p(stream, pos)) p
  join edg_nodes n on n.stream = p.stream and n.pos = p.pos
  group by 1, 2 having count(*) > 1`

/** Those of these nodes that nobody finds by their places in streams: as they are looked for by whoever asks how a stream has gone on. */
export async function unfoundByPlace(sql: Reader, rows: readonly (StreamPlace & { id: string })[]): Promise<string[]> {
  const unfound = await sql<{ id: string }[]>`
    select r.id from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ stream }) => stream)}::text[],
      ${rows.map(({ pos }) => pos)}::int[]) as r(id, stream, pos)
    -- One by one and not all together, which would be by another way.
    left join lateral (select id from edg_nodes where stream = r.stream and pos = r.pos order by stream, pos limit 1) n on true
    where n.id is null`
  return unfound.map(({ id }) => id)
}

/** A place of a stream; places are ordered by both. */
export type StreamPlace = Pick<GraphRow, 'stream' | 'pos'>
const beforeAllPlaces: StreamPlace = { stream: '', pos: -1 }

/** The same over the whole store, as many places at a time. */
export async function* allCrowdedPlaces(sql: Reader, atOnce: number): AsyncGenerator<StreamPlace & { nodes: number }> {
  let after: StreamPlace | undefined = beforeAllPlaces
  while (after) {
    const rows: (StreamPlace & { nodes: number; is_last: boolean })[] = await sql`
      with page as (
        select stream, pos from edg_nodes where (stream, pos) > (${after.stream}, ${after.pos})
        order by stream, pos limit ${atOnce}),
      -- The last place may go on behind the page: it is counted by itself.
      last as (select stream, pos from page order by stream desc, pos desc limit 1)
      select stream, pos, count(*)::int as nodes, false as is_last from page group by 1, 2 having count(*) > 1
      union all select stream, pos, (select count(*) from edg_nodes n where n.stream = l.stream and n.pos = l.pos)::int,
        true from last l`
    const last = rows.find(({ is_last }) => is_last)
    for (const { stream, pos, nodes, is_last } of rows)
      if (nodes > 1 && (is_last || stream !== last?.stream || pos !== last.pos)) yield { stream, pos, nodes }
    after = last
  }
}

/** All nodes in the order of insertion, a group at a time. Each leaf is looked up: a join would sooner read all of them. */
export const nodesFrom = (sql: Reader, after: number, upTo: number, limit: number): Promise<GraphRow[]> => sql`
  select encode(n.id, 'hex') as id, n.ins, n.org_id, n.stream, n.pos, n.height, n.kind, n.body, n.signature, n.kid, l.leaf
  from (select * from edg_nodes where ins > ${after} and ins <= ${upTo} order by ins limit ${limit}) n
  left join lateral (select leaf from edg_leaves where node_id = n.id limit 1) l on true order by n.ins`

export type KeyNodeRow = Pick<GraphRow, 'id' | 'ins' | 'body' | 'signature' | 'kid' | 'kind'> &
  Pick<typeof edgKeys.$inferSelect, 'public_key'>

/** The lines of all signing keys, oldest node first, each with the public key as the table has it. Each is looked up: there are few. */
export const keyNodes = (sql: Reader): Promise<KeyNodeRow[]> => sql`
  select encode(n.id, 'hex') as id, n.ins, n.body, n.signature, n.kid, n.kind, k.public_key
  from edg_keys k cross join lateral (select * from edg_nodes where stream = 'key:' || k.kid offset 0) n order by n.ins`

export type LeafRow = { leaf: number; id: string } & OrNulls<Pick<GraphRow, 'ins' | 'stream' | 'pos'>>

/** Leaves from one up to, but not with, another in their order, each with its node if that is there. */
export const leavesFrom = (sql: Reader, from: number, to: number): Promise<LeafRow[]> => sql`
  select l.leaf, encode(l.node_id, 'hex') as id, n.ins, n.stream, n.pos
  from edg_leaves l left join lateral (select ins, stream, pos from edg_nodes where id = l.node_id limit 1) n on true
  where l.leaf >= ${from} and l.leaf < ${to} order by l.leaf`

const newestSize = (sql: Reader) => sql`
  coalesce((select size from edg_checkpoints where origin = (select origin from edg_logs order by epoch desc limit 1)
    order by size desc limit 1), 0)`

/** The first leaf behind the newest checkpoint of the log in force: they come in one statement, so there is none. */
export async function leafBeyond(sql: Reader): Promise<LeafRow | undefined> {
  const [row] = await sql<LeafRow[]>`
    select l.leaf, encode(l.node_id, 'hex') as id, n.ins, n.stream, n.pos
    from (select * from edg_leaves where leaf >= ${newestSize(sql)} order by leaf limit 1) l
    left join edg_nodes n on n.id = l.node_id`
  return row
}

/** The next leaf that is there, from one on. */
export async function leafFrom(sql: Reader, from: number): Promise<Pick<LeafRow, 'leaf'> | undefined> {
  const [row] = await sql<Pick<LeafRow, 'leaf'>[]>`
    select leaf from edg_leaves where leaf >= ${from} order by leaf limit 1`
  return row
}

/** A tile that the log in force does not have, if there is one. */
export async function strayTile(sql: Reader): Promise<Pick<typeof edgTiles.$inferSelect, 'level' | 'idx'> | undefined> {
  const [row] = await sql<Pick<typeof edgTiles.$inferSelect, 'level' | 'idx'>[]>`
    select level, idx from edg_tiles cross join (select ${newestSize(sql)} as size) s
    where idx >= ceil(floor(s.size / (256::numeric ^ level)) / 256) limit 1`
  return row
}

/** The nodes at these leaves, of those that are there, in their order. */
export const nodesOfLeaves = (sql: Reader, from: number, to: number): Promise<GraphRow[]> => sql`
  select encode(n.id, 'hex') as id, n.ins, n.org_id, n.stream, n.pos, n.height, n.kind, n.body, n.signature, n.kid, l.leaf
  from (select * from edg_leaves where leaf >= ${from} and leaf < ${to} order by leaf) l
  join edg_nodes n on n.id = l.node_id order by l.leaf`

/** The places of these nodes in the log, of those that have one. */
export const leavesOf = (sql: Reader, ids: readonly string[]): Promise<{ id: string; leaf: number }[]> => sql`
  select i.id, l.leaf from unnest(${ids as string[]}::text[]) as i(id)
  join edg_leaves l on l.node_id = decode(i.id, 'hex') order by l.leaf`

export type StoredCheckpoint = Pick<typeof edgCheckpoints.$inferSelect, 'size' | 'root' | 'note'>

export const checkpointsFrom = (
  sql: Reader,
  origin: string,
  after: number,
  limit: number,
): Promise<StoredCheckpoint[]> => sql`
  select size, root, note from edg_checkpoints where origin = ${origin} and size > ${after} order by size limit ${limit}`

/** Nodes without a place in the log, newest first. */
export const nodesWithoutPlace = (
  sql: Reader,
  upTo: number,
  limit: number,
): Promise<Pick<GraphRow, 'id' | 'ins' | 'stream' | 'pos'>[]> => sql`
  select encode(n.id, 'hex') as id, n.ins, n.stream, n.pos from edg_nodes n
  where n.ins <= ${upTo} and not exists (select 1 from edg_leaves l where l.node_id = n.id)
  order by n.ins desc limit ${limit}`

/** A row of state beside the newest node of its stream; nulls where one of them is not there. */
export type StateRow = {
  stream: string
  status: string | null
  version: number | null
  head: string | null
  newest: string | null
  newest_pos: number | null
  newest_ins: number | null
  newest_body: string | null
  /**
   * What else of the row its newest node says, by the same names, and under `first` what the stream's first node says; of an object
   * the node says the digest. Under `counted` what may be more by now.
   */
  facts: Record<string, unknown> | null
  /** Of the stream; null where nothing is held to it. */
  first_body: string | null
}

const stateColumns = (sql: Reader) => sql`
  s.stream, r.status, r.version, r.facts, encode(r.head, 'hex') as head, encode(n.id, 'hex') as newest, n.pos as newest_pos,
  n.ins as newest_ins, n.body as newest_body, f.body as first_body`
const nodesOf = (sql: Reader, prefix: StatePrefix) => sql`
  left join lateral (select id, pos, ins, body from edg_nodes where stream = s.stream order by pos desc limit 1) n on true
  left join lateral (
    select body from edg_nodes where ${'isHeldToFirst' in stateTables[prefix] ? sql`true` : sql`false`}
      and stream = s.stream and pos = 0 limit 1) f on true`

/** Rows and newest nodes of these streams, each read in one look. */
export const statesOf = (sql: Reader, prefix: StatePrefix, streams: readonly string[]): Promise<StateRow[]> => sql`
  select ${stateColumns(sql)} from unnest(${streams as string[]}::text[]) as s(stream)
  left join lateral (
    select status, version, head, facts from ${stateTables[prefix].table(sql)} r where ${stateTables[prefix].isRow(sql)}) r on true
  ${nodesOf(sql, prefix)}`

/**
 * Rows of state that no node stands behind, among so many behind the last that was looked at.
 * @returns the last of these, undefined where none is behind it, and how many there were.
 */
export async function pageWithoutNodes(
  sql: Reader,
  prefix: StatePrefix,
  after: string | undefined,
  limit: number,
): Promise<{ rows: (StateRow & { org: string | null })[]; last: string | undefined; looked: number }> {
  const { table, key, stream, beforeAll } = stateTables[prefix]
  const from = after ?? beforeAll
  const [end] = await sql<{ key: string | null; looked: number }[]>`
    select (array_agg(page.key order by page.key desc))[1]::text as key, count(*)::int as looked from (
      select ${key(sql)} as key from ${table(sql)} r where ${key(sql)} > ${from} order by 1 limit ${limit}) page`
  if (!end?.key) return { rows: [], last: undefined, looked: 0 }
  const rows = await sql<(StateRow & { org: string | null })[]>`
    select ${stateColumns(sql)}, coalesce(to_jsonb(r) ->> 'org_id', r.facts ->> 'org') as org
    from ${table(sql)} r cross join lateral (select ${stream(sql)} as stream) s ${nodesOf(sql, prefix)}
    where ${key(sql)} > ${from} and ${key(sql)} <= ${end.key} and n.id is null limit 100`
  return { rows, last: end.looked < limit ? undefined : end.key, looked: end.looked }
}

export type EdgePlace = { child: string; ord: number }

/** Edges whose child is no node, among so many behind the last that was looked at; ids in hex. */
export async function edgesOfNothing(
  sql: Reader,
  after: EdgePlace | undefined,
  limit: number,
): Promise<{ rows: EdgePlace[]; last: EdgePlace | undefined; looked: number }> {
  const [page] = await sql<{ rows: EdgePlace[] | null; last: EdgePlace | null; looked: number }[]>`
    with page as materialized (
      select child, ord from edg_edges
      where ${after ? sql`(child, ord) > (decode(${after.child}, 'hex'), ${after.ord})` : sql`true`}
      order by child, ord limit ${limit}),
    stray as (
      select encode(child, 'hex') as child, ord from page p
      where not exists (select from edg_nodes n where n.id = p.child) limit 100)
    select (select json_agg(stray) from stray) as rows, count(*)::int as looked,
      (select json_build_object('child', encode(child, 'hex'), 'ord', ord) from page order by child desc, ord desc limit 1) as last
    from page`
  const looked = page?.looked ?? 0
  return { rows: page?.rows ?? [], last: looked < limit ? undefined : (page?.last ?? undefined), looked }
}

/** A step beside the node that it names. */
export type StepStateRow = Pick<StepRow, 'task_id' | 'ord' | 'id' | 'state'> &
  OrNulls<Pick<GraphRow, 'stream' | 'pos' | 'ins' | 'body'>> & {
    /** Its id, in hex. */
    node: string
  }

/** What the row of a plan counts beside what its steps are. */
export type PlanCounts = Pick<TaskRow, 'steps_open' | 'steps_held'> & { task_id: string; open: number; held: number }

/** The counts of those among these tasks that have steps, each plan read in one look. */
export const planCountsOf = (sql: Reader, taskIds: readonly string[]): Promise<PlanCounts[]> => sql`
  select t.id as task_id, t.steps_open, t.steps_held, c.open, c.held
  from tasks t cross join lateral (
    select count(*) filter (where s.state not in ('completed', 'failed', 'canceled', 'skipped'))::int as open,
      count(*) filter (where s.state = 'input-required')::int as held
    from task_steps s where s.task_id = t.id) c
  where t.id = any(${taskIds as string[]}::uuid[]) and t.steps_total > 0`

/** The steps of a plan, as many at a time. */
export async function* stepStatesOf(
  sql: Reader,
  taskId: string,
  atOnce: number,
): AsyncGenerator<readonly StepStateRow[]> {
  let after = -1
  for (;;) {
    const rows = await sql<StepStateRow[]>`
      select s.task_id, s.ord, s.id, s.state, encode(s.head, 'hex') as node, n.stream, n.pos, n.ins, n.body
      from (
        select task_id, ord, id, state, head from task_steps
        where task_id = ${taskId} and ord > ${after} order by ord limit ${atOnce}) s
      left join lateral (select stream, pos, ins, body from edg_nodes where id = s.head limit 1) n on true
      order by s.ord`
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    after = rows.at(-1)?.ord ?? after
  }
}

/** The text of each constitution that was ever in force, by its hash. */
export const constitutionTexts = (sql: Reader): Promise<Pick<ConstitutionRow, 'hash' | 'body'>[]> => sql`
  select hash, body from constitution_texts`

const passesKept = 1000

export type VerificationPass = Omit<typeof integrityPasses.$inferSelect, 'pass' | 'vouched'>

/** Says what a look through all of the evidence came to; a thousand before it are kept, and nothing that is said to come far behind it. */
export async function insertPass(sql: Tx, pass: VerificationPass, seal: Uint8Array): Promise<void> {
  const failure = pass.first_failure === null ? null : JSON.stringify(pass.first_failure)
  const [own] = await sql<{ pass: number }[]>`
    insert into integrity_passes (at, nodes, ok, first_failure, duration_ms, vouched)
    values (${pass.at}, ${pass.nodes}, ${pass.ok}, ${failure}::text::json, ${pass.duration_ms}, ${Buffer.from(seal)})
    returning pass`
  if (own)
    await sql`delete from integrity_passes where pass < ${own.pass - passesKept} or pass > ${own.pass + passesKept}`
}

/** What the last looks through all of the evidence came to, newest first, whoever wrote it. */
export const newestPasses = (
  sql: Reader,
  limit: number,
): Promise<(VerificationPass & { vouched: Uint8Array | null })[]> => sql`
  select at, nodes, ok, first_failure, duration_ms, vouched from integrity_passes order by pass desc limit ${limit}`

export type MarkRow = Omit<typeof verifiedMarks.$inferSelect, 'name'>

export async function findMark(sql: Reader, name: string): Promise<MarkRow | undefined> {
  const [row] = await sql<MarkRow[]>`select document, signature from verified_marks where name = ${name}`
  return row
}

export async function storeMark(sql: Tx, name: string, { document, signature }: MarkRow): Promise<void> {
  await sql`
    insert into verified_marks (name, document, signature) values (${name}, ${document}, ${Buffer.from(signature)})
    on conflict (name) do update set document = excluded.document, signature = excluded.signature`
}
