/** Violations: listed, looked at, and moved by hand. */

import type { Static } from '@sinclair/typebox'
import { visibleTo } from '#api/evidence/nodes'
import type { AppContext } from '#api/http/context'
import { type Answer, type Call, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { countedWords } from '#db/queries/counted'
import { findViolation, type ViolationRow } from '#db/queries/governance'
import { lastFullVerify } from '#db/queries/integrity'
import { listViolations } from '#db/queries/violation-lists'
import { readTier } from '#shared/contracts/decision'
import { ReasonBody, Violation, ViolationList, ViolationQuery, WaiveBody } from '#shared/contracts/governance'
import { scopesHeldTo } from '#shared/contracts/scopes'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { moveByHand, type PersonalMove } from '#shared/governance/life'
import { violationNotFound } from '#shared/kernel/errors/governance'
import { invalidRequest, scopeRequired } from '#shared/kernel/errors/request'

const violationExample = {
  id: 'vio_0199a1b2c3d4e5f60718293a4b5c6d7e',
  article: 'A-05',
  title: 'A system that says it broke the constitution is held to it',
  tier: 'T3',
  status: 'open',
  subject: { type: 'system', id: 'chat-eu' },
  agent: null,
  task_id: null,
  message: 'its telemetry says that it did not comply',
  detected_at: '2026-05-20T00:00:00.000Z',
  last_seen_at: '2026-05-20T00:00:00.000Z',
  occurrences: 1,
  fingerprint: '3b'.repeat(32),
  evidence: ['9f'.repeat(32)],
  node: '4c'.repeat(32),
  constitution: '47'.repeat(32),
  rule_input_digest: `sha256:${'5d'.repeat(32)}`,
  blocks: ['clearance'],
  due_at: '2026-05-23T00:00:00.000Z',
  acknowledged: null,
  waiver: null,
  resolution: null,
}
const yearMs = 366 * 86_400_000

export const violationEndpoints = (room: AppContext): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/governance/violations',
    operationId: 'listViolations',
    summary: 'Violations, newest first',
    description: 'Yours and those of the service itself. Without parameters: what is active, of tier T3 and worse.',
    auth: 'key',
    query: ViolationQuery,
    responses: {
      200: {
        description: `A page of them; total counts all that match, up to ${countedWords}.`,
        schema: ViolationList,
        example: {
          violations: [violationExample],
          total: 1,
          limit: 100,
          offset: 0,
          min_tier: 'T3',
          as_of: '2026-05-20T00:00:00.000Z',
          constitution: '47'.repeat(32),
        },
      },
    },
    async handler(call): Promise<Answer> {
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
    },
  }),
  endpoint({
    method: 'GET',
    path: '/governance/violations/:id',
    operationId: 'getViolation',
    summary: 'One violation',
    description: 'One of the organisation of the key, or of the service itself, whatever its status.',
    auth: 'key',
    params: { id: 'The id of the violation.' },
    responses: { 200: { description: 'The violation.', schema: Violation, example: violationExample } },
    errors: ['VIOLATION_NOT_FOUND'],
    async handler(call): Promise<Answer> {
      const id = call.params['id'] ?? ''
      const row = await room.read((sql) => findViolation(sql, id, visibleTo(call)))
      if (!row) throw violationNotFound(id)
      return { ...json(200, presentViolation(row)), nodeId: row.head }
    },
  }),
  endpoint({
    ...moving('acknowledge', 'Say that a violation is known and worked on', 'From open alone. It stays active.'),
    body: { kind: 'json', schema: ReasonBody, example: { reason: 'we look into it' } },
    handler: (call) => moved(room, call, { to: 'acknowledged', reason: call.body.reason }),
  }),
  endpoint({
    ...moving(
      'waive',
      'Accept a violation for a time',
      'It blocks nothing until then, and is open again after. Not of tier T4 and T5: those are resolved, or their article amended.',
    ),
    body: { kind: 'json', schema: WaiveBody, example: { reason: 'test system', until: '2026-06-01T00:00:00Z' } },
    handler(call) {
      const until = new Date(call.body.until)
      const aheadMs = until.getTime() - Date.now()
      if (!(aheadMs > 0 && aheadMs <= yearMs))
        throw invalidRequest([{ path: '/until', message: 'is not ahead', expected: 'a time at most a year ahead' }])
      return moved(room, call, { to: 'waived', reason: call.body.reason, until: until.toISOString() })
    },
  }),
  endpoint({
    ...moving(
      'resolve',
      'Say that a violation is over',
      'One of tier T5 only after all of the evidence was verified since it was last seen. The same finding again opens a new violation.',
    ),
    body: { kind: 'json', schema: ReasonBody, example: { reason: 'the sender was corrected' } },
    handler: (call) => moved(room, call, { to: 'resolved', reason: call.body.reason }),
  }),
]

/** What the three steps have in common. They stay open while writes are halted: they are the way out. */
const moving = (step: 'acknowledge' | 'waive' | 'resolve', summary: string, description: string) => ({
  method: 'POST' as const,
  path: `/governance/violations/:id/${step}`,
  operationId: `${step}Violation`,
  summary,
  description: `${description} A violation of the service itself asks for the scope operator as well.`,
  auth: 'governance:write' as const,
  params: { id: 'The id of the violation.' },
  responses: { 200: { description: 'The violation as it is now.', schema: Violation, example: violationExample } },
  errors: ['VIOLATION_NOT_FOUND', 'STATE_CONFLICT'] as ('VIOLATION_NOT_FOUND' | 'STATE_CONFLICT')[],
})

async function moved(
  { signer, governance, read, config }: AppContext,
  call: Call,
  step: Pick<PersonalMove, 'to' | 'reason'> & { until?: string },
): Promise<Answer> {
  const { keyId, orgId, scopes } = callerOf(call)
  const id = call.params['id'] ?? ''
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
