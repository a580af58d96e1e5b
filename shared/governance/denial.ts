/** Refusals by the constitution, noted as evidence. */
import { randomUUID } from 'node:crypto'
import type { Writer } from '#db/client'
import { appendNodes } from '#db/queries/nodes'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'
import type { ServiceError } from '#shared/kernel/errors'
import { governanceDenied } from '#shared/kernel/errors/governance'

type Denied = {
  orgId: string
  /** Who was to act. */
  agent: string
  subject: NodeBody['subject']
  record: GovernanceRecord
  /** What forbids it, where it is not the decision itself. */
  because?: { articles: string[]; tier: string; violation: string } | undefined
  facts?: Record<string, string>
  request: NodeBody['request']
}

/** Writes the governance.denied node; gives the error that the refusal is told by. */
export async function denied(
  writer: Writer,
  signer: Signer,
  { orgId, agent, subject, record, because, facts, request }: Denied,
): Promise<ServiceError> {
  const { articles, tier } = because ?? record
  const node = nodeOfKind(signer, {
    kind: 'governance.denied',
    id: randomUUID(),
    orgId,
    agent,
    at: new Date(),
    subject,
    result: { action: record.action, ...facts, ...(because ? { violation: because.violation } : {}) },
    governance: record,
    request,
  })
  await writer.begin((tx) => appendNodes(tx, [node]))
  const message = `the constitution forbids ${record.action} of ${subject.type} ${subject.id}: ${articles.join(', ')}`
  return governanceDenied({ message, articles, tier, node: node.id })
}
