/** The life of waivers: made and revoked as the constitution allows, each with the node that says so, both or neither. */
import type { Writer } from '#db/client'
import { streamHead } from '#db/queries/log'
import { findWaiver, insertWaiver, lockWaiver, revokeWaiver, type WaiverRow } from '#db/queries/scans'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import type { WaiverRequest } from '#shared/contracts/scans'
import { requestOf } from '#shared/evidence/actor'
import { following, makeNode } from '#shared/evidence/node'
import type { Signer } from '#shared/evidence/signing'
import { newIdFor, type VerbContext } from '#shared/evidence/verb-context'
import { denied } from '#shared/governance/denial'
import type { Governance } from '#shared/governance/governance'
import type { Issue } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'
import { waiverNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'
import { versions } from '#shared/kernel/version'

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
  const node = makeNode(
    {
      ...aboutOf(waiver),
      kind: 'waiver.created',
      timestamp: new Date().toISOString(),
      result: { state: 'in_force', ...factsOf(waiver, actor.orgId) },
      governance,
      request: requestOf(actor),
    },
    actor.orgId,
    tools.signer,
    versions.api,
  )
  return writer.begin((tx) => insertWaiver(tx, { ...waiver, org_id: actor.orgId, created_by: actor.keyId }, node))
}

/** The waiver, also when it was revoked before. @throws WAIVER_NOT_FOUND, GOVERNANCE_DENIED with a node */
export async function endWaiver(ctx: VerbContext<Tools>, waiverId: string): Promise<WaiverRow> {
  const { actor, tools } = ctx
  const { orgId } = actor
  const found = isUuid(waiverId) ? await ctx.read((sql) => findWaiver(sql, orgId, waiverId)) : undefined
  if (!found) throw waiverNotFound(waiverId)
  if (found.revoked_at) return found
  const writer = ctx.writing({ kind: 'waiver', id: waiverId })
  const governance = await permit(ctx, writer, 'waiver.revoke', found)
  const ended = await writer.begin(async (tx) => {
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
        request: requestOf(actor),
      },
      orgId,
      tools.signer,
      versions.api,
    )
    return revokeWaiver(tx, waiverId, node)
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
  const { agent, subject } = aboutOf(waiver)
  const request = requestOf(actor)
  throw await denied(writer, tools.signer, { orgId: actor.orgId, agent, subject, record, request })
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
    issues.push({ path: '/url', message: 'goes with a type only', expected: 'no url beside a fingerprint' })
  if (expires_at !== null && Date.parse(expires_at) <= Date.now())
    issues.push({ path: '/expiresAt', message: 'has passed', expected: 'a time to come' })
  return issues
}
