/** trees: measurement trees and comparisons of systems, one per job; the body is the JSON text that was digested, packed with zstd. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { isClosedJob } from '#db/queries/queue'
import type { AsText, OrNulls } from '#db/tables/columns'
import type { TraceRow } from '#db/tables/traces'
import type { trees } from '#db/tables/trees'

type TreeRecord = typeof trees.$inferSelect
/** A tree with its body packed, and its node's id in hex. */
export type TreeToStore = AsText<Omit<TreeRecord, 'compared_with' | 'snapshot'>, 'generated_at' | 'node_id'> & {
  compared_with?: string | null
  snapshot?: string | undefined
}

export async function insertTrees(tx: Tx, trees: readonly TreeToStore[]): Promise<void> {
  const records = trees.map((tree) => ({
    ...tree,
    node_id: hexBytes(tree.node_id),
    payload_salt: hexBytes(tree.payload_salt),
    // A third shorter than hex, and Postgres reads JSON slowly.
    body: Buffer.from(tree.body).toString('base64'),
  }))
  await tx`
    insert into trees (job_id, org_id, trace_id, system_source, compared_with, profile, validity_score, tree_digest, schema_version,
      generated_at, node_id, payload_salt, snapshot, body)
    select job_id, org_id, trace_id, system_source, compared_with, profile, validity_score, tree_digest, schema_version,
      generated_at, node_id, payload_salt, snapshot, decode(body, 'base64')
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      job_id uuid, org_id text, trace_id text, system_source text, compared_with text, profile text, validity_score float8,
      tree_digest text, schema_version text, generated_at timestamptz, node_id bytea, payload_salt bytea, snapshot uuid, body text)`
}

export type TreeRow = AsText<Omit<TreeRecord, 'profile' | 'tree_digest' | 'payload_salt' | 'snapshot'>, 'node_id'> &
  OrNulls<Pick<TraceRow, 'constitutional_compliance' | 'governance_tier'>> & { human_review: string | null }

/** The trees of these jobs, with what their trace says of compliance and their node of review. */
export async function findTrees(sql: Reader, jobIds: readonly string[]): Promise<TreeRow[]> {
  return sql<TreeRow[]>`
    ${presented(sql)} where t.job_id = any(${jobIds as string[]}::uuid[]) and t.compared_with is null`
}

/** What these jobs came to, trees and comparisons alike. */
export async function findMade(sql: Reader, jobIds: readonly string[]): Promise<TreeRow[]> {
  return sql<TreeRow[]>`
    ${presented(sql)} where t.job_id = any(${jobIds as string[]}::uuid[])`
}

/** The tree of a system's snapshot, or the comparison of two: the first, where several were made at once. */
export async function findTreeOfSnapshot(sql: Reader, snapshot: string): Promise<TreeRow | undefined> {
  const [row] = await sql<TreeRow[]>`
    ${presented(sql)} where t.snapshot = ${snapshot} order by t.generated_at, t.job_id limit 1`
  return row
}

export type EarlierTreeRow = Pick<TreeRecord, 'job_id' | 'profile' | 'generated_at' | 'body'>

/** The tree of a system that was made last before that time and job, by any version of the same profile. */
export async function findEarlierTree(
  sql: Reader,
  of: { orgId: string; systemSource: string; profileId: string },
  before: { generatedAt: string; jobId: string },
): Promise<EarlierTreeRow | undefined> {
  const [row] = await sql<EarlierTreeRow[]>`
    select job_id, profile, generated_at, body from trees
    where org_id = ${of.orgId} and system_source = ${of.systemSource} and split_part(profile, '@', 1) = ${of.profileId}
      and trace_id is null and compared_with is null
      and (generated_at, job_id) < (${before.generatedAt}::timestamptz, ${before.jobId}::uuid)
    order by generated_at desc, job_id desc limit 1`
  return row
}

const presented = (sql: Reader) => sql`
    select t.job_id, t.org_id, t.trace_id, t.system_source, t.compared_with, t.validity_score, t.schema_version, t.generated_at,
      encode(t.node_id, 'hex') as node_id, t.body, traces.constitutional_compliance, traces.governance_tier,
      n.body::json -> 'result' ->> 'human_review' as human_review
    from trees t left join traces using (trace_id) left join edg_nodes n on n.id = t.node_id`

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
