/** claims, claim_points, claim_pieces, claim_progress: what is claimed of systems, and how far each claim's sequence is. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { claims, piecesOfClaims, pointsOfClaims } from '#db/tables/claims'
import type { AsText } from '#db/tables/columns'

type Claim = typeof claims.$inferSelect
export type ClaimRow = AsText<Omit<Claim, 'created_by'>, 'head'>
type ClaimStatus = Claim['status']
type ClaimVerdict = Claim['verdict']

const columns = (sql: Reader) => sql`
  claim_id, org_id, status, encode(head, 'hex') as head, version, terms, name, registered_at, verdict, verdict_n, verdict_at,
  closed_at, origin, state, fault`

export type ClaimToStore = AsText<
  Pick<Claim, 'claim_id' | 'org_id' | 'terms' | 'name' | 'registered_at' | 'created_by'>,
  'registered_at'
>

/**
 * Writes a claim with the node that says so; one that is there already stays as it is. Undefined where the organisation has as
 * many as may be kept at once: whoever registers one waits for whoever does so already.
 */
export async function insertClaim(
  tx: Tx,
  claim: ClaimToStore,
  node: NodeToAppend,
  limit: number,
): Promise<ClaimRow | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended('assay claims of ' || ${claim.org_id}, 0))`
  const found = await findClaim(tx, claim.org_id, claim.claim_id)
  if (found) return found
  const [kept] = await tx<{ claims: number }[]>`
    select count(*)::int as claims from claims where org_id = ${claim.org_id} and status <> 'closed'`
  if ((kept?.claims ?? 0) >= limit) return undefined
  await appendNodes(tx, [node])
  const [row] = await tx<ClaimRow[]>`
    insert into claims (claim_id, org_id, status, head, version, terms, name, registered_at, created_by, verdict, verdict_at)
    values (${claim.claim_id}, ${claim.org_id}, 'open', ${hexBytes(node.id)}::text::bytea, 0, ${claim.terms}, ${claim.name},
      ${claim.registered_at}, ${claim.created_by}, 'undecided', ${claim.registered_at})
    returning ${columns(tx)}`
  return row
}

export async function findClaim(sql: Reader, orgId: string, claimId: string): Promise<ClaimRow | undefined> {
  const [row] = await sql<ClaimRow[]>`
    select ${columns(sql)} from claims where claim_id = ${claimId} and org_id = ${orgId}`
  return row
}

/** Claims, locked until the end of the transaction. */
export async function lockClaims(tx: Tx, claimIds: readonly string[]): Promise<ClaimRow[]> {
  return tx<ClaimRow[]>`
    select ${columns(tx)} from claims where claim_id = any(${claimIds as string[]}::uuid[]) order by claim_id for update`
}

export type ClaimFilter = { status: ClaimStatus | undefined; verdict: ClaimVerdict | undefined }

/** An organisation's claims, newest first, those after a place in that order. */
export async function listClaims(
  sql: Reader,
  orgId: string,
  { status, verdict }: ClaimFilter,
  { before, limit }: { before: { createdAt: string; id: string } | undefined; limit: number },
): Promise<ClaimRow[]> {
  return sql<ClaimRow[]>`
    select ${columns(sql)} from claims
    where org_id = ${orgId}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${verdict === undefined ? sql`` : sql`and verdict = ${verdict}`}
      ${before ? sql`and (registered_at, claim_id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : sql``}
    order by registered_at desc, claim_id desc limit ${limit}`
}

export type ClaimPointRow = typeof pointsOfClaims.$inferSelect

/** What a sequence said, in the order of its traces, after the nth. */
export async function claimPoints(
  sql: Reader,
  claimId: string,
  after: number,
  limit: number,
): Promise<ClaimPointRow[]> {
  return sql<ClaimPointRow[]>`
    select * from claim_points where claim_id = ${claimId} and n > ${after} order by n limit ${limit}`
}

export type ClaimPiece = Pick<typeof piecesOfClaims.$inferSelect, 'first_leaf' | 'leaves'> & {
  units: (number | null)[]
}

/** What a claim has counted, in the log's order, from behind a leaf. */
export async function claimPieces(sql: Reader, claimId: string, after: number, limit: number): Promise<ClaimPiece[]> {
  // As JSON: the driver takes a null among the numbers of an array for NaN.
  return sql<ClaimPiece[]>`
    select first_leaf, leaves, to_json(units) as units from claim_pieces
    where claim_id = ${claimId} and first_leaf > ${after} order by first_leaf limit ${limit}`
}

export type ClaimMove = {
  claimId: string
  status: ClaimStatus
  node: NodeToAppend
  /** Where the verdict turned. */
  verdict?: { verdict: ClaimVerdict; n: number; at: string } | undefined
  closedAt?: string | undefined
}

/** Moves a locked claim on together with its node. */
export async function moveClaim(tx: Tx, { claimId, status, node, verdict, closedAt }: ClaimMove): Promise<ClaimRow> {
  await appendNodes(tx, [node])
  const [row] = await tx<ClaimRow[]>`
    update claims set status = ${status}, head = ${hexBytes(node.id)}::text::bytea, version = ${node.body.pos},
      verdict = coalesce(${verdict?.verdict ?? null}, verdict), verdict_n = coalesce(${verdict?.n ?? null}::bigint, verdict_n),
      verdict_at = coalesce(${verdict?.at ?? null}::timestamptz, verdict_at),
      closed_at = coalesce(${closedAt ?? null}::timestamptz, closed_at)
    where claim_id = ${claimId} returning ${columns(tx)}`
  if (!row) throw new Error(`claim ${claimId} is not there`)
  return row
}
