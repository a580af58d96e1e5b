/** Asks the constitution whether a connection may be made, changed or deleted. */
import type { Writer } from '#db/client'
import { isClearAllowed, placeOf } from '#shared/connections/places'
import type { ConnectionKind } from '#shared/contracts/connections'
import type { GovernanceRecord } from '#shared/contracts/decision'
import { requestOf } from '#shared/evidence/actor'
import type { Signer } from '#shared/evidence/signing'
import type { VerbContext } from '#shared/evidence/verb-context'
import { denied } from '#shared/governance/denial'
import type { Governance } from '#shared/governance/governance'
import type { Config } from '#shared/kernel/config'
import type { RotatingSeal } from '#shared/kernel/encryption'
import type { SendBatch } from '#shared/queue/send'

export const connectionAgent = 'assay-api'

/** What the verbs of connections work with. */
export type ConnectionContext = VerbContext<{
  signer: Signer
  governance: Pick<Governance, 'decide'>
  sendBatch: SendBatch
  forJobs: { seal: RotatingSeal }
  limits: Pick<Config, 'adapterAllow' | 'connections'>
}>

/** @throws GOVERNANCE_DENIED with a node */
export async function permitConnection(
  { actor, tools }: ConnectionContext,
  writer: Writer,
  action: 'connection.create' | 'connection.change' | 'connection.delete',
  { id, kind, config }: { id: string; kind: ConnectionKind; config: unknown },
): Promise<GovernanceRecord> {
  const place = placeOf(kind, config)
  const record = tools.governance.decide(action, 'pre', {
    connection_kind: kind,
    is_encrypted: place?.isEncrypted ?? false,
    is_allowed: place !== undefined && isClearAllowed(place, tools.limits.adapterAllow),
  })
  if (record.decision === 'allow') return record
  throw await denied(writer, tools.signer, {
    orgId: actor.orgId,
    agent: connectionAgent,
    subject: { type: 'connection', id },
    record,
    request: requestOf(actor),
  })
}
