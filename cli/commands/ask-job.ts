/** Asks for work and waits for what comes of it, however long the service itself lets a call wait. */
import type { Client, ServiceReply } from '#cli/commands/client'
import { isUnreachable, unreachable } from '#cli/terminal/exit'
import type { Job } from '#shared/contracts/jobs'

const askSeconds = 50
const lookEveryMs = 1000

type Work = {
  body: unknown
  headers?: Record<string, string>
  /** Of seconds, in all. */
  patience: number
  /** What it is, for messages: scan. */
  thing: string
}

/**
 * The answer as the call itself would have given it.
 * @throws Unreachable what it was refused with; NOT_YET when patience ends, and the job goes on.
 */
export async function askJob(client: Client, what: string, work: Work): Promise<ServiceReply> {
  const { body, headers = {}, patience, thing } = work
  const deadline = Date.now() + patience * 1000
  // Whole seconds are what the preference is written in; what is left of them is waited for by asking.
  const prefer = `wait=${Math.min(askSeconds, Math.floor(patience))}`
  const asked = await client.call(what, { body, headers: { ...headers, prefer } })
  if (asked.status !== 202) return asked
  const { job_id: jobId } = asked.body as { job_id: string }
  for (;;) {
    const { state } = (await client.call(`GET /jobs/${jobId}`)).body as Job
    // A refusal is answered as the call itself would have been.
    if (state === 'succeeded' || state === 'failed') return client.call(`GET /jobs/${jobId}/result`)
    if (state === 'canceled') throw unreachable(`the ${thing} was ${state}`, 'CANCELED')
    if (Date.now() > deadline)
      throw unreachable(`no ${thing} in ${patience} s; job ${jobId} is ${state} and goes on`, 'NOT_YET')
    await Bun.sleep(Math.min(lookEveryMs, Math.max(0, deadline - Date.now()) + 1))
  }
}

/** What may pass by itself; under its Idempotency-Key asking again makes nothing twice. */
const passing = ['', 'STORE_UNAVAILABLE', 'OVERLOADED', 'OUTCOME_UNKNOWN']
const pausesMs = [500, 2000]

/**
 * Asks again, twice, where that may help.
 * @param ask reads, or says its Idempotency-Key.
 */
export async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await ask()
    } catch (error) {
      if (!isUnreachable(error) || !passing.includes(error.code)) throw error
    }
    await Bun.sleep(pauseMs)
  }
  return ask()
}
