/** That jobs came to nothing, failed or canceled: what their nodes say, and how long rows are asked for that say how. */
import type { OutcomeToStore } from '#db/queries/jobs'
import type { CausedNode } from '#db/queries/nodes'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'

/** How a job ended is kept so many days at least. */
export const outcomesKeptDays = 30

/** Within so many the row of one that came to nothing is missed: a day less, so that whoever erases is never taken for somebody who takes away. */
export const endsMissedDays = outcomesKeptDays - 1

/** What says so of itself. A job that is not what was ordered, whose it is said to be, has its violation. */
export const failureNode = (signer: Signer, outcome: OutcomeToStore, code: string): CausedNode => {
  const { job, attempt } = outcome
  const said = { ...saidOf(outcome), kind: 'job.failed', result: { job, state: 'failed', code, attempt } } as const
  return { cause: outcome.job_id, node: nodeOfKind(signer, said) }
}

export const cancellationNode = (signer: Signer, outcome: OutcomeToStore): CausedNode => {
  const { job, attempt } = outcome
  const said = { ...saidOf(outcome), kind: 'job.canceled', result: { job, state: 'canceled', attempt } } as const
  return { cause: outcome.job_id, node: nodeOfKind(signer, said) }
}

const saidOf = ({ job_id: id, job, org_id: orgId, key_id, request_id: trace, finished_at }: OutcomeToStore) => ({
  ...{ id, orgId, agent: `assay-${job}`, at: new Date(finished_at) },
  request: { key_id, trace },
})
