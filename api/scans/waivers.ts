/** Waivers: findings that an organisation has accepted, for a while or for good. Later scans set them apart. */
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#api/http/context'
import { type Answer, actorOf, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { listWaivers, type WaiverRow } from '#db/queries/scans'
import { Waiver, WaiverList, WaiverListQuery, WaiverRequest } from '#shared/contracts/scans'
import type { Issue } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'
import { waiverNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
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
  const { read, config } = room
  const lookAt = `${config.basePaths.D}/api/waivers`
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
        const { fingerprint = null, type = null, url = null, reason, expiresAt = null } = call.body
        const issues = faultsOf({ fingerprint, type, url, expiresAt })
        if (issues.length > 0) throw invalidRequest(issues)
        const { orgId, keyId } = callerOf(call)
        const waiverId = call.idempotency ? uuidFrom(call.idempotency.seed, 'waiver') : randomUUID()
        const row = await makeWaiver(
          { ...room, writer: call.writing({ ids: { waiverId }, lookAt }) },
          {
            waiver_id: waiverId,
            org_id: orgId,
            fingerprint,
            type,
            url,
            reason,
            // As exact as its node and its row have it.
            expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
            created_by: keyId,
          },
          actorOf(call),
        )
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
        const waiverId = call.params['waiverId'] ?? ''
        const tools = { ...room, writer: call.writing({ ids: { waiverId }, lookAt }) }
        const asked = { orgId: callerOf(call).orgId, waiverId, by: actorOf(call) }
        const row = isUuid(waiverId) ? await endWaiver(tools, asked) : undefined
        if (!row) throw waiverNotFound(waiverId)
        return { ...json(200, presentWaiver(row)), nodeId: row.head ?? undefined }
      },
    }),
  ]
}

function faultsOf(given: Pick<Waiver, 'fingerprint' | 'type' | 'url' | 'expiresAt'>): Issue[] {
  const issues: Issue[] = []
  if ((given.fingerprint === null) === (given.type === null))
    issues.push({
      path: '',
      message: given.type === null ? 'names neither a fingerprint nor a type' : 'names both a fingerprint and a type',
      expected: 'exactly one of fingerprint and type',
    })
  if (given.fingerprint !== null && given.url !== null)
    issues.push({ path: '/url', message: 'goes with a type only', expected: 'no url beside a fingerprint' })
  if (given.expiresAt !== null && Date.parse(given.expiresAt) <= Date.now())
    issues.push({ path: '/expiresAt', message: 'has passed', expected: 'a time to come' })
  return issues
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
