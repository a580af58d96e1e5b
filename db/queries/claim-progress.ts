/** How claims follow the log: where it stands, what lies in it, and the one transaction that moves every claim on. */

import type { Reader, Tx } from '#db/client'
import { type ClaimPiece, type ClaimPointRow, type ClaimRow, type ClaimToStore, claimColumns } from '#db/queries/claims'
import { hexBytes } from '#db/queries/evidence'
import type { GraphRow } from '#db/queries/graph'
import type { SignedRow } from '#db/queries/log'
import type { claimProgress } from '#db/tables/claims'
import type { OrNulls } from '#db/tables/columns'
import type { TraceRow } from '#db/tables/traces'

export type FollowState = {
  /** Of the log in force. */
  origin: string
  /** Its leaves. */
  size: number
  /** Whether it is gone through up to the node with which it began: before that, all was told of already by the log before. */
  begun_leaf: number | null
  /** Every claim has had what is below; null where nobody has begun with this log. */
  leaf: number | null
  /** What all claims had come to by then, and the seal of the row that says so. */
  claims: Uint8Array | null
  seal: Uint8Array | null
  /** Where the first claim that is kept has its own node. */
  first_leaf: number | null
  /** Whether any claim is kept. */
  is_kept: boolean
}

/** In one look: a claim whose node is in the log is seen with it. */
export async function followState(sql: Reader): Promise<FollowState | undefined> {
  const [row] = await sql<FollowState[]>`
    select l.origin, coalesce((select leaf + 1 from edg_leaves order by leaf desc limit 1), 0) as size,
      (select leaf from edg_leaves where node_id = l.node_id) as begun_leaf, p.leaf, p.claims,
      p.seal,
      case when p.leaf is null then (
        select min(e.leaf) from claims c join edg_nodes n on n.stream = 'claim:' || c.claim_id and n.pos = 0
          join edg_leaves e on e.node_id = n.id where c.status <> 'closed') end as first_leaf,
      exists (select from claims where status <> 'closed') as is_kept
    from (select origin, node_id from edg_logs order by epoch desc limit 1) l left join claim_progress p using (origin)`
  return row
}

export type KeptClaim = ClaimRow & {
  /** Of its own node in the log in force; null while it has no place there. */
  own_leaf: number | null
}

/** Claims that are kept. */
export async function keptClaims(sql: Reader): Promise<KeptClaim[]> {
  return sql<KeptClaim[]>`
    select ${claimColumns(sql)}, (
        select l.leaf from edg_nodes n join edg_leaves l on l.node_id = n.id
        where n.stream = 'claim:' || c.claim_id and n.pos = 0 limit 1) as own_leaf
    from claims c where c.status <> 'closed' order by c.claim_id`
}

/** A node that claims go by; the members of a trace are null where it is none, or its row is not there. */
export type FollowedLeaf = {
  leaf: number
  id: string
  kind: string
  stream: string
  node_org: string
} & OrNulls<TraceRow>

/**
 * Of a range of leaves those that claims go by, in order. Each is looked up by itself: a join would sooner read everything.
 * @param orgIds whose traces are asked for.
 */
export async function followedLeaves(
  sql: Reader,
  { from, to, orgIds, limit }: { from: number; to: number; orgIds: readonly string[]; limit: number },
): Promise<FollowedLeaf[]> {
  return sql<FollowedLeaf[]>`
    select l.leaf, encode(n.id, 'hex') as id, n.kind, n.stream, n.org_id as node_org, t.trace_id, t.org_id, t.risk_score,
      t.risk_level, t.confidence, t.system_source, t.flags, t.recommendation, t.constitutional_compliance,
      t.compliance_declared, t.trinity_layer, t.testing_mode, t.adversarial_test, t.field_conditions, t.processing_time_ms,
      t.metadata, t.attribution_token, t.payload_salt, t.governance_tier, t."timestamp", t.created_at, t.seal
    from (select leaf, node_id from edg_leaves where leaf >= ${from} and leaf < ${to} order by leaf offset 0) l
    cross join lateral (select id, kind, stream, org_id from edg_nodes where id = l.node_id limit 1) n
    left join lateral (
      select * from traces where n.kind = 'trace.recorded' and trace_id = substr(n.stream, 7) and org_id = n.org_id limit 1
    ) t on true
    where n.kind = 'trace.recorded' and n.org_id = any(${orgIds as string[]}::text[])
      or n.kind in ('claim.registered', 'claim.closing')
    order by l.leaf limit ${limit}`
}

