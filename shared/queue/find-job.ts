/** One job, whatever its type, as its key may see it: from its outcome once it has ended, from the queue before. */
import type { Reader } from '#db/client'
import type { OutcomeRow } from '#db/queries/jobs'
import { findQueuedJobs, type QueuedJob, queueTables } from '#db/queries/queue'
import type { RunRow } from '#db/queries/runs'
import type { Job } from '#shared/contracts/jobs'
import { requireNotPromised } from '#shared/evidence/job-promises'
import { sealedOutcomes } from '#shared/evidence/sealed/jobs'
import { runOfCanceledPage } from '#shared/evidence/sealed/runs'
import { type Envelope, isEnvelope } from '#shared/jobs/envelope'
import { jobNames } from '#shared/jobs/index'
import { orderFault } from '#shared/jobs/order'
import { scanPage } from '#shared/jobs/scan-page'
import { endFault } from '#shared/jobs/standing'
import { type StoredError, storedError } from '#shared/kernel/errors'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { jobFailed, jobNotFound, jobTampered } from '#shared/kernel/errors/jobs'
import { asksForSeals, type Sealer } from '#shared/kernel/sealer'
import { missedEnd, missedResult, outcomesOf } from '#shared/queue/outcomes'

export type FoundJob = { job: Job; error: StoredError | null; envelope: Envelope; name: string }

type Asking = {
  actor: { orgId: string; keyId: string; scopes: readonly string[] }
  read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>
  tools: { signer: Sealer }
}

/** @throws JOB_NOT_FOUND also for a job that is somebody else's, EVIDENCE_MISMATCH where it has ended and what says so is gone, or it was promised and is. */
export async function requireJob({ actor, read, tools }: Asking, jobId: string): Promise<FoundJob> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(jobId)) throw jobNotFound(jobId)
  // In this order: whatever ended between the two reads is seen by the second.
  const [queued] = await read((sql) => findQueuedJobs(sql, jobNames, [jobId]))
  const [outcome] = await read((sql) => outcomesOf(sql, tools.signer, [jobId]))
  const missed = outcome ? undefined : await read((sql) => missedEnd(sql, [jobId], actor.orgId))
  if (missed) throw evidenceMismatch(sealedOutcomes.table, missed)
  const made = outcome ? undefined : await read((sql) => missedResult(sql, jobId, actor.orgId))
  if (made) throw evidenceMismatch(sealedOutcomes.table, made.node)
  const found = outcome ? fromOutcome(outcome) : await unended({ read, tools }, jobId, queued)
  if (!found) await read((sql) => requireNotPromised(sql, jobNames, jobId, actor.orgId))
  if (!found || found.envelope.orgId !== actor.orgId) throw jobNotFound(jobId)
  if (found.envelope.keyId !== actor.keyId && !actor.scopes.includes('operator')) throw jobNotFound(jobId)
  return found
}

/** A job of which no outcome says how it ended: where it was a page of a run that was called off, its page does. */
async function unended({ read, tools }: Pick<Asking, 'read' | 'tools'>, jobId: string, queued: QueuedJob | undefined) {
  const run = await read((sql) => runOfCanceledPage(sql, tools.signer, jobId))
  if (run) return fromCanceledRun(jobId, run)
  return queued ? fromQueue(queued, tools.signer) : undefined
}

const fromCanceledRun = (jobId: string, run: RunRow): FoundJob => ({
  name: scanPage.name,
  error: null,
  envelope: {
    payload: undefined,
    requestId: run.request_id,
    orgId: run.org_id,
    keyId: run.key_id,
    sentAt: run.created_at.toISOString(),
  },
  job: {
    job_id: jobId,
    kind: scanPage.name,
    state: 'canceled',
    progress: null,
    created_at: run.created_at.toISOString(),
    started_at: null,
    finished_at: run.finished_at?.toISOString() ?? null,
    result_url: null,
    error: null,
  },
})

function fromOutcome(row: OutcomeRow): FoundJob {
  // Written by the runner or the queue's client as a StoredError, and by nobody else.
  const stored = row.error as StoredError | null
  const error = stored ?? (row.state === 'failed' ? storedError(jobFailed(row.job_id)) : null)
  return {
    name: row.job,
    error,
    envelope: {
      payload: undefined,
      requestId: row.request_id,
      orgId: row.org_id,
      keyId: row.key_id,
      sentAt: row.created_at.toISOString(),
    },
    job: {
      job_id: row.job_id,
      kind: row.job,
      state: row.state,
      progress: null,
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      finished_at: row.finished_at.toISOString(),
      result_url: row.state === 'succeeded' ? `/jobs/${row.job_id}/result` : null,
      error,
    },
  }
}

const queueStates = {
  created: 'queued',
  retry: 'queued',
  active: 'running',
  completed: 'succeeded',
  // The queue itself has given it up: maintenance puts it into its line again.
  failed: 'queued',
  cancelled: 'canceled',
} as const

/** A job without an outcome: it waits, or it runs. */
/** @throws JOB_TAMPERED where it is not what was ordered, EVIDENCE_MISMATCH where it says that it has ended and nobody else does. */
function fromQueue(row: QueuedJob, sealer: Sealer): FoundJob {
  const { data: envelope } = row
  if (!isEnvelope(envelope) || orderFault(sealer, row.name, row.id, envelope)) throw jobTampered(row.id)
  const isUnsaid = endFault(sealer, row, envelope) !== undefined
  const isToldOf = row.is_nobodys || row.state === 'completed'
  if (isUnsaid || (isToldOf && asksForSeals(sealer))) throw evidenceMismatch(queueTables.job, null)
  return {
    name: row.name,
    error: null,
    envelope,
    job: {
      job_id: row.id,
      kind: row.name,
      state: queueStates[row.state],
      progress: row.done !== null && row.total !== null ? { done: row.done, total: row.total } : null,
      created_at: envelope.sentAt,
      started_at: row.started_on?.toISOString() ?? null,
      finished_at: null,
      result_url: null,
      error: null,
    },
  }
}
