/** design_baselines: how pages are to look, of each branch, medium and size; and what somebody has accepted. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { AsText } from '#db/tables/columns'
import type { designBaselines } from '#db/tables/designs'

type Baseline = typeof designBaselines.$inferSelect
export type BaselineRow = AsText<Baseline, 'head'> & {
  /** Whether a node follows the one that its row names. */
  is_overtaken: boolean
}
/** What a baseline is of, but for its branch: a page, as it was painted or laid out, at one size. */
export type BaselinePlace = Pick<Baseline, 'org_id' | 'page_id' | 'medium' | 'width' | 'scale_percent'>
export type BaselineKey = BaselinePlace & Pick<Baseline, 'branch'>

/** Of the table `t`. */
const columns = (sql: Reader) => sql`
  t.baseline_id, t.org_id, t.page_id, t.branch, t.medium, t.width, t.scale_percent, t.status, t.artifact, t.original,
  t.verification_id, t.accepted, t.reason, t.created_at, t.decided_at, encode(t.head, 'hex') as head, t.version, t.seal,
  exists (select from edg_nodes n where n.stream = 'baseline:' || t.baseline_id and n.pos = t.version + 1) as is_overtaken`

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
  select ${columns(sql)} from design_baselines t
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
    t.org_id = ${orgId} and t.branch = ${from} and t.status = 'active' and not exists (
      select from design_baselines o
      where o.org_id = t.org_id and o.page_id = t.page_id and o.medium = t.medium and o.width = t.width
        and o.scale_percent = t.scale_percent and o.branch = ${into} and o.status = 'active' and o.artifact = t.artifact)`
  const [counted] = await sql<{ matched: number }[]>`
    select count(*)::int as matched from design_baselines t where ${differs}`
  const rows = await sql<BaselineRow[]>`
    select ${columns(sql)} from design_baselines t where ${differs} order by t.page_id, t.baseline_id limit ${limit}`
  return { matched: counted?.matched ?? 0, rows }
}

/** The active baselines of a page that are of this very snapshot, at whatever size. */
export const baselinesOfSnapshot = (
  sql: Reader,
  orgId: string,
  pageId: string,
  original: string,
): Promise<BaselineRow[]> => sql<BaselineRow[]>`
  select ${columns(sql)} from design_baselines t
  where org_id = ${orgId} and page_id = ${pageId} and status = 'active' and original = ${original}
  order by branch, baseline_id limit 1000`

/** The one of a key that is active, or that waits. */
export async function baselineOfKey(
  sql: Reader,
  key: BaselineKey,
  status: 'active' | 'candidate',
): Promise<BaselineRow | undefined> {
  const [row] = await sql<BaselineRow[]>`
    select ${columns(sql)} from design_baselines t where ${isOfKey(sql, key)} and status = ${status}`
  return row
}

export async function findBaseline(sql: Reader, baselineId: string): Promise<BaselineRow | undefined> {
  const [row] = await sql<BaselineRow[]>`
    select ${columns(sql)} from design_baselines t where baseline_id = ${baselineId}`
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
    select ${columns(sql)} from design_baselines t
    where org_id = ${orgId} and page_id = ${pageId}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${before ? sql`and (created_at, baseline_id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : sql``}
    order by created_at desc, baseline_id desc limit ${limit}`
}

/**
 * The baselines of a page with issues that somebody has accepted, the oldest first, whatever has become of them.
 * @param wanted on one of these branches, and with one of these issues; null: any.
 */
export const baselinesWithAccepted = (
  sql: Reader,
  orgId: string,
  pageId: string,
  { branches, issues }: { branches: readonly string[] | null; issues: readonly string[] | null },
): Promise<BaselineRow[]> => sql<BaselineRow[]>`
  select ${columns(sql)} from design_baselines t
  where org_id = ${orgId} and page_id = ${pageId} and accepted <> '{}'
    ${branches === null ? sql`` : sql`and branch = any(${branches as string[]}::text[])`}
    ${issues === null ? sql`` : sql`and accepted && ${issues as string[]}::text[]`}
  order by created_at, baseline_id`

/** Whether something that was accepted on the page was taken back since the baseline was approved. */
export async function isTakenBackSince(
  sql: Reader,
  { org_id, page_id, decided_at }: Pick<Baseline, 'org_id' | 'page_id' | 'decided_at'>,
  branches: readonly string[],
): Promise<boolean> {
  // The last word on one that waits no more is about its issues only where they were taken back.
  const rows = await sql`
    select from design_baselines t
    where org_id = ${org_id} and page_id = ${page_id} and status <> 'candidate' and decided_at >= ${decided_at}
      and branch = any(${branches as string[]}::text[])
      and exists (select from edg_nodes n where n.id = t.head and n.kind = 'baseline.reviewed')
    limit 1`
  return rows.length > 0
}

export type BaselineToStore = AsText<Baseline, 'head'>

/** Writes a baseline with the node that says so, in its page's lock. */
export async function insertBaseline(tx: Tx, row: BaselineToStore, node: NodeToAppend): Promise<void> {
  await appendNodes(tx, [node])
  await tx`
    insert into design_baselines (baseline_id, org_id, page_id, branch, medium, width, scale_percent, status, artifact,
      original, verification_id, accepted, reason, created_at, decided_at, head, version, seal)
    values (${row.baseline_id}, ${row.org_id}, ${row.page_id}, ${row.branch}, ${row.medium}, ${row.width},
      ${row.scale_percent}, ${row.status}, ${row.artifact}, ${row.original}, ${row.verification_id},
      array(select jsonb_array_elements_text(${JSON.stringify(row.accepted)}::text::jsonb)), ${row.reason},
      ${row.created_at}, ${row.decided_at}, ${hexBytes(row.head)}::text::bytea, ${row.version},
      ${row.seal && hexBytes(row.seal)}::text::bytea)`
}

export type BaselineMove = Pick<Baseline, 'status' | 'reason' | 'accepted'>

/** Moves a baseline on together with the node that says so, in its page's lock. @param row as it is from then on. */
export async function moveBaseline(tx: Tx, row: BaselineToStore, node: NodeToAppend): Promise<BaselineRow> {
  await appendNodes(tx, [node])
  const [moved] = await tx<BaselineRow[]>`
    update design_baselines t set status = ${row.status}, reason = ${row.reason},
      accepted = array(select jsonb_array_elements_text(${JSON.stringify(row.accepted)}::text::jsonb)),
      decided_at = ${row.decided_at}, head = ${hexBytes(row.head)}::text::bytea, version = ${row.version},
      seal = ${row.seal && hexBytes(row.seal)}::text::bytea
    where baseline_id = ${row.baseline_id} returning ${columns(tx)}`
  if (!moved) throw new Error(`baseline ${row.baseline_id} is not there`)
  return moved
}
