/** That jobs failed: what their nodes say, and how long rows are asked for that say how. */
import type { OutcomeToStore } from '#db/queries/jobs'
import type { CausedNode } from '#db/queries/nodes'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'

/** How a job ended is kept so many days at least. */
export const outcomesKeptDays = 30

/** Within so many the row of a failure is missed: a day less, so that whoever erases is never taken for somebody who takes away. */
export const failuresMissedDays = outcomesKeptDays - 1

/** What says so of itself. A job that is not what was ordered, whose it is said to be, has its violation. */
export const failureNode = (signer: Signer, outcome: OutcomeToStore, code: string): CausedNode => {
  const { job_id: id, job, org_id: orgId, key_id, request_id: trace, attempt, finished_at } = outcome
  return {
    cause: id,
    node: nodeOfKind(signer, {
      kind: 'job.failed',
      id,
      orgId,
      agent: `assay-${job}`,
      at: new Date(finished_at),
      result: { job, state: 'failed', code, attempt },
      request: { key_id, trace },
    }),
  }
}
