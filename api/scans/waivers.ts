/** Waivers: findings that an organisation has accepted, for a while or for good. Later scans set them apart. */
import type { AppContext } from '#api/http/context'
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { listWaivers, type WaiverRow } from '#db/queries/scans'
import { Waiver, WaiverList, WaiverListQuery, WaiverRequest } from '#shared/contracts/scans'
import { endWaiver, makeWaiver } from '#shared/scans/waiver-life'

const example: Waiver = {
  waiverId: 'c0f1f5b4-0f0e-4a51-8a3c-1e7b204b0f3f',
  fingerprint: null,
  type: 'color-contrast',
  url: 'https://example.com/archive/*',
  reason: 'The archive keeps its old design until it is closed.',
  expiresAt: '2027-01-01T00:00:00.000Z',
  createdAt: '2026-05-20T00:00:00.000Z',
  revokedAt: null,
}

export function waiversEndpoints(room: AppContext): Endpoint[] {
  const { read } = room
  return [
    endpoint({
      method: 'POST',
      path: '/api/waivers',
      operationId: 'createWaiver',
      summary: 'Waive a finding, or a whole rule',
      description:
        'Scans from now on list what it covers under waived: it counts neither for the score nor for compliance. ' +
        'Scans that are done stay as they are. The waiver and its reason stay in the evidence for good: no personal data.',
      auth: 'key',
      isGoverned: true,
      body: {
        kind: 'json',
        schema: WaiverRequest,
        example: { type: example.type, url: example.url, reason: example.reason, expiresAt: example.expiresAt },
      },
      responses: { 201: { description: 'The waiver.', schema: Waiver, example } },
      async handler(call): Promise<Answer> {
        const row = await makeWaiver(verbContext(room, call, 'D'), call.body)
        return { ...json(201, presentWaiver(row)), nodeId: row.head ?? undefined }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/api/waivers',
      operationId: 'listWaivers',
      summary: 'List waivers, newest first',
      description:
        'Those of the organisation of the key, also the expired and revoked ones unless inForce is asked for.',
      auth: 'key',
      query: WaiverListQuery,
      responses: { 200: { description: 'The waivers.', schema: WaiverList, example: { waivers: [example] } } },
      async handler(call): Promise<Answer> {
        const rows = await read((sql) => listWaivers(sql, callerOf(call).orgId, call.query.inForce))
        return json(200, { waivers: rows.map(presentWaiver) })
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/waivers/:waiverId/revoke',
      operationId: 'revokeWaiver',
      summary: 'End a waiver',
      description: 'What it covered counts again in later scans. Revoking it once more changes nothing.',
      auth: 'key',
      isGoverned: true,
      params: { waiverId: 'From the list of waivers.' },
      responses: {
        200: {
          description: 'The waiver, revoked.',
          schema: Waiver,
          example: { ...example, revokedAt: '2026-06-01T00:00:00.000Z' },
        },
      },
      errors: ['WAIVER_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const row = await endWaiver(verbContext(room, call, 'D'), call.params['waiverId'] ?? '')
        return { ...json(200, presentWaiver(row)), nodeId: row.head ?? undefined }
      },
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
