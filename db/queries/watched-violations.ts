/** violations as every process follows them: what halts, what keeps somebody from something, and what has changed since. */

import type { Reader } from '#db/client'
import { tiers } from '#db/documents/states'
import type { ViolationRow } from '#db/queries/governance'
import type { SignedRow } from '#db/queries/log'
import type { OrNulls } from '#db/tables/columns'

/** As the index has it. */
const isWatched = (sql: Reader) => sql`
  status in ('open', 'acknowledged') and (blocks <> '{}' or subject_type in ('key', 'agent', 'node'))`

/** The gravest tier and all that nobody knows, which is as grave: each stretch between two known ones, as the index has it. */
const gravest = (sql: Reader) => [
  sql`tier >= ${tiers.at(-1) ?? ''}`,
  ...tiers.map((tier, at) => (at === 0 ? sql`tier < ${tier}` : sql`tier > ${tiers[at - 1] ?? ''} and tier < ${tier}`)),
]

/** What halts all writes. Each stretch is looked up by itself: of all at once Postgres would sooner read every violation. */
export const openHalts = (sql: Reader): Promise<ViolationRow[]> => {
  const looks = gravest(sql).map(
    (isOf) => sql`
      (select *, encode(head, 'hex') as head from violations
      where ${isOf} and status in ('open', 'acknowledged') order by tier limit 1000)`,
  )
  return sql`${looks.reduce((some, next) => sql`${some} union all ${next}`)} order by id`
}

/**
 * Whose violations were opened or moved since a look, and from where the next look has to go on: the oldest transaction that
 * had not ended, since what it changes is seen once it commits, whatever was changed after it. @param since where the look
 * before ended; undefined: everybody who has a violation that is watched.
 */
