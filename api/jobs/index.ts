/** Jobs, whatever their type: how one fares, what came of it, and calling it off. */
import { Type as t } from '@sinclair/typebox'
import type { AppContext } from '#api/http/context'
import { type Answer, type Call, type Endpoint, endpoint, json, type Mount } from '#api/http/endpoint'
import { runPresenter } from '#api/http/job-call'
import { verbContext } from '#api/http/verb-context'
import { scanExample, scanPresenter } from '#api/scans/scan'
import { treePresenter } from '#api/traces/generate'
import { isReleasedOfTask } from '#shared/agents/released'
import { Job } from '#shared/contracts/jobs'
import { ScanResponse } from '#shared/contracts/scans'
import { ComparisonResponse, GenerateResponse, SystemTreeResponse } from '#shared/contracts/trees'
import { generateTree } from '#shared/jobs/generate-tree'
import type { JobName } from '#shared/jobs/index'
import { fromStoredError } from '#shared/kernel/errors'
import { jobFailed, jobNotDone } from '#shared/kernel/errors/jobs'
import { withoutSecrets } from '#shared/kernel/secrets'
import { requireJob } from '#shared/queue/find-job'
import { cancelJob } from '#shared/tasks/cancel-task'
import { reviewHeaders } from '#shared/routes/headers'

/** One line per job type: what a client gets who fetches a finished job's result. */
const presenters = (room: AppContext): Record<JobName, (jobId: string) => Promise<Answer>> => ({
  'generate-tree': treePresenter(room),
  'run-task': runPresenter(room),
  'scan-page': scanPresenter(room),
})

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

export function mountJobs(room: AppContext): Mount {
  return { name: 'jobs', basePath: '', endpoints: jobEndpoints(room), limit: 'jobs' }
}

function jobEndpoints(room: AppContext): Endpoint[] {
  const present = presenters(room)
  const find = (call: Call) => requireJob(verbContext(room, call, undefined), call.params['job_id'] ?? '')

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
        return json(200, (await find(call)).job)
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
        const { job, error, name } = await find(call)
        if (job.state === 'failed') throw error ? fromStoredError(error) : jobFailed(jobId)
        if (job.state !== 'succeeded') throw jobNotDone(jobId, job.state)
        const isOfTask = await room.read((sql) => isReleasedOfTask(sql, job.job_id))
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
        return json(200, await cancelJob(verbContext(room, call, undefined), call.params['job_id'] ?? ''))
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
