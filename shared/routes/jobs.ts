/** Routes of jobs, whatever their type. */
import { Type as t } from '@sinclair/typebox'
import { BriefingAnswer, BriefingReplay, MeetingAnswer, SignalsAnswer } from '#shared/contracts/briefings'
import { CalibrateAnswer } from '#shared/contracts/calibrations'
import { ConnectionTested } from '#shared/contracts/connections'
import { AnalyzeAnswer, DecodeAnswer } from '#shared/contracts/content'
import { DesignVerdict } from '#shared/contracts/designs'
import { Job } from '#shared/contracts/jobs'
import { ScanResponse } from '#shared/contracts/scans'
import { ComparisonResponse, GenerateResponse, SystemTreeResponse } from '#shared/contracts/trees'
import { scanExample } from '#shared/routes/examples/scans'
import { reviewHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

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

export const jobRoutes = {
  getJob: route({
    method: 'GET',
    path: '/jobs/:job_id',
    operationId: 'getJob',
    summary: 'How a job fares',
    description:
      'For the key that made it, or one of its organisation with the scope operator; nobody else learns that it exists.',
    auth: 'key',
    params: { job_id: 'From Location, X-Job-Id or details.job_id.' },
    answers: { 200: { description: 'The job.', schema: Job, example: jobExample } },
    errors: ['JOB_NOT_FOUND'],
  }),
  getJobResult: route({
    method: 'GET',
    path: '/jobs/:job_id/result',
    operationId: 'getJobResult',
    summary: 'What came of a job',
    description: 'What the call that made the job would have answered: its body, or the error it was refused with.',
    auth: 'key',
    params: { job_id: 'As above.' },
    answers: {
      200: {
        description: 'The result, in the shape of the operation that made the job.',
        schema: t.Union([
          GenerateResponse,
          SystemTreeResponse,
          ComparisonResponse,
          ScanResponse,
          DesignVerdict,
          DecodeAnswer,
          AnalyzeAnswer,
          CalibrateAnswer,
          ConnectionTested,
          BriefingAnswer,
          SignalsAnswer,
          MeetingAnswer,
          BriefingReplay,
          t.Record(t.String(), t.Unknown()),
        ]),
        example: scanExample,
        headers: {
          'X-Scan-Id': 'Of a scan: which.',
          'X-Verification-Id': 'Of a design verification: which.',
          'X-Baseline-State': 'Of a design verification: what has become of its snapshot.',
          Link: 'Of a scan or a design verification: its full report, rel="describedby".',
          ...reviewHeaders,
        },
      },
    },
    errors: ['JOB_NOT_FOUND', 'STATE_CONFLICT', 'JOB_FAILED'],
  }),
  cancelJob: route({
    method: 'POST',
    path: '/jobs/:job_id/cancel',
    operationId: 'cancelJob',
    summary: 'Call a job off',
    description: 'A queued job is taken out, a running one is told to stop. Nothing of it is kept.',
    auth: 'key',
    params: { job_id: 'As above.' },
    answers: {
      200: {
        description: 'The job, canceled.',
        schema: Job,
        example: { ...jobExample, state: 'canceled', result_url: null },
      },
    },
    errors: ['JOB_NOT_FOUND', 'STATE_CONFLICT'],
  }),
}
