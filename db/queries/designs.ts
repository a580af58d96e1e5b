/** design_verifications: pages checked against how they are to look, and what has come of each check. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { erasedNode, type SaidErased } from '#db/queries/said-erased'
import type { AsText } from '#db/tables/columns'
import type { designVerifications } from '#db/tables/designs'

type Verification = typeof designVerifications.$inferSelect
/** With its report packed, and its node's id in hex. */
export type VerificationToStore = AsText<Verification, 'created_at' | 'node_id'>
export type DesignState = Verification['state']

export async function insertVerification(tx: Tx, row: VerificationToStore): Promise<void> {
  await tx`
    insert into design_verifications (job_id, org_id, page_id, branch, state, approved, violations, artifact, compared_with,
      baseline_id, proposes, created_at, node_id, payload_salt, report, report_sha256, seal)
    values (${row.job_id}, ${row.org_id}, ${row.page_id}, ${row.branch}, ${row.state}, ${row.approved}, ${row.violations},
      ${row.artifact}, ${row.compared_with}, ${row.baseline_id}, ${row.proposes}, ${row.created_at},
      ${hexBytes(row.node_id)}::text::bytea, ${hexBytes(row.payload_salt)}::text::bytea, ${Buffer.from(row.report)},
      ${row.report_sha256 && Buffer.from(row.report_sha256)}, ${row.seal && Buffer.from(row.seal)})`
}

/** Without its report: of that the digest. */
export type VerificationRow = AsText<Omit<Verification, 'report'>, 'node_id'>
/** As it is read. */
export type FoundVerification = VerificationRow & {
  /** Whether it is said to wait, and what it proposes does so no more. */
  is_overtaken: boolean
}
export type VerificationWithReport = FoundVerification & Pick<Verification, 'report'>

const isOvertaken = (sql: Reader): ReturnType<Tx> => sql`
  exists (select where t.state = 'waiting' and t.proposes is not null and not exists (
    select from design_baselines b where b.baseline_id = t.proposes and b.status = 'candidate'))`

const shownColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.job_id, t.org_id, t.page_id, t.branch, t.state, t.approved, t.violations, t.artifact, t.compared_with, t.baseline_id,
  t.proposes, t.created_at, encode(t.node_id, 'hex') as node_id, t.payload_salt, t.seal,
  ${isOvertaken(sql)} as is_overtaken`

/** Of the table `t`, without a look at the report, but of rows that are older than its digest. */
export const verificationColumns = (sql: Reader): ReturnType<Tx> => sql`
  ${shownColumns(sql)}, coalesce(t.report_sha256, sha256(t.report)) as report_sha256`

/** The same, held to what is there: no digest where that is another one. */
export const heldVerificationColumns = (sql: Reader): ReturnType<Tx> => sql`
  ${shownColumns(sql)},
  case when coalesce(t.report_sha256, sha256(t.report)) = sha256(t.report) then sha256(t.report) end as report_sha256`

/** By its job, whose ever it is. */
export async function findVerification(
  sql: Reader,
  verificationId: string,
): Promise<(VerificationWithReport & SaidErased) | undefined> {
  const [row] = await sql<(VerificationWithReport & SaidErased)[]>`
    select ${shownColumns(sql)}, t.report, sha256(t.report) as report_sha256,
      ${erasedNode(sql, "encode(t.node_id, 'hex')")} as erased_node
    from design_verifications t where t.job_id = ${verificationId}`
  return row
}

/** The verifications that wait for a word and match, the oldest first: some of them, and how many there are. */
export async function waitingVerifications(
  sql: Reader,
  orgId: string,
  { pageId, branch }: Pick<VerificationFilter, 'pageId' | 'branch'>,
  limit: number,
): Promise<{ matched: number; rows: Pick<VerificationRow, 'job_id' | 'page_id'>[] }> {
  const matches = sql`
    org_id = ${orgId} and state = 'waiting'
    ${pageId === undefined ? sql`` : sql`and page_id = ${pageId}`}
    ${branch === undefined ? sql`` : sql`and branch = ${branch}`}`
  const [counted] = await sql<{ matched: number }[]>`
    select count(*)::int as matched from design_verifications where ${matches}`
  const rows = await sql<Pick<VerificationRow, 'job_id' | 'page_id'>[]>`
    select job_id, page_id from design_verifications where ${matches} order by created_at, job_id limit ${limit}`
  return { matched: counted?.matched ?? 0, rows }
}

export type VerificationFilter = {
  pageId: string | undefined
  branch: string | undefined
  state: DesignState | undefined
}

/** An organisation's verifications, newest first, those after a place in that order. */
export async function listVerifications(
  sql: Reader,
  orgId: string,
  { pageId, branch, state }: VerificationFilter,
  { before, limit }: { before: { createdAt: string; id: string } | undefined; limit: number },
): Promise<(FoundVerification & SaidErased)[]> {
  return sql<(FoundVerification & SaidErased)[]>`
    select ${verificationColumns(sql)}, ${erasedNode(sql, "encode(t.node_id, 'hex')")} as erased_node
    from design_verifications t
    where org_id = ${orgId}
      ${pageId === undefined ? sql`` : sql`and page_id = ${pageId}`}
      ${branch === undefined ? sql`` : sql`and branch = ${branch}`}
      ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${before ? sql`and (created_at, job_id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : sql``}
    order by created_at desc, job_id desc limit ${limit}`
}

/** Looks at so many: those that are said to wait, and propose what does so no more, with their nodes. */
export async function overtakenVerifications(
  sql: Reader,
  after: string | undefined,
  limit: number,
): Promise<{ rows: { job_id: string; org_id: string; node: string }[]; last: string | undefined; looked: number }> {
  const [page] = await sql<
    { rows: { job_id: string; org_id: string; node: string }[] | null; last: string | null; looked: number }[]
  >`
    with page as materialized (
      select job_id, org_id, state, proposes, node_id from design_verifications
      where ${after ? sql`job_id > ${after}::text::uuid` : sql`true`} order by job_id limit ${limit}),
    overtaken as (
      select t.job_id, t.org_id, encode(t.node_id, 'hex') as node from page t where ${isOvertaken(sql)} limit 100)
    select (select json_agg(overtaken) from overtaken) as rows, (select max(job_id::text) from page) as last,
      (select count(*)::int from page) as looked`
  const looked = page?.looked ?? 0
  return { rows: page?.rows ?? [], last: looked < limit ? undefined : (page?.last ?? undefined), looked }
}

/** The verifications that propose a baseline and wait, held until the transaction ends. */
export const lockProposing = (tx: Tx, baselineId: string): Promise<FoundVerification[]> => tx<FoundVerification[]>`
  select ${verificationColumns(tx)} from design_verifications t
  where t.proposes = ${baselineId} and t.state = 'waiting' order by t.job_id for update`

/** What has come of held verifications. @param rows each with its seal from then on. */
export async function moveVerifications(
  tx: Tx,
  state: DesignState,
  rows: readonly Pick<Verification, 'job_id' | 'seal'>[],
): Promise<void> {
  if (rows.length === 0) return
  await tx`
    update design_verifications t set state = ${state}, seal = s.seal
    from unnest(${rows.map(({ job_id }) => job_id)}::uuid[], ${rows.map(({ seal }) => seal && hexBytes(seal))}::text[]::bytea[])
      as s(job_id, seal)
    where t.job_id = s.job_id`
}
