/** Violations: listed, looked at, and moved by hand. */

import type { Static } from '@sinclair/typebox'
import { visibleTo } from '#api/evidence/nodes'
import type { AppContext } from '#api/http/context'
import { bind, type Call, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { findViolation, type ViolationRow } from '#db/queries/governance'
import { lastFullVerify } from '#db/queries/integrity'
import { listViolations } from '#db/queries/violation-lists'
import { readTier } from '#shared/contracts/decision'
import type { Violation } from '#shared/contracts/governance'
import { scopesHeldTo } from '#shared/contracts/scopes'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { moveByHand, type PersonalMove } from '#shared/governance/life'
import { violationNotFound } from '#shared/kernel/errors/governance'
import { invalidRequest, scopeRequired } from '#shared/kernel/errors/request'
import { violationRoutes } from '#shared/routes/violations'

const yearMs = 366 * 86_400_000

export const violationEndpoints = (room: AppContext): Endpoint[] => [
  bind(violationRoutes.listViolations, async (call) => {
    const { min_tier: minTier, status, article, agent, limit, offset } = call.query
    const filter = { orgIds: visibleTo(call), minTier, statuses: status.split(','), article, agent }
    const { total, rows } = await room.read((sql) => listViolations(sql, filter, { limit, offset }))
    return json(200, {
      violations: rows.map(presentViolation),
      total,
      limit,
      offset,
      min_tier: minTier,
      as_of: new Date().toISOString(),
      constitution: room.governance.inForce()?.hash ?? null,
    })
  }),
  bind(violationRoutes.getViolation, async (call) => {
    const { id } = call.params
    const row = await room.read((sql) => findViolation(sql, id, visibleTo(call)))
    if (!row) throw violationNotFound(id)
    return { ...json(200, presentViolation(row)), nodeId: row.head }
  }),
  bind(violationRoutes.acknowledgeViolation, (call) =>
    moved(room, call, { to: 'acknowledged', reason: call.body.reason }),
  ),
  bind(violationRoutes.waiveViolation, (call) => {
    const until = new Date(call.body.until)
    const aheadMs = until.getTime() - Date.now()
    if (!(aheadMs > 0 && aheadMs <= yearMs))
      throw invalidRequest([
        { path: '/until', message: 'is not in the future', expected: 'a time at most a year ahead' },
      ])
    return moved(room, call, { to: 'waived', reason: call.body.reason, until: until.toISOString() })
  }),
  bind(violationRoutes.resolveViolation, (call) => moved(room, call, { to: 'resolved', reason: call.body.reason })),
]

async function moved(
  { signer, governance, read, config }: AppContext,
  call: Call<unknown, unknown, { id: string }>,
  step: Pick<PersonalMove, 'to' | 'reason'> & { until?: string },
) {
  const { keyId, orgId, scopes } = callerOf(call)
  const { id } = call.params
  const found = await read((sql) => findViolation(sql, id, visibleTo(call)))
  if (found?.org_id === serviceOrg && orgId !== serviceOrg && !scopes.includes('operator'))
    throw scopeRequired('the scope operator')
  const verified = await read((sql) => lastFullVerify(sql))
  const writing = call.writing({ ids: { id }, lookAt: `${config.basePaths.B}/governance/violations/${id}` })
  const row = await writing.begin((tx) =>
    moveByHand(
      tx,
      signer,
      {
        ...step,
        id,
        orgId,
        keyId,
        request: {
          key_id: keyId,
          trace: call.requestId,
          ...(call.idempotency ? { idempotency_key_digest: call.idempotency.keyDigest } : {}),
        },
      },
      verified,
    ),
  )
  await governance.refresh()
  return { ...json(200, presentViolation(row)), nodeId: row.head }
}

/** Nobody sees another organisation's; everybody sees the service's own. */

export function presentViolation({
  org_id: _o,
  version: _v,
  passes: _p,
  waived_until: _u,
  head: node,
  changed_in: _c,
  subject_type: type,
  subject_id: id,
  ...row
}: ViolationRow): Static<typeof Violation> {
  return {
    ...row,
    tier: readTier(row.tier),
    subject: { type, id },
    blocks: scopesHeldTo({ type, id }, row.blocks),
    node,
    due_at: row.due_at?.toISOString() ?? null,
    detected_at: row.detected_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
  }
}
