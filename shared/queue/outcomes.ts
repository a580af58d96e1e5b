/** How jobs ended, as the store keeps it: sealed by whoever writes it, held to its seal by whoever reads it. */
import type { Reader, Tx } from '#db/client'
import { findOutcomes, insertOutcomes, type OutcomeRow, type OutcomeToStore } from '#db/queries/jobs'
import { sealedOutcomes } from '#shared/evidence/sealed/jobs'
import { requireSealed, sealOf, sealState } from '#shared/evidence/sealed-rows'
import { type StoredError, storedError } from '#shared/kernel/errors'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { asksForSeals, type Sealer } from '#shared/kernel/sealer'
import type { Ending } from '#shared/queue/completions'

/** Writes outcomes and lets go of the jobs' claims; answers the jobs whose outcome this is. */
export const keepOutcomes = (tx: Tx, sealer: Sealer, outcomes: readonly OutcomeToStore[]): Promise<Set<string>> =>
  insertOutcomes(
    tx,
    outcomes.map((outcome) => ({ ...outcome, seal: sealOf(sealer, sealedOutcomes, rowOf(outcome)) })),
  )

/** @throws EVIDENCE_MISMATCH where one is not as it was written. */
export async function outcomesOf(sql: Reader, sealer: Sealer, jobIds: readonly string[]): Promise<OutcomeRow[]> {
  const rows = await findOutcomes(sql, jobIds)
  requireSealed(sealer, sealedOutcomes, rows)
  return rows
}

/** The same, but for those that are not as they were written: of these nothing is known. */
export async function outcomesAmong(sql: Reader, sealer: Sealer, jobIds: readonly string[]): Promise<OutcomeRow[]> {
  const rows = await findOutcomes(sql, jobIds)
  return rows.filter((row) => isAsWritten(sealer, row))
}

/** What whoever waits for these is told. Of one that is not as it was written: that, and nothing of what it says. */
export async function endingsOf(sql: Reader, sealer: Sealer, jobIds: readonly string[]): Promise<Ending[]> {
  const rows = await findOutcomes(sql, jobIds)
  return rows.map((row) =>
    isAsWritten(sealer, row) ? endingOf(row) : { jobId: row.job_id, state: 'failed', error: mismatch },
  )
}

const mismatch = storedError(evidenceMismatch(sealedOutcomes.table, null))

const isAsWritten = (sealer: Sealer, row: OutcomeRow) =>
  !asksForSeals(sealer) || sealState(sealer, sealedOutcomes, row) === 'sealed'

const endingOf = (row: OutcomeRow): Ending => ({
  jobId: row.job_id,
  state: row.state,
  // Written by the runner or the queue's client as a StoredError, and by nobody else.
  error: row.error as StoredError | null,
})

/** As it will be read. */
const rowOf = ({ created_at, started_at, finished_at, error, ...outcome }: OutcomeToStore): OutcomeRow => ({
  ...outcome,
  // It is stored as it is given.
  error: error as OutcomeRow['error'],
  created_at: new Date(created_at),
  started_at: started_at === null ? null : new Date(started_at),
  finished_at: new Date(finished_at),
  seal: null,
})
