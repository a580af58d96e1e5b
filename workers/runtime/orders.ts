/** Whether jobs are what was ordered, as the runtime asks it, and who hears of those that are not. */
import type { Tx } from '#db/client'
import type { Envelope } from '#shared/jobs/envelope'

/** A job that is not done, and why. */
export type Tampered = { id: string; why: string }

export type Orders = {
  /** Why it is none that was ordered under this id in this queue; undefined where it is one. */
  fault: (queue: string, jobId: string, found: Envelope) => string | undefined
  /** In the transaction that ends them. */
  report: (tx: Tx, queue: string, jobs: readonly Tampered[]) => Promise<void>
}
