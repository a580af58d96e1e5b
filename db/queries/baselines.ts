/** design_baselines: how pages are to look, of each branch, medium and size; and what somebody has accepted. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { AsText } from '#db/tables/columns'
import type { designBaselines } from '#db/tables/designs'

type Baseline = typeof designBaselines.$inferSelect
export type BaselineRow = AsText<Baseline, 'head'>
/** What a baseline is of, but for its branch: a page, as it was painted or laid out, at one size. */
export type BaselinePlace = Pick<Baseline, 'org_id' | 'page_id' | 'medium' | 'width' | 'scale_percent'>
export type BaselineKey = BaselinePlace & Pick<Baseline, 'branch'>

const columns = (sql: Reader) => sql`
  baseline_id, org_id, page_id, branch, medium, width, scale_percent, status, artifact, original, verification_id, accepted,
  reason, created_at, decided_at, encode(head, 'hex') as head, version`

const isOfKey = (sql: Reader, key: BaselineKey) => sql`
  org_id = ${key.org_id} and page_id = ${key.page_id} and medium = ${key.medium} and width = ${key.width}
  and scale_percent = ${key.scale_percent} and branch = ${key.branch}`

/** Whoever changes the baselines of pages holds these, whichever organisation's they are. */
export async function lockPages(tx: Tx, pageIds: readonly string[]): Promise<void> {
  for (const pageId of [...new Set(pageIds)].sort())
    await tx`select pg_advisory_xact_lock(hashtextextended('assay baselines of ' || ${pageId}, 0))`
}

/** The active baselines of a place, whatever their branch. */
export const activeBaselines = (sql: Reader, place: BaselinePlace): Promise<BaselineRow[]> => sql<BaselineRow[]>`
  select ${columns(sql)} from design_baselines
  where org_id = ${place.org_id} and page_id = ${place.page_id} and medium = ${place.medium} and width = ${place.width}
    and scale_percent = ${place.scale_percent} and status = 'active'
  order by branch limit 1000`

/** The active baselines of a branch whose page looks otherwise, or is not held to anything, on another: some of them, and how many there are. */
export async function baselinesToMerge(
  sql: Reader,
  orgId: string,
  { from, into }: { from: string; into: string },
  limit: number,
): Promise<{ matched: number; rows: BaselineRow[] }> {
  const differs = sql`
    b.org_id = ${orgId} and b.branch = ${from} and b.status = 'active' and not exists (
      select from design_baselines o
      where o.org_id = b.org_id and o.page_id = b.page_id and o.medium = b.medium and o.width = b.width
        and o.scale_percent = b.scale_percent and o.branch = ${into} and o.status = 'active' and o.artifact = b.artifact)`
  const [counted] = await sql<{ matched: number }[]>`
    select count(*)::int as matched from design_baselines b where ${differs}`
  const rows = await sql<BaselineRow[]>`
    select ${columns(sql)} from design_baselines b where ${differs} order by b.page_id, b.baseline_id limit ${limit}`
  return { matched: counted?.matched ?? 0, rows }
}

/** The active baselines of a page that are of this very snapshot, at whatever size. */
export const baselinesOfSnapshot = (
  sql: Reader,
  orgId: string,
  pageId: string,
  original: string,
): Promise<BaselineRow[]> => sql<BaselineRow[]>`
  select ${columns(sql)} from design_baselines
  where org_id = ${orgId} and page_id = ${pageId} and status = 'active' and original = ${original}
  order by branch, baseline_id limit 1000`

/** The one of a key that is active, or that waits. */
export async function baselineOfKey(
  sql: Reader,
  key: BaselineKey,
  status: 'active' | 'candidate',
): Promise<BaselineRow | undefined> {
  const [row] = await sql<BaselineRow[]>`
    select ${columns(sql)} from design_baselines where ${isOfKey(sql, key)} and status = ${status}`
  return row
}

export async function findBaseline(sql: Reader, baselineId: string): Promise<BaselineRow | undefined> {
  const [row] = await sql<BaselineRow[]>`
    select ${columns(sql)} from design_baselines where baseline_id = ${baselineId}`
  return row
}

/** A page's baselines, newest first, those after a place in that order. */
export async function listBaselines(
  sql: Reader,
  orgId: string,
  pageId: string,
  { status }: { status: Baseline['status'] | undefined },
  { before, limit }: { before: { createdAt: string; id: string } | undefined; limit: number },
): Promise<BaselineRow[]> {
  return sql<BaselineRow[]>`
    select ${columns(sql)} from design_baselines
    where org_id = ${orgId} and page_id = ${pageId}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${before ? sql`and (created_at, baseline_id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : sql``}
    order by created_at desc, baseline_id desc limit ${limit}`
}

/** The issues of a page that somebody has accepted on one of these branches. */
export async function acceptedIssues(
  sql: Reader,
  orgId: string,
  pageId: string,
  branches: readonly string[],
): Promise<Set<string>> {
  const rows = await sql<{ issue: string }[]>`
    select distinct issue from design_baselines cross join lateral unnest(accepted) as a(issue)
    where org_id = ${orgId} and page_id = ${pageId} and accepted <> '{}' and branch = any(${branches as string[]}::text[])`
  return new Set(rows.map(({ issue }) => issue))
}

export type BaselineToStore = AsText<Omit<Baseline, 'head' | 'version'>, 'created_at' | 'decided_at'>

/** Writes a baseline with the node that says so, in its page's lock. */
export async function insertBaseline(tx: Tx, row: BaselineToStore, node: NodeToAppend): Promise<void> {
  await appendNodes(tx, [node])
  await tx`
    insert into design_baselines (baseline_id, org_id, page_id, branch, medium, width, scale_percent, status, artifact,
      original, verification_id, accepted, reason, created_at, decided_at, head, version)
    values (${row.baseline_id}, ${row.org_id}, ${row.page_id}, ${row.branch}, ${row.medium}, ${row.width},
      ${row.scale_percent}, ${row.status}, ${row.artifact}, ${row.original}, ${row.verification_id},
      array(select jsonb_array_elements_text(${JSON.stringify(row.accepted)}::text::jsonb)), ${row.reason},
      ${row.created_at}, ${row.decided_at}, ${hexBytes(node.id)}::text::bytea, ${node.body.pos})`
}

export type BaselineMove = Pick<Baseline, 'status' | 'reason' | 'accepted'>

/** Moves a baseline on together with the node that says so, in its page's lock. */
export async function moveBaseline(
  tx: Tx,
  baselineId: string,
  { status, reason, accepted }: BaselineMove,
  node: NodeToAppend,
): Promise<BaselineRow> {
  await appendNodes(tx, [node])
  const [row] = await tx<BaselineRow[]>`
    update design_baselines set status = ${status}, reason = ${reason},
      accepted = array(select jsonb_array_elements_text(${JSON.stringify(accepted)}::text::jsonb)),
      decided_at = date_trunc('milliseconds', now()), head = ${hexBytes(node.id)}::text::bytea, version = ${node.body.pos}
    where baseline_id = ${baselineId} returning ${columns(tx)}`
  if (!row) throw new Error(`baseline ${baselineId} is not there`)
  return row
}
