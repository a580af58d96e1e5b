/** What jobs came to that has no place of its own, as JSON text: sealed by whoever writes it, held to its seal by whoever reads it. */
import type { Reader, Tx } from '#db/client'
import { findJobResult, insertJobResults, type JobResultRow, packResult } from '#db/queries/jobs'
import { isResultMissed } from '#db/queries/result-rows'
import { endsMissedDays } from '#shared/evidence/job-ends'
import { sealedResults } from '#shared/evidence/sealed/jobs'
import { requireSealed, sealOf } from '#shared/evidence/sealed-rows'
import { resultKeepers } from '#shared/jobs/index'
import type { ServiceError } from '#shared/kernel/errors'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { resultErased } from '#shared/kernel/errors/jobs'
import type { Sealer } from '#shared/kernel/sealer'

export async function keepResults(
  tx: Tx,
  sealer: Sealer,
  results: readonly { job_id: string; org_id: string; text: string }[],
): Promise<void> {
  const created_at = new Date()
  const rows = results.map(({ text, ...of }) => ({
    ...of,
    body: packResult(text),
    created_at,
    seal: null,
  }))
  await insertJobResults(
    tx,
    rows.map((row) => ({ ...row, seal: sealOf(sealer, sealedResults, row) })),
  )
}

/** Undefined where there is none. @throws EVIDENCE_MISMATCH where it is not as it was written. */
export async function resultOfJob(sql: Reader, sealer: Sealer, jobId: string): Promise<string | undefined> {
  const row = await findJobResult(sql, jobId)
  if (!row) return undefined
  requireSealed(sealer, sealedResults, [row])
  return textOfResult(row)
}

/** Of one that is as it was written. */
export const textOfResult = ({ body }: Pick<JobResultRow, 'body'>): string =>
  new TextDecoder().decode(Bun.zstdDecompressSync(body))

/** Of a job that was done, and of which nothing is kept: it was erased, or somebody took it away. */
export const whyWithoutResult = async (
  sql: Reader,
  jobId: string,
  erased: (jobId: string) => ServiceError = resultErased,
): Promise<ServiceError> => {
  const isMissed = await isResultMissed(sql, jobId, { keepers: resultKeepers, days: endsMissedDays })
  return isMissed ? evidenceMismatch(sealedResults.table, null) : erased(jobId)
}