export async function violationsChanged(
  sql: Reader,
  since: string | undefined,
): Promise<{ upTo: string; orgIds: string[] }> {
  const changed =
    since === undefined
      ? // From one organisation to the next, however many violations each has.
        sql`
        with recursive owner as (
          (select org_id from violations where ${isWatched(sql)} order by org_id limit 1)
          union all
          select (select v.org_id from violations v where ${isWatched(sql)} and v.org_id > owner.org_id order by v.org_id limit 1)
          from owner where owner.org_id is not null)
        select org_id from owner where org_id is not null`
      : // A row of another server's transactions, brought here by a backup, was not changed since.
        sql`
        select distinct org_id from violations
        where changed_in >= ${since}::text::xid8 and changed_in < pg_snapshot_xmax(pg_current_snapshot())`
  const [row] = await sql<{ upTo: string; orgIds: string[] }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as "upTo", array(${changed}) as "orgIds"`
  if (!row) throw new Error('a look at the snapshot answered nothing')
  return row
}

/** A violation that is watched, and of whom it was asked: nulls where an organisation has none that is kept. */
export type WatchedRow = OrNulls<ViolationRow> & {
  watched_org: string
  /** It has more violations of systems than are kept: none of them is among these. */
  is_crowded: boolean
}

/** What is not about systems. Each by its name, since Postgres knows of how few it is. */
const ofOthers = (sql: Reader) => [sql`subject_type = 'key'`, sql`subject_type = 'agent'`, sql`subject_type = 'node'`]

/**
 * What is watched of these organisations. @param systemsKept violations of systems, of each of them at most: in the order of the
 * index, or Postgres would sooner go through everybody's until it has met so many.
 */
export const watchedOf = (sql: Reader, orgIds: readonly string[], systemsKept: number): Promise<WatchedRow[]> => {
  const others = ofOthers(sql)
    .map((isOf) => sql`select * from violations v where v.org_id = o.org_id and ${isOf} and ${isWatched(sql)}`)
    .reduce((some, next) => sql`${some} union all ${next}`)
  return sql<WatchedRow[]>`
  select o.org_id as watched_org, c.systems > ${systemsKept}::int as is_crowded, w.*, encode(w.head, 'hex') as head
  from unnest(${orgIds as string[]}::text[]) as o(org_id) cross join lateral (
    select count(*)::int as systems from (
      select 1 from violations v where v.org_id = o.org_id and subject_type = 'system' and ${isWatched(sql)}
      order by v.subject_id limit ${systemsKept}::int + 1) n) c
  left join lateral (
    ${others}
    union all
    select * from (
      select * from violations v
      where v.org_id = o.org_id and subject_type = 'system' and c.systems <= ${systemsKept}::int and ${isWatched(sql)}
      order by v.subject_id limit ${systemsKept}::int) s) w on true`
}

/**
 * What is watched of these systems, however many of them their organisations have: each is looked up by itself. Of all at once
 * Postgres would sooner read every violation, where it last counted them while there were few.
 */
export const watchedSystems = (
  sql: Reader,
  orgIds: readonly string[],
  systems: readonly string[],
): Promise<ViolationRow[]> => sql<ViolationRow[]>`
  select v.*, encode(v.head, 'hex') as head
  from unnest(${orgIds as string[]}::text[]) as o(org_id) cross join unnest(${systems as string[]}::text[]) as s(subject_id)
    cross join lateral (
      select * from violations v where v.org_id = o.org_id and subject_type = 'system' and v.subject_id = s.subject_id
        and ${isWatched(sql)} offset 0) v`

/** Nodes of one that are looked at, from its newest back: behind those that nobody has signed who may. */
const newestLooked = 4

/** The first node of each of these violations, and its newest. */
export const nodesOfViolations = (
  sql: Reader,
  ids: readonly string[],
): Promise<(SignedRow & { violation: string; pos: number })[]> => sql`
  select i.id as violation, n.pos, encode(n.id, 'hex') as id, n.body, n.signature, n.kid
  from unnest(${ids as string[]}::text[]) as i(id) cross join lateral (
    (select pos, id, body, signature, kid from edg_nodes where stream = 'violation:' || i.id order by pos limit 1)
    union
    (select pos, id, body, signature, kid from edg_nodes where stream = 'violation:' || i.id order by pos desc limit ${newestLooked})) n`

/** Of a violation's first node `o` and its row `v`: there is none, or it says something else, or no node puts it aside. */
const isNotAsSaid = (sql: Reader) => sql`(
  v.id is null
  or (v.status in ('open', 'acknowledged') and (
    (v.blocks = '{}' and o.body like '%"blocks":"%' and o.body not like '%"blocks":""%')
    or (v.tier <> 'T5' and o.body like '%"tier":"T5"%')))
  or (v.status not in ('open', 'acknowledged') and not exists (
    select 1 from edg_nodes n where n.id = v.head and n.stream = o.stream and n.pos = v.version
      and n.body similar to '%"state":"(resolved|waived)"%')))`

/** Violations that halt, as their first node says, and whose row does not say so, though no node lifts them. A thousand at most. */
export async function haltingWithoutRow(sql: Reader): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select substr(o.stream, 11) as id from edg_nodes o left join violations v on v.id = substr(o.stream, 11)
    where o.kind = 'violation.opened' and o.body like '%"tier":"T5"%' and ${isNotAsSaid(sql)}
    limit 1000`
  return rows.map(({ id }) => id)
}

/**
 * Of those that halt, or keep somebody from something, as their first node says, the next: whose row does not say so, though no
 * node lifts them. @param after the stream that the page before ended with. @returns `upTo`: null once all were read.
 */
export async function blockingWithoutRow(
  sql: Reader,
  after: string,
  nodes: number,
): Promise<{ upTo: string | null; ids: string[] }> {
  const [page] = await sql<{ upTo: string | null; ids: string[] }[]>`
    with o as materialized (
      select stream, body from edg_nodes
      where kind = 'violation.opened' and (body not like '%"blocks":""%' or body like '%"tier":"T5"%') and stream > ${after}
      order by stream limit ${nodes})
    select (select max(stream) from o) as "upTo", array(
      select substr(o.stream, 11) from o left join violations v on v.id = substr(o.stream, 11) where ${isNotAsSaid(sql)}) as ids`
  if (!page) throw new Error('a page of nodes answered nothing')
  return page
}
