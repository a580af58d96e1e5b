/** Jobs: not there, not done, failed, or nobody there to do them. */
import { ServiceError } from '#shared/kernel/errors'

/** Only for who would wait: what asks not to is taken in. */
export const noWorker = (job: string) =>
  new ServiceError(
    'NO_WORKER',
    `no worker for ${job} is running right now, so nothing was queued; with Prefer: respond-async it is queued anyway`,
    {
      details: { job },
      headers: { 'Retry-After': '5' },
    },
  )

export const resultErased = (jobId: string) =>
  new ServiceError('STATE_CONFLICT', `the result of job ${jobId} has been erased`, { details: { job_id: jobId } })

export const jobNotFound = (jobId: string) =>
  new ServiceError('JOB_NOT_FOUND', `no job ${jobId}`, { details: { job_id: jobId } })

export const jobCanceled = (jobId: string) =>
  new ServiceError('STATE_CONFLICT', `job ${jobId} was canceled`, { details: { job_id: jobId, state: 'canceled' } })

export const jobAlreadyEnded = (jobId: string, state: string) =>
  new ServiceError('STATE_CONFLICT', `job ${jobId} has already ended: ${state}`, { details: { job_id: jobId, state } })

export const jobNotDone = (jobId: string, state: string) =>
  new ServiceError('STATE_CONFLICT', `job ${jobId} is ${state}: it has no result yet`, {
    details: { job_id: jobId, state },
  })

export const jobFailed = (jobId: string) =>
  new ServiceError('JOB_FAILED', `job ${jobId} failed and is not tried again`, { details: { job_id: jobId } })

/** Of one that is not what was ordered: it was not done. */
export const jobTampered = (jobId: string) =>
  new ServiceError('JOB_TAMPERED', `job ${jobId} was not done: what was found in its queue is not what was ordered`, {
    details: { job_id: jobId },
  })

/** Of a later release, and for too long nobody of that was there. */
export const jobUnknown = (jobId: string) =>
  new ServiceError('JOB_FAILED', `job ${jobId} was given up: it comes from a later release than any worker here`, {
    details: { job_id: jobId, reason: 'unknown' },
  })

export const jobTimeout = (jobId: string, waitedMs: number) =>
  new ServiceError('JOB_TIMEOUT', `job ${jobId} is not done after ${waitedMs} ms; it is still running`, {
    details: { job_id: jobId },
    headers: { Location: `/jobs/${jobId}` },
  })
