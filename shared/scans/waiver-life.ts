/** The life of waivers: made and revoked as the constitution allows, each with the node that says so, both or neither. */
import type { Reader, Writer } from '#db/client'
import { streamHead } from '#db/queries/log'
import {
  findWaiver,
  insertWaiver,
  lockWaiver,
  revokeWaiver,
  type WaiverRow,
  type WaiverToStore,
} from '#db/queries/scans'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import { type Actor, requestOf } from '#shared/evidence/actor'
import { following, makeNode } from '#shared/evidence/node'
import type { Signer } from '#shared/evidence/signing'
import { denied } from '#shared/governance/denial'
import type { Governance } from '#shared/governance/governance'
import { versions } from '#shared/kernel/version'

type Tools = {
  read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>
  writer: Writer
  signer: Signer
  governance: Pick<Governance, 'decide'>
}
type Asked = Pick<WaiverRow, 'waiver_id' | 'fingerprint' | 'type' | 'url' | 'reason'> & {
  expires_at: Date | string | null
}

/** The waiver, also when it was made before. @throws GOVERNANCE_DENIED with a node */
export async function makeWaiver(tools: Tools, waiver: WaiverToStore, by: Actor): Promise<WaiverRow> {
  const { org_id: orgId } = waiver
  const governance = await permit(tools, 'waiver.create', waiver, { orgId, by })
  const node = makeNode(
    {
      ...aboutOf(waiver),
      kind: 'waiver.created',
      timestamp: new Date().toISOString(),
      result: { state: 'in_force', ...factsOf(waiver, orgId) },
      governance,
      request: requestOf(by),
    },
    orgId,
    tools.signer,
    versions.api,
  )
  return tools.writer.begin((tx) => insertWaiver(tx, waiver, node))
}

/** The waiver, also when it was revoked before; undefined where the organisation has none such. @throws GOVERNANCE_DENIED with a node */
export async function endWaiver(
  tools: Tools,
  { orgId, waiverId, by }: { orgId: string; waiverId: string; by: Actor },
): Promise<WaiverRow | undefined> {
  const found = await tools.read((sql) => findWaiver(sql, orgId, waiverId))
  if (!found || found.revoked_at) return found
  const governance = await permit(tools, 'waiver.revoke', found, { orgId, by })
  return tools.writer.begin(async (tx) => {
    const row = await lockWaiver(tx, orgId, waiverId)
    if (!row || row.revoked_at) return row
    const about = aboutOf(row)
    const last = await streamHead(tx, about.stream)
    const { timestamp = '' }: Partial<NodeBody> = last ? JSON.parse(last.body) : {}
    const place = last ? following({ ...last, timestamp }, new Date()) : { timestamp: new Date().toISOString() }
    const node = makeNode(
      {
        ...about,
        ...place,
        kind: 'waiver.revoked',
        result: { state: 'revoked', ...factsOf(row, orgId) },
        governance,
        request: requestOf(by),
      },
      orgId,
      tools.signer,
      versions.api,
    )
    return revokeWaiver(tx, waiverId, node)
  })
}

async function permit(
  { writer, signer, governance }: Tools,
  action: 'waiver.create' | 'waiver.revoke',
  waiver: Asked,
  { orgId, by }: { orgId: string; by: Actor },
): Promise<GovernanceRecord> {
  const record = governance.decide(action, 'pre', {
    is_of_rule: waiver.fingerprint === null,
    has_url: waiver.url !== null,
    is_expiring: waiver.expires_at !== null,
  })
  if (record.decision === 'allow') return record
  const { agent, subject } = aboutOf(waiver)
  throw await denied(writer, signer, { orgId, agent, subject, record, request: requestOf(by) })
}

const aboutOf = ({ waiver_id: id }: Pick<WaiverRow, 'waiver_id'>) => ({
  stream: `waiver:${id}`,
  agent: 'assay-api',
  subject: { type: 'waiver', id },
})

/** What its node says of a waiver, and verification holds its row to. */
const factsOf = ({ fingerprint, type, url, reason, expires_at }: Asked, orgId: string) => ({
  org: orgId,
  fingerprint: fingerprint ?? '',
  type: type ?? '',
  url: url ?? '',
  reason,
  expires_at: expires_at === null ? '' : new Date(expires_at).toISOString(),
})
