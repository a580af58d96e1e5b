/** How jobs ended, as the store keeps it: sealed by whoever writes it, held to its seal by whoever reads it. */
import type { Reader, Tx } from '#db/client'
import {
  findOutcomes,
  insertOutcomes,
  missedEnds,
  missedSuccess,
  type OutcomeRow,
  type OutcomeToStore,
} from '#db/queries/jobs'
import { cancellationNode, endsMissedDays, failureNode } from '#shared/evidence/job-ends'
import type { knownToLedger } from '#shared/evidence/known-to-ledger'
import { sealedOutcomes } from '#shared/evidence/sealed/jobs'
import { isAskedFor, requireSealed, sealOf, sealState } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { resultStreams } from '#shared/jobs/index'
import { isTaskJobId } from '#shared/jobs/task-job-id'
import { type StoredError, storedError } from '#shared/kernel/errors'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { jobFailed, jobTampered } from '#shared/kernel/errors/jobs'
import { asksForSeals, type Sealer } from '#shared/kernel/sealer'
import type { Ending } from '#shared/queue/completions'

/** Who writes outcomes: seals them, and signs that jobs failed or were canceled. */
export type OutcomeSigner = Signer

/** How old a node may be, in days, that says that a job failed or was canceled, where the row that says so is missed. */
export const missedDays = endsMissedDays

/**
 * Writes outcomes, with nodes of those that came to nothing, and lets go of the jobs' claims; answers the jobs whose outcome this is.
 * @param isToldElsewhere that they were canceled: no node says it, but of `stillTold`.
 */
export const keepOutcomes = (
  tx: Tx,
  signer: OutcomeSigner,
  outcomes: readonly OutcomeToStore[],
  { isToldElsewhere = false, stillTold }: { isToldElsewhere?: boolean; stillTold?: string | undefined } = {},
): Promise<Set<string>> =>
  insertOutcomes(
    tx,
    outcomes.map((outcome) => ({ ...outcome, seal: sealOf(signer, sealedOutcomes, rowOf(outcome)) })),
    {
      failed: {
        nodes: outcomes.flatMap((outcome) => failureOf(signer, outcome)),
        word: askedFor(signer, failuresWord),
      },
      canceled: {
        nodes: outcomes
          .filter(({ job_id }) => !isToldElsewhere || job_id === stillTold)
          .flatMap((outcome) => cancellationOf(signer, outcome)),
        word: askedFor(signer, cancellationsWord),
      },
    },
  )

const failuresWord: keyof typeof knownToLedger = 'failures'
const cancellationsWord: keyof typeof knownToLedger = 'cancellations'
/** Every process that makes seals of this generation writes and knows all of these nodes. */
const knownSince = { generation: 9 }

/** What a ledger is asked to say: nothing where none of before may run. Else whoever puts in that one does would keep failures from being evidence. */
const askedFor = (signer: Signer, word: keyof typeof knownToLedger) => (isAskedFor(signer, knownSince) ? null : word)

const { code: failed } = jobFailed('')
const { code: tampered } = jobTampered('')

/** That a task's job failed its task says, and of one that was tampered with a violation; what succeeded says so by its result. */
function failureOf(signer: Signer, outcome: OutcomeToStore) {
  // Written by the runner or the queue's client as a StoredError, and by nobody else.
  const { code = failed } = (outcome.error ?? {}) as Partial<StoredError>
  if (outcome.state !== 'failed' || code === tampered || isTaskJobId(outcome.job_id)) return []
  return [failureNode(signer, outcome, code)]
}

/** As of what failed: a task says of its job that it was canceled. */
const cancellationOf = (signer: Signer, outcome: OutcomeToStore) =>
  outcome.state === 'canceled' && !isTaskJobId(outcome.job_id) ? [cancellationNode(signer, outcome)] : []

/** The first of these jobs' nodes that say, to an organisation or to anybody, that one failed or was canceled, where the row that says so is gone. */
export async function missedEnd(
  sql: Reader,
  jobIds: readonly string[],
  orgId: string | null = null,
): Promise<string | undefined> {
  const missed = await missedEnds(sql, jobIds, missedDays)
  return missed.find(({ org_id }) => orgId === null || org_id === orgId)?.node
}

/** What an organisation's job came to of which nothing says any more how it ended; undefined where it came to nothing, or that is said. */
export const missedResult = (sql: Reader, jobId: string, orgId: string): Promise<{ node: string | null } | undefined> =>
  missedSuccess(sql, jobId, orgId, { streams: resultStreams, days: missedDays })

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

/** What whoever waits for these is told. Of one that is not as it was written, or is gone: that, and nothing of what it says. */
export async function endingsOf(sql: Reader, sealer: Sealer, jobIds: readonly string[]): Promise<Ending[]> {
  // Each is one look: what ends between them is in neither or in the first.
  const [missed, rows] = await Promise.all([missedEnds(sql, jobIds, missedDays), findOutcomes(sql, jobIds)])
  return [
    ...missed.map(({ job_id, node }) => untrue(job_id, node)),
    ...rows.map((row) => (isAsWritten(sealer, row) ? endingOf(row) : untrue(row.job_id, null))),
  ]
}

const untrue = (jobId: string, node: string | null): Ending => ({
  jobId,
  state: 'failed',
  error: storedError(evidenceMismatch(sealedOutcomes.table, node)),
})

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
