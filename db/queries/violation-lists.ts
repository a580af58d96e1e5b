/**
 * Lists of violations, each by one index: violations_of_kind holds an organisation's by status, tier, article and agent, and
 * within these by their time. What is read grows with the page and the kinds there are, never with what was resolved.
 */

import type { Reader } from '#db/client'
import { tiers } from '#db/documents/states'
import { countFound } from '#db/queries/counted'
import type { ViolationRow } from '#db/queries/governance'
import type { OrNulls } from '#db/tables/columns'

export type ViolationFilter = {
  orgIds: readonly string[]
  minTier: string
  statuses: readonly string[]
  article: string | undefined
  agent: string | undefined
}

/** A page of violations, the newest first, with how many there are: counted up to `countedAtMost`. */
export async function listViolations(
  sql: Reader,
  { orgIds, minTier, statuses, article, agent }: ViolationFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: ViolationRow[] }> {
  const kind = sql`v.org_id, v.status, v.tier, v.article, coalesce(v.agent, '') as agent`
  const inOrder = sql`v.tier, v.article, coalesce(v.agent, '')`
  const isOfKind = sql`
    v.org_id = k.org_id and v.status = k.status and v.tier = k.tier and v.article = k.article
    and coalesce(v.agent, '') = k.agent`
  const rows = await sql<(OrNulls<ViolationRow> & { total: number })[]>`
    with recursive met as (
      -- Each kind is one look into the index, behind the kind before.
      select first.* from unnest(${[...new Set(orgIds)]}::text[]) as o(id)
        cross join unnest(${[...new Set(statuses)]}::text[]) as s(status) cross join lateral (
          select ${kind} from violations v where v.org_id = o.id and v.status = s.status
          order by ${inOrder} limit 1) first
      union all
      select next.* from met cross join lateral (
        select ${kind} from violations v
        where v.org_id = met.org_id and v.status = met.status and (${inOrder}) > (met.tier, met.article, met.agent)
        order by ${inOrder} limit 1) next
    ), kinds as materialized (
      -- A tier that nobody knows is as grave as can be.
      select * from met where (tier >= ${minTier} or tier <> all(${[...tiers]}::text[]))
        ${article === undefined ? sql`` : sql`and article = ${article}`}
        ${agent === undefined ? sql`` : sql`and agent = ${agent} and agent <> ''`}
    ), page as materialized (
      select v.id from kinds k cross join lateral (
        select id, detected_at from violations v where ${isOfKind}
        order by detected_at desc, id desc limit ${offset + limit}) v
      order by v.detected_at desc, v.id desc limit ${limit} offset ${offset}
    ), counted as materialized (
      select ${countFound(sql, sql`select 1 from kinds k cross join lateral (select 1 from violations v where ${isOfKind}) v`)} as total)
    select counted.total, v.*, encode(v.head, 'hex') as head
    from counted left join (page join violations v using (id)) on true
    order by v.detected_at desc, v.id desc`
  // The total rides on every row, and on one without a violation where the page is empty.
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row).filter(isViolation) }
}

const isViolation = (row: OrNulls<ViolationRow>): row is ViolationRow => row.id !== null
