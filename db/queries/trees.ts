/** trees: measurement trees and comparisons of systems, one per job; the body is the JSON text that was digested, packed with zstd. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { isClosedJob } from '#db/queries/queue'
import { erasedNode, type SaidErased } from '#db/queries/said-erased'
import type { AsText, OrNulls } from '#db/tables/columns'
import type { TraceRow } from '#db/tables/traces'
import type { trees } from '#db/tables/trees'

type TreeRecord = typeof trees.$inferSelect
/** A tree with its body packed, and its node's id in hex. */
export type TreeToStore = AsText<TreeRecord, 'generated_at' | 'node_id'>

export async function insertTrees(tx: Tx, trees: readonly TreeToStore[]): Promise<void> {
  const records = trees.map((tree) => ({
    ...tree,
    node_id: hexBytes(tree.node_id),
    payload_salt: hexBytes(tree.payload_salt),
    seal: tree.seal && hexBytes(tree.seal),
    // A third shorter than hex, and Postgres reads JSON slowly.
    body: tree.body.toBase64(),
  }))
  await tx`
    insert into trees (job_id, org_id, trace_id, system_source, compared_with, profile, validity_score, tree_digest, schema_version,
      generated_at, node_id, payload_salt, snapshot, body, seal)
    select job_id, org_id, trace_id, system_source, compared_with, profile, validity_score, tree_digest, schema_version,
      generated_at, node_id, payload_salt, snapshot, decode(body, 'base64'), seal
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      job_id uuid, org_id text, trace_id text, system_source text, compared_with text, profile text, validity_score float8,
      tree_digest text, schema_version text, generated_at timestamptz, node_id bytea, payload_salt bytea, snapshot uuid, body text, seal bytea)`
}

/** A tree with what its trace says of compliance and its node of review, but for its body: of that the digest. */
export type TreeAbout = AsText<Omit<TreeRecord, 'body'>, 'node_id'> &
  OrNulls<Pick<TraceRow, 'constitutional_compliance' | 'governance_tier'>> & {
    human_review: string | null
    body_sha256: Uint8Array
  }
export type TreeRow = TreeAbout & Pick<TreeRecord, 'body'>

/** What these jobs came to, trees and comparisons alike. */
export async function findMade(sql: Reader, jobIds: readonly string[]): Promise<TreeRow[]> {
  return sql<TreeRow[]>`
    ${presented(sql)} where t.job_id = any(${jobIds as string[]}::uuid[])`
}

/** The same of one job, for whoever asks for it. */
export async function findTreeShown(sql: Reader, jobId: string): Promise<(TreeRow & SaidErased) | undefined> {
  const [row] = await sql<(TreeRow & SaidErased)[]>`
    select ${treeColumns(sql)}, t.body, ${erasedNode(sql, "encode(t.node_id, 'hex')")} as erased_node
    from trees t where t.job_id = ${jobId}`
  return row
}

/** The tree of a system's snapshot, or the comparison of two: the first, where several were made at once. */
export async function findTreeOfSnapshot(sql: Reader, snapshot: string): Promise<TreeRow | undefined> {
  const [row] = await sql<TreeRow[]>`
    ${presented(sql)} where t.snapshot = ${snapshot} order by t.generated_at, t.job_id limit 1`
  return row
}

/** The tree of a system that was made last before that time and job, by any version of the same profile. */
export async function findEarlierTree(
  sql: Reader,
  of: { orgId: string; systemSource: string; profileId: string },
  before: { generatedAt: string; jobId: string },
): Promise<TreeRow | undefined> {
  const [row] = await sql<TreeRow[]>`
    ${presented(sql)}
    where org_id = ${of.orgId} and system_source = ${of.systemSource} and split_part(profile, '@', 1) = ${of.profileId}
      and trace_id is null and compared_with is null
      and (generated_at, job_id) < (${before.generatedAt}::timestamptz, ${before.jobId}::uuid)
    order by generated_at desc, job_id desc limit 1`
  return row
}

/** Of the table `t`: all that is shown of a tree, its body by its digest. */
export const treeColumns = (sql: Reader): ReturnType<Tx> => sql`
      t.job_id, t.org_id, t.trace_id, t.system_source, t.compared_with, t.profile, t.validity_score, t.tree_digest,
      t.schema_version, t.generated_at, encode(t.node_id, 'hex') as node_id, t.payload_salt, t.snapshot, t.seal,
      sha256(t.body) as body_sha256,
      (select x.constitutional_compliance from traces x where x.trace_id = t.trace_id) as constitutional_compliance,
      (select x.governance_tier from traces x where x.trace_id = t.trace_id) as governance_tier,
      (select n.body::json -> 'result' ->> 'human_review' from edg_nodes n where n.id = t.node_id) as human_review`

const presented = (sql: Reader) => sql`select ${treeColumns(sql)}, t.body from trees t`

/** Of these jobs those under whose ids no tree can be made any more: they have ended, or have left a node. */
export async function spentTreeJobs(sql: Reader, jobIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select id::text from unnest(${jobIds as string[]}::uuid[]) as asked(id)
    where exists (select from job_outcomes o where o.job_id = asked.id)
      or exists (select from edg_nodes n where n.stream = 'tree:' || asked.id and n.pos = 0)
      or ${isClosedJob(sql, 'generate-tree', 'asked.id')}`
  return new Set(rows.map(({ id }) => id))
}

/** A tree's JSON text as it is stored: zstd at its fastest, a quarter of the size. */
export const packTree = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Bun.zstdCompressSync(text, { level: 1 }))

/** The JSON text again, byte for byte as it was digested. */
export const unpackTree = (body: Uint8Array<ArrayBuffer>): string =>
  new TextDecoder().decode(Bun.zstdDecompressSync(body))
