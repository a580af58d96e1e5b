/** Whether a job is what was ordered: by a process of ours, under this id, in this queue, for whom and within what it says. */
import type { Envelope } from '#shared/jobs/envelope'
import { canonicalJson } from '#shared/kernel/canonical'
import { asksForSeals, type Sealer } from '#shared/kernel/sealer'

/**
 * All that a job does and for whom. How often it is tried and when is left out: whatever that is, the same is done, and its
 * outcome is written once.
 */
const textOf = (queue: string, jobId: string, ordered: Envelope): string => {
  const { payload, version = 1, requestId, orgId, keyId, task = null, replyTo = null, sentAt } = ordered
  return canonicalJson([queue, jobId, version, requestId, orgId, keyId, replyTo, sentAt, task, payload])
}

const sealOfOrder = ({ kid, seal }: Sealer, queue: string, jobId: string, ordered: Envelope): string =>
  `${kid}.${Buffer.from(seal('job', textOf(queue, jobId, ordered))).toString('base64url')}`

/** What is put into the queue. */
export const sealedOrder = (sealer: Sealer, queue: string, jobId: string, ordered: Envelope): Envelope => ({
  ...ordered,
  seal: sealOfOrder(sealer, queue, jobId, ordered),
})

/**
 * Why a job is none that was ordered; undefined where it is one. What has no seal of this key was sent by an earlier release, or
 * under an earlier key, as long as such are let through.
 */
export function orderFault(sealer: Sealer, queue: string, jobId: string, found: Envelope): string | undefined {
  const { seal } = found
  const isOwn = typeof seal === 'string' && seal.startsWith(`${sealer.kid}.`)
  if (!isOwn) return asksForSeals(sealer) ? 'it has no seal of this service' : undefined
  return isSameOrder(sealer, queue, jobId, found, seal) ? undefined : 'it is not what was sealed'
}

/** What was never ordered need not even be JSON that can be written again. */
function isSameOrder(sealer: Sealer, queue: string, jobId: string, found: Envelope, seal: string): boolean {
  try {
    return sealOfOrder(sealer, queue, jobId, found) === seal
  } catch {
    return false
  }
}
