/** What workers hold jobs to: the orders of this service. One that is none of them is a violation of A-22. */
import type { Tx } from '#db/client'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { findingsOf } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import { reportFinding } from '#shared/governance/violations'
import type { Envelope } from '#shared/jobs/envelope'
import { orderFault } from '#shared/jobs/order'

/** "What is executed is what was ordered". */
export const executionArticle = 'A-22'

export const ordersHeldTo = ({ signer, governance }: { signer: Signer; governance: Governance }) => ({
  fault: (queue: string, jobId: string, found: Envelope) => orderFault(signer, queue, jobId, found),
  /** Of whatever somebody has put into a queue, nobody knows for whom: it is the service's. */
  async report(tx: Tx, queue: string, jobs: readonly { id: string; why: string }[]): Promise<void> {
    const [first, ...others] = jobs
    if (!first) return
    const record = governance.decide('job.check', 'continuous', { is_as_ordered: false })
    const about = { orgId: serviceOrg, subject: { type: 'queue', id: queue }, evidence: [] }
    const more = others.length > 0 ? `, and ${others.length} others` : ''
    const message = `job ${first.id} of ${queue} was not done: ${first.why}${more}`
    // Under a constitution of before it is the same violation, by the terms of the release.
    const [finding] = findingsOf(governance.breachesOf(record), { ...about, record })
    await reportFinding(tx, signer, { ...(finding ?? { ...about, article: executionArticle, tier: 'T4' }), message })
  },
})
