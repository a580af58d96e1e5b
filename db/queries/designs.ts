/** design_verifications: pages checked against how they are to look, and what has come of each check. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import type { AsText } from '#db/tables/columns'
import type { designVerifications } from '#db/tables/designs'

type Verification = typeof designVerifications.$inferSelect
/** With its report packed, and its node's id in hex. */
export type VerificationToStore = AsText<Verification, 'created_at' | 'node_id'>
export type DesignState = Verification['state']

export async function insertVerification(tx: Tx, row: VerificationToStore): Promise<void> {
  await tx`
    insert into design_verifications (job_id, org_id, page_id, branch, state, approved, violations, artifact, compared_with,
      baseline_id, proposes, created_at, node_id, payload_salt, report)
    values (${row.job_id}, ${row.org_id}, ${row.page_id}, ${row.branch}, ${row.state}, ${row.approved}, ${row.violations},
      ${row.artifact}, ${row.compared_with}, ${row.baseline_id}, ${row.proposes}, ${row.created_at},
      ${hexBytes(row.node_id)}::text::bytea, ${hexBytes(row.payload_salt)}::text::bytea, ${Buffer.from(row.report)})`
}

/** Without its report. */
export type VerificationRow = AsText<Omit<Verification, 'org_id' | 'payload_salt' | 'report'>, 'node_id'>

const columns = (sql: Reader) => sql`
  job_id, page_id, branch, state, approved, violations, artifact, compared_with, baseline_id, proposes, created_at,
  encode(node_id, 'hex') as node_id`

export async function findVerification(
  sql: Reader,
  orgId: string,
  verificationId: string,
): Promise<(VerificationRow & Pick<Verification, 'report'>) | undefined> {
  const [row] = await sql<(VerificationRow & Pick<Verification, 'report'>)[]>`
    select ${columns(sql)}, report from design_verifications where job_id = ${verificationId} and org_id = ${orgId}`
  return row
}

/** The same by its job alone, of whoever may ask for that. */
export async function verificationOfJob(
  sql: Reader,
  jobId: string,
): Promise<Pick<Verification, 'state' | 'report'> | undefined> {
  const [row] = await sql<Pick<Verification, 'state' | 'report'>[]>`
    select state, report from design_verifications where job_id = ${jobId}`
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
): Promise<VerificationRow[]> {
  return sql<VerificationRow[]>`
    select ${columns(sql)} from design_verifications
    where org_id = ${orgId}
      ${pageId === undefined ? sql`` : sql`and page_id = ${pageId}`}
      ${branch === undefined ? sql`` : sql`and branch = ${branch}`}
      ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${before ? sql`and (created_at, job_id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : sql``}
    order by created_at desc, job_id desc limit ${limit}`
}

/** What has come of the verifications that propose a baseline. */
export async function settleVerifications(tx: Tx, baselineId: string, state: DesignState): Promise<void> {
  await tx`update design_verifications set state = ${state} where proposes = ${baselineId} and state = 'waiting'`
}
