/** Jobs, whatever their type: how one fares, what came of it, and calling it off. */
import { Type as t } from '@sinclair/typebox'
import type { AppContext } from '#api/http/context'
import {
  type Answer,
  type Call,
  type Caller,
  callerOf,
  type Endpoint,
  endpoint,
  json,
  type Mount,
} from '#api/http/endpoint'
import { runPresenter } from '#api/http/job-call'
import { scanExample, scanPresenter } from '#api/scans/scan'
import { openPlanWork } from '#api/tasks/plan-work'
import { reviewHeaders, treePresenter } from '#api/traces/generate'
import type { Tx } from '#db/client'
import { findOutcomes, findQueuedJobs, type OutcomeRow, type QueuedJob } from '#db/queries/jobs'
import { stepOfJob } from '#db/queries/plans-read'
import { isReleasedOfTask } from '#shared/agents/released'
import { moveAll } from '#shared/agents/transitions'
import { Job } from '#shared/contracts/jobs'
import { ScanResponse } from '#shared/contracts/scans'
import { ComparisonResponse, GenerateResponse, SystemTreeResponse } from '#shared/contracts/trees'
import type { JobContract } from '#shared/jobs/contract'
import type { Envelope } from '#shared/jobs/envelope'
import { generateTree } from '#shared/jobs/generate-tree'
import { isJobName, type JobName, jobNames, jobs } from '#shared/jobs/index'
import { fromStoredError, type StoredError, storedError } from '#shared/kernel/errors'
import { jobAlreadyEnded, jobFailed, jobNotDone, jobNotFound } from '#shared/kernel/errors/jobs'
import { withoutSecrets } from '#shared/kernel/secrets'

/** One line per job type: what a client gets who fetches a finished job's result. */
const presenters = (room: AppContext): Record<JobName, (jobId: string) => Promise<Answer>> => ({
  'generate-tree': treePresenter(room),
  'run-task': runPresenter(room),
  'scan-page': scanPresenter(room),
})

/** What its type has noted when a job is called off. */
async function noteCanceled(tx: Tx, name: string, jobId: string, payload: unknown): Promise<void> {
  const contract: JobContract | undefined = isJobName(name) ? jobs[name] : undefined
  if (contract?.check.Check(payload)) await contract.whenCanceled?.(tx, jobId, payload)
}

const jobExample: Job = {
  job_id: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20',
  kind: 'generate-tree',
  state: 'succeeded',
  progress: null,
  created_at: '2026-05-20T00:00:00.000Z',
  started_at: '2026-05-20T00:00:00.002Z',
  finished_at: '2026-05-20T00:00:00.004Z',
  result_url: '/jobs/4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20/result',
  error: null,
}

type Found = { job: Job; error: StoredError | null; envelope: Envelope; name: string }

export function mountJobs(room: AppContext): Mount {
  return { name: 'jobs', basePath: '', endpoints: jobEndpoints(room), limit: 'jobs' }
}

