/** What may become of a violation by hand. */

import type { Tx } from '#db/client'
import { findViolation, nodeText, type ViolationRow, type ViolationStatus } from '#db/queries/governance'
import { readTier } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import { requestOf } from '#shared/evidence/actor'
import { lastFullVerify } from '#shared/evidence/passes'
import { requireSaidCounts } from '#shared/evidence/said-counts'
import { requireProvenViolations } from '#shared/evidence/sealed/violations'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import type { VerbContext } from '#shared/evidence/verb-context'
import type { Governance } from '#shared/governance/governance'
import { move } from '#shared/governance/violations'
import { violationNotFound, wrongViolationState } from '#shared/kernel/errors/governance'
import { invalidRequest, scopeRequired } from '#shared/kernel/errors/request'

const violationMoves: Readonly<Record<ViolationStatus, readonly ViolationStatus[]>> = {
  open: ['acknowledged', 'waived', 'resolved'],
  acknowledged: ['waived', 'resolved'],
  waived: ['open', 'resolved'],
  resolved: [],
}

type PersonalMove = {
  id: string
  orgId: string
  keyId: string
  to: 'acknowledged' | 'waived' | 'resolved'
  reason: string
  until?: string
  request: NodeBody['request']
}

const yearMs = 366 * 86_400_000

/** Where a violation is moved, and why; `until`: when one that is waived is open again, ISO 8601. */
export type ViolationStep = { reason: string } & ({ to: 'acknowledged' | 'resolved' } | { to: 'waived'; until: string })

/**
 * Moves a violation by hand; one of the service itself is an operator's to move.
 * @throws VIOLATION_NOT_FOUND, SCOPE_REQUIRED, INVALID_REQUEST for a time that is not ahead, STATE_CONFLICT when it may not go there,
 * or somebody else moved it first.
 */
export async function settleViolation(
  { actor, read, writing, tools }: VerbContext<{ signer: Signer; governance: Pick<Governance, 'refresh'> }>,
  { id, step }: { id: string; step: ViolationStep },
): Promise<ViolationRow> {
  const { orgId, keyId, scopes } = actor
  const { to, reason } = step
  const until = step.to === 'waived' ? { until: timeAhead(step.until) } : {}
  const found = await read((sql) => findViolation(sql, id, [orgId, serviceOrg]))
  if (found?.org_id === serviceOrg && orgId !== serviceOrg && !scopes.includes('operator'))
    throw scopeRequired('the scope operator')
  const verified = await read((sql) => lastFullVerify(sql, tools.signer))
  const request = requestOf(actor)
  const row = await writing({ kind: 'violation', id }).begin((tx) =>
    moveByHand(tx, tools.signer, { id, orgId, keyId, to, reason, ...until, request }, verified),
  )
  await tools.governance.refresh()
  return row
}

function timeAhead(text: string): string {
  const time = new Date(text)
  const aheadMs = time.getTime() - Date.now()
  if (!(aheadMs > 0 && aheadMs <= yearMs)) {
    const message = aheadMs > yearMs ? 'is more than a year ahead' : 'is not in the future'
    throw invalidRequest([{ path: '/until', message, expected: 'a time at most a year ahead' }])
  }
  return time.toISOString()
}

/** The last look through all of the evidence. */
type FullVerify = { at: Date; ok: boolean } | undefined

/**
 * Moves a violation by hand. @param verified the last full verification, which alone lets one of tier T5 be resolved.
 * @throws VIOLATION_NOT_FOUND, STATE_CONFLICT when it may not go there, or somebody else moved it first, EVIDENCE_MISMATCH where one of
 * tier T5 is to be resolved and its row is not as it was written.
 */
export async function moveByHand(
  sql: Tx,
  signer: Signer,
  { id, orgId, keyId, to, reason, until, request }: PersonalMove,
  verified: FullVerify,
): Promise<ViolationRow> {
  const row = await findOrRefuse(sql, id, orgId)
  if (await isDoneAlready(sql, row, to, request)) return row
  const why = refusalOf(row, to, verified)
  if (why) throw wrongViolationState(id, row.status, why)
  // When it was last seen decides whether a halt may end: nobody else says that it was earlier.
  if (to === 'resolved' && readTier(row.tier) === 'T5') {
    requireProvenViolations(signer, [row])
    await requireSaidCounts(sql, [row])
  }
  const step = { by: keyId, reason }
  const node = await move(sql, signer, row, {
    status: to,
    facts: {
      by: keyId,
      reason,
      ...(until === undefined ? {} : { until }),
      ...(to === 'resolved' ? { how: 'manual' } : {}),
    },
    request,
    ...(to === 'acknowledged' ? { acknowledged: step } : {}),
    ...(to === 'waived' && until !== undefined ? { waiver: { ...step, until } } : {}),
    ...(to === 'resolved' ? { resolution: { ...step, how: 'manual' } } : {}),
  })
  const moved = await findOrRefuse(sql, id, orgId)
  if (node === undefined) throw wrongViolationState(id, moved.status, 'was moved by somebody else at the same time')
  return moved
}

async function findOrRefuse(sql: Tx, id: string, orgId: string): Promise<ViolationRow> {
  const row = await findViolation(sql, id, [orgId, serviceOrg])
  if (!row) throw violationNotFound(id)
  return row
}

/** Why it may not go there. */
function refusalOf(
  { status, tier: written, last_seen_at }: ViolationRow,
  to: ViolationStatus,
  verified: FullVerify,
): string | undefined {
  const tier = readTier(written)
  if (!violationMoves[status].includes(to)) return `may not become ${to}`
  if (to === 'waived' && tier >= 'T4')
    return `is of tier ${tier}, which is not waived but resolved, or its article amended`
  if (to === 'resolved' && tier === 'T5' && !(verified?.ok && verified.at > last_seen_at))
    return 'is of tier T5, which is resolved only after a full verification that passed since it was last seen'
  return undefined
}

/** The same request under the same Idempotency-Key has done it before. */
async function isDoneAlready(
  sql: Tx,
  row: ViolationRow,
  to: ViolationStatus,
  request: PersonalMove['request'],
): Promise<boolean> {
  if (request?.idempotency_key_digest === undefined || row.status !== to) return false
  const text = await nodeText(sql, row.head)
  const body: NodeBody | undefined = text === undefined ? undefined : JSON.parse(text)
  return (
    body?.request?.key_id === request.key_id && body.request.idempotency_key_digest === request.idempotency_key_digest
  )
}
