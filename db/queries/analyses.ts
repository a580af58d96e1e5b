/** analyses: what came of texts that were analysed, and of calibrations, as it is answered. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { erasedNode, type SaidErased } from '#db/queries/said-erased'
import type { analyses } from '#db/tables/analyses'
import type { AsText } from '#db/tables/columns'

type Analysis = typeof analyses.$inferSelect
/** With its document packed, and its node's id in hex. */
export type AnalysisToStore = AsText<Analysis, 'created_at' | 'node_id'>

export async function insertAnalysis(tx: Tx, row: AnalysisToStore): Promise<void> {
  await tx`
    insert into analyses (job_id, org_id, operation, tier, created_at, node_id, payload_salt, document, seal)
    values (${row.job_id}, ${row.org_id}, ${row.operation}, ${row.tier}, ${row.created_at},
      ${hexBytes(row.node_id)}::text::bytea, ${hexBytes(row.payload_salt)}::text::bytea, ${Buffer.from(row.document)},
      ${row.seal && Buffer.from(row.seal)})`
}

/** All of it but the document: of that the digest. */
export type AnalysisAbout = AsText<Omit<Analysis, 'document'>, 'node_id'> & { document_sha256: Uint8Array }
export type AnalysisRow = AnalysisAbout & Pick<Analysis, 'document'>

/** Of the table `t`. */
export const analysisColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.job_id, t.org_id, t.operation, t.tier, t.created_at, encode(t.node_id, 'hex') as node_id, t.payload_salt, t.seal,
  sha256(t.document) as document_sha256`

/** By its job, of whoever may ask for that. */
export async function analysisOfJob(sql: Reader, jobId: string): Promise<(AnalysisRow & SaidErased) | undefined> {
  const [row] = await sql<(AnalysisRow & SaidErased)[]>`
    select ${analysisColumns(sql)}, t.document, ${erasedNode(sql, "encode(t.node_id, 'hex')")} as erased_node
    from analyses t where t.job_id = ${jobId}`
  return row
}

/** An analysis's JSON text as it is stored: zstd at its fastest. */
export const packAnalysis = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Bun.zstdCompressSync(text, { level: 1 }))

/** The JSON text again, byte for byte as it was digested: it may be megabytes, so beside what else the process does. */
export const unpackAnalysis = async (packed: Uint8Array<ArrayBuffer>): Promise<string> =>
  new TextDecoder().decode(await Bun.zstdDecompress(packed))
