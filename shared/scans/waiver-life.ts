/** The life of waivers: made and revoked as the constitution allows, each with the node that says so, both or neither. */
import type { Writer } from '#db/client'
import { streamHead } from '#db/queries/log'
import { findWaiver, insertWaiver, lockWaiver, revokeWaiver, type WaiverRow } from '#db/queries/scans'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { WaiverRequest } from '#shared/contracts/scans'
import { requestOf } from '#shared/evidence/actor'
import { headOfRow } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { requireWaivers, sealedWaivers } from '#shared/evidence/sealed/waivers'
import { sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { newIdFor, type VerbContext } from '#shared/evidence/verb-context'
import { denied } from '#shared/governance/denial'
import type { Governance } from '#shared/governance/governance'
import type { Issue } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'
import { waiverNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'

const agent = 'assay-api'

type Tools = { signer: Signer; governance: Pick<Governance, 'decide'> }
type Asked = Pick<WaiverRow, 'waiver_id' | 'fingerprint' | 'type' | 'url' | 'reason'> & {
  expires_at: Date | string | null
}

/** The waiver, also when the same request made it before. @throws INVALID_REQUEST, GOVERNANCE_DENIED with a node */
export async function makeWaiver(ctx: VerbContext<Tools>, request: WaiverRequest): Promise<WaiverRow> {
  const { actor, tools } = ctx
  const { fingerprint = null, type = null, url = null, reason, expiresAt } = request
  // As exact as its node and its row have it.
  const expires_at = expiresAt === undefined ? null : new Date(expiresAt).toISOString()
  const issues = faultsOf({ fingerprint, type, url, expires_at })
  if (issues.length > 0) throw invalidRequest(issues)
  const waiver_id = newIdFor(actor, 'waiver')
  const waiver = { waiver_id, fingerprint, type, url, reason, expires_at }
  const writer = ctx.writing({ kind: 'waiver', id: waiver_id })
  const governance = await permit(ctx, writer, 'waiver.create', waiver)
  const at = new Date()
  const stored = {
    ...{ ...waiver, expires_at: expires_at === null ? null : new Date(expires_at) },
    ...{ org_id: actor.orgId, created_by: actor.keyId, created_at: at, revoked_at: null },
  }
  const node = nodeOfKind(tools.signer, {
    kind: 'waiver.created',
    id: waiver_id,
    orgId: actor.orgId,
    agent,
    at,
    result: { state: 'in_force', ...factsOf(stored) },
    governance,
    request: requestOf(actor),
  })
  const seal = sealOf(tools.signer, sealedWaivers, { ...stored, head: node.id, version: 0 })
  const row = await writer.begin((tx) => insertWaiver(tx, { ...stored, seal }, node))
  requireWaivers(tools.signer, [row])
  return row
}

/** The waiver, also when it was revoked before. @throws WAIVER_NOT_FOUND, GOVERNANCE_DENIED with a node */
export async function endWaiver(ctx: VerbContext<Tools>, waiverId: string): Promise<WaiverRow> {
  const { actor, tools } = ctx
  const { orgId } = actor
  const found = isUuid(waiverId) ? await ctx.read((sql) => findWaiver(sql, orgId, waiverId)) : undefined
  if (!found) throw waiverNotFound(waiverId)
  requireWaivers(tools.signer, [found])
  if (found.revoked_at) return found
  const writer = ctx.writing({ kind: 'waiver', id: waiverId })
  const governance = await permit(ctx, writer, 'waiver.revoke', found)
  const ended = await writer.begin(async (tx) => {
    const row = await lockWaiver(tx, orgId, waiverId)
    if (!row || row.revoked_at) return row
    requireWaivers(tools.signer, [row])
    const last = await streamHead(tx, `waiver:${waiverId}`)
    const at = new Date()
    const revoked = { ...row, revoked_at: at }
    const node = nodeOfKind(tools.signer, {
      kind: 'waiver.revoked',
      id: waiverId,
      orgId,
      agent,
      at,
      after: last && headOfRow(last),
      result: { state: 'revoked', ...factsOf(revoked) },
      governance,
      request: requestOf(actor),
    })
    const seal = sealOf(tools.signer, sealedWaivers, { ...revoked, head: node.id, version: node.body.pos })
    return revokeWaiver(tx, waiverId, { node, at, seal })
  })
  if (!ended) throw waiverNotFound(waiverId)
  return ended
}

async function permit(
  { actor, tools }: VerbContext<Tools>,
  writer: Writer,
  action: 'waiver.create' | 'waiver.revoke',
  waiver: Asked,
): Promise<GovernanceRecord> {
  const record = tools.governance.decide(action, 'pre', {
    is_of_rule: waiver.fingerprint === null,
    has_url: waiver.url !== null,
    is_expiring: waiver.expires_at !== null,
  })
  if (record.decision === 'allow') return record
  const subject = { type: 'waiver', id: waiver.waiver_id }
  const request = requestOf(actor)
  throw await denied(writer, tools.signer, { orgId: actor.orgId, agent, subject, record, request })
}

/** What its node says of a waiver, and verification holds its row to. */
const factsOf = (waiver: Omit<WaiverRow, 'head' | 'version' | 'seal' | 'is_overtaken'>) => ({
  org: waiver.org_id,
  fingerprint: waiver.fingerprint ?? '',
  type: waiver.type ?? '',
  url: waiver.url ?? '',
  reason: waiver.reason,
  expires_at: waiver.expires_at?.toISOString() ?? '',
  created_at: waiver.created_at.toISOString(),
  created_by: waiver.created_by,
  revoked_at: waiver.revoked_at?.toISOString() ?? '',
})

type Terms = Pick<Asked, 'fingerprint' | 'type' | 'url'> & { expires_at: string | null }

function faultsOf({ fingerprint, type, url, expires_at }: Terms): Issue[] {
  const issues: Issue[] = []
  if ((fingerprint === null) === (type === null))
    issues.push({
      path: '',
      message: type === null ? 'names neither a fingerprint nor a type' : 'names both a fingerprint and a type',
      expected: 'exactly one of fingerprint and type',
    })
  if (fingerprint !== null && url !== null)
    issues.push({ path: '/url', message: 'is for a type only', expected: 'no url beside a fingerprint' })
  if (expires_at !== null && Date.parse(expires_at) <= Date.now())
    issues.push({ path: '/expiresAt', message: 'has passed', expected: 'a time to come' })
  return issues
}