function jobEndpoints(room: AppContext): Endpoint[] {
  const { desk, signer, read } = room
  const present = presenters(room)
  const plans = openPlanWork(room, 'C')

  /** A job that is done for a task takes it along. */
  async function cancelTask(tx: Tx, { task }: Envelope, jobId: string): Promise<void> {
    if (task) await moveAll(tx, [{ taskId: task.id, to: 'canceled', facts: { job_id: jobId } }], signer)
  }

  /** A plan is not done without one of its steps: it is called off as a whole. */
  async function cancelJob(call: Call, name: string, jobId: string, envelope: Envelope): Promise<boolean> {
    const step = await read((sql) => stepOfJob(sql, jobId))
    if (!step) {
      const writing = call.writing({ ids: { job_id: jobId }, lookAt: `/jobs/${jobId}` })
      return desk.cancel(writing, name, jobId, envelope, async (tx) => {
        await cancelTask(tx, envelope, jobId)
        await noteCanceled(tx, name, jobId, envelope.payload)
      })
    }
    await plans.cancel({ id: step.task_id, steps_total: step.steps_total }, call)
    return false
  }

  /** @throws JOB_NOT_FOUND also for a job that is somebody else's. */
  async function find(jobId: string, caller: Caller): Promise<Found> {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(jobId)) throw jobNotFound(jobId)
    // In this order: whatever ended between the two reads is seen by the second.
    const [queued] = await read((sql) => findQueuedJobs(sql, jobNames, [jobId]))
    const [outcome] = await read((sql) => findOutcomes(sql, [jobId]))
    const found = outcome ? fromOutcome(outcome) : queued ? fromQueue(queued) : undefined
    if (!found || found.envelope.orgId !== caller.orgId) throw jobNotFound(jobId)
    if (found.envelope.keyId !== caller.keyId && !caller.scopes.includes('operator')) throw jobNotFound(jobId)
    return found
  }

  return [
    endpoint({
      method: 'GET',
      path: '/jobs/:job_id',
      operationId: 'getJob',
      summary: 'How a job fares',
      description:
        'For the key that made it, or one of its organisation with the scope operator; nobody else learns that it exists.',
      auth: 'key',
      params: { job_id: 'From Location, X-Job-Id or details.job_id.' },
      responses: { 200: { description: 'The job.', schema: Job, example: jobExample } },
      errors: ['JOB_NOT_FOUND'],
      async handler(call) {
        return json(200, (await find(call.params['job_id'] ?? '', callerOf(call))).job)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/jobs/:job_id/result',
      operationId: 'getJobResult',
      summary: 'What came of a job',
      description: 'What the call that made the job would have answered: its body, or the error it was refused with.',
      auth: 'key',
      params: { job_id: 'As above.' },
      responses: {
        200: {
          description: 'The result, in the shape of the operation that made the job.',
          schema: t.Union([
            GenerateResponse,
            SystemTreeResponse,
            ComparisonResponse,
            ScanResponse,
            t.Record(t.String(), t.Unknown()),
          ]),
          example: scanExample,
          headers: {
            'X-Scan-Id': 'Of a scan: which.',
            Link: 'Of a scan: its full report, rel="describedby".',
            ...reviewHeaders,
          },
        },
      },
      errors: ['JOB_NOT_FOUND', 'STATE_CONFLICT', 'JOB_FAILED'],
      async handler(call) {
        const jobId = call.params['job_id'] ?? ''
        const { job, error, name } = await find(jobId, callerOf(call))
        if (job.state === 'failed') throw error ? fromStoredError(error) : jobFailed(jobId)
        if (job.state !== 'succeeded') throw jobNotDone(jobId, job.state)
        const isOfTask = await read((sql) => isReleasedOfTask(sql, job.job_id))
        const answer = await present[name as JobName](job.job_id)
        // A tree is stored as it was digested; what other rooms keep of a task has lost its secrets already.
        return isOfTask && name === generateTree.name ? secretless(answer) : answer
      },
    }),
    endpoint({
      method: 'POST',
      path: '/jobs/:job_id/cancel',
      operationId: 'cancelJob',
      summary: 'Call a job off',
      description: 'A queued job is taken out, a running one is told to stop. Nothing of it is kept.',
      auth: 'key',
      params: { job_id: 'As above.' },
      responses: {
        200: {
          description: 'The job, canceled.',
          schema: Job,
          example: { ...jobExample, state: 'canceled', result_url: null },
        },
      },
      errors: ['JOB_NOT_FOUND', 'STATE_CONFLICT'],
      async handler(call) {
        const jobId = call.params['job_id'] ?? ''
        const caller = callerOf(call)
        const { job, envelope, name } = await find(jobId, caller)
        if (job.state === 'canceled') return json(200, job)
        const isCanceled =
          job.state !== 'succeeded' && job.state !== 'failed' && (await cancelJob(call, name, job.job_id, envelope))
        const now = (await find(jobId, caller)).job
        if (!isCanceled && now.state !== 'canceled') throw jobAlreadyEnded(jobId, now.state)
        return json(200, now)
      },
    }),
  ]
}

/** A tree's answer as a task may tell it, which was released before. */
const secretless = ({ raw, headers: _, ...answer }: Answer): Answer => ({
  ...answer,
  ...(typeof raw?.content === 'string'
    ? { raw: { ...raw, content: JSON.stringify(withoutSecrets(JSON.parse(raw.content)).value) } }
    : {}),
})

function fromOutcome(row: OutcomeRow): Found {
  // Written by the runner or the desk as a StoredError, and by nobody else.
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
  failed: 'failed',
  cancelled: 'canceled',
} as const

/** A job without an outcome: it waits, it runs, or the queue itself has given it up. */
function fromQueue(row: QueuedJob): Found {
  // Every job in our queues was sent by the desk, which wraps it so.
  const envelope = row.data as Envelope
  const state = queueStates[row.state]
  return {
    name: row.name,
    error: null,
    envelope,
    job: {
      job_id: row.id,
      kind: row.name,
      state,
      progress: row.done !== null && row.total !== null ? { done: row.done, total: row.total } : null,
      created_at: envelope.sentAt,
      started_at: row.started_on?.toISOString() ?? null,
      finished_at: null,
      result_url: null,
      error: state === 'failed' ? storedError(jobFailed(row.id)) : null,
    },
  }
}
