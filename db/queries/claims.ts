/** claims, claim_points, claim_pieces, claim_progress: what is claimed of systems, and how far each claim's sequence is. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { claims, piecesOfClaims, pointsOfClaims } from '#db/tables/claims'
import type { AsText } from '#db/tables/columns'

type Claim = typeof claims.$inferSelect
export type ClaimToStore = AsText<Claim, 'head'>
export type ClaimRow = ClaimToStore & {
  /** Whether a node follows the one that its row names, or more was counted than its row says. */
  is_overtaken: boolean
}
type ClaimStatus = Claim['status']
type ClaimVerdict = Claim['verdict']

/** Of the table `c`. */
export const claimColumns = (sql: Reader) => sql`
  c.claim_id, c.org_id, c.status, encode(c.head, 'hex') as head, c.version, c.terms, c.name, c.registered_at, c.created_by,
  c.verdict, c.verdict_n, c.verdict_at, c.closed_at, c.origin, c.state, c.fault, c.seal,
  exists (select from edg_nodes m where m.stream = 'claim:' || c.claim_id and m.pos = c.version + 1)
    or exists (select from claim_pieces p where p.claim_id = c.claim_id and p.first_leaf > coalesce((c.state ->> 'leaf')::numeric::bigint, 0))
    as is_overtaken`

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
  const { claim_id, org_id, status, head, version, terms, name, registered_at, created_by, verdict, verdict_n } = claim
  const [row] = await tx<ClaimRow[]>`
    insert into claims as c (claim_id, org_id, status, head, version, terms, name, registered_at, created_by, verdict, verdict_n,
      verdict_at, seal)
    values (${claim_id}, ${org_id}, ${status}, ${hexBytes(head)}::text::bytea, ${version}, ${terms}, ${name}, ${registered_at},
      ${created_by}, ${verdict}, ${verdict_n}, ${claim.verdict_at}, ${claim.seal && hexBytes(claim.seal)}::text::bytea)
    returning ${claimColumns(tx)}`
  return row
}

export async function findClaim(sql: Reader, orgId: string, claimId: string): Promise<ClaimRow | undefined> {
  const [row] = await sql<ClaimRow[]>`
    select ${claimColumns(sql)} from claims c where c.claim_id = ${claimId} and c.org_id = ${orgId}`
  return row
}

/** Claims, locked until the end of the transaction. */
export async function lockClaims(tx: Tx, claimIds: readonly string[]): Promise<ClaimRow[]> {
  return tx<ClaimRow[]>`
    select ${claimColumns(tx)} from claims c
    where c.claim_id = any(${claimIds as string[]}::uuid[]) order by c.claim_id for update of c`
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
    select ${claimColumns(sql)} from claims c
    where c.org_id = ${orgId}
      ${status === undefined ? sql`` : sql`and c.status = ${status}`}
      ${verdict === undefined ? sql`` : sql`and c.verdict = ${verdict}`}
      ${before ? sql`and (c.registered_at, c.claim_id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : sql``}
    order by c.registered_at desc, c.claim_id desc limit ${limit}`
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

export type ClaimPiece = Omit<typeof piecesOfClaims.$inferSelect, 'units'> & {
  units: (number | null)[]
}

/** Of the table `t`. As JSON: the driver takes a null among the numbers of an array for NaN. */
export const pieceColumns = (sql: Reader): ReturnType<Tx> =>
  sql`t.claim_id, t.first_leaf, t.leaves, to_json(t.units) as units, t.seal`

/** What a claim has counted, in the log's order, from behind a leaf. */
export async function claimPieces(sql: Reader, claimId: string, after: number, limit: number): Promise<ClaimPiece[]> {
  return sql<ClaimPiece[]>`
    select ${pieceColumns(sql)} from claim_pieces t
    where t.claim_id = ${claimId} and t.first_leaf > ${after} order by t.first_leaf limit ${limit}`
}

/** How many traces a claim has counted up to a leaf. */
export async function countedTraces(sql: Reader, claimId: string, upTo: number): Promise<number> {
  const [row] = await sql<{ traces: number }[]>`
    select coalesce(sum(cardinality(leaves)), 0)::bigint as traces from claim_pieces
    where claim_id = ${claimId} and first_leaf <= ${upTo}`
  return row?.traces ?? 0
}

/** Moves a locked claim on together with its node. */
export async function moveClaim(tx: Tx, claim: ClaimToStore, node: NodeToAppend): Promise<ClaimRow> {
  await appendNodes(tx, [node])
  const { claim_id, status, head, version, verdict, verdict_n, verdict_at, closed_at, seal } = claim
  const [row] = await tx<ClaimRow[]>`
    update claims c set status = ${status}, head = ${hexBytes(head)}::text::bytea, version = ${version}, verdict = ${verdict},
      verdict_n = ${verdict_n}, verdict_at = ${verdict_at}, closed_at = ${closed_at}, seal = ${seal && hexBytes(seal)}::text::bytea
    where c.claim_id = ${claim_id} returning ${claimColumns(tx)}`
  if (!row) throw new Error(`claim ${claim_id} is not there`)
  return row
}