export type ProgressRow = typeof claimProgress.$inferSelect

/** Takes the place in the log from whoever else is there. False when somebody went on meanwhile: then nothing is to be written. */
export async function takeProgress(
  tx: Tx,
  { origin, leaf, claims, seal }: ProgressRow,
  from: number | null,
): Promise<boolean> {
  const [bytes, sum] = [seal && hexBytes(seal), claims && hexBytes(claims)]
  const rows =
    from === null
      ? await tx`
          insert into claim_progress (origin, leaf, claims, seal)
          values (${origin}, ${leaf}, ${sum}::text::bytea, ${bytes}::text::bytea)
          on conflict do nothing returning 1`
      : await tx`
          update claim_progress set leaf = ${leaf}, claims = ${sum}::text::bytea, seal = ${bytes}::text::bytea
          where origin = ${origin} and leaf = ${from} returning 1`
  return rows.length > 0
}

/** The states of claims that are not closed, of one log. */
export type ClaimState = Pick<ClaimRow, 'claim_id' | 'origin' | 'state'>

/** How far each log was gone through, and the states that claims have come to by that. */
export type ProgressStates = ProgressRow & {
  states: ClaimState[]
  /** Open claims are begun anew under the next log: what they came to under one before stands with them no more. */
  is_in_force: boolean
}

/** Of so many logs behind one. */
export async function progressBehind(sql: Reader, after: string, limit: number): Promise<ProgressStates[]> {
  return sql<ProgressStates[]>`
    select p.origin, p.leaf, p.claims, p.seal, coalesce((
      select json_agg(json_build_object('claim_id', c.claim_id, 'origin', c.origin, 'state', c.state)) from claims c
      where c.status <> 'closed' and c.origin = p.origin and c.state is not null), '[]') as states,
      coalesce(p.origin = (select origin from edg_logs order by epoch desc limit 1), false) as is_in_force
    from claim_progress p where p.origin > ${after} order by p.origin limit ${limit}`
}

/** Holds a log's place until the transaction ends: no claim of it goes on meanwhile. */
export async function holdProgress(tx: Tx, origin: string): Promise<void> {
  await tx`select from claim_progress where origin = ${origin} for update`
}

export async function setProgressClaims(tx: Tx, origin: string, claims: Uint8Array): Promise<void> {
  await tx`update claim_progress set claims = ${hexBytes(claims)}::text::bytea where origin = ${origin}`
}

/** What becomes of claims in a round. */
export type ClaimAdvances = {
  /** As they are then. */
  claims: readonly ClaimToStore[]
  /** Those whose sequence begins in this round: what another log came to before is let go of. */
  begun: readonly string[]
  pieces: readonly ClaimPiece[]
  points: readonly ClaimPointRow[]
}

