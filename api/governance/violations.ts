/** Violations: listed, looked at, and moved by hand. */

import type { Static } from '@sinclair/typebox'
import { visibleTo } from '#api/evidence/nodes'
import type { AppContext } from '#api/http/context'
import { bind, type Call, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { findViolation, type ViolationRow } from '#db/queries/governance'
import { listViolations } from '#db/queries/violation-lists'
import { readTier } from '#shared/contracts/decision'
import type { Violation } from '#shared/contracts/governance'
import { scopesHeldTo } from '#shared/contracts/scopes'
import { requireThere } from '#shared/evidence/missing-rows'
import { requireSaidCounts } from '#shared/evidence/said-counts'
import { requireProvenViolations } from '#shared/evidence/sealed/violations'
import { settleViolation, type ViolationStep } from '#shared/governance/life'
import { violationNotFound } from '#shared/kernel/errors/governance'
import { violationRoutes } from '#shared/routes/violations'

export const violationEndpoints = (room: AppContext): Endpoint[] => [
  bind(violationRoutes.listViolations, async (call) => {
    const { min_tier: minTier, status, article, agent, limit, offset } = call.query
    const filter = { orgIds: visibleTo(call), minTier, statuses: status.split(','), article, agent }
    const { total, rows } = await room.read((sql) => listViolations(sql, filter, { limit, offset }))
    requireProvenViolations(room.signer, rows)
    await room.read((sql) => requireSaidCounts(sql, rows))
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
    const row = await requireThereFor(visibleTo(call), id, room)
    if (!row) throw violationNotFound(id)
    requireProvenViolations(room.signer, [row])
    await room.read((sql) => requireSaidCounts(sql, [row]))
    return { ...json(200, presentViolation(row)), nodeId: row.head }
  }),
  bind(violationRoutes.acknowledgeViolation, (call) =>
    moved(room, call, { to: 'acknowledged', reason: call.body.reason }),
  ),
  bind(violationRoutes.waiveViolation, (call) => moved(room, call, { to: 'waived', ...call.body })),
  bind(violationRoutes.resolveViolation, (call) => moved(room, call, { to: 'resolved', reason: call.body.reason })),
]

async function moved(room: AppContext, call: Call<unknown, unknown, { id: string }>, step: ViolationStep) {
  const row = await settleViolation(verbContext(room, call, 'B'), { id: call.params.id, step })
  return { ...json(200, presentViolation(row)), nodeId: row.head }
}

/** One of these organisations'; where it is gone, and a node of theirs says that there was one, nothing is answered. */
async function requireThereFor(orgIds: string[], id: string, { read }: AppContext): Promise<ViolationRow | undefined> {
  for (const orgId of orgIds) {
    const find = () => read((sql) => findViolation(sql, id, orgIds))
    const row = await requireThere(read, { table: 'violations', orgId, streams: [`violation:${id}`], find })
    if (row) return row
  }
  return undefined
}

export function presentViolation({
  org_id: _o,
  version: _v,
  passes: _p,
  waived_until: _u,
  head: node,
  changed_in: _c,
  seal: _s,
  counted_seal: _cs,
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
