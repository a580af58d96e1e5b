/** trees: measurement trees, one per job; the body is the JSON text that was digested, packed with zstd. */
import type { Sql, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'

export type TreeToStore = {
  job_id: string
  org_id: string
  trace_id: string | null
  system_source: string
  profile: string
  validity_score: number | null
  tree_digest: string
  schema_version: string
  generated_at: string
  node_id: string
  payload_salt: Uint8Array
  body: string
}

export type TreeRow = Omit<TreeToStore, 'payload_salt' | 'generated_at' | 'body'> & {
  body: Uint8Array<ArrayBuffer>
  generated_at: Date
  constitutional_compliance: boolean | null
  compliance_declared: boolean | null
}

export async function insertTrees(tx: Tx, trees: readonly TreeToStore[]): Promise<void> {
  const records = trees.map((tree) => ({
    ...tree,
    node_id: hexBytes(tree.node_id),
    payload_salt: hexBytes(tree.payload_salt),
    body: hexBytes(Bun.zstdCompressSync(tree.body, { level: 1 })),
  }))
  await tx`
    insert into trees (job_id, org_id, trace_id, system_source, profile, validity_score, tree_digest, schema_version,
      generated_at, node_id, payload_salt, body)
    select job_id, org_id, trace_id, system_source, profile, validity_score, tree_digest, schema_version,
      generated_at, node_id, payload_salt, body
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      job_id uuid, org_id text, trace_id text, system_source text, profile text, validity_score float8,
      tree_digest text, schema_version text, generated_at timestamptz, node_id bytea, payload_salt bytea, body bytea)`
}

/** The trees of these jobs, with what their trace says of compliance. */
export async function findTrees(sql: Sql, jobIds: readonly string[]): Promise<TreeRow[]> {
  return sql<TreeRow[]>`
    select t.job_id, t.org_id, t.trace_id, t.system_source, t.profile, t.validity_score, t.tree_digest,
      t.schema_version, t.generated_at, encode(t.node_id, 'hex') as node_id, t.body,
      traces.constitutional_compliance, traces.compliance_declared
    from trees t left join traces using (trace_id)
    where t.job_id = any(${jobIds as string[]}::uuid[])`
}

/** The JSON text of a stored tree, byte for byte as it was digested. */
export const unpackTree = (row: { body: Uint8Array<ArrayBuffer> }): string =>
  new TextDecoder().decode(Bun.zstdDecompressSync(row.body))