/** Writes how far claims came, what they counted and what their series keep. The claims are locked. */
export async function storeAdvances(tx: Tx, { claims, begun, pieces, points }: ClaimAdvances): Promise<void> {
  if (claims.length === 0) return
  if (begun.length > 0) {
    await tx`delete from claim_points where claim_id = any(${begun as string[]}::uuid[])`
    await tx`delete from claim_pieces where claim_id = any(${begun as string[]}::uuid[])`
  }
  const moved = claims.map(({ claim_id, origin, state, fault, seal }) => ({
    ...{ claim_id, origin, fault, seal: seal && hexBytes(seal) },
    // As text: what is sealed of a closed one by its node is its very text.
    state: state === null ? null : JSON.stringify(state),
  }))
  await tx`
    with advances as materialized (
      select * from json_to_recordset(${JSON.stringify(moved)}::json) as a(
        claim_id uuid, origin text, state text, fault text, seal bytea)
    ), counted as (
      insert into claim_pieces (claim_id, first_leaf, leaves, units, seal)
      select claim_id, first_leaf, leaves, units, seal from json_to_recordset(${withSeals(pieces)}::json) as p(
        claim_id uuid, first_leaf bigint, leaves bigint[], units smallint[], seal bytea)
    )
    update claims c set origin = a.origin, state = a.state::json, fault = a.fault, seal = a.seal
    from advances a where c.claim_id = a.claim_id`
  if (points.length === 0) return
  await tx`
    insert into claim_points (claim_id, n, leaf, at, value, lower, upper, verdict, seal)
    select claim_id, n, leaf, at, value, lower, upper, verdict, seal
    from json_to_recordset(${withSeals(points)}::json) as p(
      claim_id uuid, n bigint, leaf bigint, at timestamptz, value float8, lower float8, upper float8, verdict text, seal bytea)`
}

const withSeals = (rows: readonly { seal: Uint8Array | null }[]) =>
  JSON.stringify(rows.map((row) => ({ ...row, seal: row.seal && hexBytes(row.seal) })))

/** How far the sequence of a claim has come beside what is kept of it. */
export type SequenceRow = Pick<ClaimRow, 'claim_id' | 'org_id' | 'head' | 'state' | 'origin'> & {
  /** Traces that its pieces have. */
  counted: number
  /** After how many traces its points are, in their order. */
  kept: number[]
  /** After how many the verdict turned, as its nodes of this log say. */
  turned: number[]
  /** Up to where its log was gone through; null where no row says so. */
  gone_through: number | null
}

/** The sequences of so many claims behind one, of those that have begun. */
export async function sequencesBehind(sql: Reader, after: string | undefined, limit: number): Promise<SequenceRow[]> {
  return sql<SequenceRow[]>`
    select c.claim_id, c.org_id, encode(c.head, 'hex') as head, c.state, c.origin,
      (select coalesce(sum(cardinality(p.leaves)), 0)::bigint from claim_pieces p where p.claim_id = c.claim_id) as counted,
      coalesce((select json_agg(p.n order by p.n) from claim_points p where p.claim_id = c.claim_id), '[]') as kept,
      coalesce((select json_agg((n.body::json #>> '{result,verdict_n}')::bigint) from edg_nodes n
        where n.stream = 'claim:' || c.claim_id and n.kind = 'claim.turned'
          and n.body::json #>> '{result,origin}' = c.origin), '[]') as turned,
      (select p.leaf from claim_progress p where p.origin = c.origin) as gone_through
    from claims c where c.state is not null and ${after === undefined ? sql`true` : sql`c.claim_id > ${after}::text::uuid`}
    order by c.claim_id limit ${limit}`
}

/** The nodes at these leaves of the log, in their order. */
export async function nodesAtLeaves(
  sql: Reader,
  leaves: readonly number[],
): Promise<(SignedRow & Pick<GraphRow, 'stream'> & { leaf: number })[]> {
  return sql`
    select l.leaf, encode(n.id, 'hex') as id, n.stream, n.body, n.signature, n.kid
    from unnest(${leaves as number[]}::bigint[]) as a(leaf) join edg_leaves l using (leaf) join edg_nodes n on n.id = l.node_id
    order by l.leaf`
}

/** The stream of a claim, in its order, each node with its place in the log. */
export async function claimNodes(sql: Reader, claimId: string): Promise<(SignedRow & Pick<GraphRow, 'leaf'>)[]> {
  return sql`
    select encode(n.id, 'hex') as id, l.leaf, n.body, n.signature, n.kid
    from edg_nodes n left join edg_leaves l on l.node_id = n.id
    where n.stream = ${`claim:${claimId}`} order by n.pos`
}
