/** Waivers: findings that an organisation has accepted, for a while or for good. Later scans set them apart. */
import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { listWaivers, type WaiverRow } from '#db/queries/scans'
import type { Waiver } from '#shared/contracts/scans'
import { requireWaivers } from '#shared/evidence/sealed/waivers'
import { waiverRoutes } from '#shared/routes/waivers'
import { endWaiver, makeWaiver } from '#shared/scans/waiver-life'

export function waiversEndpoints(room: AppContext): Endpoint[] {
  const { read } = room
  return [
    bind(waiverRoutes.createWaiver, async (call) => {
      const row = await makeWaiver(verbContext(room, call, 'D'), call.body)
      return { ...json(201, presentWaiver(row)), nodeId: row.head ?? undefined }
    }),
    bind(waiverRoutes.listWaivers, async (call) => {
      const rows = await read((sql) => listWaivers(sql, callerOf(call).orgId, call.query.inForce))
      requireWaivers(room.signer, rows)
      return json(200, { waivers: rows.map(presentWaiver) })
    }),
    bind(waiverRoutes.revokeWaiver, async (call) => {
      const row = await endWaiver(verbContext(room, call, 'D'), call.params.waiverId)
      return { ...json(200, presentWaiver(row)), nodeId: row.head ?? undefined }
    }),
  ]
}

const presentWaiver = (row: WaiverRow): Waiver => ({
  waiverId: row.waiver_id,
  fingerprint: row.fingerprint,
  type: row.type,
  url: row.url,
  reason: row.reason,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
})
