/** Routes of waivers: findings that an organisation has accepted. */
import { Waiver, WaiverList, WaiverListQuery, WaiverRequest } from '#shared/contracts/scans'
import { route } from '#shared/routes/route'

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

export const waiverRoutes = {
  createWaiver: route({
    area: 'D',
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
    answers: { 201: { description: 'The waiver.', schema: Waiver, example } },
  }),
  listWaivers: route({
    area: 'D',
    method: 'GET',
    path: '/api/waivers',
    operationId: 'listWaivers',
    summary: 'List waivers, newest first',
    description: 'Those of the organisation of the key, also the expired and revoked ones unless inForce is asked for.',
    auth: 'key',
    query: WaiverListQuery,
    answers: { 200: { description: 'The waivers.', schema: WaiverList, example: { waivers: [example] } } },
  }),
  revokeWaiver: route({
    area: 'D',
    method: 'POST',
    path: '/api/waivers/:waiverId/revoke',
    operationId: 'revokeWaiver',
    summary: 'End a waiver',
    description: 'What it covered counts again in later scans. Revoking it once more changes nothing.',
    auth: 'key',
    isGoverned: true,
    params: { waiverId: 'From the list of waivers.' },
    answers: {
      200: {
        description: 'The waiver, revoked.',
        schema: Waiver,
        example: { ...example, revokedAt: '2026-06-01T00:00:00.000Z' },
      },
    },
    errors: ['WAIVER_NOT_FOUND'],
  }),
}
