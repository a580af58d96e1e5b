/** violations as every process follows them: what halts, what keeps somebody from something, and what has changed since. */

import type { Reader } from '#db/client'
import { tiers } from '#db/documents/states'
import type { ViolationRow } from '#db/queries/governance'

export type WatchedViolation = Pick<
  ViolationRow,
  'id' | 'org_id' | 'article' | 'tier' | 'subject_type' | 'subject_id' | 'blocks'
>

/** As the index has it. */
const isWatched = (sql: Reader) => sql`
  status in ('open', 'acknowledged') and (blocks <> '{}' or subject_type in ('key', 'agent', 'node'))`
const columns = (sql: Reader) => sql`id, article, tier, subject_type, subject_id, blocks`

/** The gravest tier and all that nobody knows, which is as grave: each stretch between two known ones, as the index has it. */
const isGravest = (sql: Reader) => {
  const stretches = tiers.map((tier, at) =>
    at === 0 ? sql`tier < ${tier}` : sql`tier > ${tiers[at - 1] ?? ''} and tier < ${tier}`,
  )
  return sql`(tier >= ${tiers.at(-1) ?? ''} or ${stretches.reduce((some, next) => sql`${some} or ${next}`)})`
}

/** What halts all writes. */
export const openHalts = (sql: Reader): Promise<Pick<ViolationRow, 'id' | 'article' | 'message'>[]> => sql`
  select id, article, message from violations where ${isGravest(sql)} and status in ('open', 'acknowledged') order by id`

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

export type Watched = {
  org_id: string
  /** It has more violations of systems than are kept: none of them is among these. */
  is_crowded: boolean
  violations: Omit<WatchedViolation, 'org_id'>[]
}

/** What is watched of these organisations. @param systemsKept violations of systems, of each of them at most. */
export const watchedOf = (sql: Reader, orgIds: readonly string[], systemsKept: number): Promise<Watched[]> => sql<
  Watched[]
>`
  select o.org_id, c.systems > ${systemsKept}::int as is_crowded, coalesce((
    select json_agg(row_to_json(w)) from (
      select ${columns(sql)} from violations v
      where v.org_id = o.org_id and subject_type in ('key', 'agent', 'node') and ${isWatched(sql)}
      union all
      select * from (
        select ${columns(sql)} from violations v
        where v.org_id = o.org_id and subject_type = 'system' and c.systems <= ${systemsKept}::int and ${isWatched(sql)}
        limit ${systemsKept}::int) s) w), '[]') as violations
  from unnest(${orgIds as string[]}::text[]) as o(org_id) cross join lateral (
    select count(*)::int as systems from (
      select 1 from violations v where v.org_id = o.org_id and subject_type = 'system' and ${isWatched(sql)}
      limit ${systemsKept}::int + 1) n) c`

/** What is watched of these systems, however many of them their organisations have. */
export const watchedSystems = (
  sql: Reader,
  orgIds: readonly string[],
  systems: readonly string[],
): Promise<Pick<WatchedViolation, 'subject_id' | 'blocks'>[]> => sql`
  select subject_id, blocks from violations
  where org_id = any(${orgIds as string[]}::text[]) and subject_type = 'system' and subject_id = any(${systems as string[]}::text[])
    and ${isWatched(sql)}`
