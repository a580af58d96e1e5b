/** The peers' waiting: an API process hears on a channel of its own that a job has ended, as ours does. */
import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/client'
import type { Envelope } from '#shared/jobs/envelope'
import type { Sealer } from '#shared/kernel/sealer'
import type { QueueClient } from '#shared/queue/client'
import { readAnnouncement, replyChannel } from '#shared/queue/completions'

export type PeerJob = { id: string; envelope: Envelope }
/** Sends one job. Returns once the store has it. */
export type Send = (job: PeerJob) => Promise<unknown>

/** A client that can only wait: what stands behind it is the peer's own queue. */
export async function openPeerClient(sql: Sql, sealer: Sealer, send: Send): Promise<QueueClient> {
  const channel = replyChannel(randomUUID())
  const waiting = new Map<string, (reply: string | undefined) => void>()
  await sql.listen(channel, (payload) => {
    for (const { jobId, ending } of readAnnouncement(payload, sealer)) {
      waiting.get(jobId)?.(ending?.reply)
      waiting.delete(jobId)
    }
  })
  return waitOnlyClient(async (jobId, envelope, waitMs) => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    waiting.set(jobId, resolve)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      resolve(undefined)
    }, waitMs)
    try {
      await send({ id: jobId, envelope: { ...envelope, replyTo: channel } })
      const reply = await promise
      return isLate ? 'late' : { reply }
    } finally {
      clearTimeout(timer)
      waiting.delete(jobId)
    }
  })
}

/** A client made of one function: what a job was told to answer, or that it came too late. */
export function waitOnlyClient(
  ask: (jobId: string, envelope: Envelope, waitMs: number) => Promise<{ reply: string | undefined } | 'late'>,
): QueueClient {
  const refuse = () => Promise.reject(new Error('a peer can only be asked'))
  return {
    async enqueueAndWait(_contract, payload, { requestId, orgId, keyId, waitMs }) {
      const jobId = randomUUID()
      const answer = await ask(jobId, { payload, requestId, orgId, keyId, sentAt: new Date().toISOString() }, waitMs)
      return answer === 'late' ? { jobId, state: 'pending' } : { jobId, state: 'succeeded', reply: answer.reply }
    },
    enqueue: refuse,
    sendBatch: refuse,
    close: () => Promise.resolve(),
  }
}
