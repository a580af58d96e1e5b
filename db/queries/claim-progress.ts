/** How claims follow the log: where it stands, what lies in it, and the one transaction that moves every claim on. */

import type { Reader, Tx } from '#db/client'
import type { ClaimPointRow, ClaimRow } from '#db/queries/claims'
import type { GraphRow } from '#db/queries/graph'
import type { SignedRow } from '#db/queries/log'
import type { AsText, OrNulls } from '#db/tables/columns'
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
  /** Where the first claim that is kept has its own node. */
  first_leaf: number | null
  /** Whether any claim is kept. */
  is_kept: boolean
}

/** In one look: a claim whose node is in the log is seen with it. */
export async function followState(sql: Reader): Promise<FollowState | undefined> {
  const [row] = await sql<FollowState[]>`
    select l.origin, coalesce((select leaf + 1 from edg_leaves order by leaf desc limit 1), 0) as size,
      (select leaf from edg_leaves where node_id = l.node_id) as begun_leaf, p.leaf,
      case when p.leaf is null then (
        select min(e.leaf) from claims c join edg_nodes n on n.stream = 'claim:' || c.claim_id and n.pos = 0
          join edg_leaves e on e.node_id = n.id where c.status <> 'closed') end as first_leaf,
      exists (select from claims where status <> 'closed') as is_kept
    from (select origin, node_id from edg_logs order by epoch desc limit 1) l left join claim_progress p using (origin)`
  return row
}

export async function keptClaims(sql: Reader): Promise<ClaimRow[]> {
  return sql<ClaimRow[]>`
    select claim_id, org_id, status, encode(head, 'hex') as head, version, terms, name, registered_at, verdict, verdict_n,
      verdict_at, closed_at, origin, state, fault
    from claims where status <> 'closed' order by claim_id`
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
 * @param orgIds whose traces are asked for. @param isWhole with all that traces say in words; else without what has no bound.
 */
export async function followedLeaves(
  sql: Reader,
  { from, to, orgIds, isWhole }: { from: number; to: number; orgIds: readonly string[]; isWhole: boolean },
): Promise<FollowedLeaf[]> {
  return sql<FollowedLeaf[]>`
    select l.leaf, encode(n.id, 'hex') as id, n.kind, n.stream, n.org_id as node_org, t.trace_id, t.org_id, t.risk_score,
      t.risk_level, t.confidence, t.system_source, t.flags, t.constitutional_compliance, t.compliance_declared,
      t.testing_mode, t.adversarial_test, t.field_conditions, t.processing_time_ms, t.attribution_token, t.payload_salt,
      t.governance_tier, t."timestamp", t.created_at, t.seal,
      ${isWhole ? sql`t.recommendation, t.trinity_layer, t.metadata` : sql`null as recommendation, null as trinity_layer, null::jsonb as metadata`}
    from (select leaf, node_id from edg_leaves where leaf >= ${from} and leaf < ${to} order by leaf offset 0) l
    cross join lateral (select id, kind, stream, org_id from edg_nodes where id = l.node_id limit 1) n
    left join lateral (
      select * from traces where n.kind = 'trace.recorded' and trace_id = substr(n.stream, 7) and org_id = n.org_id limit 1
    ) t on true
    where n.kind = 'trace.recorded' and n.org_id = any(${orgIds as string[]}::text[])
      or n.kind in ('claim.registered', 'claim.closing')
    order by l.leaf`
}

/** What became of a claim in a round. */
export type ClaimAdvance = Pick<ClaimRow, 'claim_id' | 'origin' | 'fault'> & {
  /** JSON text; null leaves it as it is. */
  state: string | null
  /** Whether its sequence begins in this round: what another log came to before is let go of. */
  is_begun: boolean
  leaves: number[]
  units: (number | null)[]
}

/** Takes the place in the log from whoever else is there. False when somebody went on meanwhile: then nothing is to be written. */
export async function takeProgress(
  tx: Tx,
  { origin, from, to }: { origin: string; from: number | null; to: number },
): Promise<boolean> {
  const rows =
    from === null
      ? await tx`insert into claim_progress (origin, leaf) values (${origin}, ${to}) on conflict do nothing returning 1`
      : await tx`update claim_progress set leaf = ${to} where origin = ${origin} and leaf = ${from} returning 1`
  return rows.length > 0
}

/** Writes how far claims came, what they counted and what their series keep. */
export async function storeAdvances(
  tx: Tx,
  advances: readonly ClaimAdvance[],
  points: readonly AsText<ClaimPointRow, 'at'>[],
): Promise<void> {
  if (advances.length === 0) return
  const begun = advances.filter(({ is_begun }) => is_begun).map(({ claim_id }) => claim_id)
  if (begun.length > 0) {
    await tx`delete from claim_points where claim_id = any(${begun}::uuid[])`
    await tx`delete from claim_pieces where claim_id = any(${begun}::uuid[])`
  }
  await tx`
    with advances as materialized (
      select * from json_to_recordset(${JSON.stringify(advances)}::json) as a(
        claim_id uuid, origin text, state text, fault text, leaves bigint[], units smallint[])
    ), pieces as (
      insert into claim_pieces (claim_id, first_leaf, leaves, units)
      select claim_id, leaves[1], leaves, units from advances where cardinality(leaves) > 0
    )
    update claims c set origin = a.origin, state = coalesce(a.state::json, c.state), fault = a.fault from advances a where c.claim_id = a.claim_id`
  if (points.length === 0) return
  await tx`
    insert into claim_points (claim_id, n, leaf, at, value, lower, upper, verdict)
    select claim_id, n, leaf, at, value, lower, upper, verdict
    from json_to_recordset(${JSON.stringify(points)}::json) as p(
      claim_id uuid, n bigint, leaf bigint, at timestamptz, value float8, lower float8, upper float8, verdict text)`
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
