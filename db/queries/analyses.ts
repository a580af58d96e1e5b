/** analyses: what came of texts that were analysed, and of calibrations, as it is answered. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import type { analyses } from '#db/tables/analyses'
import type { AsText } from '#db/tables/columns'

type Analysis = typeof analyses.$inferSelect
/** With its document packed, and its node's id in hex. */
export type AnalysisToStore = AsText<Analysis, 'created_at' | 'node_id'>

export async function insertAnalysis(tx: Tx, row: AnalysisToStore): Promise<void> {
  await tx`
    insert into analyses (job_id, org_id, operation, tier, created_at, node_id, payload_salt, document)
    values (${row.job_id}, ${row.org_id}, ${row.operation}, ${row.tier}, ${row.created_at},
      ${hexBytes(row.node_id)}::text::bytea, ${hexBytes(row.payload_salt)}::text::bytea, ${Buffer.from(row.document)})`
}

/** By its job, of whoever may ask for that. */
export async function analysisOfJob(
  sql: Reader,
  jobId: string,
): Promise<AsText<Pick<Analysis, 'tier' | 'node_id' | 'document'>, 'node_id'> | undefined> {
  const [row] = await sql<AsText<Pick<Analysis, 'tier' | 'node_id' | 'document'>, 'node_id'>[]>`
    select tier, encode(node_id, 'hex') as node_id, document from analyses where job_id = ${jobId}`
  return row
}

/** An analysis's JSON text as it is stored: zstd at its fastest. */
export const packAnalysis = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Bun.zstdCompressSync(text, { level: 1 }))

/** The JSON text again, byte for byte as it was digested: it may be megabytes, so beside what else the process does. */
export const unpackAnalysis = async (packed: Uint8Array<ArrayBuffer>): Promise<string> =>
  new TextDecoder().decode(await Bun.zstdDecompress(packed))
