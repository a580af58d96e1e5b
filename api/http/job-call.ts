/** A call that looks synchronous: sends the job, waits as long as the caller and the limit say, presents what came of it. */
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#api/http/context'
import { type AcceptedAnswer, type Answer, type Call, callerOf, json, type RawAnswer } from '#api/http/endpoint'
import { applied, type Preference, readPreference } from '#api/http/preference'
import type { Tx } from '#db/client'
import type { JobContract, PayloadOf } from '#shared/jobs/contract'
import type { JobName } from '#shared/jobs/index'
import { readRunReply } from '#shared/jobs/run-task'
import { jobTimeout, noWorker } from '#shared/kernel/errors/jobs'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { writtenBeside } from '#shared/kernel/writing'
import { resultOfJob, whyWithoutResult } from '#shared/queue/results'

type JobCall<C extends JobContract, Shown extends Answer> = {
  contract: C & { name: JobName }
  payload: PayloadOf<C>
  limitMs: number
  /** Two calls with the same id meet the same job. */
  jobId?: string
  /** Presents what the job came to; `reply` is what its room told along, if anything. */
  present: (jobId: string, reply?: string) => Promise<Shown>
  /** Nobody waits for it who does not say so: it is answered with where to come back. */
  isLeft?: boolean
  /** What the job needs to be there, written in its transaction; it may be large. */
  beside?: (tx: Tx) => Promise<unknown>
}

/**
 * @throws JOB_TIMEOUT when the limit passes and the caller stated no preference, NO_WORKER where nobody would begin it till then;
 * what the job was refused with.
 */
export async function callJob<C extends JobContract, Shown extends Answer>(
  call: Call,
  { queue, crews }: Pick<AppContext, 'queue' | 'crews'>,
  { contract, payload, limitMs, jobId, present, beside, isLeft = false }: JobCall<C, Shown>,
): Promise<Shown | AcceptedAnswer> {
  const caller = callerOf(call)
  const preference = readPreference(call.request.headers.get('prefer'))
  const waitMs = preference ? Math.min(limitMs, preference.waitSeconds * 1000) : isLeft ? 0 : limitMs
  const known = jobId ?? (call.idempotency ? uuidFrom(call.idempotency.seed, contract.name) : undefined)
  const id = known ?? randomUUID()
  const sender = { requestId: call.requestId, orgId: caller.orgId, keyId: caller.keyId, jobId: id }
  const made = { ids: { job_id: id }, lookAt: `/jobs/${id}`, isSameAgain: jobId !== undefined }
  const writing = call.writing(made, beside ? 'large' : 'small')
  if (call.idempotency) call.idempotency.isSpent = true
  if (waitMs === 0) {
    await queue.enqueue(contract, payload, { ...sender, writing: beside ? writtenBeside(writing, beside) : writing })
    return accepted(id, contract.name, preference)
  }
  const asked = await queue.enqueueAndWait(contract, payload, {
    ...sender,
    writing,
    isMetAgain: known !== undefined,
    waitMs,
    allow: preference ? undefined : () => needCrew(call, crews, contract.name),
    beside,
    signal: call.request.signal,
  })
  if (asked.state === 'succeeded') {
    const answer = await present(asked.jobId, asked.reply)
    return { ...answer, headers: { 'X-Job-Id': asked.jobId, ...answer.headers, ...applied(preference) } }
  }
  if (preference) return accepted(asked.jobId, contract.name, preference)
  throw jobTimeout(asked.jobId, waitMs)
}

/** @throws NO_WORKER, with nothing made: the call's Idempotency-Key is free. */
export async function needCrew(call: Call, crews: AppContext['crews'], job: JobName): Promise<void> {
  if (await crews.areThere(job)) return
  if (call.idempotency) call.idempotency.isSpent = false
  throw noWorker(job)
}

/** Presents what a run-task job came to: what its room told along, or what the store has of it. */
export function runPresenter({ read, signer }: Pick<AppContext, 'read' | 'signer'>) {
  return async (jobId: string, reply?: string): Promise<RawAnswer> => {
    const content =
      reply === undefined
        ? await read((sql) => resultOfJob(sql, signer, jobId))
        : JSON.stringify(readRunReply(reply).result)
    if (content === undefined) throw await read((sql) => whyWithoutResult(sql, jobId))
    return { status: 200, raw: { content, type: 'application/json; charset=utf-8' } }
  }
}

function accepted(jobId: string, kind: string, preference: Preference | undefined): AcceptedAnswer {
  const statusUrl = `/jobs/${jobId}`
  return json(
    202,
    { job_id: jobId, kind, state: 'queued', status_url: statusUrl },
    { Location: statusUrl, ...applied(preference) },
  )
}
